//! The table that is recoded: four columns of generated records, written block by block, however many they are.

use anyhow::Result;
use lethe::synth::{DataSet, Generator, Request};
use lethe_data::Context;
use lethe_io::{Location, TableWriter};

const COLUMNS: [&str; 4] = ["age", "salary", "date_of_death", "icd10"];
const SEED: u64 = 1;

/// Writes the table.
pub(crate) fn table(rows: u64, file: &str) -> Result<()> {
    let (file, context) = (Location::parse(file)?, Context::new(0)?);
    let generator = Generator::new(DataSet::Amnesia, &Request { rows, columns: None, seed: SEED })?;
    let mut writer: Option<TableWriter> = None;
    for index in 0..generator.blocks().max(1) {
        let block = generator.block(index)?;
        let block = block.project(&block.positions(COLUMNS)?);
        let writer = match &mut writer {
            Some(writer) => writer,
            None => writer.insert(TableWriter::create(&file, &block, &context)?),
        };
        writer.write(&block, &context)?;
    }
    Ok(writer.map_or(Ok(()), TableWriter::finish)?)
}
