//! From a question to its mechanism, before any data is read.

use super::request::{Bounds, MedianQueries, Query, Release};
use crate::{Error, Result};
use lethe_dp::mechanism::median::{Median, Parameters};
use lethe_dp::mechanism::{
    Count, Exponential, Grid, Histogram, Mean, MechanismError, Quantile, RandomizedResponse, Sum,
};
use lethe_num::Rational;
use std::collections::BTreeSet;

/// A mechanism, or all that is known of one that also needs the number of rows.
pub(super) enum Plan {
    Ready(Mechanism),
    Median(Parameters),
}

pub(super) enum Mechanism {
    Count(Count),
    Sum(Sum),
    Mean(Mean),
    Quantile(Quantile),
    Histogram(Histogram),
    Select(Exponential),
    RandomizedResponse(RandomizedResponse),
    Median(Box<Median>),
}

impl Plan {
    pub(super) fn new(request: &Release) -> Result<Self> {
        check_values(&request.query)?;
        let (budget, epsilon) = (&request.budget, &request.budget.epsilon);
        if budget.delta < Rational::ZERO || budget.delta >= Rational::ONE {
            return Err(MechanismError::Delta.into());
        }
        let is_pure = matches!(
            request.query,
            Query::Quantile { .. }
                | Query::Select { .. }
                | Query::RandomizedResponse { .. }
                | Query::Median { .. }
        );
        if is_pure && budget.delta != Rational::ZERO {
            let problem = format!("{} needs no delta: leave `delta` out", request.query.name());
            return Err(Error::Request(problem));
        }
        Ok(Self::Ready(match &request.query {
            Query::Count { .. } => Mechanism::Count(Count::new(budget)?),
            Query::Sum { bounds, .. } => Mechanism::Sum(Sum::new(grid(bounds)?, budget)?),
            Query::Mean { bounds, .. } => Mechanism::Mean(Mean::new(grid(bounds)?, budget)?),
            Query::Quantile { bounds, share, .. } => {
                Mechanism::Quantile(Quantile::new(grid(bounds)?, share.clone(), epsilon)?)
            }
            Query::Histogram { .. } => Mechanism::Histogram(Histogram::new(budget)?),
            // One more row adds to one count, so counts never fall.
            Query::Select { .. } => Mechanism::Select(Exponential::monotone(epsilon, &Rational::ONE)?),
            Query::RandomizedResponse { values, .. } => {
                Mechanism::RandomizedResponse(RandomizedResponse::new(values.len(), epsilon)?)
            }
            Query::Median { queries, .. } => {
                let parameters = parameters(queries)?;
                // One row stands for any number: whatever else is wrong shows before the data is read.
                Median::new(queries.values.len(), 1, &parameters, epsilon)?;
                return Ok(Self::Median(parameters));
            }
        }))
    }

    /// The mechanism for so many rows; only one whose guarantee does not hide their number looks at it.
    pub(super) fn with_rows(self, rows: u64, request: &Release) -> Result<Mechanism> {
        match self {
            Self::Ready(mechanism) => Ok(mechanism),
            Self::Median(parameters) => {
                let values = request.query.values().len();
                let median = Median::new(values, rows, &parameters, &request.budget.epsilon)?;
                Ok(Mechanism::Median(Box::new(median)))
            }
        }
    }
}

fn grid(bounds: &Bounds) -> Result<Grid> {
    Ok(Grid::new(&bounds.lower, &bounds.upper, &bounds.grid)?)
}

fn check_values(query: &Query) -> Result<()> {
    let values = query.values();
    let needs_values = match query {
        Query::Count { column: Some(_), .. } | Query::Histogram { .. } | Query::Select { .. } => 1,
        Query::RandomizedResponse { .. } | Query::Median { .. } => 2,
        _ => 0,
    };
    if query.column().is_none() && !values.is_empty() {
        return Err(Error::Request("values are counted in a column; name it with `column`".to_owned()));
    }
    if values.len() < needs_values {
        return Err(MechanismError::TooFewAnswers { least: needs_values }.into());
    }
    if values.iter().collect::<BTreeSet<_>>().len() < values.len() {
        return Err(Error::Request("a value is named twice in `values`".to_owned()));
    }
    Ok(())
}

fn parameters(asked: &MedianQueries) -> Result<Parameters> {
    if asked.queries.iter().flatten().any(|value| !asked.values.contains(value)) {
        return Err(Error::Request("a `query` names a value that is not in `values`".to_owned()));
    }
    let queries = u32::try_from(asked.queries.len()).unwrap_or(u32::MAX);
    if asked.accuracy <= Rational::ZERO {
        return Err(MechanismError::Median("the accuracy must be above 0 and below 1").into());
    }
    // Then some candidate lies within accuracy / 50 of every answer.
    let fine = (Rational::from(25u8) / &asked.accuracy).ceil();
    Ok(Parameters {
        queries,
        hard: asked.hard.unwrap_or(queries),
        candidate_rows: asked.candidate_rows.unwrap_or_else(|| u32::try_from(fine).unwrap_or(u32::MAX)),
        accuracy: asked.accuracy.clone(),
        gamma: asked.gamma.clone(),
    })
}
