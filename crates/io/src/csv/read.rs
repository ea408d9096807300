//! Reading delimited text with all cores.
//!
//! Workers take turns at the stream: one reads the next block while the others parse theirs, so the file is read once
//! and never held as a whole. Distinct values are checked to be UTF-8 when first met, which covers every cell.

use super::blocks::{BlockSource, TextBlock};
use super::failure::Failure;
use super::header::read_preamble;
use super::parse::{Scratch, parse_block};
use crate::error::Result;
use crate::intake::{Intake, Knowledge};
use crate::options::ReadOptions;
use crate::selection::Selection;
use lethe_data::Context;
use rayon::prelude::*;
use std::io::Read;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// A text file: its name for messages, its bytes, and the delimiter that its name suggests.
pub(crate) struct Text<'a, R> {
    pub(crate) file: &'a str,
    pub(crate) stream: R,
    pub(crate) hint: Option<u8>,
}

/// Reads a whole file; `open` makes the intake of each worker.
pub(crate) fn take_in<I: Intake + Send>(
    text: Text<'_, impl Read + Send>,
    options: &ReadOptions,
    context: &Context,
    block_bytes: usize,
    mut open: impl FnMut(&Selection) -> Result<I>,
) -> Result<(Selection, Vec<I>)> {
    let file = text.file;
    let mut source = BlockSource::new(text.stream, block_bytes).within(context);
    let preamble = read_preamble(file, &mut source, options, text.hint)?;
    let named = preamble.columns.iter().map(|name| (name.clone(), Knowledge::Nothing)).collect();
    let selection = Selection::new(file, named, options)?;
    let intakes = (0..context.threads()).map(|_| open(&selection)).collect::<Result<Vec<I>>>()?;
    let shared =
        Shared { source: Mutex::new(source), stop: AtomicBool::new(false), lines: Mutex::new(Vec::new()) };
    let outcomes: Vec<Outcome<I>> = context.install(|| {
        intakes
            .into_par_iter()
            .with_max_len(1)
            .map(|intake| {
                let outcome = work(&shared, preamble.delimiter, &selection, context, intake);
                if outcome.failure.is_some() {
                    shared.stop.store(true, Ordering::Relaxed);
                }
                outcome
            })
            .collect()
    });
    let mut intakes = Vec::with_capacity(outcomes.len());
    let mut failures = Vec::new();
    for outcome in outcomes {
        failures.extend(outcome.failure);
        intakes.push(outcome.intake);
    }
    // Blocks are handed out in order, so every block before the first complaint was parsed to its end.
    if let Some(failure) = failures.into_iter().min_by_key(Failure::position) {
        let lines = shared.lines.into_inner().unwrap_or_default();
        let before = |block: usize| lines.iter().filter(|(index, _)| *index < block).map(|(_, n)| n).sum();
        return Err(failure.into_error(file, &preamble, before));
    }
    Ok((selection, intakes))
}

struct Shared<R> {
    source: Mutex<BlockSource<R>>,
    stop: AtomicBool,
    /// The number of lines of each finished block.
    lines: Mutex<Vec<(usize, u64)>>,
}

struct Outcome<I> {
    intake: I,
    failure: Option<Failure>,
}

fn work<R: Read, I: Intake>(
    shared: &Shared<R>,
    delimiter: u8,
    selection: &Selection,
    context: &Context,
    intake: I,
) -> Outcome<I> {
    let mut outcome = Outcome { intake, failure: None };
    let mut scratch = Scratch::new(selection);
    let mut buffer = Vec::new();
    while !shared.stop.load(Ordering::Relaxed) {
        if let Err(error) = context.check_cancelled() {
            outcome.failure = Some(Failure::Other(error.into()));
            break;
        }
        // A worker that panicked while holding the lock has already failed the run.
        let next = match shared.source.lock() {
            Ok(mut source) => source.next(std::mem::take(&mut buffer)),
            Err(_) => break,
        };
        let TextBlock { index, mut bytes, memory } = match next {
            Ok(Some(block)) => block,
            Ok(None) => break,
            Err(error) => {
                outcome.failure = Some(Failure::Stream(error));
                break;
            }
        };
        match parse_block(&mut bytes, delimiter, selection, outcome.intake.interners(), &mut scratch) {
            Ok(lines) => {
                if let Ok(mut finished) = shared.lines.lock() {
                    finished.push((index, lines));
                }
            }
            Err(complaint) => {
                outcome.failure = Some(Failure::Complaint(index, complaint));
                break;
            }
        }
        if let Err(error) = outcome.intake.push_block(index, &scratch.codes) {
            outcome.failure = Some(Failure::Other(error));
            break;
        }
        drop(memory);
        buffer = bytes;
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::{Share, assemble};
    use lethe_data::Table;
    use lethe_data::ValueType::{Boolean, Date, Decimal, Integer, Text};
    use proptest::prelude::*;

    fn read_text(text: &[u8], threads: usize, block: usize) -> Result<Table> {
        read_with(text, &Context::new(threads).unwrap(), block)
    }

    fn read_with(text: &[u8], context: &Context, block: usize) -> Result<Table> {
        let options = ReadOptions::default();
        let open = |selection: &Selection| Ok(Share::new(selection.len(), context));
        let text = super::Text { file: "t.csv", stream: text, hint: None };
        let (selection, shares) = take_in(text, &options, context, block, open)?;
        assemble("t.csv", selection.columns, shares, &options, context)
    }

    fn cells(table: &Table) -> Vec<Vec<Option<&str>>> {
        (0..table.rows()).map(|row| table.columns().iter().map(|c| c.text(row)).collect()).collect()
    }

    fn quote(cell: Option<&str>, force: bool) -> String {
        match cell {
            None => String::new(),
            Some(text) if force || text.is_empty() || text.contains(['"', ',', '\n', '\r']) => {
                format!("\"{}\"", text.replace('"', "\"\""))
            }
            Some(text) => text.to_owned(),
        }
    }

    proptest! {
        #[test]
        fn any_cells_come_back_for_any_block_size_and_thread_count(
            rows in prop::collection::vec(prop::collection::vec(prop::option::of("([a-c\",;\n\r \u{e4}]{0,5}|[a-z]{8,11})"), 3), 0..40),
            threads in 1usize..4, block in 1usize..200, force in any::<bool>(), crlf in any::<bool>()
        ) {
            let end = if crlf { "\r\n" } else { "\n" };
            let mut text = format!("a,b,c{end}");
            // A text column stays text only when some value is not empty: a mark keeps it so.
            let mark = vec![Some("~".to_owned()); 3];
            let rows: Vec<_> = std::iter::once(mark).chain(rows).collect();
            for row in &rows {
                let fields: Vec<_> = row.iter().map(|cell| quote(cell.as_deref(), force)).collect();
                text += &(fields.join(",") + end);
            }
            let table = read_text(text.as_bytes(), threads, block).unwrap();
            let expected: Vec<Vec<Option<&str>>> = rows.iter().map(|row| row.iter().map(Option::as_deref).collect()).collect();
            prop_assert_eq!(cells(&table), expected);
        }

        #[test]
        fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), block in 1usize..64) {
            let _ = read_text(&bytes, 2, block);
        }
    }

    #[test]
    fn types_come_from_the_whole_file() {
        let mut text = "id,when,amount,flag,code,note\n".to_owned();
        for i in 0..5000 {
            text += &format!("{i},2020-01-{:02},{}.5,{},{:05},n{}\n", i % 28 + 1, i, i % 2 == 0, i, i % 7);
        }
        text += "5000,,,,,\n";
        let table = read_text(text.as_bytes(), 2, 1000).unwrap();
        let types: Vec<_> = table.columns().iter().map(lethe_data::Column::value_type).collect();
        assert_eq!(types, [Integer, Date, Decimal, Boolean, Text, Text]);
        assert_eq!(
            table.columns().iter().map(lethe_data::Column::nulls).collect::<Vec<_>>(),
            [0, 1, 1, 1, 1, 1]
        );
    }

    #[test]
    fn the_first_error_of_the_file_is_reported_with_its_line() {
        let mut text = "a,b\n".to_owned();
        text += &"1,2\n".repeat(5000);
        text += "\"x\ny\",3\n4\n";
        text += &"5,6,7\n".repeat(100);
        for threads in [1, 4] {
            for block in [10, 100, 1 << 20] {
                let error = read_text(text.as_bytes(), threads, block).unwrap_err();
                assert_eq!(error.to_string(), "t.csv: line 5004: 1 field for 2 columns");
            }
        }
    }

    #[test]
    fn faults_of_the_file_are_named() {
        for (bytes, message) in [
            (&b""[..], "t.csv: the file is empty: it has neither header nor rows"),
            (
                b"a,a\n",
                "t.csv: line 1: columns 1 and 2 have the same name; rename one, or read the file with `no_header`",
            ),
            (
                b"a,,c\n",
                "t.csv: line 1: column 2 has an empty name; name it, or read the file with `no_header`",
            ),
            (b"\xFF\xFEa\0", "t.csv: line 1: the file is UTF-16; convert it to UTF-8 first"),
            (
                b"a,b\n1,\xE4\n",
                "t.csv: line 2: column 'b' holds bytes that are not UTF-8; convert the file first",
            ),
            (b"a,b\n1,2\n\"3,4\n5,6\n", "t.csv: line 3: a quoted field that starts here is never closed"),
            (
                b"a,b\n\"1\"x,2\n",
                "t.csv: line 2: column 'a': text after a closing quote; double the quotes inside a field",
            ),
        ] {
            assert_eq!(read_text(bytes, 2, 1 << 20).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn small_and_wide_files_are_read() {
        assert_eq!(read_text(b"a,b", 2, 100).unwrap().rows(), 0);
        assert_eq!(read_text(b"\xEF\xBB\xBFa,b\r\n1,2", 2, 100).unwrap().columns()[0].name(), "a");
        let names: Vec<String> = (0..10_000).map(|i| format!("c{i}")).collect();
        let text = format!("{}\n{}\n", names.join(","), vec!["1"; 10_000].join(","));
        let table = read_text(text.as_bytes(), 2, 1000).unwrap();
        assert_eq!((table.columns().len(), table.rows()), (10_000, 1));
    }

    #[test]
    fn a_memory_budget_that_is_too_small_is_reported() {
        let text = format!("a\n{}", (0..100_000).map(|i| format!("{i}\n")).collect::<String>());
        let budget = lethe_data::MemoryBudget::limited(lethe_data::ByteSize(100_000));
        let context = Context::new(2).unwrap().with_memory(budget);
        let error = read_with(text.as_bytes(), &context, 1 << 19).unwrap_err();
        assert_eq!(error.fault(), lethe_data::Fault::Limit);
    }
}
