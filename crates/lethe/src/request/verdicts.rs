//! What each report says in one word, and draws.

use super::{Report, Verdict};
use crate::discover::Stop;
use crate::{
    anonymize, attack, clean, collapse, compare, convert, demo, discover, dp, evidence, exposure, generate,
    hierarchy, inspect, recipe, risk, safepub_parameters, silo, stream, verify,
};

/// An answer that was cut short says so, whatever it found.
fn unless_stopped(stopped: Option<Stop>, holds: bool) -> Verdict {
    match stopped {
        Some(Stop::Interrupt) => Verdict::Interrupted,
        Some(Stop::TimeLimit | Stop::MemoryLimit) => Verdict::Limited,
        None => Verdict::of(holds),
    }
}

impl Report for discover::Discovery {
    /// A column that identifies records by itself is not searched, but it is found.
    fn verdict(&self) -> Verdict {
        let found = !(self.minimal_qids.is_empty() && self.standalone_identifiers.is_empty());
        unless_stopped(self.stopped, !(self.fail_if_found && found))
    }

    fn charts(&self) -> Vec<String> {
        if self.minimal_qids.is_empty() { Vec::new() } else { vec![discover::chart(self)] }
    }
}

impl Report for anonymize::Anonymization {
    fn verdict(&self) -> Verdict {
        unless_stopped(self.stopped, self.holds)
    }
}

impl Report for verify::Verification {
    fn verdict(&self) -> Verdict {
        Verdict::of(self.holds)
    }
}

impl Report for verify::compartments::CompartmentVerification {
    fn verdict(&self) -> Verdict {
        Verdict::of(self.holds)
    }
}

impl Report for attack::AttackReport {
    fn verdict(&self) -> Verdict {
        Verdict::of(self.is_good() || (self.ignore_disclosure && self.reidentified == 0))
    }

    fn charts(&self) -> Vec<String> {
        attack::chart(self).into_iter().collect()
    }
}

impl Report for compare::Comparison {
    fn charts(&self) -> Vec<String> {
        compare::charts(self)
    }
}

impl Report for evidence::EvidenceReport {
    fn verdict(&self) -> Verdict {
        Verdict::of(self.holds)
    }

    fn charts(&self) -> Vec<String> {
        self.comparison.as_ref().map_or_else(Vec::new, compare::charts)
    }
}

impl Report for hierarchy::Checked {
    fn verdict(&self) -> Verdict {
        Verdict::of(self.valid)
    }
}

impl Report for stream::StreamReport {
    fn verdict(&self) -> Verdict {
        if self.complete { Verdict::Holds } else { Verdict::Interrupted }
    }
}

/// Reports that are there only when what was requested is done.
macro_rules! done {
    ($($report:ty),* $(,)?) => { $(impl Report for $report {})* };
}

done! {
    inspect::Inspection, discover::FirstLook, risk::Risks, exposure::ExposureReport, hierarchy::Written, hierarchy::Shown,
    recipe::CheckedRecipe, recipe::ProposedRecipe, silo::Written, silo::SanitizedModel, silo::RatedRecords, dp::DpReport,
    dp::LedgerReport, safepub_parameters::SafepubParameters, collapse::Collapsed, convert::Converted, generate::Generated,
    clean::CleanReport, demo::Story,
}
