//! Which values give others away, and which records are exposed by it.

mod files;
mod graph;
mod levels;
mod release;
mod report;
mod request;
mod sets;

pub use report::{
    AggregationLevel, CandidateSet, CertainInference, ColumnSetMeasures, ExposedNode, ExposedRecord,
    ExposureReport, ReleasedStatistics, ThetaCheck,
};
pub use request::{Aggregate, Exposure, Release};

use crate::error::in_file;
use crate::{Error, Result};
use lethe_data::{Context, Decimal, Table};
use lethe_exposure::{
    Checked, Measures, Nodes, RecordMoments, RecordSpread, Rule, RuleOptions, deviations, greedy_theta,
};
use lethe_io::{Ready, commit_all, read_table};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::time::Instant;

/// The thresholds that candidates are checked for.
const THETAS: [f64; 8] = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];

/// Reads a table, counts all its value pairs and says what they reveal.
///
/// **Paper**: Podlesny 2023, Chapter 5; Podlesny, Kayem and Meinel 2019.
/// **Cost**: reading the file, and two readings of the codes for each two columns.
/// **Errors**: the file cannot be read, a named column is missing, or a limit was reached.
pub fn exposure(request: &Exposure, context: &Context) -> Result<ExposureReport> {
    let options = rule_options(request)?;
    request.files().check()?;
    let table = read_table(&request.data, &request.read, context)?;
    let columns = chosen(request, &table)?;
    let start = Instant::now();
    let nodes = Nodes::of(&table, &columns);
    let measures = Measures::of(&table, &nodes, &options, context)?;
    let spread = RecordMoments::of(measures.records(), table.weights()).finish();
    let elapsed_ms = start.elapsed().as_secs_f64() * 1000.0;
    let subject = Subject { request, table: &table, nodes: &nodes, measures: &measures, spread: &spread };
    // Files of one call get their names together, when all of them are whole.
    let mut outputs = Vec::new();
    if let Some(location) = &request.records {
        outputs.push(files::write_records(location, &subject, context)?);
    }
    if let Some(location) = &request.edges {
        outputs.push(files::write_edges(location, &subject, context)?);
    }
    let deviations = deviations(measures.column_pairs(), columns.len());
    let sets = sets::measured(&subject, &deviations, context)?;
    let graph = graph::of(&subject, context)?;
    let graph = graph.as_ref().map(|held| &held.graph);
    let released = request.release.as_ref().zip(graph);
    let released =
        released.map(|(asked, graph)| release::release(&subject, graph, asked, context)).transpose()?;
    let released = released.map(|(released, staged)| {
        outputs.push(Ready::staged(staged));
        released
    });
    if let Some((file, graph)) = request.map.as_ref().zip(graph) {
        outputs.push(levels::draw(file, &subject, graph, context)?);
    }
    let levels = graph.map(|graph| levels::levels(&subject, graph, context)).transpose()?.flatten();
    let report = subject.report(&deviations, Made { sets, released, levels }, elapsed_ms)?;
    commit_all(outputs, context)?;
    Ok(report)
}

/// Everything that is known, to be reported.
struct Subject<'a> {
    request: &'a Exposure,
    table: &'a Table,
    nodes: &'a Nodes,
    measures: &'a Measures,
    spread: &'a RecordSpread,
}

/// What was made besides.
struct Made {
    sets: Vec<ColumnSetMeasures>,
    released: Option<ReleasedStatistics>,
    levels: Option<Vec<AggregationLevel>>,
}

impl Subject<'_> {
    fn report(&self, deviations: &[f64], made: Made, elapsed_ms: f64) -> Result<ExposureReport> {
        let pairs = self.measures.column_pairs();
        let theta = self.request.theta;
        let names = |place: usize| self.name(place).to_owned();
        let mut candidates: Vec<usize> = (0..pairs.len()).filter(|&at| deviations[at] > theta).collect();
        candidates.sort_by(|&one, &two| deviations[two].total_cmp(&deviations[one]).then(one.cmp(&two)));
        let check = |theta: f64| {
            let checked = Checked::of(theta, pairs, deviations, self.request.k);
            ThetaCheck {
                theta,
                candidates: checked.right + checked.false_positives,
                precision: checked.precision(),
                recall: checked.recall(),
                false_positives: checked.false_positives,
                false_negatives: checked.missed,
            }
        };
        let greedy = greedy_theta(pairs, deviations, self.request.k).filter(|_| self.request.check);
        let mut rules: Vec<&Rule> = self.measures.rules().iter().collect();
        let sensitive = self.sensitive()?;
        let is_sensitive = |rule: &Rule| sensitive.contains(&self.nodes.columns()[rule.to.0]);
        rules.sort_by_key(|rule| (!is_sensitive(rule), Reverse(rule.together), **rule));
        Ok(ExposureReport {
            rows: self.table.rows() as u64,
            columns: (0..self.nodes.columns().len()).map(names).collect(),
            nodes: self.nodes.count() as u64,
            edges: self.measures.edges(),
            mean: self.spread.all.mean,
            sigma: self.spread.all.sigma,
            theta,
            flagged_records: (0..self.table.rows()).filter(|&row| self.is_flagged(row)).count() as u64,
            top_nodes: self.top_nodes(),
            top_records: self.top_records(),
            candidate_sets: candidates.len() as u64,
            candidates: candidates
                .iter()
                .take(self.request.top)
                .map(|&at| CandidateSet {
                    columns: vec![names(pairs[at].left), names(pairs[at].right)],
                    deviation: deviations[at],
                    fewest: pairs[at].fewest,
                })
                .collect(),
            certain_inferences: rules.len() as u64,
            certain: rules
                .iter()
                .take(self.request.top)
                .map(|rule| CertainInference {
                    from_column: names(rule.from.0),
                    from_value: self.value(rule.from),
                    to_column: names(rule.to.0),
                    to_value: self.value(rule.to),
                    support: rule.together,
                    probability: rule.together as f64 / rule.records as f64,
                    sensitive: is_sensitive(rule),
                })
                .collect(),
            sets: made.sets,
            release: made.released,
            levels: made.levels,
            check: self.request.check.then(|| THETAS.into_iter().chain(greedy).map(check).collect()),
            greedy_theta: greedy,
            elapsed_ms,
        })
    }

    fn name(&self, place: usize) -> &str {
        self.table.column(self.nodes.columns()[place]).name()
    }

    /// A value, where values are reported.
    fn value(&self, (place, code): (usize, u32)) -> Option<String> {
        let column = self.table.column(self.nodes.columns()[place]);
        self.request.show_values.then(|| column.dictionary().text(code).to_owned())
    }

    fn sensitive(&self) -> Result<BTreeSet<usize>> {
        let names = self.request.sensitive.iter().map(String::as_str);
        Ok(self.table.positions(names).map_err(in_file(&self.request.data))?.into_iter().collect())
    }

    fn is_flagged(&self, row: usize) -> bool {
        self.spread.deviation(self.measures.records(), row) > self.request.theta
    }

    fn top_nodes(&self) -> Vec<ExposedNode> {
        let mut nodes: Vec<(f64, u64, usize, u32)> = Vec::new();
        for place in 0..self.nodes.columns().len() {
            let records = (0..).zip(self.nodes.records(place)).filter(|(_, records)| **records > 0);
            nodes.extend(
                records
                    .map(|(code, &records)| (self.measures.mcf(place, code, records), records, place, code)),
            );
        }
        let most = self.request.top.min(nodes.len());
        let order = |one: &(f64, u64, usize, u32), two: &(f64, u64, usize, u32)| {
            two.0.total_cmp(&one.0).then(two.1.cmp(&one.1)).then((one.2, one.3).cmp(&(two.2, two.3)))
        };
        if most < nodes.len() {
            nodes.select_nth_unstable_by(most, order);
            nodes.truncate(most);
        }
        nodes.sort_by(order);
        let node = |(mcf, count, place, code): (f64, u64, usize, u32)| ExposedNode {
            column: self.name(place).to_owned(),
            value: self.value((place, code)),
            scf: self.measures.scf(place, code, count),
            mcf,
            count,
        };
        nodes.into_iter().map(node).collect()
    }

    fn top_records(&self) -> Vec<ExposedRecord> {
        let mut records: Vec<(f64, usize)> = (0..self.table.rows())
            .map(|row| (self.spread.deviation(self.measures.records(), row), row))
            .collect();
        let most = self.request.top.min(records.len());
        let order = |one: &(f64, usize), two: &(f64, usize)| two.0.total_cmp(&one.0).then(one.1.cmp(&two.1));
        if most < records.len() {
            records.select_nth_unstable_by(most, order);
            records.truncate(most);
        }
        records.sort_by(order);
        let record = |(deviation, row): (f64, usize)| ExposedRecord {
            row: row as u64 + 1,
            sum: self.measures.records().sum(row),
            mean: self.measures.records().mean(row),
            deviation,
        };
        records.into_iter().map(record).collect()
    }
}

fn rule_options(request: &Exposure) -> Result<RuleOptions> {
    let refuse = |problem: &str| Err(Error::Request(problem.to_owned()));
    if !(request.theta >= 0.0 && request.theta.is_finite()) {
        return refuse("`theta` must be a number, 0 or more");
    }
    if request.min_support == 0 {
        return refuse("`min_support` must be at least 1");
    }
    if request.max_size < 2 {
        return refuse("`max_size` must be at least 2");
    }
    if request.release.is_some() && request.k < 2 {
        return refuse("`release` needs a `k` of at least 2");
    }
    match as_fraction(request.certain) {
        Some((part, whole)) if part > 0 && part <= whole => {
            Ok(RuleOptions { share: (part, whole), min_support: request.min_support })
        }
        _ => refuse("`certain` must be above 0 and at most 1, such as 0.95"),
    }
}

/// A share as a fraction of whole numbers, where they are not too large.
fn as_fraction(share: Decimal) -> Option<(u64, u64)> {
    let (_, exponent) = share.parts();
    let part = share.scaled_to(exponent.min(0))?;
    let whole = 10u64.checked_pow(exponent.min(0).unsigned_abs())?;
    Some((u64::try_from(part).ok()?, whole))
}

/// The columns to look at, in the order of the table.
fn chosen(request: &Exposure, table: &Table) -> Result<Vec<usize>> {
    let positions =
        |names: &[String]| table.positions(names.iter().map(String::as_str)).map_err(in_file(&request.data));
    let mut chosen: BTreeSet<usize> = if request.columns.is_empty() {
        (0..table.columns().len()).collect()
    } else {
        positions(&request.columns)?.into_iter().collect()
    };
    for position in positions(&request.exclude)? {
        chosen.remove(&position);
    }
    if chosen.len() < 2 {
        let problem = "values of at least two columns are compared; `columns` and `exclude` leave fewer";
        return Err(Error::Request(format!("{}: {problem}", request.data.name)));
    }
    Ok(chosen.into_iter().collect())
}
