//! The records that few columns single out, written to a file piece by piece.

use super::report::{ColumnShare, RecordsAtRisk};
use super::request::RecordFile;
use crate::Result;
use lethe_data::Context;
use lethe_discovery::qid::Question;
use lethe_discovery::records::{RecordOptions, RecordRisk, record_risks, to_table};
use lethe_io::TableWriter;

/// Records written at once.
const PIECE: usize = 1 << 16;

/// Refuses options that make no sense before a large file is read.
pub(super) fn check(file: &RecordFile, k: u64) -> Result<()> {
    Ok(options(file, k).check(0)?)
}

/// Refuses scores that cannot be computed before a long search.
pub(super) fn check_for(file: &RecordFile, question: &Question<'_>) -> Result<()> {
    Ok(options(file, question.k()).check(question.columns().len())?)
}

fn options(file: &RecordFile, k: u64) -> RecordOptions {
    RecordOptions { k, max_size: file.max_size, sampling_fraction: file.sampling_fraction }
}

/// Finds the records at risk and writes them, whole or not at all.
///
/// **Paper**: Elliot et al. 2005 (SUDA); Manning, Haglin & Keane 2008 (SUDA2).
pub(super) fn write(file: &RecordFile, question: &Question<'_>, context: &Context) -> Result<RecordsAtRisk> {
    let options = options(file, question.k());
    let risks = record_risks(question.table(), question.columns(), &options, context)?;
    let mut writer = TableWriter::create(&file.output, &to_table(&[])?, context)?;
    let task = context.task("writing records", Some(risks.len() as u64));
    let mut records = risks.records();
    loop {
        let piece: Vec<RecordRisk<'_>> = records.by_ref().take(PIECE).collect();
        if piece.is_empty() {
            break;
        }
        writer.write(&to_table(&piece)?, context)?;
        task.advance(piece.len() as u64);
    }
    writer.finish()?;
    let share = |contribution: &lethe_discovery::records::ColumnContribution| ColumnShare {
        column: contribution.name.clone(),
        share: contribution.share,
    };
    let totals = risks.totals();
    Ok(RecordsAtRisk {
        file: file.output.name.clone(),
        max_size: options.max_size,
        sampling_fraction: options.sampling_fraction,
        rows_at_risk: totals.rows_at_risk,
        records_at_risk: totals.records_at_risk,
        sets_by_size: totals.sets_by_size.clone(),
        uniques: totals.uniques,
        pairs: totals.pairs,
        dis: totals.dis,
        columns: risks.contributions().iter().map(share).collect(),
    })
}
