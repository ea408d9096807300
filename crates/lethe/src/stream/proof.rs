//! What the verifier says about the output. It reads the lines as they are written and shares nothing with what chose them.

use super::batch::Lines;
use super::plan::Plan;
use super::state::damaged;
use crate::{Context, Error, Result};
use lethe_io::{Compression, Location, ReadOptions, Record, RecordReader, read_table};
use lethe_models::privacy::{ClassRequirement, KAnonymity, Requirements, Scope};
use lethe_verify::{GrowingRelease, Lacking, Options, SuppressedRecords, judge};
use std::path::Path;

/// Records of the output that are read before they are counted.
const AT_ONCE: u64 = 1 << 15;

/// The counts of a verifier that has seen every line of the output.
pub(super) struct Proof {
    release: GrowingRelease,
    record: Record,
}

impl Proof {
    pub(super) fn new(plan: &Plan) -> Self {
        let rules = &plan.rules;
        Self {
            release: GrowingRelease::new(rules.k(), rules.columns(), rules.sets()),
            record: Record::default(),
        }
    }

    /// Takes in the records that were released before, the first `length` bytes of the output.
    ///
    /// **Errors**: they cannot be read, or a combination of theirs has too few carriers.
    pub(super) fn take_in(
        &mut self,
        plan: &Plan,
        output: &Path,
        length: u64,
        context: &Context,
    ) -> Result<()> {
        let wrong = || damaged(&output.display().to_string());
        let reader = RecordReader::open(output, Some(plan.identity.delimiter), Compression::None)?;
        let mut reader = reader.ok_or_else(wrong)?;
        while reader.place().offset < length {
            if !reader.next(&mut self.record, false)? {
                return Err(wrong());
            }
            add(&mut self.release, plan, &self.record);
            if self.release.records().is_multiple_of(AT_ONCE) {
                context.check_cancelled()?;
                self.release.count();
            }
        }
        self.answer(plan)
    }

    /// Adds lines that are about to be shown.
    ///
    /// **Errors**: a combination would be shown by fewer than k records.
    pub(super) fn check(&mut self, plan: &Plan, lines: &Lines) -> Result<()> {
        let (delimiter, fields) = (plan.identity.delimiter, plan.written.len());
        for line in 0..lines.len() {
            let line = lines.get(line);
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let read = self.record.parse(line, delimiter, fields).ok_or_else(|| {
                Error::Refuted("a line that was about to be released cannot be read".to_owned())
            })?;
            add(&mut self.release, plan, read);
        }
        self.answer(plan)
    }

    fn answer(&mut self, plan: &Plan) -> Result<()> {
        match self.release.lacking() {
            None => Ok(()),
            Some(Lacking { columns, carriers }) => Err(refuted(plan, &columns, carriers)),
        }
    }

    /// The records of the output.
    pub(super) fn records(&self) -> u64 {
        self.release.records()
    }

    pub(super) fn fewest_carriers(&self) -> Option<u64> {
        self.release.fewest_carriers()
    }

    pub(super) fn bytes(&self) -> usize {
        self.release.bytes()
    }
}

fn add(release: &mut GrowingRelease, plan: &Plan, record: &Record) {
    let cells: Vec<_> = plan.judged.iter().map(|&field| record.value(field)).collect();
    release.add(cells.iter().map(Option::as_deref));
}

/// Reads the whole output and has it judged as any release would be.
///
/// **Guarantee**: `false` only when the output does not fit into memory.
/// **Errors**: it cannot be read, or a combination has fewer than k carriers.
pub(super) fn prove_whole(plan: &Plan, output: &Path, context: &Context) -> Result<bool> {
    match judge_whole(plan, output, context) {
        Err(error) if matches!(error.limit(), Some(lethe_data::Error::MemoryExceeded { .. })) => Ok(false),
        outcome => outcome.map(|()| true),
    }
}

fn judge_whole(plan: &Plan, output: &Path, context: &Context) -> Result<()> {
    let names = plan.identity.judged();
    let location = Location::parse(&output.display().to_string())?;
    let read = ReadOptions {
        delimiter: Some(plan.identity.delimiter),
        types: names.iter().map(|name| (name.clone(), lethe_data::ValueType::Text)).collect(),
        columns: Some(names.clone()),
        unescape_formulas: plan.identity.escape_formulas,
        ..ReadOptions::default()
    };
    let table = read_table(&location, &read, context)?;
    // The table has the columns in the order of the file, which is that of the judged ones.
    let all: Vec<usize> = (0..names.len()).collect();
    let options = |suppressed| Options { suppressed, ..Options::default() };
    let k_anonymity = |scope| Requirements {
        classes: vec![ClassRequirement { model: Box::new(KAnonymity::new(plan.rules.k())), scope }],
        ..Requirements::default()
    };
    let judged = |columns: &[usize], scope, suppressed| -> Result<()> {
        let judgement = judge(&table, columns, &k_anonymity(scope), None, &options(suppressed), context)?;
        if judgement.holds {
            return Ok(());
        }
        let worst = judgement.models.iter().find_map(|model| model.worst.as_ref());
        let (columns, records) = worst.map_or((columns, 0), |worst| (&worst.columns[..], worst.records));
        Err(refuted(plan, columns, records))
    };
    if let Some(size) = all_of_one_size(plan) {
        // A reader may count records whose cells are all suppressed, or take them for records that are not there.
        for suppressed in [SuppressedRecords::Class, SuppressedRecords::NoClass] {
            judged(&all, Scope::Known(size), suppressed)?;
        }
        return Ok(());
    }
    plan.rules.sets().iter().try_for_each(|set| judged(set, Scope::Quasi, SuppressedRecords::Class))
}

/// The size of the column sets, if they are all sets of that size.
fn all_of_one_size(plan: &Plan) -> Option<usize> {
    let sets = plan.rules.sets();
    let size = sets.first()?.len();
    let choices = (0..size as u128).try_fold(1u128, |product, place| {
        product.checked_mul(plan.rules.columns() as u128 - place).map(|product| product / (place + 1))
    });
    // No set is there twice, so that there are all when there are as many.
    (sets.iter().all(|set| set.len() == size) && choices == Some(sets.len() as u128)).then_some(size)
}

fn refuted(plan: &Plan, columns: &[usize], carriers: u64) -> Error {
    let names = plan.identity.judged();
    let names: Vec<&str> = columns.iter().filter_map(|&column| Some(names.get(column)?.as_str())).collect();
    let (names, k) = (names.join(", "), plan.rules.k());
    Error::Refuted(format!("on {names} a combination has {carriers} carriers instead of {k}"))
}
