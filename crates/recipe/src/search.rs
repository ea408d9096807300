//! How a solution is searched for, and what "best" means.

use crate::algorithm::Algorithm;
use crate::elimination::{Alone, CompartmentMode, Composition, Cover, Perturbation};
use crate::error::Result;
use crate::grouping::{Center, Recode, Split};
use crate::method::{Method, MethodKeys, MethodName, SafepubOptions};
use crate::reader::Node;
use crate::safepub::{Final, Sampling, Score};
use crate::scalars::{Exact, Named, PART, POSITIVE, SHARE, at_least_one, written_time};
use crate::words;
use crate::words::{Word, names};
use lethe_data::Decimal;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};
use std::time::Duration;

/// The table `[search]`, for quality measures `Q`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search<Q> {
    /// The algorithm with its options.
    pub method: Method,
    /// The share of records that may be suppressed, exact because it bounds a count of records.
    pub suppression_limit: Decimal,
    /// How the losses of columns become one.
    pub aggregate: Aggregate,
    /// The loss that is made small.
    pub quality: Q,
    /// When to stop with the best solution so far.
    pub time_limit: Option<Duration>,
    /// What happens to the records that are suppressed.
    pub suppressed: Suppressed,
    /// The column that classes should predict, for measures of classification.
    pub class: Option<String>,
}

impl<Q: Default> Default for Search<Q> {
    fn default() -> Self {
        Self {
            method: Method::default(),
            suppression_limit: Decimal::ZERO,
            aggregate: Aggregate::default(),
            quality: Q::default(),
            time_limit: None,
            suppressed: Suppressed::default(),
            class: None,
        }
    }
}

/// All keys, those of other methods with nothing.
impl<Q: Serialize> Serialize for Search<Q> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let keys = self.method.keys();
        let exact = |number: Option<Decimal>| number.map(Exact);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("method", &keys.method)?;
        map.serialize_entry("levels", &Named(&keys.levels))?;
        map.serialize_entry("suppression_limit", &Exact(self.suppression_limit))?;
        map.serialize_entry("aggregate", &self.aggregate)?;
        map.serialize_entry("quality", &self.quality)?;
        map.serialize_entry("time_limit", &self.time_limit.map(written_time))?;
        map.serialize_entry("mode", &keys.mode)?;
        map.serialize_entry("local", &keys.local)?;
        map.serialize_entry("suppressed", &self.suppressed)?;
        map.serialize_entry("suppressed_shows", &keys.suppressed_shows)?;
        map.serialize_entry("gs_factor", &exact(keys.gs_factor))?;
        map.serialize_entry("class", &self.class)?;
        map.serialize_entry("algorithm", &keys.algorithm)?;
        map.serialize_entry("recode", &keys.recode)?;
        map.serialize_entry("split", &keys.split)?;
        map.serialize_entry("center", &keys.center)?;
        map.serialize_entry("max_size", &keys.max_size)?;
        map.serialize_entry("cover", &keys.cover)?;
        map.serialize_entry("shared", &keys.shared)?;
        map.serialize_entry("alone", &keys.alone)?;
        map.serialize_entry("perturbation", &keys.perturbation)?;
        map.serialize_entry("amount", &exact(keys.amount))?;
        map.serialize_entry("composition", &keys.composition)?;
        map.serialize_entry("generalize_above", &exact(keys.generalize_above))?;
        map.serialize_entry("compartment_from", &exact(keys.compartment_from))?;
        map.serialize_entry("eps_search", &exact(keys.safepub.eps_search))?;
        map.serialize_entry("steps", &keys.safepub.steps)?;
        map.serialize_entry("score", &keys.safepub.score)?;
        map.serialize_entry("final", &keys.safepub.final_choice)?;
        map.serialize_entry("final_share", &exact(keys.safepub.final_share))?;
        map.serialize_entry("sampling", &keys.safepub.sampling)?;
        map.end()
    }
}

words! {
    /// How the losses of columns become one.
    #[derive(Default)]
    pub enum Aggregate is "aggregate" {
        /// The weighted mean.
        #[default]
        Mean = "mean",
        /// The weighted geometric mean.
        Geometric = "geometric",
        /// The largest.
        Max = "max",
        /// The weighted sum as a share of the largest that it can be; it orders solutions as the mean does.
        Sum = "sum",
        /// The largest weighted loss, of equal ones the next largest, and so on.
        Rank = "rank",
    }
}

words! {
    /// What happens to the records that are suppressed.
    #[derive(Default)]
    pub enum Suppressed is "choice" {
        /// They are published as rows of `*`.
        #[default]
        Keep = "keep",
        /// They are left out.
        Drop = "drop",
    }
}

const KEYS: &[&str] = &[
    "method",
    "levels",
    "suppression_limit",
    "aggregate",
    "quality",
    "time_limit",
    "mode",
    "local",
    "suppressed",
    "suppressed_shows",
    "gs_factor",
    "class",
    "algorithm",
    "recode",
    "split",
    "center",
    "max_size",
    "cover",
    "shared",
    "alone",
    "perturbation",
    "amount",
    "composition",
    "generalize_above",
    "compartment_from",
    "eps_search",
    "steps",
    "score",
    "final",
    "final_share",
    "sampling",
];

pub(crate) fn read<Q: Word + Default>(node: &Node<'_>) -> Result<Search<Q>> {
    let table = node.table("a search", KEYS)?;
    let levels = table.get("levels").map_or_else(|| Ok(Vec::new()), |node| read_levels(&node))?;
    let keys = MethodKeys {
        method: table.optional("method")?.unwrap_or_default(),
        levels,
        mode: table.optional("mode")?,
        local: table.optional("local")?.unwrap_or(false),
        suppressed_shows: table.optional("suppressed_shows")?,
        gs_factor: table.optional_where("gs_factor", SHARE)?,
        algorithm: table.optional("algorithm")?,
        recode: table.optional("recode")?,
        split: table.optional("split")?,
        center: table.optional("center")?,
        max_size: table.optional_where("max_size", at_least_one())?,
        cover: table.optional("cover")?,
        shared: table.optional("shared")?,
        alone: table.optional("alone")?,
        perturbation: table.optional("perturbation")?,
        amount: table.optional_where("amount", PART)?,
        composition: table.optional("composition")?,
        generalize_above: table.optional_where("generalize_above", SHARE)?,
        compartment_from: table.optional_where("compartment_from", SHARE)?,
        safepub: SafepubOptions {
            eps_search: table.optional_where("eps_search", POSITIVE)?,
            steps: table.optional_where("steps", at_least_one())?,
            score: table.optional("score")?,
            final_choice: table.optional("final")?,
            final_share: table.optional_where("final_share", PART)?,
            sampling: table.optional("sampling")?,
        },
    };
    let search = Search {
        suppression_limit: table.optional_where("suppression_limit", SHARE)?.unwrap_or(Decimal::ZERO),
        aggregate: table.optional("aggregate")?.unwrap_or_default(),
        quality: table.optional("quality")?.unwrap_or_default(),
        time_limit: table.optional("time_limit")?,
        suppressed: table.optional("suppressed")?.unwrap_or_default(),
        class: table.optional("class")?,
        method: Method::default(),
    };
    search.with_method(keys).map_err(|(key, problem)| table.error_at(key, problem))
}

fn read_levels(node: &Node<'_>) -> Result<Vec<(String, u32)>> {
    let entries = node.entries()?.into_iter();
    entries.map(|(column, level)| Ok((column.to_owned(), level.read()?))).collect()
}

/// The JSON Schema of a search.
pub(crate) fn search_schema<Q: Word>() -> Value {
    let share = || json!({ "type": ["number", "string"] });
    let whole = || json!({ "type": "integer", "minimum": 0 });
    let texts = || json!({ "type": "array", "items": { "type": "string" } });
    let time = json!({ "type": "string", "description": "a time such as 60s or 5m" });
    let levels = json!({ "type": "object", "additionalProperties": { "type": "integer", "minimum": 0 } });
    json!({
        "type": "object",
        "properties": {
            "method": { "enum": names::<MethodName>() },
            "levels": levels,
            "suppression_limit": share(),
            "aggregate": { "enum": names::<Aggregate>() },
            "quality": { "enum": names::<Q>() },
            "time_limit": time,
            "mode": { "enum": names::<CompartmentMode>() },
            "local": { "type": "boolean" },
            "suppressed": { "enum": names::<Suppressed>() },
            "suppressed_shows": texts(),
            "gs_factor": share(),
            "class": { "type": "string" },
            "algorithm": { "enum": names::<Algorithm>() },
            "recode": { "enum": names::<Recode>() },
            "split": { "enum": names::<Split>() },
            "center": { "enum": names::<Center>() },
            "max_size": whole(),
            "cover": { "enum": names::<Cover>() },
            "shared": texts(),
            "alone": { "enum": names::<Alone>() },
            "perturbation": { "enum": names::<Perturbation>() },
            "amount": share(),
            "composition": { "enum": names::<Composition>() },
            "generalize_above": share(),
            "compartment_from": share(),
            "eps_search": share(),
            "steps": whole(),
            "score": { "enum": names::<Score>() },
            "final": { "enum": names::<Final>() },
            "final_share": share(),
            "sampling": { "enum": names::<Sampling>() },
        },
        "additionalProperties": false,
    })
}
