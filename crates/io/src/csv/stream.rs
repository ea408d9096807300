//! Delimited text in row order, with bounded memory.
//!
//! A round of blocks, one a worker, is parsed in parallel while the round before it is handed over.

use super::blocks::{BlockSource, TextBlock};
use super::failure::Failure;
use super::header::read_preamble;
use super::parse::{Scratch, parse_block};
use super::read::Text;
use crate::error::{Error, Result};
use crate::intake::Knowledge;
use crate::options::ReadOptions;
use crate::selection::Selection;
use crate::stream::block_table;
use lethe_data::{Context, Interner, Table};
use rayon::prelude::*;
use std::io::Read;

/// Reads a file once and gives `each` its blocks of records in order.
pub(crate) fn stream<E: From<Error>>(
    text: Text<'_, impl Read + Send>,
    options: &ReadOptions,
    context: &Context,
    block_bytes: usize,
    mut each: impl FnMut(&Table) -> Result<(), E>,
) -> Result<(), E> {
    let file = text.file;
    let mut source = BlockSource::new(text.stream, block_bytes).within(context);
    let preamble = read_preamble(file, &mut source, options, text.hint)?;
    let named = preamble.columns.iter().map(|name| (name.clone(), Knowledge::Nothing)).collect();
    let selection = Selection::new(file, named, options)?;
    let workers = (0..context.threads()).map(|_| Worker::new(&selection)).collect();
    let form = Form { file, delimiter: preamble.delimiter, selection: &selection, options };
    let mut rounds = Rounds { source, form, workers };
    let (mut blocks, mut lines) = (0, 0);
    let mut round = context.install(|| rounds.next());
    while !round.is_empty() {
        let mut ahead = Vec::new();
        context.alongside(
            || ahead = rounds.next(),
            || {
                for parsed in round {
                    context.check_cancelled().map_err(Error::from)?;
                    let (table, its_lines) =
                        parsed.map_err(|failure| failure.into_error(file, &preamble, |_| lines))?;
                    each(&table)?;
                    blocks += 1;
                    lines += its_lines;
                }
                Ok::<(), E>(())
            },
        )?;
        round = ahead;
    }
    if blocks == 0 {
        let no_rows = vec![Vec::new(); selection.len()];
        let mut interners = vec![Interner::default(); selection.len()];
        each(&block_table(file, &selection.columns, &mut interners, &no_rows, options)?)?;
    }
    Ok(())
}

/// A block's rows and the number of its lines, or why there are none.
type Parsed = std::result::Result<(Table, u64), Failure>;

/// What all blocks of the file have in common.
struct Form<'a> {
    file: &'a str,
    delimiter: u8,
    selection: &'a Selection,
    options: &'a ReadOptions,
}

struct Rounds<'a, R> {
    source: BlockSource<R>,
    form: Form<'a>,
    workers: Vec<Worker>,
}

impl<R: Read> Rounds<'_, R> {
    /// The next blocks in file order, a failure of the stream after them; nothing at the end of the file.
    fn next(&mut self) -> Vec<Parsed> {
        let mut texts = Vec::with_capacity(self.workers.len());
        let mut failure = None;
        for worker in &mut self.workers {
            match self.source.next(std::mem::take(&mut worker.buffer)) {
                Ok(Some(block)) => texts.push(block),
                Ok(None) => break,
                Err(error) => {
                    failure = Some(Failure::Stream(error));
                    break;
                }
            }
        }
        let form = &self.form;
        let work = self.workers.par_iter_mut().zip(texts).with_max_len(1);
        let mut round: Vec<Parsed> = work.map(|(worker, text)| worker.parse(text, form)).collect();
        round.extend(failure.map(Err));
        round
    }
}

/// Space that is used again from round to round.
struct Worker {
    interners: Vec<Interner>,
    scratch: Scratch,
    buffer: Vec<u8>,
}

impl Worker {
    fn new(selection: &Selection) -> Self {
        Self {
            interners: vec![Interner::default(); selection.len()],
            scratch: Scratch::new(selection),
            buffer: Vec::new(),
        }
    }

    fn parse(&mut self, text: TextBlock, form: &Form<'_>) -> Parsed {
        // The memory of a long block is held until its table is made.
        let TextBlock { index, mut bytes, memory: _memory } = text;
        let (interners, scratch) = (&mut self.interners, &mut self.scratch);
        let lines = parse_block(&mut bytes, form.delimiter, form.selection, interners, scratch)
            .map_err(|complaint| Failure::Complaint(index, complaint))?;
        self.buffer = bytes;
        block_table(form.file, &form.selection.columns, interners, &scratch.codes, form.options)
            .map(|table| (table, lines))
            .map_err(Failure::Other)
    }
}
