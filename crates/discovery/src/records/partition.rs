//! Classes of rows as one list of rows, refined column by column without hashing.
//!
//! The codes of a column are small integers, so a class is split by counting in an array that is as long as the column
//! has values and is emptied again by walking over the class.

use lethe_data::{Code, Codes, with_codes};
use std::ops::Range;

/// A counter that need not count further than `k`.
pub(super) trait Counter: Copy + Default {
    fn plus(self, records: u64) -> Self;
    fn is_below(self, k: u64) -> bool;
}

/// For `k` up to 255: beyond 255 a class is large enough, whatever its size.
impl Counter for u8 {
    fn plus(self, records: u64) -> Self {
        self.saturating_add(Self::try_from(records).unwrap_or(Self::MAX))
    }
    fn is_below(self, k: u64) -> bool {
        u64::from(self) < k
    }
}

/// The sum of all records fits, as the table has checked.
impl Counter for u64 {
    fn plus(self, records: u64) -> Self {
        self + records
    }
    fn is_below(self, k: u64) -> bool {
        self < k
    }
}

#[derive(Clone, Copy, Default)]
struct Part {
    records: u64,
    rows: u32,
    has_target: bool,
    /// Where the part's next row goes; `None` for parts that are dropped.
    next: Option<u32>,
}

/// Memory that one worker uses again and again; all zero between uses.
pub(super) struct Counters {
    parts: Vec<Part>,
    small: Vec<u8>,
    large: Vec<u64>,
}

impl Counters {
    /// The bytes of counters for columns of up to `domain` codes.
    pub(super) fn bytes(domain: usize, k: u64) -> usize {
        domain * (size_of::<Part>() + if u8::try_from(k).is_ok() { 1 } else { 8 })
    }

    pub(super) fn new(domain: usize, k: u64) -> Self {
        let is_small = u8::try_from(k).is_ok();
        Self {
            parts: vec![Part::default(); domain],
            small: vec![0; if is_small { domain } else { 0 }],
            large: vec![0; if is_small { 0 } else { domain }],
        }
    }
}

/// What decides whether a class is kept: its records, and whether a target is in it.
#[derive(Clone)]
pub(super) struct Sizes<'a> {
    pub(super) records: Option<&'a [u64]>,
    pub(super) k: u64,
    pub(super) targets: Range<u32>,
}

impl Sizes<'_> {
    fn records(&self, row: u32) -> u64 {
        self.records.map_or(1, |records| records[row as usize])
    }
}

/// Classes with at least `k` records, at least two different rows, and a target: those that a further column can split
/// so that a target is exposed.
pub(super) struct Partition {
    rows: Vec<u32>,
    ends: Vec<u32>,
}

impl Partition {
    /// All rows in one class.
    pub(super) fn single(rows: usize) -> Self {
        Self { rows: (0..rows as u32).collect(), ends: vec![rows as u32] }
    }

    /// Whether no class is left: every target is exposed.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// At most so many bytes a refinement of this partition takes.
    pub(super) fn bytes_of_split(&self) -> usize {
        self.rows.len() * 6
    }

    /// Splits every class by a column.
    pub(super) fn split(&self, codes: &Codes, sizes: &Sizes<'_>, counters: &mut Counters) -> Self {
        with_codes!(codes, codes => self.split_typed(codes, sizes, &mut counters.parts))
    }

    fn split_typed<T: Code>(&self, codes: &[T], sizes: &Sizes<'_>, parts: &mut [Part]) -> Self {
        let mut rows = Vec::with_capacity(self.rows.len());
        let mut ends = Vec::new();
        let mut touched: Vec<u32> = Vec::new();
        for class in self.classes() {
            touched.clear();
            for &row in class {
                let code = codes[row as usize].widen();
                let part = &mut parts[code as usize];
                if part.rows == 0 {
                    touched.push(code);
                }
                part.rows += 1;
                part.records += sizes.records(row);
                part.has_target |= sizes.targets.contains(&row);
            }
            let mut end = rows.len();
            for &code in &touched {
                let part = &mut parts[code as usize];
                if part.records >= sizes.k && part.rows >= 2 && part.has_target {
                    part.next = Some(end as u32);
                    end += part.rows as usize;
                    ends.push(end as u32);
                }
            }
            rows.resize(end, 0);
            for &row in class {
                if let Some(next) = &mut parts[codes[row as usize].widen() as usize].next {
                    rows[*next as usize] = row;
                    *next += 1;
                }
            }
            for &code in &touched {
                parts[code as usize] = Part::default();
            }
        }
        Self { rows, ends }
    }

    /// Visits the targets that a column puts into a class below `k`.
    pub(super) fn visit_exposed(
        &self,
        codes: &Codes,
        sizes: &Sizes<'_>,
        counters: &mut Counters,
        visit: impl FnMut(u32),
    ) {
        if counters.large.is_empty() {
            with_codes!(codes, codes => self.visit_typed(codes, sizes, &mut counters.small, visit));
        } else {
            with_codes!(codes, codes => self.visit_typed(codes, sizes, &mut counters.large, visit));
        }
    }

    fn visit_typed<T: Code, C: Counter>(
        &self,
        codes: &[T],
        sizes: &Sizes<'_>,
        counters: &mut [C],
        mut visit: impl FnMut(u32),
    ) {
        let code_of = |row: u32| codes[row as usize].widen() as usize;
        for class in self.classes() {
            for &row in class {
                let counter = &mut counters[code_of(row)];
                *counter = counter.plus(sizes.records(row));
            }
            for &row in class {
                if counters[code_of(row)].is_below(sizes.k) && sizes.targets.contains(&row) {
                    visit(row);
                }
            }
            for &row in class {
                counters[code_of(row)] = C::default();
            }
        }
    }

    fn classes(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let class = &self.rows[start..end as usize];
            start = end as usize;
            class
        })
    }
}
