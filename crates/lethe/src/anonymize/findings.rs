//! What a method has found out, until the report is built of it.

use super::eliminate::Elimination;
use super::report::{Grouping, LocalReport, Losses, NearestMiss, SearchReport, Solution, SuppressedValues};
use super::{Account, Explanation, ListedSolution};
use crate::discover::Stop;

/// What there is to show about a search and its release, besides the proof.
pub(super) struct Findings {
    pub(super) search: SearchReport,
    pub(super) solution: Option<Solution>,
    pub(super) quality: Option<Losses>,
    /// Records whose records are suppressed.
    pub(super) suppressed: u64,
    pub(super) suppressed_values: Option<SuppressedValues>,
    pub(super) local: Option<LocalReport>,
    pub(super) grouping: Option<Grouping>,
    pub(super) elimination: Option<Elimination>,
    pub(super) account: Option<Account>,
    pub(super) complete: bool,
    pub(super) stopped: Option<Stop>,
    pub(super) nearest_miss: Option<NearestMiss>,
    pub(super) explanation: Option<Explanation>,
    pub(super) notes: Vec<String>,
    pub(super) solutions: Option<Vec<ListedSolution>>,
}

impl Findings {
    /// What can be reported before anything is found.
    pub(super) fn begin(search: SearchReport) -> Self {
        Self {
            search,
            solution: None,
            quality: None,
            suppressed: 0,
            suppressed_values: None,
            local: None,
            grouping: None,
            elimination: None,
            account: None,
            complete: true,
            stopped: None,
            nearest_miss: None,
            explanation: None,
            notes: Vec::new(),
            solutions: None,
        }
    }

    /// A limit ended the work early.
    pub(super) fn stop(&mut self, stop: Stop, note: &str) {
        self.complete = false;
        self.stopped = Some(stop);
        self.notes.push(note.to_owned());
    }

    /// More was suppressed than the search thought necessary, and the release now has this value. What was proven, was
    /// proven of the search's solution.
    pub(super) fn settle(&mut self, value: f64) {
        self.search.optimal = false;
        if let Some(local) = self.local.as_mut().filter(|local| local.used) {
            local.loss = value;
            local.gain = local.loss_before.map(|before| before - value);
        } else {
            self.search.found = self.search.value.replace(value);
            self.search.gap = self.search.bound.map(|bound| (value - bound).max(0.0));
        }
        self.notes.push(
            "more was suppressed after the search, so that every class holds among the values that are left; \
             a better solution may exist"
                .to_owned(),
        );
    }
}
