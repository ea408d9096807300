//! Local recoding: round after round, records are published on the lowest levels on which they find company.
//!
//! Full-domain generalization puts every record on the same levels, so a few rare records make all others coarse. Here
//! each round picks a node of the lattice for the records that are still without, publishes those of its classes that
//! satisfy every model and cost no more than a price, and leaves the others to the next round. The price of a record
//! rises from almost nothing to a suppressed record's whole loss: whoever can be published cheaply is, before the
//! others make it dear. For its price, each round's node is the best of the lattice, found by branch and bound.
//!
//! Classes of different rounds that happen to show the same labels become one, which the models must stand: they have
//! to be monotone.

mod gain;
mod prices;
mod round;

use super::checker::{WithEngine, with_engine};
use super::engine::Engine;
use super::problem::Problem;
use super::rows::Rows;
use crate::{Error, Recoding, Result, SUPPRESSED};
use gain::Gains;
use lethe_data::Context;
use lethe_models::privacy::Scope;
use prices::PRICES;
use std::sync::Arc;

/// A round is followed by another at the same price when it published more than one in so many of those who remain.
const WORTH_ANOTHER: u64 = 10;

/// What local recoding did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// The levels of each round and the round of each row.
    pub recoding: Recoding,
    /// The records published in each round.
    pub published: Vec<u64>,
    /// The records that could not be published.
    pub suppressed: u64,
    /// Whether every round ended by itself, not by a limit.
    pub complete: bool,
}

/// Recodes a table locally.
///
/// **Guarantee**: every class that is published satisfies the problem's models. The result does not depend on the
/// number of threads.
///
/// **Errors**: the measure is no sum over cells, or a model is not monotone, or looks at a population, at all classes
/// together or at some of the columns.
pub fn recode(problem: &Problem<'_>, context: &Context) -> Result<Local> {
    struct Run<'c>(&'c Context);
    impl<'a> WithEngine<'a> for Run<'_> {
        type Output = Local;
        fn run<const W: usize>(self, engine: Engine<'a, W>) -> Result<Local> {
            Ok(rounds(&engine, self.0))
        }
    }
    check(problem)?;
    with_engine(problem, context, Run(context))
}

fn check(problem: &Problem<'_>) -> Result<()> {
    let requirements = problem.requirements;
    let fail = |what: &str| Err(Error::Problem(format!("local recoding {what}")));
    if problem.measure.bound_needs_classes() {
        return fail("needs a quality that is a sum over cells, such as loss, ncp or precision");
    }
    if !requirements.release.is_empty()
        || requirements.classes.iter().any(|other| other.scope != Scope::Quasi)
    {
        return fail("cannot satisfy models that look at more than single classes");
    }
    if problem.population.is_some() {
        return fail("cannot satisfy models that look at a population");
    }
    if !requirements.monotone() {
        return fail("needs models that hold for the union of classes for which they hold");
    }
    Ok(())
}

/// The records that are not published yet.
struct Rest<const W: usize> {
    rows: Arc<Rows<W>>,
    /// Where each row is in the whole table's distinct rows.
    places: Vec<u32>,
}

fn rounds<const W: usize>(engine: &Engine<'_, W>, context: &Context) -> Local {
    let gains = Gains::new(engine);
    let mut rest = Rest { rows: Arc::clone(&engine.base), places: (0..engine.base.len() as u32).collect() };
    let mut of_row = vec![SUPPRESSED; engine.base.len()];
    let (mut levels, mut published) = (Vec::new(), Vec::new());
    let task = context.task("recoding locally", Some(engine.base.records()));
    let mut complete = true;
    'prices: for price in PRICES {
        while rest.rows.records() > 0 {
            if context.check_cancelled().is_err() {
                complete = false;
                break 'prices;
            }
            let part = engine.over(&rest.rows);
            let Some(round) = round::best(&part, &gains, price, context) else { break };
            let records = publish(engine, &mut rest, &round.published, levels.len() as u32, &mut of_row);
            task.advance(records);
            let few = records < rest.rows.records() / WORTH_ANOTHER;
            levels.push(round.levels);
            published.push(records);
            if few {
                break;
            }
        }
    }
    if complete {
        gather(engine, &mut rest, &mut levels, &mut published, &mut of_row);
    }
    Local {
        suppressed: rest.rows.records(),
        recoding: Recoding::of_levels(levels, engine.of_table(&of_row, context)),
        published,
        complete,
    }
}

/// Gives a round to the published rows and takes them out of the rest; the records in them.
fn publish<const W: usize>(
    engine: &Engine<'_, W>,
    rest: &mut Rest<W>,
    published: &[bool],
    round: u32,
    of_row: &mut [u32],
) -> u64 {
    let before = rest.rows.records();
    let mut places = Vec::new();
    for (&place, &published) in rest.places.iter().zip(published) {
        if published {
            of_row[place as usize] = round;
        } else {
            places.push(place);
        }
    }
    rest.rows = Arc::new(rest.rows.only(|row| !published[row], &engine.layout, engine.dimensions()));
    rest.places = places;
    before - rest.rows.records()
}

/// Records may remain who are too few for a class of their own. They join those of the last rounds, as many as it takes,
/// on the most general levels.
fn gather<const W: usize>(
    engine: &Engine<'_, W>,
    rest: &mut Rest<W>,
    levels: &mut Vec<Vec<usize>>,
    published: &mut Vec<u64>,
    of_row: &mut [u32],
) {
    let top = engine.problem.space.top();
    let mut taken_back = levels.len();
    while rest.rows.records() > 0 && taken_back > 0 {
        taken_back -= 1;
        let wanted = |row: usize| of_row[row] == SUPPRESSED || of_row[row] >= taken_back as u32;
        let rows = engine.base.only(wanted, &engine.layout, engine.dimensions());
        let part = engine.over(&Arc::new(rows));
        if part.all_publishable(&top) {
            let records = part.base.records();
            for round in &mut *of_row {
                if *round == SUPPRESSED || *round >= taken_back as u32 {
                    *round = taken_back as u32;
                }
            }
            levels.truncate(taken_back);
            published.truncate(taken_back);
            levels.push(top);
            published.push(records);
            rest.rows = Arc::new(engine.base.only(|_| false, &engine.layout, engine.dimensions()));
            rest.places.clear();
            return;
        }
    }
}
