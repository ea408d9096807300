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
/// A page in memory is smaller.
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
    rows_a_page: u64,
    /// The rows that are kept.
    rows: u64,
    /// The rows of the table.
    pub(crate) total: u64,
    /// Where each page begins, and where the last one ends.
    places: Vec<u64>,
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
    read: &ReadOptions,
    context: &Context,
    columns: &mut Vec<String>,
    mut each: impl FnMut(Row) -> Result<(), Stop>,
) -> lethe::Result<()> {
    let location = Location::parse(data)?;
    let streamed = stream_table(&location, read, context, |block| {
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

/// Rows of a table, read from its beginning.
pub(super) fn read_rows(
    data: &str,
    read: &ReadOptions,
    offset: u64,
    limit: u64,
    context: &Context,
) -> lethe::Result<Rows> {
    let mut found = Rows::default();
    let mut at = 0;
    for_each_row(data, read, context, &mut found.columns, |row| {
        if at >= offset.saturating_add(limit) {
            return Err(Stop::Enough);
        }
        if at >= offset {
            found.rows.push(row);
        }
        at += 1;
        Ok(())
    })?;
    Ok(found)
}

/// Writes the rows of a table as pages. The index comes last: where it is, all pages are.
pub(super) fn write(data: &str, read: &ReadOptions, folder: &Path, context: &Context) -> lethe::Result<()> {
    let failed = |action| {
        move |source| lethe::io::Error::File { file: "the pages of a table".to_owned(), action, source }
    };
    let mut file = AtomicFile::create(&folder.join("rows.zst"))?;
    let mut columns = Vec::new();
    let (mut page, mut places, mut rows_a_page) = (Vec::<Row>::new(), vec![0u64], MOST_ROWS);
    let (mut rows, mut total) = (0u64, 0u64);
    let mut flush = |page: &mut Vec<Row>, places: &mut Vec<u64>| -> Result<(), lethe::io::Error> {
        let text = serde_json::to_vec(page).unwrap_or_default();
        let packed = zstd::bulk::compress(&text, LEVEL).map_err(failed("write"))?;
        file.write_all(&packed).map_err(failed("write"))?;
        places.push(places.last().copied().unwrap_or(0) + packed.len() as u64);
        page.clear();
        Ok(())
    };
    for_each_row(data, read, context, &mut columns, |row| {
        if rows == 0 {
            rows_a_page = (CELLS / row.len().max(1)).clamp(1, MOST_ROWS);
        }
        total += 1;
        if total > MOST_KEPT {
            return Ok(());
        }
        page.push(row);
        rows += 1;
        if page.len() == rows_a_page {
            flush(&mut page, &mut places)?;
        }
        Ok(())
    })?;
    if !page.is_empty() {
        flush(&mut page, &mut places)?;
    }
    file.commit()?;
    let index = Pages { columns, rows_a_page: rows_a_page as u64, rows, total, places };
    lethe::io::write_atomically(&folder.join("rows.json"), lethe::json::line(&index)?.as_bytes())?;
    Ok(())
}

impl Pages {
    /// The pages in a folder, where they are there.
    pub(crate) fn open(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(folder.join("rows.json")).ok()?).ok()
    }

    /// Rows from these pages; `None` where they are beyond what is kept.
    pub(crate) fn rows(&self, folder: &Path, offset: u64, limit: u64) -> io::Result<Option<Rows>> {
        let end = offset.saturating_add(limit).min(self.total);
        if end > self.rows {
            return Ok(None);
        }
        let mut file = File::open(folder.join("rows.zst"))?;
        let mut rows = Vec::new();
        let mut page = offset / self.rows_a_page;
        while page * self.rows_a_page < end {
            let at = usize::try_from(page).unwrap_or(usize::MAX);
            let (Some(&from), Some(&to)) = (self.places.get(at), self.places.get(at.saturating_add(1)))
            else {
                break;
            };
            file.seek(SeekFrom::Start(from))?;
            let mut packed = Vec::new();
            (&file).take(to.saturating_sub(from)).read_to_end(&mut packed)?;
            let mut text = Vec::new();
            zstd::stream::read::Decoder::new(packed.as_slice())?.take(LARGEST_PAGE).read_to_end(&mut text)?;
            let read: Vec<Row> = serde_json::from_slice(&text).map_err(io::Error::other)?;
            let first = page * self.rows_a_page;
            let wanted = |at: u64| at >= offset && at < end;
            rows.extend((first..).zip(read).filter(|(at, _)| wanted(*at)).map(|(_, row)| row));
            page += 1;
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
        let (context, read) = (Context::new(2).unwrap(), ReadOptions::default());
        write(&data, &read, folder.path(), &context).unwrap();
        let pages = Pages::open(folder.path()).unwrap();
        for (offset, limit) in
            [(0, 10), (995, 10), (999, 2_003), (5_300, 100), (5_321, 5), (9_000, 1), (0, 0)]
        {
            let expected = read_rows(&data, &read, offset, limit, &context).unwrap();
            let found = pages.rows(folder.path(), offset, limit).unwrap().unwrap();
            assert_eq!(found.rows, expected.rows, "{offset} {limit}");
            assert_eq!((found.columns, pages.total), (vec!["number".to_owned(), "text".to_owned()], 5_321));
        }
        let row = |at: u64| pages.rows(folder.path(), at, 1).unwrap().unwrap().rows.remove(0);
        assert_eq!(row(3), [Some("3".to_owned()), None]);
        assert_eq!(row(2_000), [Some("2000".to_owned()), Some("a,b".to_owned())]);
    }
}
