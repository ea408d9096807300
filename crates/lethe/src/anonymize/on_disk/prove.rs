//! The proof on a file that does not fit into memory.
//!
//! The file is read again, and its rows are dealt out by a hash of their labels, so that rows that look alike are in one
//! part. The verifier judges part by part.

use super::encode::counted;
use super::stand_in::stand_in;
use super::state::{new_subfolder, remove};
use crate::Result;
use crate::anonymize::plan::Plan;
use crate::anonymize::prove::{as_written, released};
use crate::requirements::requirements;
use crate::verify::{VerifiedModel, verified_models};
use lethe_data::{Codes, Column, Context, Table, group};
use lethe_io::{SegmentReader, SegmentWriter, SpilledTable, Staged, Workspace};
use lethe_verify::{Judgement, Options, SuppressedRecords, judge};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the verifier found.
pub(super) struct Verdict {
    pub(super) holds: bool,
    pub(super) models: Vec<VerifiedModel>,
    /// How many classes there are of each size.
    pub(super) classes: BTreeMap<u64, u64>,
}

/// Bytes that each row of a part needs for each column while it is judged.
const BYTES_PER_CELL: u64 = 24;

/// Reads a release and judges it.
pub(super) fn prove(
    plan: &Plan<'_>,
    staged: &Staged,
    state: &Workspace,
    context: &Context,
) -> Result<Verdict> {
    let request = plan.request;
    let names: Vec<String> = plan
        .roles
        .quasi
        .iter()
        .chain(&plan.demand.requirements.sensitive)
        .map(|&position| plan.table.column(position).name().to_owned())
        .collect();
    let mut options = as_written(names.iter().map(String::as_str), staged.location());
    options.columns = Some(names.clone());
    let folder = new_subfolder(state, "proof")?;
    let written = SpilledTable::create(staged.location(), &options, &folder, context)?;
    let counted = counted(&written, context)?;
    let columns: Vec<String> = written.columns().iter().map(|column| column.name().to_owned()).collect();
    let stand_in = stand_in(&columns, &counted)?;
    let quasi = stand_in.positions(names[..plan.roles.quasi.len()].iter().map(String::as_str))?;
    let read = crate::recipe::with_declared_types(request.read.clone(), &request.recipe);
    let subject = released(plan, &stand_in, staged.location(), &quasi, &read);
    let models = &request.recipe.privacy;
    let demand = requirements(models, &subject, context)?;
    // Nobody is suppressed: whoever shows `*` everywhere is published in a group like the others.
    let options = Options { translations: demand.translations.clone(), suppressed: SuppressedRecords::Class };
    let mut verdict: Option<Judgement> = None;
    let mut classes: BTreeMap<u64, u64> = BTreeMap::new();
    for_each_part(&written, &quasi, state, context, |part, rows| {
        let judged = judge(part, &quasi, &demand.requirements, None, &options, context)?;
        let judged = judged.in_rows(|row| rows[row as usize]);
        verdict = Some(match verdict.take() {
            Some(others) => others.and(judged),
            None => judged,
        });
        for &people in group::classes_of(part, &quasi, context)?.counts() {
            *classes.entry(people).or_default() += 1;
        }
        Ok(())
    })?;
    written.remove()?;
    let Some(verdict) = verdict else { return Ok(Verdict { holds: false, models: Vec::new(), classes }) };
    let models = verified_models(&verdict, models, &demand, &stand_in);
    Ok(Verdict { holds: verdict.holds, models, classes })
}

/// Calls `each` with parts of the table that share no class, and with the rows of each in the whole.
fn for_each_part(
    table: &SpilledTable,
    quasi: &[usize],
    state: &Workspace,
    context: &Context,
    mut each: impl FnMut(&Table, &[u32]) -> Result<()>,
) -> Result<()> {
    let columns = table.columns().len();
    let needed = table.rows().saturating_mul(columns as u64 * BYTES_PER_CELL);
    let parts = needed.div_ceil((context.memory().left() / 2).max(1 << 20)).clamp(1, 256) as usize;
    let name = |part: usize| format!("proof {part}");
    let mut writers = (0..parts)
        .map(|part| SegmentWriter::create(&state.path(&name(part)), 1 + columns))
        .collect::<Result<Vec<_>, _>>()?;
    table.for_each_block(context, |first_row, block: &Table| -> Result<()> {
        let codes: Vec<Vec<u32>> =
            block.columns().iter().map(|column| column.codes().widened().collect()).collect();
        let mut record = vec![0; 1 + columns];
        for row in 0..block.rows() {
            record[0] = first_row as u32 + row as u32;
            for (cell, codes) in record[1..].iter_mut().zip(&codes) {
                *cell = codes[row];
            }
            let part = hash(quasi.iter().map(|&position| codes[position][row])) % parts as u64;
            writers[part as usize].push(&record)?;
        }
        Ok(())
    })?;
    for writer in writers {
        writer.finish()?;
    }
    let task = context.task("proving", Some(table.rows()));
    for part in 0..parts {
        let path = state.path(&name(part));
        let (part, rows) = read(table, SegmentReader::open(&path)?, columns)?;
        each(&part, &rows)?;
        task.advance(rows.len() as u64);
        remove(&path)?;
    }
    Ok(())
}

/// A part as a table, and the rows that it has.
fn read(table: &SpilledTable, mut reader: SegmentReader, columns: usize) -> Result<(Table, Vec<u32>)> {
    let people = reader.records() as usize;
    let (mut rows, mut codes) = (Vec::with_capacity(people), vec![Vec::with_capacity(people); columns]);
    let mut records = Vec::new();
    while reader.next(&mut records)? {
        for record in records.chunks_exact(1 + columns) {
            rows.push(record[0]);
            for (codes, &code) in codes.iter_mut().zip(&record[1..]) {
                codes.push(code);
            }
        }
    }
    let columns = table.columns().iter().zip(codes).map(|(column, codes)| {
        let dictionary = Arc::clone(column.dictionary());
        let codes = Codes::from_iter_within(dictionary.len() + 1, codes.into_iter());
        Column::new(column.name(), dictionary, codes)
    });
    Ok((Table::new(columns.collect())?, rows))
}

/// Spreads rows over parts by their labels; equal labels, equal parts.
fn hash(codes: impl Iterator<Item = u32>) -> u64 {
    let mixed = codes.fold(0x9E37_79B9_7F4A_7C15_u64, |hash, code| {
        (hash ^ u64::from(code)).wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(29)
    });
    mixed ^ mixed >> 32
}
