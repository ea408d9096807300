//! What the release cost by every quality measure, told from the labels it shows.

use super::knowledge::{Knowledge, all_or_nothing};
use super::release::{Read, Shape};
use crate::Result;
use lethe_data::hierarchy::{BoundHierarchy, ROOT};
use lethe_data::{Column, Context, Table, group};
use lethe_io::recipe;
use lethe_models::quality::{
    Aggregate, Cell, CellTally, Covers, Domain, MEASURES, MixedNode, Subject, measure,
};
use lethe_utility::reading::{Covered, Meaning};
use lethe_utility::{Counterpart, Shown};
use std::collections::{BTreeMap, HashMap};

/// Measures of classes alone, which need no label to be understood.
const OF_CLASSES: [&str; 3] = ["discernibility", "discernibility-monotone", "group-size"];
/// Measures of cells alone, which need no classes.
const OF_CELLS: [&str; 6] = ["loss", "precision", "ncp", "total", "entropy", "ambiguity"];

/// The losses by every measure; `None` where one cannot be told.
pub(super) fn losses(
    original: &Table,
    counterparts: &[Counterpart<'_>],
    release: &Read,
    shape: Shape,
    knowledge: &Knowledge,
    notes: &mut Vec<String>,
    context: &Context,
) -> Result<BTreeMap<String, Option<f64>>> {
    let mut losses: BTreeMap<String, Option<f64>> =
        MEASURES.iter().map(|(name, _)| (name.replace('-', "_"), None)).collect();
    let quasi = &knowledge.quasi;
    if quasi.is_empty() || original.rows() == 0 {
        if quasi.is_empty() {
            notes.push("no column is quasi-identifying: quality is told with --quasi or a recipe".to_owned());
        }
        return Ok(losses);
    }
    let one_table = matches!(shape, Shape::Rows | Shape::Other { .. });
    let mut columns = Vec::with_capacity(quasi.len());
    for &at in quasi {
        columns.push(Measured::of(&counterparts[at], knowledge)?);
    }
    let unread: Vec<String> =
        columns.iter().filter(|column| !column.is_read).map(|c| format!("'{}'", c.name)).collect();
    if !unread.is_empty() {
        notes.push(format!(
            "quality measures of cells are not told: labels or numbers stand for no values of {}",
            unread.join(", ")
        ));
    }
    let mut known: Vec<&str> = Vec::new();
    if unread.is_empty() {
        known.extend(OF_CELLS);
        known.extend(["squared-error"].iter().filter(|_| columns.iter().any(Measured::has_numbers)));
    }
    if one_table {
        known.extend(OF_CLASSES);
        known.extend(unread.is_empty().then_some("kl-divergence"));
    } else {
        notes.push("quality measures of classes are told of single tables only".to_owned());
    }
    let tally = tally(original, quasi, &columns, &release.tables, one_table, context)?;
    let combinations = group::classes_of(original, quasi, context)?;
    let domains: Vec<Domain> = columns.iter().map(|column| column.domain.clone()).collect();
    let aggregate = match knowledge.recipe.search.aggregate {
        recipe::Aggregate::Mean => Aggregate::Mean,
        recipe::Aggregate::Geometric => Aggregate::Geometric,
        recipe::Aggregate::Max => Aggregate::Max,
    };
    let subject =
        Subject { domains: &domains, aggregate, label: None, combinations: Some(combinations.counts()) };
    for name in known {
        let value = tally.value(measure(name, &subject)?.as_ref());
        losses.insert(name.replace('-', "_"), value.is_finite().then_some(value));
    }
    Ok(losses)
}

/// A quasi-identifying column as measures see it.
struct Measured<'a> {
    name: &'a str,
    shown: Option<&'a Shown<'a>>,
    domain: Domain,
    /// The cell of each released code, null last.
    cells: Vec<Cell>,
    /// Whether every label stands for values of the original.
    is_read: bool,
}

impl<'a> Measured<'a> {
    fn of(counterpart: &'a Counterpart<'a>, knowledge: &Knowledge) -> Result<Self> {
        let column = counterpart.original.column();
        let bound = match knowledge.hierarchies.get(column.name()) {
            Some(bound) => bound.clone(),
            None => all_or_nothing(column)?,
        };
        let mut spans = Vec::new();
        let shown = counterpart.best();
        let mut is_read = true;
        let mut cells = Vec::new();
        if let Some(shown) = shown {
            let nodes = nodes_of_labels(&bound);
            let mut spans_of: HashMap<&str, u32> = HashMap::new();
            let texts = shown.column.dictionary().texts().map(Some).chain([None]);
            for ((text, meaning), &count) in texts.zip(&shown.meanings).zip(&shown.counts) {
                let cell = match (meaning, text) {
                    (Meaning::Value(value), _) => {
                        Some(Cell { level: 0, node: bound.codes(0)[*value as usize] })
                    }
                    (Meaning::Nothing, text) => Some(nothing(&bound, text)),
                    (Meaning::Label(covered), Some(text)) => {
                        Some(nodes.get(text).copied().unwrap_or_else(|| {
                            let node = *spans_of.entry(text).or_insert_with(|| {
                                spans.push(covers(covered));
                                spans.len() as u32 - 1
                            });
                            Cell { level: bound.height(), node }
                        }))
                    }
                    _ => None,
                };
                is_read &= cell.is_some() || count == 0;
                cells.push(cell.unwrap_or_else(|| root(&bound)));
            }
        }
        let weight = knowledge.recipe.column(column.name()).and_then(|column| column.weight).unwrap_or(1.0);
        let domain = Domain {
            counts: column.histogram(None),
            weight,
            numbers: numbers(column),
            spans,
            hierarchy: bound,
        };
        Ok(Self { name: column.name(), shown, domain, cells, is_read })
    }

    fn has_numbers(&self) -> bool {
        self.domain.numbers.is_some()
    }

    /// The people on each node. Cells of the original that are not shown are on the root.
    fn nodes(&self, people: u64, suppressed: u64, is_suppressed: impl Fn(u32) -> u64) -> Vec<MixedNode> {
        let mut nodes = Vec::with_capacity(self.cells.len() + 1);
        let mut shown = 0;
        for (code, (&Cell { level, node }, &count)) in
            (0..).zip(self.cells.iter().zip(self.shown.map_or(&[][..], |shown| &shown.counts)))
        {
            let lost = is_suppressed(code).min(count);
            // A file whose rows were split repeats cells.
            let kept = (count - lost).min((people - suppressed) - shown);
            shown += kept;
            nodes.push(MixedNode { level, node, kept, suppressed: lost });
        }
        let Cell { level, node } = root(&self.domain.hierarchy);
        let told: u64 = nodes.iter().map(|node| node.suppressed).sum();
        nodes.push(MixedNode {
            level,
            node,
            kept: people - suppressed - shown,
            suppressed: suppressed.saturating_sub(told),
        });
        nodes
    }
}

/// Everything that measures look at but labels to be predicted.
fn tally(
    original: &Table,
    quasi: &[usize],
    columns: &[Measured<'_>],
    release: &[Table],
    one_table: bool,
    context: &Context,
) -> Result<CellTally> {
    let people = original.people();
    if !one_table {
        let nodes: Vec<Vec<MixedNode>> =
            columns.iter().map(|column| column.nodes(people, 0, |_| 0)).collect();
        return Ok(CellTally::of_nodes(people, 0, &nodes));
    }
    let table = &release[0];
    let shown = quasi.iter().filter_map(|&at| table.position(original.column(at).name()).ok());
    let classes = group::classes_of(table, &shown.collect::<Vec<_>>(), context)?;
    let is_star = |column: &Column, row: usize| column.text(row) == Some(ROOT);
    let is_lost =
        |row: usize| columns.iter().all(|column| column.shown.is_none_or(|shown| is_star(shown.column, row)));
    let sizes = || classes.first_rows().iter().zip(classes.counts());
    let lost: u64 = sizes().filter(|&(&row, _)| is_lost(row as usize)).map(|(_, &count)| count).sum();
    let dropped = people.saturating_sub(table.people());
    // More rows than the original has cannot all be people of it.
    let people = people.max(table.people());
    let suppressed = lost + dropped;
    let nodes: Vec<Vec<MixedNode>> = columns
        .iter()
        .map(|column| {
            let star = column.shown.and_then(|shown| shown.column.dictionary().find(ROOT));
            column.nodes(people, suppressed, |code| if Some(code) == star { lost } else { 0 })
        })
        .collect();
    let mut tally = CellTally::of_nodes(people, suppressed, &nodes);
    for (&row, &count) in sizes().filter(|&(&row, _)| !is_lost(row as usize)) {
        let _ = row;
        tally.add_class(count);
    }
    tally.add_suppressed_class(suppressed);
    Ok(tally)
}

fn root(bound: &BoundHierarchy) -> Cell {
    Cell { level: bound.height() - 1, node: 0 }
}

/// Null is a value of its own where the original has it; everything else that tells nothing could be anything.
fn nothing(bound: &BoundHierarchy, text: Option<&str>) -> Cell {
    match (text, bound.null_code(0)) {
        (None, Some(node)) => Cell { level: 0, node },
        _ => root(bound),
    }
}

/// The node of each label above the leaves; of several the highest below the root.
fn nodes_of_labels(bound: &BoundHierarchy) -> HashMap<&str, Cell> {
    let hierarchy = bound.hierarchy();
    let levels = 1..bound.height().saturating_sub(1);
    let of_level = |level: usize| {
        (0..).zip(hierarchy.labels(level)).map(move |(node, label)| (label, Cell { level, node }))
    };
    levels.flat_map(of_level).collect()
}

fn covers(covered: &Covered) -> Covers {
    match covered {
        // A label that is read covers at least one value.
        Covered::Range(first, end) => Covers::Range { first: *first, last: end - 1 },
        Covered::Codes(codes) => Covers::Codes(codes.clone()),
    }
}

/// The number that each code stands for, in columns of numbers.
fn numbers(column: &Column) -> Option<Vec<Option<f64>>> {
    let dictionary = column.dictionary();
    column.value_type().is_numeric().then(|| {
        let of = |code| dictionary.value(code).as_decimal().map(lethe_data::Decimal::to_f64);
        let numbers = (0..dictionary.len() as u32).map(of);
        numbers.chain(column.null_code().map(|_| None)).collect()
    })
}
