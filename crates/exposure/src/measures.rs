//! What each value and each record gives away.

use crate::cycles::ColumnPair;
use crate::pairs::{BLOCK, Counters, Groups, Source, Unit, Way, count_dense, count_pairs, planned};
use crate::rules::{Rule, RuleOptions};
use crate::{Nodes, Result};
use lethe_data::{Code, Context, Table, with_codes};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Probabilities are added up as multiples of this share, rounded: the sum does not depend on the order.
const SCALE: f64 = (1u64 << 40) as f64;

/// Measures of all values and records.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    /// For each column and code: the edges that go out.
    degrees: Vec<Vec<u64>>,
    /// For each column and code: the people of all pairs that it is in.
    mass: Vec<Vec<u64>>,
    /// For each record: the sum of P(b | a) over its ordered pairs of values.
    sums: Vec<u64>,
    /// For each record: its values.
    values: Vec<u32>,
    /// Every two columns, in order.
    columns: Vec<ColumnPair>,
    /// What is certain, in order.
    rules: Vec<Rule>,
}

impl Measures {
    /// Counts all pairs and scores all records.
    ///
    /// **Guarantee**: the same for any number of threads; sums are right to 2^-41 for each pair of values.
    /// **Paper**: Podlesny 2023, section 5.1.3 (summed and mean cycle inference).
    /// **Cost**: two readings of the rows for each two columns.
    /// **Errors**: the memory budget is too small, or the run is cancelled.
    pub fn of(table: &Table, nodes: &Nodes, rules: &RuleOptions, context: &Context) -> Result<Self> {
        let source = Source::new(table, nodes);
        let mut memory = context.memory().reserve("measures of values and records");
        let codes: usize = (0..source.width()).map(|place| source.domain(place)).sum();
        let bytes = (codes * 2 + source.rows()) * size_of::<u64>();
        memory.try_grow(bytes * context.threads())?;
        let units = planned(&source, context);
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
        let Partial { degrees, mass, sums, mut columns, mut found, .. } = all;
        columns.sort_unstable_by_key(|pair| (pair.left, pair.right));
        found.sort_unstable();
        Ok(Self { degrees, mass, sums, values: values(&source), columns, rules: found })
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

    /// Summed cycle inference: the sum of P(b | a) over all b, for a value that `people` have.
    ///
    /// The probabilities of one column's values add up to the share of people who have a value there, so that without
    /// missing values this is the number of other columns, whatever the value.
    pub fn scf(&self, column: usize, code: u32, people: u64) -> f64 {
        self.mass[column][code as usize] as f64 / people as f64
    }

    /// Mean cycle inference: the same divided by the edges that go out; 0 without any.
    pub fn mcf(&self, column: usize, code: u32, people: u64) -> f64 {
        match self.degree(column, code) {
            0 => 0.0,
            degree => self.scf(column, code, people) / degree as f64,
        }
    }

    /// The number of records.
    pub fn records(&self) -> usize {
        self.sums.len()
    }

    /// The sum of P(b | a) over the ordered pairs of a record's values.
    pub fn sum(&self, row: usize) -> f64 {
        self.sums[row] as f64 / SCALE
    }

    /// Its mean; 0 for a record with fewer than two values.
    pub fn mean(&self, row: usize) -> f64 {
        match self.values[row] {
            0 | 1 => 0.0,
            values => self.sum(row) / (f64::from(values) * f64::from(values - 1)),
        }
    }

    /// The number of a record's values.
    pub fn values(&self, row: usize) -> u32 {
        self.values[row]
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

/// What one thread has counted. Sums of integers do not depend on who counted what, and two columns are counted by one thread.
struct Partial<'a> {
    nodes: &'a Nodes,
    options: &'a RuleOptions,
    people: u64,
    degrees: Vec<Vec<u64>>,
    mass: Vec<Vec<u64>>,
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
            people: source.people,
            degrees: by_code(),
            mass: by_code(),
            sums: vec![0; source.rows()],
            columns: Vec::new(),
            found: Vec::new(),
        }
    }

    fn merge(&mut self, other: Self) {
        let add =
            |to: &mut Vec<u64>, from: &Vec<u64>| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        self.degrees.iter_mut().zip(&other.degrees).for_each(|(to, from)| add(to, from));
        self.mass.iter_mut().zip(&other.mass).for_each(|(to, from)| add(to, from));
        add(&mut self.sums, &other.sums);
        self.columns.extend(other.columns);
        self.found.extend(other.found);
    }

    /// Two values occur together: remembers it, and gives P(b | a) + P(a | b) as a multiple of the smallest share.
    fn add_pair(
        &mut self,
        columns: &mut ColumnPair,
        one: (usize, u32),
        two: (usize, u32),
        together: u64,
    ) -> u64 {
        for (column, code) in [one, two] {
            self.degrees[column][code as usize] += 1;
            self.mass[column][code as usize] += together;
        }
        let people = |(column, code): (usize, u32)| self.nodes.people(column)[code as usize];
        let (ones, twos) = (people(one), people(two));
        if together >= self.options.min_support {
            for (from, to, all, targets) in [(one, two, ones, twos), (two, one, twos, ones)] {
                if self.options.is_certain(together, all) && !self.options.is_certain(targets, self.people) {
                    self.found.push(Rule { from, to, together, people: all });
                }
            }
        }
        let both = together as f64 / ones as f64 + together as f64 / twos as f64;
        columns.add(both / 2.0, together);
        (both * SCALE).round() as u64
    }

    fn add_dense(&mut self, source: &Source<'_>, unit: &Unit) {
        let by = unit.by;
        let mut tables = count_dense(source, by, &unit.with);
        for (&other, table) in unit.with.iter().zip(&mut tables) {
            let mut columns = ColumnPair::new(by, other);
            let (values, others) = (source.values(by), source.values(other));
            for (own, counts) in (0..).zip(table.chunks_exact_mut(source.domain(other).max(1))) {
                for (code, count) in (0..).zip(counts).filter(|(_, count)| **count > 0) {
                    let is_pair = (own as usize) < values && (code as usize) < others;
                    *count = if is_pair {
                        self.add_pair(&mut columns, (by, own), (other, code), *count)
                    } else {
                        0
                    };
                }
            }
            self.columns.push(columns);
        }
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
        for &other in &unit.with {
            let mut columns = ColumnPair::new(by.min(other), by.max(other));
            let values = source.values(other);
            let mut counters = Counters::new(values);
            // What a pair of the group at hand adds to its records.
            let mut adds = vec![0; values];
            with_codes!(source.column(other).codes(), codes => {
                let code_of = |row: u32| codes[row as usize].widen();
                for (bounds, &own) in groups.starts.windows(2).zip(&groups.codes) {
                    let rows = &groups.rows[bounds[0] as usize..bounds[1] as usize];
                    counters.count(rows.iter().map(|&row| (code_of(row), source.weight(row as usize))));
                    for &code in counters.seen() {
                        adds[code as usize] =
                            self.add_pair(&mut columns, (by, own), (other, code), counters.people(code));
                    }
                    for &row in rows {
                        let code = code_of(row);
                        if counters.people(code) > 0 {
                            self.sums[row as usize] += adds[code as usize];
                        }
                    }
                }
                for &row in &groups.alone {
                    let (code, people) = (code_of(row), source.weight(row as usize));
                    if (code as usize) < values && people > 0 {
                        let own = source.column(by).codes().get(row as usize);
                        self.sums[row as usize] +=
                            self.add_pair(&mut columns, (by, own), (other, code), people);
                    }
                }
            });
            self.columns.push(columns);
        }
    }
}
