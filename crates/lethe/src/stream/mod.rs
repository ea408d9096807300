//! Release records as they arrive, each when enough others look like it.
//!
//! A run reads micro-batches, asks [`lethe_exposure::stream::Engine`] which records may go, and appends them to the output.
//! The lines are read and counted by a verifier of its own before they are. What a batch was is written to a log before anything of
//! it is shown: whatever happens afterwards, the log says what is to be shown, and doing it again gives the same bytes.

mod batch;
mod identity;
mod machine;
mod model;
mod output;
mod plan;
mod proof;
mod request;
mod snapshot;
mod source;
mod state;
#[cfg(test)]
mod tests;

pub use request::{AtEnd, Stream, StreamReport, Tally, VerifiedOutput};
pub(crate) use snapshot::FAMILY;
pub(crate) use state::{LOCK, SNAPSHOT, is_own};

use crate::{Context, Error, Result};
use batch::{Batch, Lines};
use identity::Identity;
use lethe_data::{CancelToken, Reservation};
use machine::Machine;
use model::ReleasedModel;
use output::Output;
use plan::Plan;
use proof::Proof;
use source::Source;
use state::State;
use std::time::{Duration, Instant};

const POLL: Duration = Duration::from_millis(500);

/// Takes in what has come and releases what may go.
///
/// **Guarantee**: between batches each configured combination in the output, suppressed cells being values, has at least k carriers
/// there; a verifier of its own has counted them before the batch was shown. What was shown is never taken back. Every record is in the output once, held, or dropped; a run that was killed at any point and is started again ends as if it had not been killed.
/// A model that is requested is, at the end of a run, that of the output with suppressed cells as missing values.
///
/// **Errors**: the request makes no sense or is not that of the state, the input, the output or the state is not what it should be,
/// another stream uses the output, the verifier refuses a batch, memory or disk is exhausted. What was done before stays done, and the next run goes on from there.
pub fn stream(request: &Stream, context: &Context) -> Result<StreamReport> {
    request.files().check()?;
    let started = Instant::now();
    let wishes = request.wishes()?;
    let mut source = Source::of(request)?;
    let mut state = State::lock(&request.state)?;
    let (machine, output) = if let Some(saved) = state.load()? {
        saved.identity.check(&wishes, request)?;
        let machine = saved.machine(Plan::new(saved.identity.clone())?, &request.state)?;
        (machine, Output::open(&request.output, saved.written, &saved.sum)?)
    } else {
        let Some(columns) = source.await_columns(request.at_end == AtEnd::Follow, context)? else {
            return Err(source.nothing());
        };
        let machine = Machine::new(Plan::new(Identity::new(&wishes, columns, request)?)?);
        state.check_new()?;
        let output = Output::begin(&request.output, &machine.plan.header())?;
        state.begin(&machine, &output)?;
        (machine, output)
    };
    let model = request.model.as_deref();
    let model = model.map(|path| ReleasedModel::new(path, &request.output, &request.state));
    model.as_ref().map_or(Ok(()), ReleasedModel::check_own)?;
    let memory = context.memory().reserve("the state of a stream");
    let mut proof = Proof::new(&machine.plan);
    context.install(|| proof.take_in(&machine.plan, &request.output, output.length(), context))?;
    let mut run = Run { request, context, machine, output, proof, state, model, memory };
    run.replay()?;
    run.go(source, started)
}

struct Run<'a> {
    request: &'a Stream,
    context: &'a Context,
    machine: Machine,
    output: Output,
    proof: Proof,
    state: State,
    model: Option<ReleasedModel>,
    memory: Reservation,
}

impl Run<'_> {
    /// Does again what the log says was done since the last snapshot.
    fn replay(&mut self) -> Result<()> {
        let mut shown = Lines::default();
        while let Some(batch) = self.state.next_logged()? {
            self.decide(&batch, &mut shown)?;
            self.account(0)?;
            self.output.append(&shown.text)?;
        }
        self.output.check_end()
    }

    /// Finds out what is shown for a batch, and has it verified.
    fn decide(&mut self, batch: &Batch, shown: &mut Lines) -> Result<()> {
        shown.clear();
        let Self { machine, proof, context, .. } = self;
        context.install(|| {
            machine.apply(batch, shown)?;
            proof.check(&machine.plan, shown)
        })
    }

    fn go(mut self, mut source: Source, started: Instant) -> Result<StreamReport> {
        let before = self.machine.tally;
        self.account(0)?;
        let task = self.context.task("streaming", None);
        let mut stopped = false;
        loop {
            if self.context.cancel_token().is_cancelled() {
                stopped = true;
                break;
            }
            let batch = source.next(&mut self.machine, self.request, self.context)?;
            if batch.is_nothing() {
                if self.request.at_end != AtEnd::Follow {
                    break;
                }
                std::thread::sleep(POLL);
                continue;
            }
            task.advance(batch.records.len() as u64);
            self.commit(&batch)?;
        }
        let finishes = self.request.at_end == AtEnd::Finish && !stopped;
        if finishes && self.machine.held() > 0 {
            self.commit(&Batch::finish())?;
        }
        self.output.sync()?;
        self.update_model(|_| true)?;
        let mut whole = false;
        if finishes {
            whole = proof::prove_whole(&self.machine.plan, &self.request.output, self.context)?;
        }
        Ok(self.report(!stopped, whole, &before, started))
    }

    /// Decides about a batch, notes it durably, and shows what goes.
    fn commit(&mut self, batch: &Batch) -> Result<()> {
        let mut shown = Lines::default();
        self.decide(batch, &mut shown)?;
        self.account(shown.text.len() + batch.records.text.len())?;
        self.state.log(batch)?;
        self.output.append(&shown.text)?;
        if self.state.is_log_long() {
            // What the log could do again must be safe before the log goes.
            self.output.sync()?;
            self.state.snapshot(&self.machine, &self.output)?;
            self.update_model(|model| model.is_far_behind(self.output.length()))?;
        }
        Ok(())
    }

    /// Counts what was released since, where a model is kept and it is time.
    fn update_model(&self, is_time: impl Fn(&ReleasedModel) -> bool) -> Result<()> {
        let Some(model) = &self.model else { return Ok(()) };
        if is_time(model) {
            // An interrupt is how a stream that is followed ends, and no reason to leave the model behind.
            let uninterrupted = self.context.clone().with_cancel(CancelToken::default());
            model.bring_up_to_date(&self.machine.plan, self.output.length(), &uninterrupted)?;
        }
        Ok(())
    }

    /// Asks the budget for what is held by now, and so many bytes for a while.
    fn account(&mut self, passing: usize) -> Result<()> {
        let needed = self.machine.bytes() + self.proof.bytes() + passing;
        let held = self.memory.held() as usize;
        if needed > held {
            self.memory.try_grow(needed - held).map_err(Error::from)
        } else {
            self.memory.shrink(held - needed);
            Ok(())
        }
    }

    fn report(&self, complete: bool, whole_file: bool, before: &Tally, started: Instant) -> StreamReport {
        let identity = &self.machine.plan.identity;
        StreamReport {
            complete,
            k: identity.k,
            columns: identity.judged(),
            sets: identity.sets.clone(),
            held: self.machine.held() as u64,
            run: self.machine.tally.since(before),
            total: self.machine.tally,
            verified: VerifiedOutput {
                records: self.proof.records(),
                fewest_carriers: self.proof.fewest_carriers(),
                whole_file,
            },
            output: self.request.output.display().to_string(),
            model: self.request.model.as_ref().map(|path| path.display().to_string()),
            state: self.request.state.display().to_string(),
            elapsed_ms: started.elapsed().as_millis() as u64,
        }
    }
}
