//! Privacy models as recipes and flags write them.
//!
//! Which models there are is not known here: whoever defines them declares a [`ModelSpec`] for each, and a
//! [`ModelFamily`] lists these. A declaration is all that recipes, flags, reports, schemas and documentation need.

mod flag;
mod key;
mod parameters;
mod read;
mod schema;
mod write;

pub use flag::{Flag, Written, WrittenValue, number, text, whole_or_text};
pub use key::{Key, Kind, Need, Population, Preset};
pub use parameters::{Parameter, Parameters};
pub use read::parse_flag;
pub(crate) use read::read;
pub(crate) use schema::of_spec;
pub(crate) use write::WrittenModel;
pub use write::write;

use std::fmt::Debug;

/// How a privacy model is written.
#[derive(Clone, Copy, Debug)]
pub struct ModelSpec {
    /// The name users write.
    pub name: &'static str,
    /// What it asks for, in one sentence.
    pub summary: &'static str,
    /// Its keys, besides `model`, in the order in which reports list them.
    pub keys: &'static [Key],
    /// Its variants, each with further keys; none for a model that has no key `variant`.
    pub variants: &'static [Variant],
    /// What keys must obey together.
    pub check: fn(&Parameters) -> Result<(), Misfit>,
    /// How a flag writes it, for models that have one.
    pub flag: Option<Flag>,
    /// Whether it asks for the order of its sensitive column's values.
    pub uses_order: fn(&Parameters) -> bool,
}

impl ModelSpec {
    /// A model with nothing but a name and a sentence, to be completed.
    pub const fn new(name: &'static str, summary: &'static str) -> Self {
        Self { name, summary, keys: &[], variants: &[], check: |_| Ok(()), flag: None, uses_order: |_| false }
    }

    /// The variant that parameters choose.
    pub fn variant(&self, parameters: &Parameters) -> Option<&'static Variant> {
        let chosen = parameters.word(VARIANT)?;
        self.variants.iter().find(|variant| variant.name == chosen)
    }

    /// The keys that parameters may have, in the order of reports.
    pub fn keys_of(&self, parameters: &Parameters) -> impl Iterator<Item = &'static Key> {
        self.keys.iter().chain(self.variant(parameters).map_or(&[][..], |variant| variant.keys))
    }
}

/// The key that chooses a variant.
pub const VARIANT: &str = "variant";

/// A variant of a model.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The name users write.
    pub name: &'static str,
    /// What messages call the model in this variant.
    pub owner: &'static str,
    /// What it asks for, in one sentence.
    pub summary: &'static str,
    /// Its keys besides those of the model.
    pub keys: &'static [Key],
}

/// A key that does not go with the others, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The key.
    pub key: &'static str,
    /// What is wrong and what to do.
    pub problem: String,
}

impl Misfit {
    /// A problem with a key.
    pub fn new(key: &'static str, problem: impl Into<String>) -> Self {
        Self { key, problem: problem.into() }
    }
}

/// All models that a recipe may name.
pub trait ModelFamily: Clone + Debug + PartialEq + Sized + 'static {
    /// The declarations of all models, in the order in which lists show them.
    fn specs() -> Vec<&'static ModelSpec>;

    /// The model of a declaration, with parameters that were checked.
    fn from_parts(spec: &'static ModelSpec, parameters: Parameters) -> Self;

    /// How this model is written.
    fn spec(&self) -> &'static ModelSpec;

    /// Its parameters.
    fn parameters(&self) -> &Parameters;

    /// The sensitive column that the model protects, for models that protect one.
    fn column(&self) -> Option<&str> {
        self.parameters().text("column")
    }
}
