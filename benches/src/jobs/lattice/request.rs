//! What to search, as given on the command line.

use anyhow::{Context as _, Result, bail};
use lethe_data::Decimal;
use std::time::Duration;

/// A search to time.
pub(super) struct Request<'a> {
    pub(super) file: &'a str,
    /// What the names of hierarchy files start with; the column's name and `.csv` follow.
    pub(super) hierarchies: &'a str,
    pub(super) threads: usize,
    /// The name of a search, or `local` for local recoding.
    pub(super) search: &'a str,
    /// How many of a hundred records may be suppressed.
    pub(super) suppression: u64,
    /// So many columns, those with hierarchies first; without it, all that have one.
    pub(super) columns: Option<usize>,
    /// How often to search, at least once.
    pub(super) repeats: usize,
    /// When to stop a search that does not finish.
    pub(super) limit: Option<Duration>,
    pub(super) sensitive: Option<&'a str>,
    pub(super) models: Vec<Model>,
}

/// A privacy model; all but the first look at the sensitive column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Model {
    K(u64),
    Distinct(u64),
    Entropy(Decimal),
    Recursive(Decimal, u64),
    Equal(Decimal),
    Ordered(Decimal),
    Hierarchical(Decimal),
}

impl<'a> Request<'a> {
    /// Words `name=value` in any order.
    pub(super) fn parse(words: &[&'a str]) -> Result<Self> {
        let mut request = Self {
            file: "",
            hierarchies: "",
            threads: 2,
            search: "auto",
            suppression: 0,
            columns: None,
            repeats: 1,
            limit: None,
            sensitive: None,
            models: Vec::new(),
        };
        for word in words {
            let (name, value) = word.split_once('=').with_context(|| format!("{word}: no name=value"))?;
            request.set(name, value).with_context(|| format!("{word}: cannot be read"))?;
        }
        if request.file.is_empty() || request.models.is_empty() {
            bail!("lattice: a file and a model are needed");
        }
        Ok(request)
    }

    fn set(&mut self, name: &str, value: &'a str) -> Result<()> {
        match name {
            "file" => self.file = value,
            "hierarchies" => self.hierarchies = value,
            "threads" => self.threads = value.parse()?,
            "search" => self.search = value,
            "suppression" => self.suppression = value.parse()?,
            "columns" => self.columns = Some(value.parse()?),
            "repeats" => self.repeats = value.parse::<usize>()?.max(1),
            "seconds" => self.limit = Some(Duration::try_from_secs_f64(value.parse()?)?),
            "sensitive" => self.sensitive = Some(value),
            _ => self.models.push(Model::parse(name, value)?),
        }
        Ok(())
    }
}

impl Model {
    fn parse(name: &str, value: &str) -> Result<Self> {
        let decimal = |text| Decimal::parse(text).context("not a number");
        Ok(match name {
            "k" => Self::K(value.parse()?),
            "distinct" => Self::Distinct(value.parse()?),
            "entropy" => Self::Entropy(decimal(value)?),
            "recursive" => {
                let (c, l) = value.split_once(',').context("c and l are needed")?;
                Self::Recursive(decimal(c)?, l.parse()?)
            }
            "equal" => Self::Equal(decimal(value)?),
            "ordered" => Self::Ordered(decimal(value)?),
            "hierarchical" => Self::Hierarchical(decimal(value)?),
            _ => bail!("no setting or model has this name"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_in_any_order() {
        let request = Request::parse(&["k=5", "file=a=b.csv", "recursive=4,3", "suppression=5"]).unwrap();
        assert_eq!((request.file, request.suppression, request.repeats), ("a=b.csv", 5, 1));
        assert_eq!(request.models, [Model::K(5), Model::Recursive(Decimal::from(4), 3)]);
    }

    #[test]
    fn a_word_that_is_not_known_is_named() {
        let error = Request::parse(&["file=a", "kk=5"]).map(|_| ()).unwrap_err();
        assert!(error.to_string().starts_with("kk=5"), "{error}");
        assert!(Request::parse(&["file=a"]).is_err());
    }
}
