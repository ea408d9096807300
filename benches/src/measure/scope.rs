//! Which part of a claim is measured: all of it, or what was asked for.

use clap::Args;
use std::fmt::{self, Display};
use std::time::Duration;

/// What was asked for; where nothing is said, the whole.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Scope {
    /// The rows of the tables, for the benchmark eliminate
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    rows: Option<u64>,
    /// The numbers of columns, such as 10,20, for the benchmark eliminate
    #[arg(long, value_name = "N,M", value_delimiter = ',')]
    columns: Vec<usize>,
    /// The methods, such as suppress,compose, for the benchmark eliminate
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    methods: Vec<String>,
    /// How long one run may take, such as 600s, for the benchmark eliminate
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    limit: Option<Duration>,
}

impl Scope {
    /// Whether nothing was left out.
    pub(crate) fn is_whole(&self) -> bool {
        self.rows.is_none() && self.columns.is_empty() && self.methods.is_empty() && self.limit.is_none()
    }

    /// The rows that were asked for.
    pub(crate) fn rows(&self) -> Option<u64> {
        self.rows
    }

    /// The numbers of columns: those that were asked for, or all, ascending.
    pub(crate) fn columns(&self, all: &[usize]) -> Vec<usize> {
        let mut columns = if self.columns.is_empty() { all.to_vec() } else { self.columns.clone() };
        columns.sort_unstable();
        columns.dedup();
        columns
    }

    /// Whether a method was asked for.
    pub(crate) fn wants(&self, method: &str) -> bool {
        self.methods.is_empty() || self.methods.iter().any(|wanted| wanted == method)
    }

    /// The methods that were named.
    pub(crate) fn methods(&self) -> &[String] {
        &self.methods
    }

    /// How long one run may take.
    pub(crate) fn limit(&self, usual: Duration) -> Duration {
        self.limit.unwrap_or(usual)
    }
}

/// As it would be typed.
impl Display for Scope {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rows) = self.rows {
            write!(out, " --rows {rows}")?;
        }
        if !self.columns.is_empty() {
            let columns: Vec<String> = self.columns.iter().map(ToString::to_string).collect();
            write!(out, " --columns {}", columns.join(","))?;
        }
        if !self.methods.is_empty() {
            write!(out, " --methods {}", self.methods.join(","))?;
        }
        if let Some(limit) = self.limit {
            write!(out, " --limit {}s", limit.as_secs())?;
        }
        Ok(())
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text).parse::<u64>();
    match number {
        Ok(number) if number > 0 => Ok(Duration::from_secs(number)),
        _ => Err("expected whole seconds, such as 600s".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_asked_for_is_left_out_and_nothing_said_means_all() {
        let whole = Scope::default();
        assert!(whole.is_whole() && whole.wants("suppress"));
        assert_eq!(whole.columns(&[10, 20]), [10, 20]);
        let part = Scope { columns: vec![20, 10, 20], methods: vec!["compose".to_owned()], ..whole };
        assert!(!part.is_whole() && part.wants("compose") && !part.wants("suppress"));
        assert_eq!(
            (part.columns(&[40]), part.to_string().as_str()),
            (vec![10, 20], " --columns 20,10,20 --methods compose")
        );
    }

    #[test]
    fn limits_are_whole_seconds() {
        assert_eq!(seconds("600s"), Ok(Duration::from_mins(10)));
        assert_eq!(seconds("5"), Ok(Duration::from_secs(5)));
        assert!(seconds("0s").is_err() && seconds("5m").is_err());
    }
}
