//! Generated patients as an attacker sees them: without the columns that name them.

use anyhow::Result;
use lethe::synth::{DataSet, Generator, Request};
use lethe_data::{Context, Table};
use lethe_io::{Location, TableWriter};

/// Columns that no release has.
const NAMING: [&str; 7] = ["patient_id", "ssn", "first_name", "surname", "email", "phone", "street"];
/// The class that is learned, and what tells most about it, so that every number of columns has them.
const FIRST: [&str; 5] = ["hypertensive", "icd_1", "icd_2", "icd_3", "age"];
const SEED: u64 = 1;

/// Writes the first `columns` columns that name nobody, the class before all others.
pub(crate) fn table(rows: u64, columns: usize, file: &str) -> Result<()> {
    let (file, context) = (Location::parse(file)?, Context::new(0)?);
    let generator = Generator::new(DataSet::Health, &Request { rows, columns: None, seed: SEED })?;
    let mut writer: Option<TableWriter> = None;
    for index in 0..generator.blocks().max(1) {
        let block = generator.block(index)?;
        let block = block.project(&shown(&block, columns)?);
        let writer = match &mut writer {
            Some(writer) => writer,
            None => writer.insert(TableWriter::create(&file, &block, &context)?),
        };
        writer.write(&block, &context)?;
    }
    Ok(writer.map_or(Ok(()), TableWriter::finish)?)
}

/// The places of the columns that are written.
fn shown(block: &Table, columns: usize) -> Result<Vec<usize>> {
    let mut places = block.positions(FIRST)?;
    let named = |place: &usize| NAMING.contains(&block.column(*place).name());
    let others: Vec<usize> =
        (0..block.columns().len()).filter(|place| !named(place) && !places.contains(place)).collect();
    places.extend(others);
    places.truncate(columns);
    Ok(places)
}
