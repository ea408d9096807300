//! The rows of a table as users look at them: page by page.
//!
//! A table may be in any format, and in most of them a row in the middle is found by reading all before it. So the rows are kept
//! once more, in compressed pages with an index. Until they are there, rows are read from the table itself.

use lethe::io::{AtomicFile, stream_table};
use lethe::{Context, Location, ReadOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

/// Rows of a page: about so many cells.
const CELLS: usize = 50_000;
const MOST_ROWS: usize = 1_000;
/// Rows beyond are not kept in pages; they are read from the table.
const MOST_KEPT: u64 = 2_000_000;
/// So many bytes of cells are a page, whatever the number of rows, and are shown at once.
const MOST_BYTES: usize = 4 << 20;
/// A page in memory is smaller: it ends with the row that exceeds the limit.
const LARGEST_PAGE: u64 = 256 << 20;
const LEVEL: i32 = 1;

/// The cells of a row; null where there is no value.
pub(crate) type Row = Vec<Option<String>>;

/// Rows of a table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Rows {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Row>,
}

/// Rows of a table, and where they are.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Page {
    /// The names of the columns.
    pub(crate) columns: Vec<String>,
    /// The place of the first of these rows, counted from 0.
    pub(crate) offset: u64,
    /// The rows of the table.
    pub(crate) total: u64,
    /// A text a cell, as it is spelt in the table; null where there is no value.
    pub(crate) rows: Vec<Row>,
}

/// What is in the file of pages.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Pages {
    columns: Vec<String>,
    /// The rows of the table.
    pub(crate) total: u64,
    /// Where each page begins, and where the last one ends.
    starts: Vec<Start>,
}

/// The first row of a page, and the place of its first byte.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Start {
    row: u64,
    byte: u64,
}

enum Stop {
    /// There is enough.
    Enough,
    Failed(lethe::io::Error),
}

impl From<lethe::io::Error> for Stop {
    fn from(error: lethe::io::Error) -> Self {
        Self::Failed(error)
    }
}

fn for_each_row(
    data: &str,
    context: &Context,
    columns: &mut Vec<String>,
    mut each: impl FnMut(Row) -> Result<(), Stop>,
) -> lethe::Result<()> {
    let location = Location::parse(data)?;
    let streamed = stream_table(&location, &ReadOptions::default(), context, |block| {
        if columns.is_empty() {
            columns.extend(block.columns().iter().map(|column| column.name().to_owned()));
        }
        for row in 0..block.rows() {
            each(block.columns().iter().map(|column| column.text(row).map(str::to_owned)).collect())?;
        }
        Ok(())
    });
    match streamed {
        Ok(()) | Err(Stop::Enough) => Ok(()),
        Err(Stop::Failed(error)) => Err(error.into()),
    }
}

fn bytes_of(row: &Row) -> usize {
    row.iter().map(|cell| cell.as_ref().map_or(0, String::len) + 8).sum()
}

/// Rows of a table, read from its beginning; fewer than requested where they are very long.
pub(super) fn read_rows(data: &str, offset: u64, limit: u64, context: &Context) -> lethe::Result<Rows> {
    let mut found = Rows::default();
    let (mut at, mut bytes) = (0, 0);
    for_each_row(data, context, &mut found.columns, |row| {
        if at >= offset.saturating_add(limit) || bytes >= MOST_BYTES {
            return Err(Stop::Enough);
        }
        if at >= offset {
            bytes += bytes_of(&row);
            found.rows.push(row);
        }
        at += 1;
        Ok(())
    })?;
    Ok(found)
}

/// Writes the rows of a table as pages. The index comes last: where it is, all pages are.
pub(super) fn write(data: &str, folder: &Path, context: &Context) -> lethe::Result<()> {
    let failed =
        |source| lethe::io::Error::File { file: "the pages of a table".to_owned(), action: "write", source };
    let mut file = AtomicFile::create(&folder.join("rows.zst"))?;
    let mut columns = Vec::new();
    let (mut page, mut bytes) = (Vec::<Row>::new(), 0);
    let mut index = Pages { columns: Vec::new(), total: 0, starts: vec![Start { row: 0, byte: 0 }] };
    let mut flush = |page: &mut Vec<Row>, starts: &mut Vec<Start>| -> Result<(), lethe::io::Error> {
        let text = serde_json::to_vec(page).unwrap_or_default();
        let packed = zstd::bulk::compress(&text, LEVEL).map_err(failed)?;
        file.write_all(&packed).map_err(failed)?;
        let last = starts.last().copied().unwrap_or_default();
        starts.push(Start { row: last.row + page.len() as u64, byte: last.byte + packed.len() as u64 });
        page.clear();
        Ok(())
    };
    for_each_row(data, context, &mut columns, |row| {
        index.total += 1;
        if index.total > MOST_KEPT {
            return Ok(());
        }
        let most = (CELLS / row.len().max(1)).clamp(1, MOST_ROWS);
        bytes += bytes_of(&row);
        page.push(row);
        if page.len() >= most || bytes >= MOST_BYTES {
            flush(&mut page, &mut index.starts)?;
            bytes = 0;
        }
        Ok(())
    })?;
    if !page.is_empty() {
        flush(&mut page, &mut index.starts)?;
    }
    file.commit()?;
    index.columns = columns;
    lethe::io::write_atomically(&folder.join("rows.json"), lethe::json::line(&index)?.as_bytes())?;
    Ok(())
}

impl Pages {
    /// The pages in a folder, where they are there.
    pub(crate) fn open(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(folder.join("rows.json")).ok()?).ok()
    }

    /// Rows from these pages, fewer than requested where they are very long; `None` where they are beyond what is kept.
    pub(crate) fn rows(&self, folder: &Path, offset: u64, limit: u64) -> io::Result<Option<Rows>> {
        let end = offset.saturating_add(limit).min(self.total);
        if self.starts.last().is_none_or(|last| end > last.row) {
            return Ok(None);
        }
        let mut file = File::open(folder.join("rows.zst"))?;
        let (mut rows, mut bytes) = (Vec::new(), 0);
        for pair in self.starts.windows(2).filter(|pair| pair[1].row > offset && pair[0].row < end) {
            file.seek(SeekFrom::Start(pair[0].byte))?;
            let mut packed = Vec::new();
            (&file).take(pair[1].byte.saturating_sub(pair[0].byte)).read_to_end(&mut packed)?;
            let mut text = Vec::new();
            zstd::stream::read::Decoder::new(packed.as_slice())?.take(LARGEST_PAGE).read_to_end(&mut text)?;
            let read: Vec<Row> = serde_json::from_slice(&text).map_err(io::Error::other)?;
            let wanted = (pair[0].row..).zip(read).filter(|(at, _)| *at >= offset && *at < end);
            rows.extend(wanted.map(|(_, row)| row).inspect(|row| bytes += bytes_of(row)));
            if bytes >= MOST_BYTES {
                break;
            }
        }
        Ok(Some(Rows { columns: self.columns.clone(), rows }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_hold_the_rows_of_the_table() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data.csv").display().to_string();
        let rows: Vec<String> =
            (0..5_321).map(|row| format!("{row},{}\n", ["", "x", "\"a,b\""][row % 3])).collect();
        std::fs::write(&data, format!("number,text\n{}", rows.concat())).unwrap();
        let context = Context::new(2).unwrap();
        write(&data, folder.path(), &context).unwrap();
        let pages = Pages::open(folder.path()).unwrap();
        for (offset, limit) in
            [(0, 10), (995, 10), (999, 2_003), (5_300, 100), (5_321, 5), (9_000, 1), (0, 0)]
        {
            let expected = read_rows(&data, offset, limit, &context).unwrap();
            let found = pages.rows(folder.path(), offset, limit).unwrap().unwrap();
            assert_eq!(found.rows, expected.rows, "{offset} {limit}");
            assert_eq!((found.columns, pages.total), (vec!["number".to_owned(), "text".to_owned()], 5_321));
        }
        let row = |at: u64| pages.rows(folder.path(), at, 1).unwrap().unwrap().rows.remove(0);
        assert_eq!(row(3), [Some("3".to_owned()), None]);
        assert_eq!(row(2_000), [Some("2000".to_owned()), Some("a,b".to_owned())]);
    }

    #[test]
    fn long_cells_make_short_pages() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data.csv").display().to_string();
        let long = "x".repeat(1 << 20);
        std::fs::write(&data, format!("text\n{}", format!("{long}\n").repeat(20))).unwrap();
        let context = Context::new(1).unwrap();
        write(&data, folder.path(), &context).unwrap();
        let pages = Pages::open(folder.path()).unwrap();
        let shown = pages.rows(folder.path(), 3, 100).unwrap().unwrap().rows.len();
        assert!(shown < 10, "{shown}");
        assert!(read_rows(&data, 3, 100, &context).unwrap().rows.len() < 10);
        assert_eq!(pages.rows(folder.path(), 19, 1).unwrap().unwrap().rows.len(), 1);
    }
}
