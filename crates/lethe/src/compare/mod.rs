//! What did the release cost?

mod columns;
mod html;
mod knowledge;
mod learning;
mod published;
mod quality;
mod release;
mod report;
mod request;
mod risk;

#[cfg(test)]
pub(crate) use html::tests::check_balance;
pub use html::{HtmlOptions, html};
pub(crate) use html::{charts, sections, utility};
pub(crate) use knowledge::Described;
pub use report::{
    Altered, AssociationReport, BeforeAfter, ClassFigures, ClassSizeRange, ColumnComparison, Comparison,
    CountQueries, DataScores, ErrorRates, FeatureWeight, Learned, NumberStatistics, PairReport,
    RiskComparison, ShownLevels, Variants,
};
pub use request::{Compare, DRAWN_FROM, Release, RowOrder};

use crate::{Error, Result, recipe};
use columns::{ColumnFigures, altered, figures, mean_distortion};
use knowledge::Knowledge;
use lethe_data::wording::{counted, grouped};
use lethe_data::{Column, ColumnSet, Context, Table};
use lethe_io::read_table;
use lethe_utility::association::{Associations, Limits};
use lethe_utility::cells::Alteration;
use lethe_utility::data_score::DataScore;
use lethe_utility::queries::query_errors;
use lethe_utility::{Counterpart, rows_correspond};
use published::Published;
use rayon::prelude::*;
use release::{Read, Shape};
use std::collections::HashSet;

/// Counting queries that are asked.
const QUERIES: usize = 200;

/// Reads an original and its release, and shows what was lost.
///
/// **Guarantee**: the same files, options and seed give the same figures for any number of threads. No guarantee about
/// records rests on them.
/// **Cost**: reading the files; a few looks at each cell, and at each row of a sample for each pair of columns.
/// **Errors**: a file cannot be read, the release has a column that the original does not have or none in common, or a
/// recipe does not fit the original.
pub fn compare(request: &Compare, context: &Context) -> Result<Comparison> {
    compare_described(request, Described::by(request.recipe.as_deref())?, context)
}

/// The same where columns are described otherwise than by the request's recipe, which is not read.
///
/// **Errors**: the same.
pub(crate) fn compare_described(
    request: &Compare,
    described: Described,
    context: &Context,
) -> Result<Comparison> {
    request.check()?;
    let k = request.k.unwrap_or_else(|| recipe::usual_k(&described.recipe));
    let drawn_from = k.max(DRAWN_FROM);
    let types = recipe::with_recipe(request.read.clone(), &described.recipe);
    // What is compared are cells of records, so that a row of several records counts as often.
    let original = read_table(&request.original, &types, context)?.unweighted(context)?;
    let released_read = described.released.clone();
    let knowledge = Knowledge::of(request, described, &original, context)?;
    let risk_columns = risk_columns(&original, &knowledge);
    if risk_columns.len() > ColumnSet::MAX_COLUMNS {
        let most = ColumnSet::MAX_COLUMNS;
        return Err(Error::Request(format!(
            "{}: classes are compared on at most {most} columns; name the quasi-identifying ones in a recipe",
            request.original.name
        )));
    }
    let release = release::read(request, released_read, context)?;
    check_columns(request, &original, &release)?;
    let counterparts = Counterpart::all(&original, &release.tables, &knowledge.labels(&original), context);
    let mut notes = Vec::new();
    let shape = shape(request, &original, &release, &counterparts, &mut notes);
    let figures: Vec<ColumnFigures> =
        context.install(|| counterparts.par_iter().map(|one| figures(one, shape, drawn_from)).collect());
    let original_score = figures.iter().map(|one| one.original_score).sum();
    let score = figures.iter().fold(DataScore::default(), |sum, one| sum.and(one.score));
    let none = Alteration { distortion: Some(0.0), ..Alteration::default() };
    let alteration = figures.iter().fold(none, |sum, one| sum.and(one.alteration));
    note_columns(&figures, shape, &mut notes);
    let associations = Associations::of(&counterparts, &Limits::default(), context)?;
    let count_queries = count_queries(&counterparts, &knowledge, context)?;
    let class = request.class.as_deref();
    let quality =
        quality::losses(&original, &counterparts, &release, shape, &knowledge, class, &mut notes, context)?;
    let risk = risk::compare(&original, &release.tables, &risk_columns, k, context)?;
    let learning = class.map(|class| {
        learning::learned(class, request, &original, &release, shape, &knowledge, &mut notes, context)
    });
    let published = Published::of(&counterparts, &knowledge, drawn_from);
    let (mut columns, distributions): (Vec<ColumnComparison>, _) =
        figures.into_iter().map(|one| (one.report, one.chart)).unzip();
    for (column, Published { role, levels, example }) in columns.iter_mut().zip(published) {
        (column.role, column.levels, column.example) = (role, levels, example);
    }
    Ok(Comparison {
        rows: BeforeAfter {
            original: original.rows() as u64,
            released: release.tables.iter().map(|table| table.rows() as u64).max().unwrap_or(0),
        },
        bytes: BeforeAfter { original: request.original.bytes(), released: release.bytes },
        tables: release.tables.len() as u64,
        correspondence: shape.name().to_owned(),
        data_score: DataScores::of(original_score, score),
        cells: alteration.cells,
        altered_cells: alteration.altered(),
        altered_share: (alteration.cells > 0).then(|| alteration.altered() as f64 / alteration.cells as f64),
        altered: altered(&alteration),
        distortion: mean_distortion(&alteration),
        quality,
        columns,
        associations: association_report(&original, &associations),
        count_queries,
        risk,
        class: request.class.clone(),
        learning: learning.transpose()?,
        notes,
        distributions,
    })
}

/// **Errors**: the release shows a column that the original does not have, or shows none of its columns.
fn check_columns(request: &Compare, original: &Table, release: &Read) -> Result<()> {
    let names: HashSet<&str> = original.columns().iter().map(Column::name).collect();
    let known = |column: &Column| names.contains(column.name());
    for (table, name) in release.tables.iter().zip(&release.names) {
        if let Some(column) = table.columns().iter().find(|column| !known(column)) {
            return Err(Error::Request(format!(
                "{name}: column '{}' is not in {}: a release can be compared with its original only",
                column.name(),
                request.original.name
            )));
        }
    }
    if release.tables.iter().all(|table| table.columns().is_empty()) {
        return Err(Error::Request(format!("{}: the release has no column", release.names.join(", "))));
    }
    Ok(())
}

fn shape(
    request: &Compare,
    original: &Table,
    release: &Read,
    counterparts: &[Counterpart<'_>],
    notes: &mut Vec<String>,
) -> Shape {
    let shape = release::shape(request, original, release);
    let looks_lost = || !rows_correspond(counterparts, original.rows());
    let (shape, why) = match shape {
        Shape::Rows if request.order == RowOrder::Detect && looks_lost() => {
            let why = "rows of the release do not look like those in the same place of the original (`ordered` \
                       insists that they correspond)";
            (Shape::Other { same_number: true }, why.to_owned())
        }
        Shape::Rows => return shape,
        Shape::Other { same_number: true } => (shape, "rows do not correspond, as the call says".to_owned()),
        Shape::Other { same_number: false } => {
            let (before, after) = (original.rows() as u64, release.tables[0].rows() as u64);
            (shape, format!("{} of {} rows are released", grouped(after), grouped(before)))
        }
        Shape::SplitRows => (shape, "rows are split".to_owned()),
        Shape::Compartments => (shape, "the release is in compartments".to_owned()),
    };
    notes.push(format!(
        "{why}: cells are compared by how often each value is shown; altered cells are a lower bound, and the data score has no \
         penalty for falsified numbers"
    ));
    if matches!(shape, Shape::SplitRows | Shape::Compartments) {
        notes.push(
            "a column that is shown several times is scored once, where it shows most cells: repeating cells earns nothing"
                .to_owned(),
        );
    }
    shape
}

fn note_columns(figures: &[ColumnFigures], shape: Shape, notes: &mut Vec<String>) {
    let names = |is_meant: &dyn Fn(&ColumnFigures) -> bool| {
        let meant = figures.iter().filter(|one| is_meant(one));
        meant.map(|one| format!("'{}'", one.report.name)).collect::<Vec<_>>()
    };
    let missing = names(&|one| one.report.tables == 0);
    if !missing.is_empty() {
        let columns = counted(missing.len() as u64, "column");
        notes.push(format!("{columns} not in the release, all cells suppressed: {}", missing.join(", ")));
    }
    let unread = names(&|one| one.report.unread > 0);
    if !unread.is_empty() {
        notes.push(format!(
            "labels that cannot be read count as generalized to everything; a recipe with hierarchies may say what they \
             stand for: {}",
            unread.join(", ")
        ));
    }
    if shape != Shape::Rows && figures.iter().any(|one| one.alteration.distortion.is_none()) {
        notes.push(
            "rows do not correspond and values were replaced: the distortion cannot be measured".to_owned(),
        );
    }
}

/// Queries on the quasi-identifiers, or on all columns where none are known.
fn count_queries(
    counterparts: &[Counterpart<'_>],
    knowledge: &Knowledge,
    context: &Context,
) -> Result<Option<CountQueries>> {
    let all: Vec<usize> = (0..counterparts.len()).collect();
    let columns = if knowledge.quasi.is_empty() { &all } else { &knowledge.quasi };
    let found = query_errors(counterparts, columns, QUERIES, context)?;
    Ok(found.map(|errors| CountQueries {
        queries: errors.queries,
        mean_relative_error: errors.mean,
        median_relative_error: errors.median,
    }))
}

fn risk_columns(original: &Table, knowledge: &Knowledge) -> Vec<String> {
    let name = |column: &Column| column.name().to_owned();
    if knowledge.quasi.is_empty() {
        return original.columns().iter().map(name).collect();
    }
    knowledge.quasi.iter().map(|&at| name(original.column(at))).collect()
}

fn association_report(original: &Table, found: &Associations) -> AssociationReport {
    let name = |at: usize| original.column(at).name().to_owned();
    let pairs = found.pairs.iter().map(|pair| PairReport {
        columns: [name(pair.columns.0), name(pair.columns.1)],
        measure: pair.kind.name().to_owned(),
        original: pair.before,
        released: pair.after,
        difference: pair.after - pair.before,
        contingency: pair.contingency,
        spearman: pair.ranks.map(|(original, released)| BeforeAfter { original, released }),
    });
    AssociationReport {
        preserved: found.preserved(),
        rows: found.rows as u64,
        left_out: found.left_out.iter().map(|&at| name(at)).collect(),
        pairs: pairs.collect(),
    }
}
