//! Diseases, drugs and gene variants, and how they go together.

use crate::Result;
use crate::domain::Domain;
use crate::names::Grammar;
use crate::random::{Sampler, Stream, zipf_weights};
use std::collections::{BTreeSet, HashSet};

/// Diseases of one kind share a chapter, its letter, the class of drugs that treat them, and the ending of those
/// drugs' names; `old` says how much more often they are met in the old than in the young.
struct Group {
    chapter: &'static str,
    letter: char,
    drug_class: &'static str,
    drug_ending: &'static str,
    old: f64,
}

const fn group(
    chapter: &'static str,
    letter: char,
    drug_class: &'static str,
    drug_ending: &'static str,
    old: f64,
) -> Group {
    Group { chapter, letter, drug_class, drug_ending, old }
}

const GROUPS: [Group; 12] = [
    group("Circulatory", 'I', "Heart and vessel drugs", "opril", 2.5),
    group("Infectious", 'A', "Anti-infectives", "icillan", 0.8),
    group("Neoplasms", 'C', "Anti-cancer drugs", "atinib", 2.5),
    group("Metabolic", 'E', "Metabolic drugs", "gliptol", 2.0),
    group("Mental", 'F', "Psychiatric drugs", "axetin", 0.6),
    group("Nervous", 'G', "Nerve drugs", "etiram", 1.5),
    group("Respiratory", 'J', "Airway drugs", "terolan", 1.0),
    group("Digestive", 'K', "Stomach and bowel drugs", "prazol", 1.2),
    group("Skin", 'L', "Skin drugs", "icort", 0.7),
    group("Musculoskeletal", 'M', "Pain and joint drugs", "profenac", 2.0),
    group("Genitourinary", 'N', "Kidney drugs", "osemid", 2.5),
    group("Blood", 'D', "Blood drugs", "aparin", 1.5),
];

const DISEASES: usize = 113;
/// The last diseases occur a few dozen times in a million rows, as some of Table A.10 do.
const RARE_DISEASES: usize = 7;
const SNPS: usize = 1802;
const DRUGS_PER_CLASS: usize = 20;
const VARIANTS: u32 = 4;
const USUAL_DRUGS: usize = 4;
const LINKED_SNPS: usize = 6;

const DRUG_STEMS: Grammar = Grammar {
    common: &[],
    beginnings: &[
        "Ab", "Cor", "Del", "Ex", "Flu", "Gal", "Hy", "Lor", "Mel", "Nov", "Pre", "Ri", "Tra", "Ver", "Xi",
    ],
    middles: &["a", "do", "fi", "lo", "mi", "na", "po", "ro", "ti", "va"],
    endings: &["b", "d", "f", "l", "m", "n", "r", "s", "t", "v", "x", "z"],
};

/// The medical world.
///
/// **Paper**: 113 diseases and 1,802 gene variants as in Podlesny 2023, Tables A.10 and A.11.
pub(super) struct Clinic {
    pub(super) diseases: Domain,
    pub(super) drugs: Domain,
    pub(super) snps: Domain,
    /// Four finer codes a disease.
    pub(super) icd: Domain,
    young: Sampler,
    old: Sampler,
    usual_drugs: Vec<[u32; USUAL_DRUGS]>,
    drug_choice: Sampler,
    linked_snps: Vec<[u32; LINKED_SNPS]>,
    snp_sampler: Sampler,
}

fn group_of(disease: u32) -> &'static Group {
    &GROUPS[disease as usize % GROUPS.len()]
}

/// The three-character code of a disease.
fn short_icd(disease: u32) -> String {
    format!("{}{:02}", group_of(disease).letter, 10 + disease / GROUPS.len() as u32 * 7)
}

impl Clinic {
    pub(super) fn new() -> Result<Self> {
        let mut random = Stream::world("clinic");
        let mut weights = zipf_weights(DISEASES, 30.0, 0.8);
        weights[DISEASES - RARE_DISEASES..].iter_mut().for_each(|weight| *weight *= 0.01);
        let old: Vec<f64> = weights.iter().zip(0..).map(|(w, disease)| w * group_of(disease).old).collect();
        let (mut seen, mut drugs) = (HashSet::new(), Vec::new());
        for group in &GROUPS {
            let mut stems = Vec::new();
            DRUG_STEMS.coin(DRUGS_PER_CLASS, &mut random, &mut seen, &mut stems);
            drugs.extend(stems.into_iter().map(|stem| stem + group.drug_ending));
        }
        let usual_drugs = (0..DISEASES as u32).map(|disease| usual_drugs(disease, &mut random)).collect();
        let linked_snps =
            (0..DISEASES).map(|_| std::array::from_fn(|_| random.below(SNPS as u32 / 2))).collect();
        let codes =
            (0..DISEASES as u32 * VARIANTS).map(|i| format!("{}.{}", short_icd(i / VARIANTS), i % VARIANTS));
        Ok(Self {
            icd: Domain::texts(codes)?,
            diseases: Domain::texts(numbers(DISEASES, 50..14_000, &mut random).map(|n| format!("DOID:{n}")))?,
            snps: Domain::texts(
                numbers(SNPS, 10_400_000..105_200_000, &mut random).map(|n| format!("rs{n}")),
            )?,
            drugs: Domain::texts(drugs)?,
            young: Sampler::new(&weights),
            old: Sampler::new(&old),
            usual_drugs,
            drug_choice: Sampler::new(&[50.0, 25.0, 15.0, 10.0]),
            linked_snps,
            snp_sampler: Sampler::zipf(SNPS, 4.0, 1.1),
        })
    }

    /// A disease for somebody of an age: the older, the likelier one of old age.
    pub(super) fn disease(&self, age: u32, random: &mut Stream) -> u32 {
        let old = random.chance((f64::from(age) - 30.0) / 60.0);
        if old { self.old.draw(random) } else { self.young.draw(random) }
    }

    /// A drug against a disease: mostly one of its usual ones.
    pub(super) fn drug(&self, disease: u32, random: &mut Stream) -> u32 {
        if random.chance(0.12) {
            return random.below(self.drugs.len());
        }
        self.usual_drugs[disease as usize][self.drug_choice.draw(random) as usize]
    }

    /// A gene variant found in somebody with a disease: often one linked to it.
    pub(super) fn snp(&self, disease: u32, random: &mut Stream) -> u32 {
        if random.chance(0.4) {
            return *random.pick(&self.linked_snps[disease as usize]);
        }
        self.snp_sampler.draw(random)
    }

    /// A finer code of a disease.
    pub(super) fn icd_code(disease: u32, random: &mut Stream) -> u32 {
        disease * VARIANTS + random.below(VARIANTS)
    }
}

/// Whether a disease is one of the metabolism, which moves laboratory values.
pub(super) fn is_metabolic(disease: u32) -> bool {
    group_of(disease).letter == 'E'
}

/// Whether a disease is one of heart and vessels.
pub(super) fn is_circulatory(disease: u32) -> bool {
    group_of(disease).letter == 'I'
}

/// The chapter a disease belongs to.
pub(super) fn above_disease(disease: u32) -> Vec<String> {
    vec![group_of(disease).chapter.to_owned()]
}

/// The class a drug belongs to.
pub(super) fn above_drug(drug: u32) -> Vec<String> {
    vec![GROUPS[drug as usize / DRUGS_PER_CLASS].drug_class.to_owned()]
}

/// The short code and the chapter of a finer code.
pub(super) fn above_icd(code: u32) -> Vec<String> {
    let disease = code / VARIANTS;
    vec![short_icd(disease), group_of(disease).chapter.to_owned()]
}

/// Different drugs of the class that treats a disease.
fn usual_drugs(disease: u32, random: &mut Stream) -> [u32; USUAL_DRUGS] {
    let first = disease as usize % GROUPS.len() * DRUGS_PER_CLASS;
    let start = random.below(DRUGS_PER_CLASS as u32);
    // Steps of three through a class of twenty meet no drug twice.
    std::array::from_fn(|choice| (first as u32) + (start + 3 * choice as u32) % DRUGS_PER_CLASS as u32)
}

/// Distinct numbers of a range, ascending.
fn numbers(
    count: usize,
    range: std::ops::Range<u32>,
    random: &mut Stream,
) -> impl Iterator<Item = u32> + use<> {
    let mut numbers = BTreeSet::new();
    while numbers.len() < count {
        numbers.insert(range.start + random.below(range.end - range.start));
    }
    numbers.into_iter()
}
