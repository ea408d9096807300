//! How re-identifiable are the records as they stand?

mod report;

pub use report::{
    Attack, ClassSizeCount, ColumnFigures, PopulationEstimates, RareRecords, Risks, UniquenessEstimate,
};

use crate::recipe_file::Population;
use crate::request::forms;
use crate::requirements::quasi_positions;
use crate::{Error, Files, Result, error::in_file};
use lethe_data::{ColumnSet, Context, Table, group};
use lethe_discovery::records::{RecordOptions, record_risks};
use lethe_io::{Location, ReadOptions, read_table};
use lethe_models::privacy::ClassSize;
use lethe_models::risk::{ClassSizes, Sample, UniquenessEstimates, figures, journalist, prosecutor, subsets};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What to ask about a table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Risk {
    /// The table.
    pub data: Location,
    /// How to read it.
    #[serde(flatten)]
    pub read: ReadOptions,
    /// The quasi-identifying columns.
    pub quasi: Vec<String>,
    /// Records in classes of fewer than `k` are at risk.
    #[serde(default = "forms::two")]
    pub k: u64,
    /// The population that the table was drawn from: its size, or a file with its records.
    #[serde(default)]
    #[schemars(with = "Option<serde_json::Value>")]
    pub population: Option<Population>,
    /// Show how well every choice of up to so many columns separate records; 0 and 1: single columns.
    #[serde(default = "single")]
    pub subsets: usize,
    /// Also find records that up to so many columns identify.
    #[serde(default)]
    pub suda: Option<usize>,
}

fn single() -> usize {
    1
}

impl Risk {
    /// The usual question about a table: records in classes of fewer than two.
    pub fn of(data: Location, quasi: Vec<String>) -> Self {
        let read = ReadOptions::default();
        Self { data, read, quasi, k: 2, population: None, subsets: 1, suda: None }
    }

    /// The files that are read.
    pub fn files(&self) -> Files {
        let population = match &self.population {
            Some(Population::File(file)) => Location::parse(file).ok(),
            _ => None,
        };
        Files::default()
            .reads_table("the table", &self.data)
            .reads_table("the population", population.as_ref())
    }
}

/// Reads a table and computes its risks. A missing value is a value of its own.
///
/// **Cost**: reading the file, and one grouping of its rows for each choice of columns.
/// **Errors**: a file cannot be read, a column is unknown, or the population is smaller than the table.
pub fn risk(request: &Risk, context: &Context) -> Result<Risks> {
    if request.quasi.is_empty() {
        return Err(Error::Request("no quasi-identifying column; name them with `quasi`".to_owned()));
    }
    if request.k < 2 {
        return Err(Error::Request(format!("k must be at least 2, not {}", request.k)));
    }
    let table = read_table(&request.data, &request.read, context)?;
    let quasi = quasi_positions(&table, &request.quasi, &request.data)?;
    // Column sets number the columns of a table, and only these are of interest.
    let table = table.project(&quasi);
    let quasi: Vec<usize> = (0..quasi.len()).collect();
    let counts = group::counts(&table, &ColumnSet::of(quasi.iter().copied())?, context)?;
    let sizes = ClassSizes::of(counts.counts().iter().copied());
    let records =
        request.population.as_ref().map(|given| population(given, request, &table, context)).transpose()?;
    if let Some(records) = records.as_ref().filter(|known| known.size < sizes.records()) {
        return Err(Error::Request(format!(
            "{}: {} records are more than the population of {}",
            request.data.name,
            sizes.records(),
            records.size
        )));
    }
    let classes = records.as_ref().and_then(|known| known.classes.as_deref());
    let journalist = classes.and_then(|classes| journalist(classes, request.k));
    let estimates = records.as_ref().and_then(|known| {
        let sample = Sample::new(&sizes, known.size)?;
        Some((known.size, sample.fraction(), UniquenessEstimates::of(&sample)))
    });
    let mut columns = subsets(&table, &quasi, request.subsets.max(1), context)?;
    if columns.iter().all(|one| one.columns.len() < quasi.len()) {
        columns.push(figures(&table, &quasi, context)?);
    }
    Ok(report::compose(
        &table,
        &sizes,
        prosecutor(&sizes, request.k),
        journalist,
        estimates,
        &columns,
        rare_records(request, &table, &quasi, context)?,
    ))
}

/// What is known of the population.
struct KnownPopulation {
    size: u64,
    classes: Option<Vec<ClassSize>>,
}

fn population(
    given: &Population,
    request: &Risk,
    table: &Table,
    context: &Context,
) -> Result<KnownPopulation> {
    let name = match given {
        Population::Size(size) => return Ok(KnownPopulation { size: *size, classes: None }),
        Population::File(name) => name,
    };
    let place = Location::parse(name)?;
    let other = request.read.for_other_table();
    let all = read_table(&place, &other, context)?;
    let names = table.columns().iter().map(lethe_data::Column::name);
    let population = all.project(&all.positions(names).map_err(in_file(&place))?);
    let quasi: Vec<usize> = (0..table.columns().len()).collect();
    if let Some(row) = lethe_verify::first_row_lacking(table, &quasi, &population, false, context)? {
        return Err(Error::Request(format!(
            "{}: row {}: {} has fewer such records than the table; the table must be a part of its population",
            request.data.name,
            row + 1,
            place.name
        )));
    }
    let classes = lethe_verify::class_sizes(table, &quasi, &population, context)?;
    Ok(KnownPopulation { size: population.records(), classes: Some(classes) })
}

fn rare_records(
    request: &Risk,
    table: &Table,
    quasi: &[usize],
    context: &Context,
) -> Result<Option<RareRecords>> {
    let Some(max_size) = request.suda else { return Ok(None) };
    let share = match request.population {
        Some(Population::Size(size)) if size >= table.records() && size > 0 => {
            table.records() as f64 / size as f64
        }
        _ => RecordOptions::default().sampling_fraction,
    };
    let sampling_fraction = share.clamp(f64::MIN_POSITIVE, 1.0);
    let options = RecordOptions { k: request.k, max_size, sampling_fraction };
    let risks = record_risks(table, quasi, &options, context)?;
    let totals = risks.totals();
    let contributions = risks.contributions().iter();
    Ok(Some(RareRecords {
        max_size,
        sampling_fraction,
        rows_at_risk: totals.rows_at_risk,
        records_at_risk: totals.records_at_risk,
        sets_by_size: totals.sets_by_size.clone(),
        dis: totals.dis,
        columns: contributions
            .map(|one| crate::discover::ColumnShare { column: one.name.clone(), share: one.share })
            .collect(),
    }))
}
