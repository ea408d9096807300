//! From what several workers read to one table.
//!
//! Each worker numbers the values it meets in its own way and keeps the codes of its blocks in the narrowest integers.
//! The numberings are merged column by column, values are sorted, and codes are translated, so the result does not
//! depend on which worker read what. A column's blocks are freed as soon as it is translated: peak memory stays near
//! the encoded size.

use crate::error::{Result, in_file};
use crate::intake::{Intake, Knowledge};
use crate::merge::{Otherwise, by_column, merge_column};
use crate::options::ReadOptions;
use crate::vocabulary::Vocabulary;
use lethe_data::{Codes, Column, Context, Interner, Table, ValueType};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// Rows beyond this have no number, so that there is no use in reading them.
const MOST_ROWS: u64 = u32::MAX as u64 - 1;

/// What one worker has read, in memory.
pub(crate) struct Share {
    vocabulary: Vocabulary,
    blocks: Vec<Block>,
    rows: u64,
}

impl Share {
    pub(crate) fn new(columns: usize, context: &Context) -> Self {
        Self { vocabulary: Vocabulary::new(columns, context), blocks: Vec::new(), rows: 0 }
    }
}

impl Intake for Share {
    fn interners(&mut self) -> &mut [Interner] {
        &mut self.vocabulary.interners
    }

    fn expect(&mut self, bytes: usize) -> Result<()> {
        Ok(self.vocabulary.expect(bytes)?)
    }

    fn push_block(&mut self, index: usize, columns: &[Vec<u32>]) -> Result<()> {
        self.rows += columns.first().map_or(0, Vec::len) as u64;
        if self.rows > MOST_ROWS {
            return Err(lethe_data::Error::TooLarge { what: "rows" }.into());
        }
        let narrowed = columns
            .iter()
            .zip(&self.vocabulary.interners)
            .map(|(codes, interner)| Codes::from_iter_within(interner.len() + 1, codes.iter().copied()));
        let block = Block { index, columns: narrowed.collect() };
        let code_bytes: usize = block.columns.iter().map(Codes::bytes).sum();
        self.blocks.push(block);
        Ok(self.vocabulary.reserve(code_bytes)?)
    }
}

/// A run of rows in a worker's own codes.
struct Block {
    index: usize,
    columns: Vec<Codes>,
}

/// A column as the workers left it.
struct Raw {
    name: String,
    knowledge: Knowledge,
    interners: Vec<Interner>,
    /// Block number, worker, codes.
    blocks: Vec<(usize, usize, Codes)>,
}

/// Merges the shares of all workers into a table.
pub(crate) fn assemble(
    file: &str,
    columns: Vec<(String, Knowledge)>,
    shares: Vec<Share>,
    options: &ReadOptions,
    context: &Context,
) -> Result<Table> {
    let (mut interners, mut reservations, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
    for (worker, share) in shares.into_iter().enumerate() {
        let (texts, reservation) = share.vocabulary.into_parts();
        interners.push(texts);
        reservations.push(reservation);
        blocks.extend(share.blocks.into_iter().map(|block| (worker, block)));
    }
    let mut raw: Vec<Raw> = columns
        .into_iter()
        .zip(by_column(interners))
        .map(|((name, knowledge), interners)| Raw { name, knowledge, interners, blocks: Vec::new() })
        .collect();
    for (worker, block) in blocks {
        for (column, codes) in raw.iter_mut().zip(block.columns) {
            column.blocks.push((block.index, worker, codes));
        }
    }
    // Looked up once: a table with many columns may have a declared type for each.
    let declared: HashMap<&str, ValueType> =
        options.types.iter().map(|(name, value_type)| (name.as_str(), *value_type)).collect();
    let others = ReadOptions { types: Vec::new(), columns: None, ..options.clone() };
    let task = context.task("encoding columns", Some(raw.len() as u64));
    let columns: Vec<Column> = context
        .install(|| {
            raw.into_par_iter()
                .map(|column| {
                    context.check_cancelled()?;
                    let own = declared.get(column.name.as_str());
                    let types = own.map(|&value_type| (column.name.clone(), value_type));
                    let own = ReadOptions { types: types.into_iter().collect(), ..others.clone() };
                    let encoded = encode(column, &own)?;
                    task.advance(1);
                    Ok(encoded)
                })
                .collect::<lethe_data::Result<_>>()
        })
        .map_err(in_file(file))?;
    // What the workers held has become the table.
    drop(reservations);
    Table::new(columns).and_then(|table| table.with_memory(context.memory())).map_err(in_file(file))
}

fn encode(mut raw: Raw, options: &ReadOptions) -> lethe_data::Result<Column> {
    let interners = std::mem::take(&mut raw.interners);
    let merged = merge_column(&raw.name, raw.knowledge, interners, options, Otherwise::Infer)?;
    raw.blocks.sort_unstable_by_key(|(index, ..)| *index);
    let rows = raw.blocks.iter().map(|(.., codes)| codes.len()).sum();
    let mut codes = Codes::with_capacity(merged.dictionary.len() + 1, rows);
    for (_, worker, block) in raw.blocks {
        codes.extend_mapped(&block, &merged.translations[worker]);
    }
    Ok(Column::new(raw.name, Arc::new(merged.dictionary), codes))
}
