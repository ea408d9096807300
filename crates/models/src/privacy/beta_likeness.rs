//! β-likeness: no sensitive value is much more frequent in a class than in the table.

use super::entry::{Entry, Judged, Made};
use super::fraction::{Fraction, above_zero, quotient};
use super::{Class, ClassModel, Distribution, Least, Threshold, share_caps};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::{Interval, Rational, Verdict};
use lethe_recipe::POSITIVE;
use lethe_recipe::model::{Flag, Key, Kind, ModelSpec, Preset, Written, number, text};

const NAME: &str = "beta-likeness";

/// β-likeness in the registry.
pub(super) static ENTRY: Entry = Entry::new(
    ModelSpec {
        keys: &[
            Key::COLUMN,
            Key::required("beta", Kind::Number(POSITIVE), "the largest relative gain in probability"),
            Key::preset(
                "enhanced",
                Kind::Truth,
                Preset::Truth(false),
                "whether the gain of frequent values is also bounded by -ln of their share",
            ),
        ],
        flag: Some(Flag {
            name: "beta",
            value: "BETA@COLUMN",
            help: "beta-likeness; behind the column :enhanced",
            example: "--beta 1.5@COLUMN, or with :enhanced behind the column",
            read: |written| {
                let (beta, rest) = written.split_once('@')?;
                let plain = rest.strip_suffix(":enhanced");
                let keys = [("beta", number(beta)?), ("column", text(plain.unwrap_or(rest)))];
                Some(Written::new(keys).with("enhanced", plain.is_some().into()))
            },
        }),
        ..ModelSpec::new(NAME, "No sensitive value becomes much more likely in a class than in the table.")
    },
    &[
        Judged::sensitive(
            "No sensitive value is more than 1 + beta times as frequent in a class as in the table.",
        )
        .variant("basic"),
        Judged::sensitive(
            "As basic, and no sensitive value of share q is more than 1 - ln q times as frequent in a class.",
        )
        .variant("enhanced"),
    ],
    |asked, site| {
        let (slot, reference) = site.sensitive()?;
        let enhanced = asked.parameters.truth("enhanced");
        Ok(Made::class(BetaLikeness::new(slot, asked.number("beta")?, reference, enhanced)?))
    },
);

/// For every value with share `q` in the table and `p` in a class, the relative gain `(p − q) / q` is at most `β`, and in
/// the enhanced variant at most the smaller of `β` and `−ln q`. Losses are not limited.
///
/// **Guarantee**: seeing the class makes no value more than `1 + β` times as likely. Enhanced: also no more than
/// `1 − ln q` times, which keeps frequent values from becoming certain. `−ln q` is replaced by a lower bound that is off by
/// less than 10⁻¹⁴; being irrational it is never met exactly, but for a table of one value, whose gain is zero.
///
/// **Paper**: Cao and Karras 2012.
///
/// **Cost**: one product a distinct value of a class.
#[derive(Clone, Debug)]
pub struct BetaLikeness {
    slot: usize,
    enhanced: bool,
    beta: Fraction,
    /// The largest share of each code in a class.
    caps: Vec<Fraction>,
    reference: Distribution,
    least: Least,
}

impl BetaLikeness {
    /// The basic variant.
    ///
    /// **Errors**: `beta` is not above 0.
    pub fn basic(slot: usize, beta: Decimal, reference: &Distribution) -> Result<Self> {
        Self::new(slot, beta, reference, false)
    }

    /// The enhanced variant.
    ///
    /// **Errors**: `beta` is not above 0.
    pub fn enhanced(slot: usize, beta: Decimal, reference: &Distribution) -> Result<Self> {
        Self::new(slot, beta, reference, true)
    }

    fn new(slot: usize, beta: Decimal, reference: &Distribution, enhanced: bool) -> Result<Self> {
        let beta = above_zero(NAME, "beta", beta)?;
        let records = reference.records().max(1);
        let cap = |&count: &u64| {
            let share = Rational::from(count) / Rational::from(records);
            let gain = if enhanced {
                natural_gain(count, records).min(beta.exact().clone())
            } else {
                beta.exact().clone()
            };
            Fraction::new((gain + Rational::ONE) * share)
        };
        let caps: Vec<Fraction> = reference.counts().iter().map(cap).collect();
        let least = share_caps::least(&caps.iter().collect::<Vec<_>>());
        Ok(Self { slot, enhanced, beta, caps, reference: reference.clone(), least })
    }

    fn count(&self, code: u32) -> u64 {
        self.reference.counts().get(code as usize).copied().unwrap_or(0)
    }
}

/// A lower bound of `−ln q` for `q = count / records`, exact for a share of one.
fn natural_gain(count: u64, records: u64) -> Rational {
    if count == 0 || count == records {
        return Rational::ZERO;
    }
    let bound = minus_ln(count, records).lo().max(0.0);
    Rational::try_from(bound).unwrap_or(Rational::ZERO)
}

fn minus_ln(count: u64, records: u64) -> Interval {
    let share = Rational::from(records) / Rational::from(count);
    Interval::around(&share).ln().unwrap_or(Interval::ALL)
}

impl ClassModel for BetaLikeness {
    fn name(&self) -> &'static str {
        NAME
    }

    fn variant(&self) -> Option<&'static str> {
        Some(if self.enhanced { "enhanced" } else { "basic" })
    }

    fn slot(&self) -> Option<usize> {
        Some(self.slot)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        let within = |&(code, count): &(u32, u64)| {
            self.caps.get(code as usize).is_some_and(|cap| cap.covers_count(count, class.size))
        };
        class.histograms[self.slot].iter().all(within)
    }

    /// The smallest `β` with which the class would hold: its largest gain; infinite when a value is new, or, in the
    /// enhanced variant, gains more than `−ln q`.
    fn measure(&self, class: &Class<'_>) -> Interval {
        let records = self.reference.records();
        let mut largest = Interval::point(0.0);
        for &(code, count) in class.histograms[self.slot] {
            let known = self.count(code);
            let (has, due) =
                (u128::from(count) * u128::from(records), u128::from(known) * u128::from(class.size));
            let gain = quotient(has.saturating_sub(due), due);
            largest = Interval::enclosing(largest.lo().max(gain.lo()), largest.hi().max(gain.hi()));
            if self.enhanced && known > 0 && known < records {
                match gain.at_most(minus_ln(known, records)) {
                    Verdict::True => {}
                    Verdict::False => return Interval::point(f64::INFINITY),
                    Verdict::Undecided => largest = Interval::enclosing(largest.lo(), f64::INFINITY),
                }
            }
        }
        largest
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtMost(self.beta.to_f64())
    }

    fn least(&self) -> Least {
        self.least
    }

    fn least_lost(&self, class: &Class<'_>) -> u64 {
        share_caps::least_lost(class.size, class.histograms[self.slot], |code| self.caps.get(code as usize))
    }

    /// The share of a value in a union is at most the largest of its shares in the classes.
    fn monotone(&self) -> bool {
        true
    }
}
