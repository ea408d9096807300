//! Names of records and companies, from syllable grammars.

mod syllables;

use crate::Result;
use crate::domain::Domain;
use crate::geography::Country;
use crate::random::{Sampler, Stream};
use std::collections::HashSet;
pub(crate) use syllables::{CITIES, PROVINCES, STREETS};

/// Words of one language: a beginning, some middles and an ending.
pub(crate) struct Grammar {
    /// Words that come first as they are; the most frequent ones.
    pub(crate) common: &'static [&'static str],
    pub(crate) beginnings: &'static [&'static str],
    pub(crate) middles: &'static [&'static str],
    pub(crate) endings: &'static [&'static str],
}

impl Grammar {
    /// Appends `count` words that were not seen before.
    pub(crate) fn coin(
        &self,
        count: usize,
        random: &mut Stream,
        seen: &mut HashSet<String>,
        words: &mut Vec<String>,
    ) {
        let target = words.len() + count;
        for word in self.common.iter().take(count) {
            if seen.insert((*word).to_owned()) {
                words.push((*word).to_owned());
            }
        }
        let (mut longest, mut misses) = (1, 0);
        while words.len() < target {
            let mut word = (*random.pick(self.beginnings)).to_owned();
            (0..random.below(longest + 1)).for_each(|_| word.push_str(random.pick::<&str>(self.middles)));
            word.push_str(random.pick::<&str>(self.endings));
            if seen.insert(word.clone()) {
                words.push(word);
                misses = 0;
                continue;
            }
            misses += 1;
            // Words may grow when short ones are hard to find, so that new ones never run out.
            if misses == PATIENCE {
                (longest, misses) = (longest + 1, 0);
            }
        }
    }
}

/// How many known words in a row it takes to allow longer ones.
const PATIENCE: u32 = 40;

/// A slice of a domain with its own frequencies.
struct Pool {
    first: u32,
    sampler: Sampler,
}

/// The names records have.
///
/// **Paper**: 14,184 given names and 31,409 surnames as in Podlesny 2023, Tables A.5 and A.6, a few common and very
/// many rare.
pub(crate) struct Names {
    pub(crate) given: Domain,
    pub(crate) surnames: Domain,
    /// By country, then female and male.
    given_pools: Vec<[Pool; 2]>,
    surname_pools: Vec<Pool>,
}

/// How many given names of each gender and how many surnames a country has.
const SIZES: [(usize, usize); 4] = [(4092, 20_000), (800, 3000), (1100, 4200), (1100, 4209)];
/// The share of records whose name comes from another country than they live in.
const FOREIGN_NAMES: f64 = 0.04;

impl Names {
    /// The names of the world.
    pub(crate) fn new() -> Result<Self> {
        let mut random = Stream::world("names");
        let (mut seen, mut given, mut given_pools) = (HashSet::new(), Vec::new(), Vec::new());
        for (grammars, (count, _)) in syllables::GIVEN.iter().zip(SIZES) {
            given_pools.push([0, 1].map(|gender: usize| {
                let first = given.len() as u32;
                grammars[gender].coin(count, &mut random, &mut seen, &mut given);
                Pool { first, sampler: Sampler::zipf(count, 20.0, 1.4) }
            }));
        }
        let (mut seen, mut surnames, mut surname_pools) = (HashSet::new(), Vec::new(), Vec::new());
        for (grammar, (_, count)) in syllables::SURNAMES.iter().zip(SIZES) {
            let first = surnames.len() as u32;
            grammar.coin(count, &mut random, &mut seen, &mut surnames);
            surname_pools.push(Pool { first, sampler: Sampler::zipf(count, 20.0, 1.1) });
        }
        Ok(Self {
            given: Domain::texts(given)?,
            surnames: Domain::texts(surnames)?,
            given_pools,
            surname_pools,
        })
    }

    /// A given name and a surname as items, for somebody living in a country.
    pub(crate) fn draw(&self, country: Country, female: bool, random: &mut Stream) -> (u32, u32) {
        let home = country as usize;
        let foreign = random.chance(FOREIGN_NAMES) || home >= self.surname_pools.len();
        let home = if foreign { random.below(self.surname_pools.len() as u32) as usize } else { home };
        let (given, surname) = (&self.given_pools[home][usize::from(!female)], &self.surname_pools[home]);
        (given.first + given.sampler.draw(random), surname.first + surname.sampler.draw(random))
    }
}

/// The number of companies in Podlesny 2023, Table A.9.
const COMPANIES: usize = 1031;

/// The branches companies belong to, in the order of [`company_branch`].
pub(crate) const BRANCHES: [&str; 8] =
    ["Foods", "Logistics", "Software", "Machines", "Care", "Energy", "Textiles", "Consulting"];

/// The branch of a company.
pub(crate) fn company_branch(item: u32) -> &'static str {
    BRANCHES[item as usize % BRANCHES.len()]
}

/// The companies of the world: a coined word and the branch.
pub(crate) fn companies() -> Result<Domain> {
    let (mut seen, mut words) = (HashSet::new(), Vec::new());
    syllables::COMPANIES.coin(COMPANIES, &mut Stream::world("companies"), &mut seen, &mut words);
    Domain::texts(words.iter().zip(0..).map(|(word, item)| format!("{word} {}", company_branch(item))))
}

/// A text as it may stand in an address of electronic mail: lower case letters and digits only.
pub(crate) fn ascii_lower(text: &str, target: &mut String) {
    for letter in text.chars() {
        match letter {
            'ä' | 'à' | 'å' | 'Å' => target.push('a'),
            'ö' | 'ø' | 'ò' | 'ô' | 'Ø' => target.push('o'),
            'ü' | 'ù' => target.push('u'),
            'é' | 'è' | 'ê' | 'ë' => target.push('e'),
            'ß' => target.push_str("ss"),
            _ if letter.is_ascii_alphanumeric() => target.push(letter.to_ascii_lowercase()),
            _ => {}
        }
    }
}
