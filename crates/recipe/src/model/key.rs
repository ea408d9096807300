//! The keys of a model.

use super::Parameter;
use crate::document::Content;
use crate::error::Result;
use crate::reader::{FromNode, Node, Rule};
use crate::scalars::at_least_one;
use lethe_data::Decimal;
use serde::{Deserialize, Serialize};

/// A key of a model: what it is called, what it takes and what it means.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The name users write.
    pub name: &'static str,
    /// What it says, in a few words.
    pub about: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// Whether it may be left out.
    pub need: Need,
}

impl Key {
    /// A key that must be given.
    pub const fn required(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { name, about, kind, need: Need::Required }
    }

    /// A key that may be left out, and then says nothing.
    pub const fn optional(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { name, about, kind, need: Need::Optional }
    }

    /// A key that may be left out, and that reports leave out then.
    pub const fn unreported(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { name, about, kind, need: Need::Unreported }
    }

    /// A key that has a value when it is left out.
    pub const fn preset(name: &'static str, kind: Kind, preset: Preset, about: &'static str) -> Self {
        Self { name, about, kind, need: Need::Preset(preset) }
    }

    /// The sensitive column that a model protects.
    pub const COLUMN: Self = Self::required("column", Kind::Text, "the sensitive column");

    /// The values to protect.
    pub const VALUES: Self =
        Self::optional("values", Kind::SomeTexts, "the values to protect; all when left out");
}

/// What a key takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number.
    Whole(Rule<u64>),
    /// A number, taken exactly.
    Number(Rule<Decimal>),
    /// True or false.
    Truth,
    /// One of some words; the function lists them.
    Word(&'static str, fn() -> Vec<&'static str>),
    /// A text: the name of a column or a file.
    Text,
    /// Texts, perhaps none.
    Texts,
    /// At least one text.
    SomeTexts,
    /// A file with a population, or its size.
    Population,
    /// The size of a population.
    PopulationSize,
    /// A privacy budget.
    Budget,
}

/// Whether a key may be left out.
#[derive(Clone, Copy, Debug)]
pub enum Need {
    /// It must be given.
    Required,
    /// It may be left out, and then says nothing.
    Optional,
    /// It may be left out, and reports leave it out then, too.
    Unreported,
    /// This is what it says when it is left out.
    Preset(Preset),
}

/// What a key says when it is left out.
#[derive(Clone, Copy, Debug)]
pub enum Preset {
    /// True or false.
    Truth(bool),
    /// A word.
    Word(&'static str),
    /// No text.
    NoTexts,
}

impl Preset {
    /// The same as a parameter.
    pub(super) fn parameter(self) -> Parameter {
        match self {
            Self::Truth(truth) => Parameter::Truth(truth),
            Self::Word(word) => Parameter::Word(word),
            Self::NoTexts => Parameter::Texts(Vec::new()),
        }
    }
}

/// What is known of a population.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Population {
    /// A file with its records.
    File(String),
    /// Only its size; how often combinations occur in it is estimated.
    Size(u64),
}

impl FromNode for Population {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        match node.content() {
            Content::Whole(_) => node.read_where(at_least_one()).map(Self::Size),
            Content::Text(_) => node.read().map(Self::File),
            _ => Err(node.expected("a file name or a number of records")),
        }
    }
}
