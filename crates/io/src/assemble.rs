//! From what several workers read to one table.
//!
//! Each worker numbers the values it meets in its own way (0 is null) and keeps the codes of its blocks in the
//! narrowest integers. The numberings are merged column by column, values are sorted, and codes are translated, so
//! the result does not depend on which worker read what. A column's blocks are freed as soon as it is translated:
//! peak memory stays near the encoded size.

use crate::error::{Result, in_file};
use crate::options::ReadOptions;
use lethe_data::{
    Codes, Column, Context, Dictionary, Error as DataError, Interner, Reservation, Table, TextArena,
    TypeChoice,
};
use rayon::prelude::*;
use std::sync::Arc;

/// The code of a null in a worker's own numbering; values start at 1.
pub(crate) const LOCAL_NULL: u32 = 0;

/// What one worker has read, and the part of the memory budget that it occupies.
pub(crate) struct Share {
    pub(crate) interners: Vec<Interner>,
    pub(crate) blocks: Vec<Block>,
    reservation: Reservation,
    interner_bytes: usize,
}

impl Share {
    pub(crate) fn new(columns: usize, context: &Context) -> Self {
        Self {
            interners: (0..columns).map(|_| Interner::default()).collect(),
            blocks: Vec::new(),
            reservation: context.memory().reserve("reading the table"),
            interner_bytes: 0,
        }
    }

    /// Keeps a block of codes; `columns` holds one list a column, all of the same length.
    ///
    /// **Errors**: the memory budget is exhausted.
    pub(crate) fn push_block(&mut self, index: usize, columns: &[Vec<u32>]) -> lethe_data::Result<()> {
        let narrowed = columns
            .iter()
            .zip(&self.interners)
            .map(|(codes, interner)| Codes::from_iter_within(interner.len() + 1, codes.iter().copied()));
        let block = Block { index, columns: narrowed.collect() };
        let code_bytes: usize = block.columns.iter().map(Codes::bytes).sum();
        self.blocks.push(block);
        let interner_bytes = self.interners.iter().map(Interner::bytes).sum();
        let grown = usize::saturating_sub(interner_bytes, self.interner_bytes);
        self.interner_bytes = interner_bytes;
        self.reservation.try_grow(code_bytes + grown)
    }
}

/// A run of rows in a worker's own codes.
pub(crate) struct Block {
    index: usize,
    columns: Vec<Codes>,
}

/// How the type of a column is decided, from what the file format knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Knowledge {
    /// Texts only: infer.
    Nothing,
    /// The format says so; where values do not fit (infinities, say) the type is inferred.
    Format(lethe_data::ValueType),
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
    let mut raw: Vec<Raw> = columns
        .into_iter()
        .map(|(name, knowledge)| Raw { name, knowledge, interners: Vec::new(), blocks: Vec::new() })
        .collect();
    let mut reservations = Vec::with_capacity(shares.len());
    for (worker, share) in shares.into_iter().enumerate() {
        reservations.push(share.reservation);
        for (column, interner) in raw.iter_mut().zip(share.interners) {
            column.interners.push(interner);
        }
        for block in share.blocks {
            for (column, codes) in raw.iter_mut().zip(block.columns) {
                column.blocks.push((block.index, worker, codes));
            }
        }
    }
    let task = context.task("encoding columns", Some(raw.len() as u64));
    let columns: Vec<Column> = context
        .install(|| {
            raw.into_par_iter()
                .map(|column| {
                    context.check_cancelled()?;
                    let encoded = encode(column, options)?;
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
    let (texts, maps) = merge(std::mem::take(&mut raw.interners));
    if texts.len() >= (u32::MAX - 2) as usize {
        return Err(DataError::TooLarge { what: "distinct values" });
    }
    let choice = options.declared_type(&raw.name).unwrap_or(match raw.knowledge {
        Knowledge::Nothing => TypeChoice::Infer,
        Knowledge::Format(value_type) => TypeChoice::Declared(value_type),
    });
    let is_null = |text: &str| options.is_null(text);
    let built = match Dictionary::build(&raw.name, &texts, choice, is_null) {
        Err(DataError::TypeMismatch { .. }) if options.declared_type(&raw.name).is_none() => {
            Dictionary::build(&raw.name, &texts, TypeChoice::Infer, is_null)?
        }
        other => other?,
    };
    drop(texts);
    let null = built.dictionary.len() as u32;
    let translations: Vec<Vec<u32>> = maps
        .into_iter()
        .map(|map| {
            std::iter::once(null).chain(map.into_iter().map(|code| built.codes[code as usize])).collect()
        })
        .collect();
    raw.blocks.sort_unstable_by_key(|(index, ..)| *index);
    let rows = raw.blocks.iter().map(|(.., codes)| codes.len()).sum();
    let mut codes = Codes::with_capacity(built.dictionary.len() + 1, rows);
    for (_, worker, block) in raw.blocks {
        codes.extend_mapped(&block, &translations[worker]);
    }
    Ok(Column::new(raw.name, Arc::new(built.dictionary), codes))
}

/// All distinct texts of the workers, and for each worker the position of its texts among them.
fn merge(interners: Vec<Interner>) -> (TextArena, Vec<Vec<u32>>) {
    let mut interners = interners.into_iter();
    let Some(first) = interners.next() else { return (TextArena::default(), Vec::new()) };
    let mut maps = vec![(0..first.len() as u32).collect()];
    let mut merged: Option<Interner> = None;
    let mut base = Some(first);
    for other in interners {
        let target = merged.get_or_insert_with(|| base.take().unwrap_or_default());
        maps.push(target.absorb(&other.into_texts()));
    }
    let texts = merged.or(base).unwrap_or_default().into_texts();
    (texts, maps)
}
