//! k-anonymity: every record looks like at least k − 1 others.

use super::entry::{Entry, Judged, Judges, Made};
use super::fraction::at_least_one;
use super::{Class, ClassModel, ClassRequirement, Least, PrivacyModel, Scope, Threshold};
use crate::Result;
use lethe_num::Interval;
use lethe_recipe::model::{Flag, Key, Kind, ModelSpec, Parameters, Written, number};
use lethe_recipe::{at_least_one as one_or_more, at_least_two};

const ASKS: &str = "Every class has at least k records.";
const KM_ASKS: &str = "Every class over any m quasi-identifying columns has at least k records.";

const K: Key = Key::required("k", Kind::Whole(at_least_two()), "the size of the smallest class");

/// k-anonymity in the registry.
pub(super) static ENTRY: Entry = Entry {
    weaken: |parameters| {
        let k = parameters.whole("k").filter(|k| *k > 2)? - 1;
        Some((format!("k = {k}"), parameters.clone().with("k", k)))
    },
    ..Entry::new(
        ModelSpec {
            keys: &[K],
            flag: Some(Flag {
                name: "k",
                value: "K",
                help: "k-anonymity",
                example: "--k 5",
                read: |text| Some(Written::new([("k", number(text)?)])),
            }),
            ..ModelSpec::new("k-anonymity", ASKS)
        },
        &[Judged::class(ASKS)],
        |asked, _| Ok(Made::class(KAnonymity::asked(asked.whole("k")?)?)),
    )
};

/// km-anonymity in the registry.
pub(super) static KM_ENTRY: Entry = Entry::new(
    ModelSpec {
        keys: &[K, Key::required("m", Kind::Whole(one_or_more()), "the most columns an attacker knows")],
        flag: Some(Flag {
            name: "km",
            value: "K,M",
            help: "km-anonymity: an attacker knows up to M quasi-identifying columns",
            example: "--km K,M",
            read: |text| {
                let (k, m) = text.split_once(',')?;
                Some(Written::new([("k", number(k)?), ("m", number(m)?)]))
            },
        }),
        ..ModelSpec::new("km-anonymity", KM_ASKS)
    },
    &[Judged { judges: Judges::KnownColumns, ..Judged::class(KM_ASKS) }],
    |asked, site| {
        site.refuse_sets()?;
        let m = usize::try_from(asked.whole("m")?).unwrap_or(usize::MAX);
        km_anonymity(asked.whole("k")?, m).map(Made::Class)
    },
);

impl PrivacyModel {
    /// k-anonymity with this `k`.
    pub fn k_anonymity(k: u64) -> Self {
        Self::new(&ENTRY, Parameters::default().with("k", k))
    }

    /// km-anonymity with this `k` and `m`.
    pub fn km_anonymity(k: u64, m: u64) -> Self {
        Self::new(&KM_ENTRY, Parameters::default().with("k", k).with("m", m))
    }

    /// The `k` of k-anonymity.
    pub fn as_k_anonymity(&self) -> Option<u64> {
        self.is(&ENTRY).then(|| self.parameters().whole("k")).flatten()
    }

    /// The `k` and `m` of km-anonymity.
    pub fn as_km_anonymity(&self) -> Option<(u64, u64)> {
        let (k, m) = (self.parameters().whole("k"), self.parameters().whole("m"));
        k.zip(m).filter(|_| self.is(&KM_ENTRY))
    }
}

/// Every class has at least `k` records.
///
/// **Guarantee**: whoever knows a person's quasi-identifying values finds at least `k` records that could be theirs.
///
/// **Paper**: Sweeney 2002; Bild 2024, Definition 1.
///
/// **Cost**: one comparison a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KAnonymity {
    name: &'static str,
    k: u64,
}

impl KAnonymity {
    /// The model with this `k`; 0 asks for nothing.
    pub fn new(k: u64) -> Self {
        Self { name: "k-anonymity", k }
    }

    /// The model with a `k` that a person requested.
    ///
    /// **Errors**: `k` is 0.
    pub fn asked(k: u64) -> Result<Self> {
        Ok(Self::new(at_least_one("k-anonymity", "k", k)?))
    }
}

/// kᵐ-anonymity: whoever knows at most `m` of the quasi-identifying columns finds at least `k` records.
///
/// Classes over more columns are finer, so the model need only hold for every choice of exactly `m` columns.
///
/// **Paper**: Terrovitis, Mamoulis and Kalnis 2008, there for items of sets; Bild 2024, section 2.1.4.
///
/// **Errors**: `k` or `m` is 0.
pub fn km_anonymity(k: u64, m: usize) -> Result<ClassRequirement> {
    const NAME: &str = "km-anonymity";
    at_least_one(NAME, "m", m as u64)?;
    let model = KAnonymity { name: NAME, k: at_least_one(NAME, "k", k)? };
    Ok(ClassRequirement { model: Box::new(model), scope: Scope::Known(m) })
}

impl ClassModel for KAnonymity {
    fn name(&self) -> &'static str {
        self.name
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.size >= self.k
    }

    fn measure(&self, class: &Class<'_>) -> Interval {
        Interval::from_u64(class.size)
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtLeast(self.k as f64)
    }

    fn least(&self) -> Least {
        Least { size: self.k, ..Least::default() }
    }

    fn least_is_enough(&self) -> bool {
        true
    }

    fn is_size(&self) -> bool {
        true
    }

    fn monotone(&self) -> bool {
        true
    }
}
