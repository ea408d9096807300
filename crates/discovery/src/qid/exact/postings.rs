//! The rows of rare values.
//!
//! Records in small classes mostly have a rare value, and all members of a class with a rare value are among the rows
//! of that value. So a class with a rare value can be counted from a short list of rows instead of the whole table.
//! Only values in few rows are listed, and of each column at most an eighth of the rows: half a byte a row.

use super::sheet::SheetColumn;
use lethe_data::with_codes;

/// A value in more than this share of the rows is not listed.
const RARE_SHARE: usize = if cfg!(test) { 8 } else { 64 };
/// At most this share of a column's rows is listed.
const LISTED_SHARE: usize = if cfg!(test) { 2 } else { 8 };

/// The rows of a column's rare values.
pub(super) struct Postings {
    /// Where the rows of each code start; codes that are not listed have none.
    slots: Vec<u32>,
    /// Start of each listed code's rows, rarest first, and one end.
    starts: Vec<u32>,
    /// Listed codes, rarest first.
    codes: Vec<u32>,
    rows: Vec<u32>,
}

const UNLISTED: u32 = u32::MAX;

impl Postings {
    /// The most bytes that the postings of a column can take.
    pub(super) fn bytes(column: &SheetColumn<'_>, rows: usize) -> usize {
        column.rows.len() * 12 + rows / LISTED_SHARE * 4
    }

    /// Lists the rows of a column's rare values.
    pub(super) fn list(column: &SheetColumn<'_>, rows: usize) -> Self {
        let most = (rows / RARE_SHARE).max(1) as u32;
        let mut rare: Vec<u32> = (0..column.rows.len() as u32)
            .filter(|&code| (1..=most).contains(&column.rows[code as usize]))
            .collect();
        rare.sort_by_key(|&code| (column.rows[code as usize], code));
        let mut slots = vec![UNLISTED; column.rows.len()];
        let (mut codes, mut starts, mut listed) = (Vec::new(), vec![0u32], 0usize);
        for code in rare {
            let more = column.rows[code as usize] as usize;
            if listed + more > rows / LISTED_SHARE {
                break;
            }
            slots[code as usize] = codes.len() as u32;
            codes.push(code);
            listed += more;
            starts.push(listed as u32);
        }
        let mut next = starts.clone();
        let mut places = vec![0u32; listed];
        if listed > 0 {
            with_codes!(column.codes, all => for (row, &code) in all.iter().enumerate() {
                let slot = slots[lethe_data::Code::widen(code) as usize];
                if slot != UNLISTED {
                    let place = &mut next[slot as usize];
                    places[*place as usize] = row as u32;
                    *place += 1;
                }
            });
        }
        Self { slots, starts, codes, rows: places }
    }

    /// No value is listed.
    pub(super) fn none(column: &SheetColumn<'_>) -> Self {
        Self {
            slots: vec![UNLISTED; column.rows.len()],
            starts: vec![0],
            codes: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// The rows of a code, where it is listed.
    pub(super) fn of(&self, code: u32) -> Option<&[u32]> {
        let slot = self.slots[code as usize];
        (slot != UNLISTED).then(|| self.slot(slot as usize))
    }

    /// The lists of the rarest codes, rarest first.
    pub(super) fn rarest(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.codes.len()).map(|slot| self.slot(slot))
    }

    /// The number of rows that are listed.
    pub(super) fn listed(&self) -> usize {
        self.rows.len()
    }

    fn slot(&self, slot: usize) -> &[u32] {
        &self.rows[self.starts[slot] as usize..self.starts[slot + 1] as usize]
    }
}
