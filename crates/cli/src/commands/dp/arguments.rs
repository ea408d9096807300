//! The flags of the questions.

use crate::args::ReadArgs;
use clap::Args;
use lethe::dp::{Bounds, Budget, Epsilon, MedianQueries, Query, Rational, Release, parse_number};
use lethe::{Error, Location};
use std::path::PathBuf;

/// What every question has.
#[derive(Debug, Args)]
struct Question {
    /// The table.
    data: String,
    /// What the answer may cost, taken exactly: 1, 0.1, ln(2) or ln(5/2).
    #[arg(long, value_name = "E")]
    epsilon: Epsilon,
    /// The ledger that pays.
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// What the ledger notes; without it, the question.
    #[arg(long, value_name = "TEXT")]
    label: Option<String>,
    /// Draw noise that anybody can make again, for tests: the answer is marked as not private.
    #[arg(long, value_name = "N")]
    insecure_seed: Option<u64>,
    #[command(flatten)]
    read: ReadArgs,
}

/// Delta, for questions that can use it.
#[derive(Debug, Args)]
struct Delta {
    /// Allow this delta: Gaussian noise instead of Laplace noise.
    #[arg(long, value_name = "D", default_value = "0", value_parser = parse_delta)]
    delta: Rational,
}

/// Bounds of numbers.
#[derive(Debug, Args)]
struct BoundArguments {
    /// The column; cells that are no number count as missing.
    #[arg(long, value_name = "COLUMN")]
    column: String,
    /// Smaller numbers count as this. Choose it without looking at the data.
    #[arg(long, value_name = "NUMBER", value_parser = parse_exact, allow_negative_numbers = true)]
    lower: Rational,
    /// Larger numbers count as this. Choose it without looking at the data.
    #[arg(long, value_name = "NUMBER", value_parser = parse_exact, allow_negative_numbers = true)]
    upper: Rational,
    /// Numbers are rounded to multiples of this; the bounds must be such multiples.
    #[arg(long, value_name = "STEP", default_value = "1", value_parser = parse_exact)]
    grid: Rational,
}

impl BoundArguments {
    fn bounds(&self) -> Bounds {
        Bounds { lower: self.lower.clone(), upper: self.upper.clone(), grid: self.grid.clone() }
    }
}

/// Values of a column.
#[derive(Debug, Args)]
struct ValueArguments {
    /// The column.
    #[arg(long, value_name = "COLUMN")]
    column: String,
    /// The values, as they are spelled. Choose them without looking at the data.
    #[arg(long, value_delimiter = ',', value_name = "A,B", required = true)]
    values: Vec<String>,
}

impl Question {
    fn ask(&self, query: Query, delta: Rational) -> Result<Release, Error> {
        Ok(Release {
            data: Location::parse(&self.data)?,
            read: self.read.options(),
            query,
            budget: Budget { epsilon: self.epsilon.clone(), delta },
            ledger: self.ledger.clone(),
            label: self.label.clone(),
            insecure_seed: self.insecure_seed,
        })
    }
}

/// How many rows are there, or have one of some values?
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe dp count patients.csv --epsilon 0.1\n  lethe dp count patients.csv --column disease --values flu,cold --epsilon 0.1"
)]
pub(super) struct CountArguments {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    delta: Delta,
    /// Count the rows with one of --values in this column.
    #[arg(long, value_name = "COLUMN", requires = "values")]
    column: Option<String>,
    /// The values, as they are spelled.
    #[arg(long, value_delimiter = ',', value_name = "A,B", requires = "column")]
    values: Vec<String>,
}

impl CountArguments {
    pub(super) fn request(&self) -> Result<Release, Error> {
        let query = Query::Count { column: self.column.clone(), values: self.values.clone() };
        self.question.ask(query, self.delta.delta.clone())
    }
}

/// What is the sum of a column?
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe dp sum patients.csv --column cost --lower 0 --upper 10000 --grid 0.01 --epsilon 0.5"
)]
pub(super) struct SumArguments {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    delta: Delta,
    #[command(flatten)]
    bounds: BoundArguments,
}

impl SumArguments {
    pub(super) fn request(&self) -> Result<Release, Error> {
        let query = Query::Sum { column: self.bounds.column.clone(), bounds: self.bounds.bounds() };
        self.question.ask(query, self.delta.delta.clone())
    }
}

/// What is the mean of a column?
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe dp mean patients.csv --column age --lower 0 --upper 120 --epsilon 0.5"
)]
pub(super) struct MeanArguments {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    delta: Delta,
    #[command(flatten)]
    bounds: BoundArguments,
}

impl MeanArguments {
    pub(super) fn request(&self) -> Result<Release, Error> {
        let query = Query::Mean { column: self.bounds.column.clone(), bounds: self.bounds.bounds() };
        self.question.ask(query, self.delta.delta.clone())
    }
}

/// Below which value does a share of a column lie?
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe dp quantile patients.csv --column age --share 0.5 --lower 0 --upper 120 --epsilon 0.5"
)]
pub(super) struct QuantileArguments {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    bounds: BoundArguments,
    /// The share of values below: 0.5 for the median.
    #[arg(long, value_name = "SHARE", default_value = "0.5", value_parser = parse_exact)]
    share: Rational,
}

impl QuantileArguments {
    pub(super) fn request(&self) -> Result<Release, Error> {
        let (column, bounds) = (self.bounds.column.clone(), self.bounds.bounds());
        let query = Query::Quantile { column, bounds, share: self.share.clone() };
        self.question.ask(query, Rational::ZERO)
    }
}

/// How often does each of some values occur?
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe dp histogram patients.csv --column sex --values f,m --other --epsilon 0.2"
)]
pub(super) struct HistogramArguments {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    delta: Delta,
    #[command(flatten)]
    values: ValueArguments,
    /// Also count the rows with another value or none, all together.
    #[arg(long)]
    other: bool,
}

impl HistogramArguments {
    pub(super) fn request(&self) -> Result<Release, Error> {
        let ValueArguments { column, values } = &self.values;
        let query = Query::Histogram { column: column.clone(), values: values.clone(), others: self.other };
        self.question.ask(query, self.delta.delta.clone())
    }
}

/// Which of some values is the most frequent one?
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe dp select patients.csv --column disease --values flu,cold,asthma --epsilon 0.2"
)]
pub(super) struct SelectArguments {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    values: ValueArguments,
}

impl SelectArguments {
    pub(super) fn request(&self) -> Result<Release, Error> {
        let ValueArguments { column, values } = &self.values;
        self.question.ask(Query::Select { column: column.clone(), values: values.clone() }, Rational::ZERO)
    }
}

/// Randomized response: each row answers truthfully or at random, and what follows from the answers.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe dp randomized-response survey.csv --column smokes --values yes,no --epsilon 'ln(3)'"
)]
pub(super) struct ResponseArguments {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    values: ValueArguments,
}

impl ResponseArguments {
    pub(super) fn request(&self) -> Result<Release, Error> {
        let ValueArguments { column, values } = &self.values;
        self.question
            .ask(Query::RandomizedResponse { column: column.clone(), values: values.clone() }, Rational::ZERO)
    }
}

/// Which share of the rows has one of some values, for many such sets? (The median mechanism.)
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe dp median survey.csv --column smokes --values yes,no --query yes --query no --epsilon 1\n\nThe published constants ask for databases of millions of rows to a candidate; parameters are the user's, and the budget holds for any."
)]
pub(super) struct MedianArguments {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    values: ValueArguments,
    /// The values of a question, such as yes,maybe; repeatable, answered in order.
    #[arg(long = "query", value_name = "A,B", required = true)]
    queries: Vec<String>,
    /// The accuracy of answers, as a share of the rows.
    #[arg(long, value_name = "SHARE", default_value = "0.25", value_parser = parse_exact)]
    accuracy: Rational,
    /// The rows of a candidate database; without it, 25 / accuracy.
    #[arg(long, value_name = "M")]
    candidate_rows: Option<u32>,
    /// How many questions may be answered from the data; without it, all.
    #[arg(long, value_name = "N")]
    hard: Option<u32>,
    /// The step between random thresholds; without it, as published.
    #[arg(long, value_name = "STEP", value_parser = parse_exact)]
    gamma: Option<Rational>,
}

impl MedianArguments {
    pub(super) fn request(&self) -> Result<Release, Error> {
        let split = |query: &String| query.split(',').map(str::to_owned).collect();
        let queries = MedianQueries {
            values: self.values.values.clone(),
            queries: self.queries.iter().map(split).collect(),
            accuracy: self.accuracy.clone(),
            candidate_rows: self.candidate_rows,
            hard: self.hard,
            gamma: self.gamma.clone(),
        };
        self.question.ask(Query::Median { column: self.values.column.clone(), queries }, Rational::ZERO)
    }
}

fn parse_exact(text: &str) -> Result<Rational, String> {
    parse_number(text).map_err(|error| error.to_string())
}

pub(super) fn parse_delta(text: &str) -> Result<Rational, String> {
    let delta = parse_exact(text)?;
    if delta < Rational::ZERO || delta >= Rational::ONE {
        return Err("must be from zero to below one".to_owned());
    }
    Ok(delta)
}
