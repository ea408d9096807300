//! Rows in segments: a part is a file, and a group is found in its part.

use super::rows::{Row, SPLIT_AT, Tally, WORDS, group_of};
use super::{ALL, SIDES, Store};
use anyhow::Result;
use lethe_io::{SegmentReader, SegmentWriter};
use std::path::{Path, PathBuf};

/// The files that groups are laid out in; each is read as a whole.
const PARTS: u32 = 64;

/// Rows in segments.
pub(super) struct Segments {
    folder: PathBuf,
    frame: Vec<u32>,
}

impl Segments {
    pub(super) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), frame: Vec::new() }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn create(&self, name: &str, words: usize) -> Result<SegmentWriter> {
        Ok(SegmentWriter::create(&self.file(name), words)?)
    }

    /// Shows every row.
    fn each(&mut self, place: &str, mut show: impl FnMut(&Row) -> Result<()>) -> Result<()> {
        let mut reader = SegmentReader::open(&self.file(place))?;
        while reader.next(&mut self.frame)? {
            self.frame.as_chunks().0.iter().try_for_each(&mut show)?;
        }
        Ok(())
    }
}

impl Store for Segments {
    fn write(&mut self, rows: &[Row]) -> Result<()> {
        let mut writer = self.create(ALL, WORDS)?;
        rows.iter().try_for_each(|row| writer.push(row))?;
        writer.finish()?;
        Ok(())
    }

    fn scan(&mut self, place: &str) -> Result<Tally> {
        let mut tally = Tally::default();
        self.each(place, |row| {
            tally.add(row);
            Ok(())
        })?;
        Ok(tally)
    }

    fn split(&mut self, threshold: u32) -> Result<()> {
        let mut sides = [self.create(SIDES[0], WORDS)?, self.create(SIDES[1], WORDS)?];
        self.each(ALL, |row| Ok(sides[usize::from(row[SPLIT_AT] >= threshold)].push(row)?))?;
        for side in sides {
            side.finish()?;
        }
        Ok(())
    }

    fn lay_out(&mut self) -> Result<()> {
        let parts = (0..PARTS).map(|part| self.create(&format!("part{part}"), WORDS + 1));
        let mut parts = parts.collect::<Result<Vec<SegmentWriter>>>()?;
        self.each(ALL, |row| {
            let group = group_of(row);
            let [number, a, b, c, d] = *row;
            Ok(parts[(group % PARTS) as usize].push(&[group, number, a, b, c, d])?)
        })?;
        for part in parts {
            part.finish()?;
        }
        Ok(())
    }

    fn group(&mut self, group: u32) -> Result<Tally> {
        let mut tally = Tally::default();
        let mut reader = SegmentReader::open(&self.file(&format!("part{}", group % PARTS)))?;
        while reader.next(&mut self.frame)? {
            let records: &[[u32; WORDS + 1]] = self.frame.as_chunks().0;
            for &[of, number, a, b, c, d] in records {
                if of == group {
                    tally.add(&[number, a, b, c, d]);
                }
            }
        }
        Ok(tally)
    }
}
