//! What to search for, as given on the command line.

use anyhow::{Context as _, Result, bail};
use lethe_discovery::qid::{Algorithm, Limits, algorithms};
use std::time::Duration;

/// A search to time.
pub(super) struct Request<'a> {
    pub(super) file: &'a str,
    pub(super) threads: usize,
    pub(super) algorithm: &'static dyn Algorithm,
    pub(super) k: u64,
    pub(super) max_size: Option<usize>,
    pub(super) min_exposed: &'a str,
    /// How often to search, at least once.
    pub(super) repeats: usize,
    /// When to stop a search that does not finish.
    pub(super) limit: Option<Duration>,
}

impl<'a> Request<'a> {
    /// The arguments in the order of the usage.
    pub(super) fn parse(words: &[&'a str]) -> Result<Self> {
        let [file, threads, algorithm, k, max_size, min_exposed, rest @ ..] = words else {
            bail!("discover: file, threads, algorithm, k, largest size and least exposed are needed");
        };
        let (repeats, limit) = match rest {
            [] => ("1", None),
            [repeats] => (*repeats, None),
            [repeats, limit] => (*repeats, Some(Duration::try_from_secs_f64(limit.parse()?)?)),
            _ => bail!("discover: too many arguments"),
        };
        Ok(Self {
            file,
            threads: threads.parse()?,
            algorithm: algorithms::named(algorithm).with_context(|| unknown(algorithm))?,
            k: k.parse()?,
            max_size: if *max_size == "-" { None } else { Some(max_size.parse()?) },
            min_exposed,
            repeats: repeats.parse::<usize>()?.max(1),
            limit,
        })
    }

    /// The limits for a table of so many records.
    pub(super) fn limits(&self, records: u64) -> Result<Limits> {
        let min_exposed = match self.min_exposed.strip_suffix('%') {
            Some(percent) => ((percent.parse::<f64>()? / 100.0 * records as f64).ceil() as u64).max(1),
            None => self.min_exposed.parse()?,
        };
        Ok(Limits { k: self.k, min_exposed, max_size: self.max_size, ..Limits::default() })
    }
}

fn unknown(algorithm: &str) -> String {
    let known: Vec<&str> = algorithms::ALL.iter().map(|algorithm| algorithm.name()).collect();
    format!(
        "no algorithm is called {algorithm}; there is {}",
        if known.is_empty() { "none".to_owned() } else { known.join(", ") }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_algorithm_that_is_not_there_is_named() {
        let error = Request::parse(&["t.arrow", "1", "guess", "2", "-", "1"]).map(|_| ()).unwrap_err();
        assert!(error.to_string().starts_with("no algorithm is called guess; there is "), "{error}");
    }
}
