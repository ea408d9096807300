//! l-diversity: the sensitive values of a class are varied enough.

mod counts;
mod distinct;
mod entropy;
mod estimator;
mod fixed;
mod negative_positive;
mod positive;
mod recursive;

pub use distinct::DistinctDiversity;
pub use entropy::EntropyDiversity;
pub use estimator::Estimator;
pub use negative_positive::NegativePositiveRecursiveDiversity;
pub use positive::PositiveRecursiveDiversity;
pub use recursive::RecursiveDiversity;

use super::Distribution;
use super::entry::{Asked, Entry, Judged, Made, Site};
use super::fraction::refuse;
use crate::Result;
use lethe_data::Decimal;
use lethe_recipe::model::{Flag, Key, Kind, ModelSpec, Parameters, Preset, Variant, Written, number, text};
use lethe_recipe::{POSITIVE, Rule, SHARE, at_least_two, names};

const NAME: &str = "l-diversity";

/// Refuses a number of distinct values that no class of the table can have. A table without records satisfies all.
fn possible(needed: u64, reference: &Distribution) -> Result<()> {
    let distinct = reference.distinct() as u64;
    if reference.records() > 0 && needed > distinct {
        let problem = format!(
            "every class would need {needed} distinct values, but the sensitive column has {distinct}; ask for less"
        );
        return Err(refuse(NAME, problem));
    }
    Ok(())
}

/// Refuses codes that the column does not have.
fn known(codes: &[u32], reference: &Distribution) -> Result<Vec<u32>> {
    let mut codes = codes.to_vec();
    codes.sort_unstable();
    codes.dedup();
    if codes.last().is_some_and(|&code| code as usize >= reference.counts().len()) {
        return Err(refuse(NAME, "a listed value does not occur in the sensitive column"));
    }
    Ok(codes)
}

const ABOVE_ONE: Rule<Decimal> = Rule { holds: |l| *l > Decimal::from(1), words: "above 1" };
const RANK: Key = Key::required(
    "l",
    Kind::Whole(at_least_two()),
    "the rank from which values count against the most frequent",
);
const DISCLOSABLE: Key =
    Key::preset("disclosable", Kind::Texts, Preset::NoTexts, "the values that may be learned about a person");

const DISTINCT: &str = "Every class has at least l distinct sensitive values.";
const ENTROPY: &str = "The sensitive values of every class have an entropy of at least ln l.";
const GRASSBERGER: &str = "The sensitive values of every class come from a distribution with an estimated entropy of at least ln l.";
const RECURSIVE: &str = "The most frequent sensitive value of every class is less than c times as frequent as the l-th and all rarer ones.";
const POSITIVE_RECURSIVE: &str =
    "Recursive diversity of the values that must stay secret; others may be disclosed.";
const NEGATIVE_POSITIVE: &str =
    "Positive-recursive diversity, and each protected value has a share of at least c2 in every class.";

/// l-diversity in the registry.
pub(super) static ENTRY: Entry = Entry {
    weaken,
    ..Entry::new(
        ModelSpec {
            keys: &[Key::COLUMN],
            variants: VARIANTS,
            flag: Some(Flag {
                name: "l",
                value: "[VARIANT:]L@COLUMN",
                help: "l-diversity: L@COLUMN (distinct values), entropy:L@COLUMN or recursive:C,L@COLUMN",
                example: "--l 3@COLUMN, entropy:2.5@COLUMN or recursive:C,L@COLUMN",
                read: read_flag,
            }),
            ..ModelSpec::new(NAME, "Every class is diverse in a sensitive column.")
        },
        &[
            Judged::sensitive(DISTINCT).variant("distinct"),
            Judged::sensitive(ENTROPY).variant("entropy"),
            Judged { monotone: false, ..Judged::sensitive(GRASSBERGER).variant("grassberger-entropy") },
            Judged::sensitive(RECURSIVE).variant("recursive"),
            Judged::sensitive(POSITIVE_RECURSIVE).variant("positive-recursive"),
            Judged::sensitive(NEGATIVE_POSITIVE).variant("negative-positive-recursive"),
        ],
        make,
    )
};

const VARIANTS: &[Variant] = &[
    Variant {
        name: "distinct",
        owner: "distinct l-diversity",
        summary: DISTINCT,
        keys: &[Key::required("l", Kind::Whole(at_least_two()), "the values a class must have")],
    },
    Variant {
        name: "entropy",
        owner: "entropy l-diversity",
        summary: ENTROPY,
        keys: &[
            Key::required(
                "l",
                Kind::Number(ABOVE_ONE),
                "the number of equally frequent values that a class must be as diverse as",
            ),
            Key::preset(
                "estimator",
                Kind::Word("estimator", names::<Estimator>),
                Preset::Word("shannon"),
                "how the entropy is estimated from a class",
            ),
        ],
    },
    Variant {
        name: "recursive",
        owner: "recursive l-diversity",
        summary: RECURSIVE,
        keys: &[RANK, Key::required("c", Kind::Number(POSITIVE), "the factor")],
    },
    Variant {
        name: "positive-recursive",
        owner: "positive-recursive l-diversity",
        summary: POSITIVE_RECURSIVE,
        keys: &[RANK, Key::required("c", Kind::Number(POSITIVE), "the factor"), DISCLOSABLE],
    },
    Variant {
        name: "negative-positive-recursive",
        owner: "negative-positive-recursive l-diversity",
        summary: NEGATIVE_POSITIVE,
        keys: &[
            RANK,
            Key::required("c1", Kind::Number(POSITIVE), "the factor"),
            Key::required("c2", Kind::Number(SHARE), "the share of protected values"),
            DISCLOSABLE,
            Key::optional(
                "protected",
                Kind::Texts,
                "the values that must not be ruled out for a person; all when left out",
            ),
        ],
    },
];

fn read_flag(written: &str) -> Option<Written> {
    let (wanted, column) = written.split_once('@')?;
    // A number without a variant is the number of distinct values.
    let (variant, parameters) = wanted.split_once(':').unwrap_or(("distinct", wanted));
    let keys = Written::new([("column", text(column)), ("variant", text(variant))]);
    Some(match parameters.split_once(',') {
        Some((c, l)) => keys.with("c", number(c)?).with("l", number(l)?),
        None => keys.with("l", number(parameters)?),
    })
}

fn make(asked: &Asked<'_>, site: &dyn Site) -> Result<Made> {
    let (slot, reference) = site.sensitive()?;
    let texts = |key: &str| asked.parameters.texts(key).unwrap_or_default();
    Ok(match asked.parameters.word("variant") {
        Some("entropy") => {
            let estimator = asked.parameters.word("estimator").and_then(|word| word.parse().ok());
            let estimator = estimator.unwrap_or_default();
            Made::class(EntropyDiversity::with_estimator(slot, asked.number("l")?, reference, estimator)?)
        }
        Some("recursive") => {
            Made::class(RecursiveDiversity::new(slot, asked.number("c")?, asked.whole("l")?, reference)?)
        }
        Some("positive-recursive") => {
            let disclosable = site.codes(texts("disclosable"), None)?;
            let (c, l) = (asked.number("c")?, asked.whole("l")?);
            Made::class(PositiveRecursiveDiversity::new(slot, c, l, &disclosable, reference)?)
        }
        Some("negative-positive-recursive") => {
            let disclosable = site.codes(texts("disclosable"), None)?;
            let every = || reference.counts().iter().enumerate().filter(|(_, records)| **records > 0);
            let protected = match asked.parameters.texts("protected") {
                Some(texts) => site.codes(texts, Some("protected"))?,
                None => every().map(|(code, _)| code as u32).collect(),
            };
            let (c, l) = ((asked.number("c1")?, asked.number("c2")?), asked.whole("l")?);
            Made::class(NegativePositiveRecursiveDiversity::new(
                slot,
                c,
                l,
                &disclosable,
                &protected,
                reference,
            )?)
        }
        _ => Made::class(DistinctDiversity::new(slot, asked.whole("l")?, reference)?),
    })
}

fn weaken(parameters: &Parameters) -> Option<(String, Parameters)> {
    let column = parameters.text("column")?;
    let (l, less) = match parameters.word("variant")? {
        "distinct" | "recursive" => {
            let l = parameters.whole("l").filter(|l| *l > 2)? - 1;
            (l.to_string(), parameters.clone().with("l", l))
        }
        "entropy" => {
            let l =
                parameters.number("l").filter(|l| *l > Decimal::from(2))?.checked_sub(Decimal::from(1))?;
            (l.to_string(), parameters.clone().with("l", l))
        }
        _ => return None,
    };
    Some((format!("l = {l} for '{column}'"), less))
}
