//! What each value and each record gives away.

use crate::cycles::ColumnPair;
use crate::pairs::{BLOCK, Counters, Groups, Source, Unit, Way, count_dense, count_pairs, planned};
use crate::rules::{Rule, RuleOptions};
use crate::{Error, Nodes, RecordSums, Result};
use lethe_data::{Code, Context, Table, with_codes};
use std::sync::atomic::{AtomicUsize, Ordering};

/// With so many columns the largest sum of a record, one for each ordered pair, still fits.
const MOST_COLUMNS: usize = 11_000;

/// Measures of all values and records.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    /// For each column and code: the edges that go out.
    degrees: Vec<Vec<u64>>,
    /// For each column and code: the records of all pairs that it is in.
    mass: Vec<Vec<u64>>,
    records: RecordSums,
    /// Every two columns, in order.
    columns: Vec<ColumnPair>,
    /// What is certain, in order.
    rules: Vec<Rule>,
}

impl Measures {
    /// Counts all pairs and scores all records.
    ///
    /// **Guarantee**: the same for any number of threads; sums are right to 2^-37 for each pair of values.
    /// **Paper**: Podlesny 2023, section 5.1.3 (summed and mean cycle inference).
    /// **Cost**: two readings of the rows for each two columns.
    /// **Errors**: there are too many columns, the memory budget is too small, or the run is cancelled.
    pub fn of(table: &Table, nodes: &Nodes, rules: &RuleOptions, context: &Context) -> Result<Self> {
        let source = Source::new(table, nodes);
        if source.width() > MOST_COLUMNS {
            return Err(Error::TooManyColumns { columns: source.width(), most: MOST_COLUMNS });
        }
        let mut memory = context.memory().reserve("measures of values and records");
        let codes: usize = (0..source.width()).map(|place| source.domain(place)).sum();
        let bytes = (codes * 2 + source.rows()) * size_of::<u64>();
        memory.try_grow(bytes * context.threads())?;
        let column_pairs = count_pairs(source.width()) as usize;
        memory.try_grow(column_pairs.saturating_mul(2 * size_of::<ColumnPair>()))?;
        let (units, _held) = planned(&source, context)?;
        let next = AtomicUsize::new(0);
        let task = context.task("counting value pairs", Some(count_pairs(source.width())));
        let work = || -> Result<Partial<'_>> {
            let mut partial = Partial::new(&source, nodes, rules);
            while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                context.check_cancelled()?;
                match unit.way {
                    Way::Dense => partial.add_dense(&source, unit),
                    Way::Grouped => partial.add_grouped(&source, unit),
                }
                task.advance(unit.with.len() as u64);
            }
            Ok(partial)
        };
        let partials = context.install(|| rayon::broadcast(|_| work()));
        let mut all: Option<Partial<'_>> = None;
        for partial in partials {
            let partial = partial?;
            match &mut all {
                Some(all) => all.merge(partial),
                None => all = Some(partial),
            }
        }
        let all = all.unwrap_or_else(|| Partial::new(&source, nodes, rules));
        let Partial { degrees, sums, mut columns, mut found, .. } = all;
        columns.sort_unstable_by_key(|pair| (pair.left, pair.right));
        found.sort_unstable();
        let values = values(&source);
        let mass = mass(&source, &values);
        Ok(Self { degrees, mass, records: RecordSums::new(sums, values), columns, rules: found })
    }

    /// Every two columns with the measures of their cycles, in the order of columns.
    pub fn column_pairs(&self) -> &[ColumnPair] {
        &self.columns
    }

    /// What is certain, or as good as that.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The edges that go out of a value: the values of other columns that somebody has beside it.
    pub fn degree(&self, column: usize, code: u32) -> u64 {
        self.degrees[column][code as usize]
    }

    /// All edges, one in each direction.
    pub fn edges(&self) -> u64 {
        self.degrees.iter().flatten().sum()
    }

    /// Summed cycle inference: the sum of P(b | a) over all b, for a value that `records` have.
    ///
    /// The probabilities of one column's values add up to the share of records that have a value there, so that without
    /// missing values this is the number of other columns, whatever the value.
    pub fn scf(&self, column: usize, code: u32, records: u64) -> f64 {
        self.mass[column][code as usize] as f64 / records as f64
    }

    /// Mean cycle inference: the same divided by the edges that go out; 0 without any.
    pub fn mcf(&self, column: usize, code: u32, records: u64) -> f64 {
        match self.degree(column, code) {
            0 => 0.0,
            degree => self.scf(column, code, records) / degree as f64,
        }
    }

    /// What each record adds up to.
    pub fn records(&self) -> &RecordSums {
        &self.records
    }
}

/// The values of each record.
fn values(source: &Source<'_>) -> Vec<u32> {
    let mut values = vec![0; source.rows()];
    for place in 0..source.width() {
        let missing = source.values(place) as u32;
        with_codes!(source.column(place).codes(), codes => {
            for (values, code) in values.iter_mut().zip(codes) {
                *values += u32::from(code.widen() != missing);
            }
        });
    }
    values
}

/// For each column and code, the records of all pairs that it is in: each who has it is in one with each other value.
fn mass(source: &Source<'_>, values: &[u32]) -> Vec<Vec<u64>> {
    let of = |place: usize| {
        let mut mass = vec![0; source.values(place)];
        with_codes!(source.column(place).codes(), codes => {
            for (row, (code, &values)) in codes.iter().zip(values).enumerate() {
                if let Some(mass) = mass.get_mut(code.widen() as usize) {
                    *mass += u64::from(values - 1) * source.weight(row);
                }
            }
        });
        mass
    };
    (0..source.width()).map(of).collect()
}

/// What one thread has counted. Sums of integers do not depend on who counted what, and two columns are counted by one thread.
struct Partial<'a> {
    nodes: &'a Nodes,
    options: &'a RuleOptions,
    records: u64,
    degrees: Vec<Vec<u64>>,
    sums: Vec<u64>,
    columns: Vec<ColumnPair>,
    found: Vec<Rule>,
}

impl<'a> Partial<'a> {
    fn new(source: &Source<'_>, nodes: &'a Nodes, options: &'a RuleOptions) -> Self {
        let by_code = || (0..source.width()).map(|place| vec![0; source.values(place)]).collect();
        Self {
            nodes,
            options,
            records: source.records,
            degrees: by_code(),
            sums: vec![0; source.rows()],
            columns: Vec::new(),
            found: Vec::new(),
        }
    }

    fn merge(&mut self, other: Self) {
        let add =
            |to: &mut Vec<u64>, from: &Vec<u64>| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        self.degrees.iter_mut().zip(&other.degrees).for_each(|(to, from)| add(to, from));
        add(&mut self.sums, &other.sums);
        self.columns.extend(other.columns);
        self.found.extend(other.found);
    }

    /// What is certain of two values that occur together.
    fn add_rules(&mut self, one: (usize, u32), two: (usize, u32), together: u64) {
        if together < self.options.min_support {
            return;
        }
        let records = |(column, code): (usize, u32)| self.nodes.records(column)[code as usize];
        let (ones, twos) = (records(one), records(two));
        for (from, to, all, targets) in [(one, two, ones, twos), (two, one, twos, ones)] {
            if self.options.is_certain(together, all) && !self.options.is_certain(targets, self.records) {
                self.found.push(Rule { from, to, together, records: all });
            }
        }
    }

    fn add_dense(&mut self, source: &Source<'_>, unit: &Unit) {
        let by = unit.by;
        let mut tables = count_dense(source, by, &unit.with);
        let own_shares = shares(self.nodes.records(by));
        let mut own_degrees = std::mem::take(&mut self.degrees[by]);
        for (&other, table) in unit.with.iter().zip(&mut tables) {
            let mut columns = ColumnPair::new(by, other);
            let other_shares = shares(self.nodes.records(other));
            let mut other_degrees = std::mem::take(&mut self.degrees[other]);
            for (own, counts) in (0..).zip(table.chunks_exact_mut(source.domain(other).max(1))) {
                let Some(own_share) = own_shares.get(own as usize) else {
                    counts.fill(0);
                    continue;
                };
                for (code, count) in (0..).zip(counts).filter(|(_, count)| **count > 0) {
                    let Some(other_share) = other_shares.get(code as usize) else {
                        *count = 0;
                        continue;
                    };
                    own_degrees[own as usize] += 1;
                    other_degrees[code as usize] += 1;
                    self.add_rules((by, own), (other, code), *count);
                    *count = columns.add(*count, own_share + other_share);
                }
            }
            self.degrees[other] = other_degrees;
            self.columns.push(columns);
        }
        self.degrees[by] = own_degrees;
        let (mut one, mut two) = ([0; BLOCK], [0; BLOCK]);
        for rows in source.blocks() {
            let own = source.read(by, rows.clone(), &mut one);
            let sums = &mut self.sums[rows.clone()];
            for (&other, table) in unit.with.iter().zip(&tables) {
                let width = source.domain(other) as u32;
                let others = source.read(other, rows.clone(), &mut two);
                for ((sum, own), other) in sums.iter_mut().zip(own).zip(others) {
                    *sum += table[(own * width + other) as usize];
                }
            }
        }
    }

    fn add_grouped(&mut self, source: &Source<'_>, unit: &Unit) {
        let by = unit.by;
        let groups = Groups::of(source, by);
        let own_codes: Vec<u32> =
            groups.alone.iter().map(|&row| source.column(by).codes().get(row as usize)).collect();
        // By group and by row in their order, so that memory is written in order; handed out at the end.
        let (mut degrees, mut sums) = (vec![0; groups.codes.len()], vec![0; groups.rows.len()]);
        let (mut alone_degrees, mut alone_sums) = (vec![0; own_codes.len()], vec![0; own_codes.len()]);
        for &other in &unit.with {
            let mut columns = ColumnPair::new(by.min(other), by.max(other));
            let other_shares = shares(self.nodes.records(other));
            let mut other_degrees = std::mem::take(&mut self.degrees[other]);
            let mut counters = Counters::new(other_shares.len());
            // What a pair of the group at hand adds to its records; the last is for null.
            let mut adds = vec![0; other_shares.len() + 1];
            with_codes!(source.column(other).codes(), codes => {
                let code_of = |row: u32| codes[row as usize].widen();
                let shown: Vec<u32> = groups.rows.iter().map(|&row| code_of(row)).collect();
                for (at, (bounds, &own)) in groups.starts.windows(2).zip(&groups.codes).enumerate() {
                    let range = bounds[0] as usize..bounds[1] as usize;
                    let rows = &groups.rows[range.clone()];
                    let shown = &shown[range.clone()];
                    counters.count(shown.iter().zip(rows).map(|(&code, &row)| (code, source.weight(row as usize))));
                    let own_share = 1.0 / self.nodes.records(by)[own as usize] as f64;
                    degrees[at] += counters.seen().len() as u64;
                    for &code in counters.seen() {
                        let together = counters.records(code);
                        other_degrees[code as usize] += 1;
                        self.add_rules((by, own), (other, code), together);
                        adds[code as usize] = columns.add(together, own_share + other_shares[code as usize]);
                    }
                    for (sum, &code) in sums[range].iter_mut().zip(shown) {
                        *sum += adds[code as usize];
                    }
                }
                let alone = groups.alone.iter().zip(&own_codes).zip(alone_degrees.iter_mut().zip(&mut alone_sums));
                for ((&row, &own), (degree, sum)) in alone {
                    let (code, records) = (code_of(row), source.weight(row as usize));
                    if let Some(other_share) = other_shares.get(code as usize).filter(|_| records > 0) {
                        *degree += 1;
                        other_degrees[code as usize] += 1;
                        self.add_rules((by, own), (other, code), records);
                        *sum += columns.add(records, 1.0 / records as f64 + other_share);
                    }
                }
            });
            self.degrees[other] = other_degrees;
            self.columns.push(columns);
        }
        for (&code, degree) in
            groups.codes.iter().chain(&own_codes).zip(degrees.into_iter().chain(alone_degrees))
        {
            self.degrees[by][code as usize] += degree;
        }
        for (&row, sum) in groups.rows.iter().chain(&groups.alone).zip(sums.into_iter().chain(alone_sums)) {
            self.sums[row as usize] += sum;
        }
    }
}

/// 1 / records, by code.
fn shares(records: &[u64]) -> Vec<f64> {
    records.iter().map(|&records| 1.0 / records as f64).collect()
}
