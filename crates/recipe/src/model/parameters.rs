//! The parameters that a recipe gives a model.

use super::Population;
use crate::Budget;
use crate::scalars::Exact;
use lethe_data::Decimal;
use serde::{Serialize, Serializer};

/// A value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A whole number.
    Whole(u64),
    /// A number. Real parameters are exact decimals, because a threshold decides whether data about records is
    /// published and must not move by a rounding.
    Number(Decimal),
    /// True or false.
    Truth(bool),
    /// One of some words.
    Word(&'static str),
    /// A text.
    Text(String),
    /// Texts.
    Texts(Vec<String>),
    /// A population.
    Population(Population),
    /// A privacy budget.
    Budget(Budget),
}

/// Written as it is read.
impl Serialize for Parameter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(number) => serializer.serialize_u64(*number),
            Self::Number(number) => Exact(*number).serialize(serializer),
            Self::Truth(truth) => serializer.serialize_bool(*truth),
            Self::Word(word) => serializer.serialize_str(word),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Texts(texts) => texts.serialize(serializer),
            Self::Population(population) => population.serialize(serializer),
            Self::Budget(budget) => budget.serialize(serializer),
        }
    }
}

macro_rules! parameter_from {
    ($($type:ty => $kind:ident),+ $(,)?) => {
        $(impl From<$type> for Parameter {
            fn from(value: $type) -> Self {
                Self::$kind(value)
            }
        })+
    };
}
parameter_from! {
    u64 => Whole,
    Decimal => Number,
    bool => Truth,
    &'static str => Word,
    String => Text,
    Vec<String> => Texts,
    Population => Population,
    Budget => Budget,
}

const POPULATION: &str = "population";

/// The parameters of a model by key, in the order of its keys. What was left out has its preset or is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters(Vec<(&'static str, Parameter)>);

impl Parameters {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Parameter> {
        self.0.iter().find(|(known, _)| *known == key).map(|(_, parameter)| parameter)
    }

    /// Gives a key a value.
    pub fn set(&mut self, key: &'static str, value: impl Into<Parameter>) {
        let value = value.into();
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, parameter)) => *parameter = value,
            None => self.0.push((key, value)),
        }
    }

    /// The same with a key given.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: impl Into<Parameter>) -> Self {
        self.set(key, value);
        self
    }

    /// A whole number.
    pub fn whole(&self, key: &str) -> Option<u64> {
        match self.get(key)? {
            Parameter::Whole(number) => Some(*number),
            _ => None,
        }
    }

    /// A number.
    pub fn number(&self, key: &str) -> Option<Decimal> {
        match self.get(key)? {
            Parameter::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Whether a key says true.
    pub fn truth(&self, key: &str) -> bool {
        self.get(key) == Some(&Parameter::Truth(true))
    }

    /// A word.
    pub fn word(&self, key: &str) -> Option<&'static str> {
        match self.get(key)? {
            Parameter::Word(word) => Some(word),
            _ => None,
        }
    }

    /// A text.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.get(key)? {
            Parameter::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A list of texts.
    pub fn texts(&self, key: &str) -> Option<&[String]> {
        match self.get(key)? {
            Parameter::Texts(texts) => Some(texts),
            _ => None,
        }
    }

    /// A population.
    pub fn population(&self, key: &str) -> Option<&Population> {
        match self.get(key)? {
            Parameter::Population(population) => Some(population),
            _ => None,
        }
    }

    /// A privacy budget.
    pub fn budget(&self, key: &str) -> Option<&Budget> {
        match self.get(key)? {
            Parameter::Budget(budget) => Some(budget),
            _ => None,
        }
    }

    /// The file that the key `population` names.
    pub fn population_file(&self) -> Option<&str> {
        match self.get(POPULATION)? {
            Parameter::Text(file) | Parameter::Population(Population::File(file)) => Some(file),
            _ => None,
        }
    }

    /// Names another file under the key `population`.
    pub fn set_population_file(&mut self, file: String) {
        match self.get(POPULATION) {
            Some(Parameter::Text(_)) => self.set(POPULATION, file),
            _ => self.set(POPULATION, Population::File(file)),
        }
    }

    /// The size that the key `population` gives.
    pub fn population_size(&self) -> Option<u64> {
        match self.population(POPULATION)? {
            Population::Size(size) => Some(*size),
            Population::File(_) => None,
        }
    }
}
