//! Drawing noise and making an answer of it.

use super::column::Read;
use super::plan::Mechanism;
use super::report::{Answer, Bound, MedianAnswer, NoiseReport, NoisyCount, PublishedConstants};
use super::request::{MedianQueries, Query, Release};
use crate::Result;
use crate::randomness::Randomness;
use lethe_dp::mechanism::median::{self, Median, Published};
use lethe_dp::mechanism::{Exponential, Mean, Noise, Quantile, RandomizedResponse, Sum};
use lethe_num::Rational;

/// Draws what a question is answered with.
pub(super) fn draw(
    mechanism: &Mechanism,
    column: &Read,
    request: &Release,
    random: &mut Randomness,
) -> Result<Answer> {
    let values = request.query.values();
    match mechanism {
        Mechanism::Count(count) => {
            let (counts, others) = column.counts(values);
            let rows = if values.is_empty() { others } else { counts.iter().sum() };
            let noisy = count.release(rows, random)?;
            Ok(number(&Rational::from(noisy), count.noise(), &Rational::ONE))
        }
        Mechanism::Sum(sum) => drawn_sum(sum, column, random),
        Mechanism::Mean(mean) => drawn_mean(mean, column, random),
        Mechanism::Quantile(quantile) => drawn_quantile(quantile, column, random),
        Mechanism::Histogram(histogram) => {
            let (mut counts, others) = column.counts(values);
            let mut names: Vec<Option<&String>> = values.iter().map(Some).collect();
            if let Query::Histogram { others: true, .. } = request.query {
                names.push(None);
                counts.push(others);
            }
            let noisy = histogram.release(&counts, random)?;
            let count = |(name, count): (Option<&String>, i128)| NoisyCount {
                value: name.cloned(),
                count: count as f64,
                reported: None,
            };
            let counts = names.into_iter().zip(noisy).map(count).collect();
            let noise = NoiseReport::of("each count", histogram.noise(), &Rational::ONE);
            let bound = Some(Bound { within: noise.bound_95, confidence: 0.95, of: "each count" });
            Ok(Answer { counts: Some(counts), noise: vec![noise], bound, ..Answer::default() })
        }
        Mechanism::Select(choice) => drawn_choice(choice, values, column, random),
        Mechanism::RandomizedResponse(survey) => drawn_responses(survey, values, column, random),
        Mechanism::Median(median) => match &request.query {
            Query::Median { queries, .. } => drawn_medians(median, queries, request, column, random),
            _ => unreachable!("only this question makes this mechanism"),
        },
    }
}

/// A number in steps of a grid as an answer.
fn number(value: &Rational, noise: &Noise, step: &Rational) -> Answer {
    let noise = NoiseReport::of("the value", noise, step);
    let bound = Some(Bound { within: noise.bound_95, confidence: 0.95, of: "the value" });
    Answer { noise: vec![noise], bound, ..Answer::exactly(value) }
}

fn drawn_sum(sum: &Sum, column: &Read, random: &mut Randomness) -> Result<Answer> {
    let noisy = sum.release(column.numbers(sum.grid()), random)?;
    Ok(number(&sum.grid().value(noisy), sum.noise(), sum.grid().step()))
}

fn drawn_mean(mean: &Mean, column: &Read, random: &mut Randomness) -> Result<Answer> {
    let noisy = mean.release(column.numbers(mean.grid()), random)?;
    let step = mean.grid().step();
    let sum = NoiseReport::of("sum of distances from the middle", mean.sum_noise(), step);
    let count = NoiseReport::of("count", mean.count_noise(), &Rational::ONE);
    // With errors e of the sum and f of the count n, the mean m is off by (e − f·m) / n, and |m| is at most half of the width.
    let width = mean.grid().upper().abs_diff(mean.grid().lower());
    let half_width = width as f64 * step.to_f64().value() / 2.0;
    let values = noisy.count.max(1) as f64;
    let within = count.bound_95.mul_add(half_width, sum.bound_95) / values;
    Ok(Answer {
        bound: Some(Bound { within, confidence: 0.9, of: "the value" }),
        noisy_count: Some(noisy.count as f64),
        noise: vec![sum, count],
        ..Answer::exactly(&noisy.mean)
    })
}

fn drawn_quantile(quantile: &Quantile, column: &Read, random: &mut Randomness) -> Result<Answer> {
    let grid = quantile.grid();
    let noisy = quantile.release(column.numbers(grid), random)?;
    let points = grid.upper().abs_diff(grid.lower()) + 1;
    let bound =
        Some(Bound { of: "rows by which the rank may be off", ..farthest(quantile.choice(), points) });
    let noise = vec![NoiseReport::of_choice("the choice", quantile.choice())];
    Ok(Answer { bound, noise, ..Answer::exactly(&grid.value(noisy)) })
}

fn drawn_choice(
    choice: &Exponential,
    values: &[String],
    column: &Read,
    random: &mut Randomness,
) -> Result<Answer> {
    let (counts, _) = column.counts(values);
    let chosen = choice.select(counts.into_iter().map(Rational::from), random)?;
    let bound = Bound {
        of: "rows by which the choice may be less frequent than the most frequent value",
        ..farthest(choice, values.len() as u64)
    };
    Ok(Answer {
        choice: chosen.and_then(|chosen| values.get(chosen)).cloned(),
        bound: Some(bound),
        noise: vec![NoiseReport::of_choice("the choice", choice)],
        ..Answer::default()
    })
}

/// A choice among so many candidates is worse than the best by at most ln(candidates / 0.05) / factor in 95 of 100 cases (`McSherry`,
/// Talwar 2007).
fn farthest(choice: &Exponential, candidates: u64) -> Bound {
    let within = (candidates as f64 * 20.0).ln() / choice.factor().to_f64().value();
    Bound { within, confidence: 0.95, of: "the score" }
}

fn drawn_responses(
    survey: &RandomizedResponse,
    values: &[String],
    column: &Read,
    random: &mut Randomness,
) -> Result<Answer> {
    let mut reported = vec![0u64; values.len()];
    for answer in column.answers(values) {
        reported[survey.respond(answer, random)?] += 1;
    }
    let estimate = |reported| survey.estimate(reported, column.rows);
    let counts = values.iter().zip(&reported).map(|(value, &reported)| {
        let count = estimate(reported).count;
        NoisyCount {
            value: Some(value.clone()),
            count: f64::midpoint(count.lo(), count.hi()),
            reported: Some(reported),
        }
    });
    let any = estimate(0);
    let truth = survey.truth(lethe_num::FIRST_BITS).to_interval();
    Ok(Answer {
        counts: Some(counts.collect()),
        rows: Some(column.rows),
        bound: Some(Bound { within: any.bound, confidence: 0.95, of: "each count" }),
        noise: vec![NoiseReport {
            part: "each row's answer".to_owned(),
            distribution: "randomized-response".to_owned(),
            scale: truth.lo(),
            deviation: Some(any.standard_error),
            bound_95: any.bound,
        }],
        ..Answer::default()
    })
}

fn drawn_medians(
    median: &Median,
    asked: &MedianQueries,
    request: &Release,
    column: &Read,
    random: &mut Randomness,
) -> Result<Answer> {
    let mut median = median.clone();
    let (counts, _) = column.counts(&asked.values);
    let mut answers = Vec::with_capacity(asked.queries.len());
    for query in &asked.queries {
        let chosen: Vec<bool> = asked.values.iter().map(|value| query.contains(value)).collect();
        let (kind, share) = match median.ask(&chosen, &counts, random)? {
            median::Answer::Easy(share) => ("easy", Some(share)),
            median::Answer::Hard(share) => ("hard", Some(share)),
            median::Answer::Halted => ("halted", None),
        };
        let share = share.map(|share| share.to_f64().value());
        answers.push(MedianAnswer { values: query.clone(), kind: kind.to_owned(), share });
    }
    let share_of_row = Rational::ONE / Rational::from(column.rows);
    let noise =
        NoiseReport::of("a hard answer", &Noise::Laplace(median.answer_noise().clone()), &share_of_row);
    let published = Published::new(
        u32::try_from(asked.queries.len()).unwrap_or(u32::MAX),
        asked.accuracy.to_f64().value(),
        request.budget.epsilon.to_interval().lo(),
        column.rows,
        asked.values.len(),
    );
    Ok(Answer {
        answers: Some(answers),
        rows: Some(column.rows),
        bound: Some(Bound { within: noise.bound_95, confidence: 0.95, of: "a hard answer" }),
        published: Some(PublishedConstants::of(&published)),
        noise: vec![noise],
        ..Answer::default()
    })
}
