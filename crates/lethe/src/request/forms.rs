//! How values of requests are written down in JSON.

use crate::recipe_file::parse_time_or_none;
use lethe_data::Decimal;
use lethe_dp::parse_number;
use lethe_num::Rational;
use serde::de::Deserializer;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

/// A number or a text.
#[derive(Deserialize)]
#[serde(untagged)]
enum NumberOrText {
    Whole(i64),
    Number(f64),
    Text(String),
}

impl NumberOrText {
    /// As records write it: the shortest spelling of a number.
    fn text(self) -> String {
        match self {
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text,
        }
    }
}

/// Values that have a spelling, for `#[serde(with = "…")]`; numbers are taken as well as texts.
pub(crate) mod as_text {
    use super::{Deserialize, Deserializer, Display, FromStr, NumberOrText, Serializer};
    use serde::de::Error;

    pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<T, D::Error> {
        NumberOrText::deserialize(from)?.text().parse().map_err(D::Error::custom)
    }
}

/// The same for values that may be missing.
pub(crate) mod as_optional_text {
    use super::{Deserialize, Deserializer, Display, FromStr, NumberOrText, Serialize, Serializer};
    use serde::de::Error;

    #[expect(clippy::ref_option, reason = "serde calls it with a reference to the field")]
    pub(crate) fn serialize<T: Display, S: Serializer>(value: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
        value.as_ref().map(ToString::to_string).serialize(to)
    }

    pub(crate) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<T>, D::Error> {
        let given = Option::<NumberOrText>::deserialize(from)?;
        given.map(|given| given.text().parse().map_err(D::Error::custom)).transpose()
    }
}

/// A number without rounding.
pub(crate) mod as_decimal {
    use super::{Decimal, Deserialize, Deserializer, NumberOrText, Serializer};
    use serde::de::Error;

    pub(crate) fn serialize<S: Serializer>(value: &Decimal, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Decimal, D::Error> {
        let text = NumberOrText::deserialize(from)?.text();
        Decimal::parse(&text).ok_or_else(|| D::Error::custom("write a number such as 0.95"))
    }
}

/// A fraction without rounding.
pub(crate) mod as_rational {
    use super::{Deserialize, Deserializer, NumberOrText, Rational, Serializer, parse_number};
    use serde::de::Error;

    pub(crate) fn serialize<S: Serializer>(value: &Rational, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Rational, D::Error> {
        parse_number(&NumberOrText::deserialize(from)?.text()).map_err(D::Error::custom)
    }
}

/// A number without rounding, where it may be missing.
pub(crate) mod as_optional_decimal {
    use super::{Decimal, Deserialize, Deserializer, NumberOrText, Serialize, Serializer};
    use serde::de::Error;

    #[expect(clippy::ref_option, reason = "serde calls it with a reference to the field")]
    pub(crate) fn serialize<S: Serializer>(value: &Option<Decimal>, to: S) -> Result<S::Ok, S::Error> {
        value.map(|value| value.to_string()).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Decimal>, D::Error> {
        let given = Option::<NumberOrText>::deserialize(from)?;
        let parse = |given: NumberOrText| {
            Decimal::parse(&given.text()).ok_or_else(|| D::Error::custom("write a number such as 0.05"))
        };
        given.map(parse).transpose()
    }
}

/// A ratio without rounding, where it may be missing.
pub(crate) mod as_optional_rational {
    use super::{Deserialize, Deserializer, NumberOrText, Rational, Serialize, Serializer, parse_number};
    use serde::de::Error;

    #[expect(clippy::ref_option, reason = "serde calls it with a reference to the field")]
    pub(crate) fn serialize<S: Serializer>(value: &Option<Rational>, to: S) -> Result<S::Ok, S::Error> {
        value.as_ref().map(ToString::to_string).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Rational>, D::Error> {
        let given = Option::<NumberOrText>::deserialize(from)?;
        given.map(|given| parse_number(&given.text()).map_err(D::Error::custom)).transpose()
    }
}

/// A time span such as `30s`.
pub(crate) mod as_time {
    use super::{Deserialize, Deserializer, Duration, Serialize, Serializer, parse_time_or_none};
    use serde::de::Error;

    #[expect(clippy::ref_option, reason = "serde calls it with a reference to the field")]
    pub(crate) fn serialize<S: Serializer>(value: &Option<Duration>, to: S) -> Result<S::Ok, S::Error> {
        value.map(|time| format!("{}ms", time.as_millis())).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        let parse = |text: String| parse_time_or_none(&text);
        let problem = || D::Error::custom("write a time such as 500ms, 30s, 5m or 1h");
        text.map(|text| parse(text).ok_or_else(problem)).transpose()
    }
}

/// Models that flags name, as a recipe says them.
pub(crate) mod as_recipe {
    use super::{Deserialize, Deserializer, Serialize, Serializer};
    use crate::recipe_file::Recipe;
    use crate::requirements::flags::Flagged;

    pub(crate) fn serialize<S: Serializer>(models: &[Flagged], to: S) -> Result<S::Ok, S::Error> {
        let mut recipe = Recipe::default();
        for flagged in models {
            recipe.privacy.push(flagged.model.clone());
            recipe.columns.extend(flagged.column.clone());
        }
        recipe.serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Flagged>, D::Error> {
        let Recipe { columns, privacy, .. } = Recipe::deserialize(from)?;
        let flagged = |model: crate::recipe_file::PrivacyModel| {
            let column = columns.iter().find(|(name, _)| Some(name.as_str()) == model.column()).cloned();
            Flagged { model, column }
        };
        Ok(privacy.into_iter().map(flagged).collect())
    }
}

/// Hierarchies by the names of their columns: a path from leaf to root for each leaf.
pub(crate) mod as_paths {
    use super::{Deserializer, Serializer};
    use lethe_data::hierarchy::Hierarchy;
    use lethe_io::serial::as_map;
    use serde::de::Error;

    pub(crate) fn serialize<S: Serializer>(all: &[(String, Hierarchy)], to: S) -> Result<S::Ok, S::Error> {
        let paths = |hierarchy: &Hierarchy| -> Vec<Vec<String>> {
            hierarchy.paths().map(|path| path.into_iter().map(str::to_owned).collect()).collect()
        };
        let all: Vec<_> = all.iter().map(|(name, hierarchy)| (name.clone(), paths(hierarchy))).collect();
        as_map::serialize(&all, to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<(String, Hierarchy)>, D::Error> {
        let all: Vec<(String, Vec<Vec<String>>)> = as_map::deserialize(from)?;
        let built = all.into_iter().map(|(name, paths)| {
            let hierarchy = Hierarchy::from_paths(&paths);
            let hierarchy =
                hierarchy.map_err(|_| D::Error::custom(format!("the hierarchy of '{name}' is not valid")))?;
            Ok((name, hierarchy))
        });
        built.collect()
    }
}

/// The least k that means something.
pub(crate) fn two() -> u64 {
    2
}

/// The whole of something.
pub(crate) fn one() -> f64 {
    1.0
}
