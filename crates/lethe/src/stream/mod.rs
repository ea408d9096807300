//! Release records as they arrive, each when enough others look like it.
//!
//! A run reads micro-batches, asks [`lethe_exposure::stream::Engine`] which records may go, and appends them to the output.
//! What a batch was is written to a log before anything of it is shown: whatever happens afterwards, the log says what is to
//! be shown, and doing it again gives the same bytes.

mod batch;
mod identity;
mod log;
mod machine;
mod output;
mod plan;
mod request;
mod snapshot;
mod source;
mod state;
#[cfg(test)]
mod tests;

pub use request::{Stream, StreamReport, Tally};

use crate::{Context, Error, Result};
use identity::Identity;
use lethe_data::Reservation;
use machine::Machine;
use output::Output;
use plan::Plan;
use source::Source;
use state::State;
use std::time::{Duration, Instant};

const POLL: Duration = Duration::from_millis(500);

/// Takes in what has come and releases what may go.
///
/// **Guarantee**: at any moment each configured combination in the output has at least k carriers there, or is stars alone.
/// Every record is in the output once, held, or dropped; a run that was killed at any point and is started again ends as if it had not been killed.
///
/// **Errors**: the request makes no sense or is not that of the state, the input is not what it should be, memory or disk is
/// exhausted. What was done before stays done, and the next run goes on from there.
pub fn stream(request: &Stream, context: &Context) -> Result<StreamReport> {
    let started = Instant::now();
    let wishes = request.wishes()?;
    let mut source = Source::of(request)?;
    let mut state = State::lock(&request.state)?;
    let Some(saved) = state.load()? else {
        let Some(columns) = source.await_columns(request.follow, context)? else {
            return Err(source.nothing());
        };
        let identity = Identity::new(&wishes, columns, request)?;
        state.check_new()?;
        let machine = Machine::new(Plan::new(identity)?);
        let output = Output::begin(&request.output, &machine.plan.header())?;
        let header = machine.plan.header().len() as u64;
        let mut run = Run::new(request, context, machine, output, state, header);
        run.state.begin(&run.machine, run.written)?;
        return run.go(source, started);
    };
    saved.identity.check(&wishes, request)?;
    let plan = Plan::new(saved.identity.clone())?;
    let (machine, written) = saved.machine(plan, &request.state)?;
    let output = Output::open(&request.output, written)?;
    let mut run = Run::new(request, context, machine, output, state, written);
    run.replay()?;
    run.go(source, started)
}

struct Run<'a> {
    request: &'a Stream,
    context: &'a Context,
    machine: Machine,
    output: Output,
    state: State,
    /// The length of the output.
    written: u64,
    memory: Reservation,
    before: Tally,
}

impl<'a> Run<'a> {
    fn new(
        request: &'a Stream,
        context: &'a Context,
        machine: Machine,
        output: Output,
        state: State,
        written: u64,
    ) -> Self {
        let memory = context.memory().reserve("the state of a stream");
        Self { request, context, machine, output, state, written, memory, before: Tally::default() }
    }

    /// Does again what the log says was done since the last snapshot.
    fn replay(&mut self) -> Result<()> {
        let mut shown = Vec::new();
        while let Some(batch) = self.state.next_logged()? {
            shown.clear();
            self.context.install(|| self.machine.apply(&batch, &mut shown))?;
            self.account(0)?;
            self.output.append(&shown)?;
            self.written += shown.len() as u64;
        }
        self.output.cut(self.written)
    }

    fn go(mut self, mut source: Source, started: Instant) -> Result<StreamReport> {
        self.before = self.machine.tally;
        self.account(0)?;
        let task = self.context.task("streaming", None);
        let mut stopped = false;
        loop {
            if self.context.cancel_token().is_cancelled() {
                stopped = true;
                break;
            }
            let batch = source.next(&mut self.machine, self.request)?;
            if batch.is_nothing() {
                if !self.request.follow {
                    break;
                }
                std::thread::sleep(POLL);
                continue;
            }
            task.advance(batch.records.len() as u64);
            self.commit(&batch)?;
        }
        if self.request.finish && !stopped && self.machine.held() > 0 {
            self.commit(&batch::Batch::finish())?;
        }
        self.output.sync()?;
        Ok(self.report(!stopped, started))
    }

    /// Decides about a batch, notes it durably, and shows what goes.
    fn commit(&mut self, batch: &batch::Batch) -> Result<()> {
        let mut shown = Vec::new();
        self.context.install(|| self.machine.apply(batch, &mut shown))?;
        self.account(shown.len() + batch.records.text.len())?;
        self.state.log(batch)?;
        self.output.append(&shown)?;
        self.written += shown.len() as u64;
        if self.state.is_log_long() {
            // What the log could do again must be safe before the log goes.
            self.output.sync()?;
            self.state.snapshot(&self.machine, self.written)?;
        }
        Ok(())
    }

    /// Asks the budget for what is held by now, and so many bytes for a while.
    fn account(&mut self, passing: usize) -> Result<()> {
        let needed = self.machine.bytes() + passing;
        let held = self.memory.held() as usize;
        if needed > held {
            self.memory.try_grow(needed - held).map_err(Error::from)
        } else {
            self.memory.shrink(held - needed);
            Ok(())
        }
    }

    fn report(&self, complete: bool, started: Instant) -> StreamReport {
        let identity = &self.machine.plan.identity;
        StreamReport {
            complete,
            k: identity.k,
            columns: identity.judged(),
            sets: identity.sets.clone(),
            held: self.machine.held() as u64,
            run: self.machine.tally.since(&self.before),
            total: self.machine.tally,
            output: self.request.output.display().to_string(),
            state: self.request.state.display().to_string(),
            elapsed_ms: started.elapsed().as_millis() as u64,
        }
    }
}
