//! (α,k)-anonymity: classes of k records in which no sensitive value is too likely.

use super::entry::{Asked, Entry, Judged, Judges, Made, Site};
use super::fraction::{Fraction, at_least_one, quotient, refuse, share};
use super::{Class, ClassModel, ClassRequirement, Distribution, Least, Scope, Threshold, share_caps};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::{Interval, Rational};
use lethe_recipe::model::{Flag, Key, Kind, ModelSpec, Written, number, text};
use lethe_recipe::{PART, at_least_one as one_or_more, at_least_two};

const ASKS: &str = "Every class has at least k records and no sensitive value with a share above alpha.";
const LKC_ASKS: &str = "Every class over any l quasi-identifying columns has at least k records and no value with a share above c.";

const K: Key = Key::required("k", Kind::Whole(at_least_two()), "the size of the smallest class");

/// (α,k)-anonymity in the registry.
pub(super) static ENTRY: Entry = Entry::new(
    ModelSpec {
        keys: &[
            Key::COLUMN,
            Key::required("alpha", Kind::Number(PART), "the largest share of a value"),
            K,
            Key::VALUES,
        ],
        flag: Some(Flag {
            name: "alpha-k",
            value: "ALPHA,K@COLUMN",
            help: "(alpha,k)-anonymity",
            example: "--alpha-k ALPHA,K@COLUMN",
            read: |written| {
                let (numbers, column) = written.split_once('@')?;
                let (alpha, k) = numbers.split_once(',')?;
                Some(Written::new([("alpha", number(alpha)?), ("k", number(k)?), ("column", text(column))]))
            },
        }),
        ..ModelSpec::new("alpha-k", ASKS)
    },
    &[Judged::sensitive(ASKS)],
    |asked, site| {
        let (slot, reference) = site.sensitive()?;
        let (k, alpha, limited) = (asked.whole("k")?, asked.number("alpha")?, limited(asked, site)?);
        Ok(Made::class(AlphaK::new(slot, k, alpha, limited.as_deref(), reference)?))
    },
);

/// LKC-privacy in the registry.
pub(super) static LKC_ENTRY: Entry = Entry::new(
    ModelSpec {
        keys: &[
            Key::required("l", Kind::Whole(one_or_more()), "the most columns an attacker knows"),
            K,
            Key::required("c", Kind::Number(PART), "the largest share of a value"),
            Key::COLUMN,
            Key::VALUES,
        ],
        flag: Some(Flag {
            name: "lkc",
            value: "L,K,C@COLUMN",
            help: "LKC-privacy: L known columns, K records, confidence C",
            example: "--lkc L,K,C@COLUMN",
            read: |written| {
                let (numbers, column) = written.split_once('@')?;
                let (l, rest) = numbers.split_once(',')?;
                let (k, c) = rest.split_once(',')?;
                let keys =
                    [("l", number(l)?), ("k", number(k)?), ("c", number(c)?), ("column", text(column))];
                Some(Written::new(keys))
            },
        }),
        ..ModelSpec::new("lkc-privacy", LKC_ASKS)
    },
    &[Judged { judges: Judges::KnownColumns, ..Judged::sensitive(LKC_ASKS) }],
    |asked, site| {
        let (slot, reference) = site.sensitive()?;
        let l = usize::try_from(asked.whole("l")?).unwrap_or(usize::MAX);
        let (k, c, limited) = (asked.whole("k")?, asked.number("c")?, limited(asked, site)?);
        lkc_privacy(slot, l, k, c, limited.as_deref(), reference).map(Made::Class)
    },
);

/// The codes of the values to protect; `None`: all values.
fn limited(asked: &Asked<'_>, site: &dyn Site) -> Result<Option<Vec<u32>>> {
    asked.parameters.texts("values").map(|texts| site.codes(texts, Some("values"))).transpose()
}

/// Every class has at least `k` records, and no sensitive value (or none of given ones) has a share above `α` in it.
///
/// **Guarantee**: that of k-anonymity, and nobody's value (of those given) is more than `α` likely from the class only.
///
/// **Paper**: Wong et al. 2006; over choices of columns Mohammed et al. 2009, see [`lkc_privacy`].
///
/// **Cost**: one product a distinct value of a class.
#[derive(Clone, Debug)]
pub struct AlphaK {
    name: &'static str,
    slot: usize,
    k: u64,
    alpha: Fraction,
    /// Ascending codes, where only some values are limited.
    limited: Option<Vec<u32>>,
    /// The largest share of other values.
    all: Fraction,
    least: Least,
}

impl AlphaK {
    /// The model for the sensitive column of a slot; `limited` are the codes of the values that must not be too likely,
    /// `None` for all.
    ///
    /// **Errors**: `k` is 0, `alpha` is not above 0 and at most 1, a code is not of the column, or there are too few
    /// values for such small shares.
    pub fn new(
        slot: usize,
        k: u64,
        alpha: Decimal,
        limited: Option<&[u32]>,
        reference: &Distribution,
    ) -> Result<Self> {
        Self::named("alpha-k", slot, k, alpha, limited, reference)
    }

    fn named(
        name: &'static str,
        slot: usize,
        k: u64,
        alpha: Decimal,
        limited: Option<&[u32]>,
        reference: &Distribution,
    ) -> Result<Self> {
        at_least_one(name, "k", k)?;
        let alpha = share(name, "the largest share", alpha)?;
        let limited = limited.map(|codes| sorted(name, codes, reference)).transpose()?;
        let least = match limited {
            Some(_) => Least::default(),
            None => share_caps::least(&vec![&alpha; reference.distinct()]),
        };
        let enough = alpha.covers(1, reference.distinct() as u128);
        if limited.is_none() && reference.records() > 0 && !enough {
            return Err(refuse(name, "the sensitive column has too few values for such small shares"));
        }
        let all = Fraction::new(Rational::ONE);
        Ok(Self { name, slot, k, alpha, limited, all, least: Least { size: least.size.max(k), ..least } })
    }

    fn is_limited(&self, code: u32) -> bool {
        self.limited.as_ref().is_none_or(|codes| codes.binary_search(&code).is_ok())
    }

    fn largest(&self, class: &Class<'_>) -> u64 {
        let limited = class.histograms[self.slot].iter().filter(|(code, _)| self.is_limited(*code));
        limited.map(|&(_, count)| count).max().unwrap_or(0)
    }
}

fn sorted(name: &'static str, codes: &[u32], reference: &Distribution) -> Result<Vec<u32>> {
    let mut codes = codes.to_vec();
    codes.sort_unstable();
    if codes.last().is_some_and(|&code| code as usize >= reference.counts().len()) {
        return Err(refuse(name, "a listed value does not occur in the sensitive column"));
    }
    Ok(codes)
}

/// LKC-privacy: whoever knows at most `l` of the quasi-identifying columns finds at least `k` records, and no sensitive value
/// (or none of given ones) more than `c` likely.
///
/// Classes over more columns are finer, so the model need only hold for every choice of exactly `l` columns.
///
/// **Paper**: Mohammed et al. 2009.
///
/// **Errors**: those of [`AlphaK::new`]; `l` is 0.
pub fn lkc_privacy(
    slot: usize,
    l: usize,
    k: u64,
    c: Decimal,
    limited: Option<&[u32]>,
    reference: &Distribution,
) -> Result<ClassRequirement> {
    const NAME: &str = "lkc-privacy";
    at_least_one(NAME, "l", l as u64)?;
    let model = AlphaK::named(NAME, slot, k, c, limited, reference)?;
    Ok(ClassRequirement { model: Box::new(model), scope: Scope::Known(l) })
}

impl ClassModel for AlphaK {
    fn name(&self) -> &'static str {
        self.name
    }

    fn slot(&self) -> Option<usize> {
        Some(self.slot)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.size >= self.k && self.alpha.covers_count(self.largest(class), class.size)
    }

    /// The largest share of a limited value; infinite in a class of fewer than `k` records, which no limit would allow.
    fn measure(&self, class: &Class<'_>) -> Interval {
        if class.size < self.k {
            return Interval::point(f64::INFINITY);
        }
        quotient(self.largest(class).into(), class.size.into())
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtMost(self.alpha.to_f64())
    }

    fn least(&self) -> Least {
        self.least
    }

    fn least_lost(&self, class: &Class<'_>) -> u64 {
        let cap = |code: u32| Some(if self.is_limited(code) { &self.alpha } else { &self.all });
        share_caps::least_lost(class.size, class.histograms[self.slot], cap)
    }

    /// The share of a value in a union is at most the largest of its shares in the classes.
    fn monotone(&self) -> bool {
        true
    }
}
