//! Records in the order of what they show, and how a finer level splits them.

use super::records::Records;

/// The records that are still published on some levels, those that show the same next to each other.
///
/// Whoever is alone with fewer than k on some levels is so on all finer ones, so these records are gone for good.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    records: Vec<u32>,
    /// Where each segment ends.
    ends: Vec<u32>,
}

impl Partition {
    /// The records on their highest levels.
    pub(super) fn top(records: &Records, k: u64, counters: &mut Counters) -> Self {
        let all = (0..records.len() as u32)
            .filter(|&record| records.counts()[record as usize] > 0)
            .collect::<Vec<_>>();
        let ends = vec![all.len() as u32];
        let mut partition = Self { records: all, ends };
        for attribute in 0..records.attributes().len() {
            let level = records.attributes()[attribute].highest();
            partition = partition.split(records, attribute, level, k, counters);
        }
        partition
    }

    pub(super) fn bytes(&self) -> usize {
        (self.records.len() + self.ends.len()) * size_of::<u32>()
    }

    /// The records of each segment.
    pub(super) fn segments(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let segment = &self.records[start..end as usize];
            start = end as usize;
            segment
        })
    }

    /// The same with one column on another, finer level.
    ///
    /// **Cost**: two passes over the records.
    pub(super) fn split(
        &self,
        records: &Records,
        attribute: usize,
        level: usize,
        k: u64,
        counters: &mut Counters,
    ) -> Self {
        let mut split = Self {
            records: Vec::with_capacity(self.records.len()),
            ends: Vec::with_capacity(self.ends.len()),
        };
        let nodes = records.attributes()[attribute].nodes(level);
        let codes = records.codes(attribute);
        let node_of = |record: u32| nodes[codes[record as usize] as usize];
        for segment in self.segments() {
            counters.count(records, segment, node_of);
            // How many records of each node stay, and then where the next of them goes.
            let mut places = std::mem::take(&mut counters.places);
            let mut shown = std::mem::take(&mut counters.shown);
            for (node, _, count, size) in counters.cells() {
                if count >= k {
                    if places[node as usize] == 0 {
                        shown.push(node);
                    }
                    places[node as usize] += size;
                }
            }
            shown.sort_unstable();
            let start = split.records.len();
            let mut end = start as u32;
            for &node in &shown {
                let size = places[node as usize];
                places[node as usize] = end;
                end += size;
                split.ends.push(end);
            }
            split.records.resize(end as usize, 0);
            for &record in segment {
                let node = node_of(record);
                if counters.records(node, records.labels()[record as usize]) >= k {
                    split.records[places[node as usize] as usize] = record;
                    places[node as usize] += 1;
                }
            }
            for &node in &shown {
                places[node as usize] = 0;
            }
            shown.clear();
            counters.places = places;
            counters.shown = shown;
            counters.clear();
        }
        split
    }
}

/// Counters for the cells of a segment: what a record shows in one column, and its label.
#[derive(Clone, Debug)]
pub(super) struct Counters {
    /// By cell: the records, and the records.
    cells: Vec<(u64, u32)>,
    labels: usize,
    touched: Vec<usize>,
    /// By node, all zero between segments.
    places: Vec<u32>,
    shown: Vec<u32>,
}

impl Counters {
    /// Counters for the widest column of these records.
    pub(super) fn new(records: &Records) -> Self {
        let widest =
            |attribute: &super::Attribute| (0..=attribute.top()).map(|level| attribute.domain(level)).max();
        let nodes = records.attributes().iter().filter_map(widest).max().unwrap_or(1).max(1);
        Self {
            cells: vec![(0, 0); nodes * records.label_domain()],
            labels: records.label_domain(),
            touched: Vec::new(),
            places: vec![0; nodes],
            shown: Vec::new(),
        }
    }

    /// How many bytes the counters of these records take.
    pub(super) fn bytes(&self) -> usize {
        self.cells.len() * size_of::<(u64, u32)>() + self.places.len() * size_of::<u32>()
    }

    /// Counts the records of a segment by cell.
    pub(super) fn count(&mut self, records: &Records, segment: &[u32], node_of: impl Fn(u32) -> u32) {
        for &record in segment {
            let cell = node_of(record) as usize * self.labels + records.labels()[record as usize] as usize;
            let counted = &mut self.cells[cell];
            if counted.1 == 0 {
                self.touched.push(cell);
            }
            counted.0 += records.counts()[record as usize];
            counted.1 += 1;
        }
    }

    fn records(&self, node: u32, label: u32) -> u64 {
        self.cells[node as usize * self.labels + label as usize].0
    }

    /// Every counted cell: the node, the label, its records and its records.
    pub(super) fn cells(&self) -> impl Iterator<Item = (u32, u32, u64, u32)> {
        let place = |cell: usize| ((cell / self.labels) as u32, (cell % self.labels) as u32);
        self.touched.iter().map(move |&cell| {
            let (node, label) = place(cell);
            let (records, size) = self.cells[cell];
            (node, label, records, size)
        })
    }

    /// Forgets the segment.
    pub(super) fn clear(&mut self) {
        for &cell in &self.touched {
            self.cells[cell] = (0, 0);
        }
        self.touched.clear();
    }
}
