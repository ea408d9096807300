//! The table that is searched, with everything a problem is made of.

use super::request::{Model, Request};
use anyhow::{Context as _, Result, anyhow};
use lethe_data::hierarchy::{BoundHierarchy, Hierarchy, UnknownValues};
use lethe_data::{Column, Context, Table};
use lethe_io::{Location, ReadOptions, hierarchy, read_table};
use lethe_models::privacy::{
    ClassRequirement, Closeness, DistinctDiversity, Distribution, EntropyDiversity, KAnonymity,
    RecursiveDiversity, Requirements,
};
use lethe_models::quality::{Aggregate, Domain, Loss};
use lethe_transform::lattice::{Dimension, Problem, Space};
use std::fs;
use std::path::Path;

/// A table ready to be searched.
pub(super) struct Subject {
    pub(super) table: Table,
    pub(super) quasi: Vec<usize>,
    pub(super) hierarchies: Vec<BoundHierarchy>,
    pub(super) measure: Loss,
    requirements: Requirements,
    /// How many records may be suppressed.
    limit: u64,
}

impl Subject {
    /// Reads the table and the hierarchies of its columns.
    pub(super) fn read(request: &Request<'_>, context: &Context) -> Result<Self> {
        let table = read_table(&Location::parse(request.file)?, &ReadOptions::default(), context)?;
        let sensitive = request.sensitive.map(|name| table.position(name)).transpose()?;
        let quasi = quasi(request, &table, sensitive);
        let hierarchies = quasi
            .iter()
            .map(|&index| bind(request, table.column(index)))
            .collect::<Result<Vec<BoundHierarchy>>>()?;
        let domain = |(hierarchy, &index): (&BoundHierarchy, &usize)| Domain {
            hierarchy: hierarchy.clone(),
            counts: table.column(index).histogram(table.weights()),
            weight: 1.0,
            numbers: None,
            spans: Vec::new(),
        };
        let domains: Vec<Domain> = hierarchies.iter().zip(&quasi).map(domain).collect();
        let aggregate = if request.search == "local" { Aggregate::Mean } else { Aggregate::Geometric };
        Ok(Self {
            measure: Loss::new(&domains, aggregate),
            requirements: requirements(request, &table, sensitive)?,
            limit: (u128::from(table.records()) * u128::from(request.suppression) / 100) as u64,
            table,
            quasi,
            hierarchies,
        })
    }

    /// The problem; all levels are allowed.
    pub(super) fn problem(&self) -> Result<Problem<'_>> {
        let whole = |bound: &BoundHierarchy| Dimension::new(bound.clone(), 0, bound.height() - 1);
        let space = Space::new(self.hierarchies.iter().map(whole).collect::<Result<_, _>>()?);
        let quasi = self.quasi.clone();
        Ok(Problem::new(&self.table, quasi, space, &self.requirements, &self.measure, self.limit)?)
    }

    /// The nodes of the lattice.
    pub(super) fn nodes(&self) -> f64 {
        self.hierarchies.iter().map(|bound| bound.height() as f64).product()
    }
}

/// The columns with a hierarchy file but the sensitive one. Where more columns are asked for, others join them that
/// can only be kept or suppressed.
fn quasi(request: &Request<'_>, table: &Table, sensitive: Option<usize>) -> Vec<usize> {
    let all = (0..table.columns().len()).filter(|&index| Some(index) != sensitive);
    let (mut quasi, others): (Vec<usize>, Vec<usize>) =
        all.partition(|&index| Path::new(&hierarchy_file(request, table.column(index))).exists());
    if let Some(columns) = request.columns {
        quasi.extend(others);
        quasi.truncate(columns);
        quasi.sort_unstable();
    }
    quasi
}

fn hierarchy_file(request: &Request<'_>, column: &Column) -> String {
    format!("{}{}.csv", request.hierarchies, column.name())
}

fn bind(request: &Request<'_>, column: &Column) -> Result<BoundHierarchy> {
    let file = hierarchy_file(request, column);
    let hierarchy = if Path::new(&file).exists() {
        let bytes = fs::read(&file).with_context(|| format!("cannot read {file}"))?;
        let loaded = hierarchy::read(&bytes, &hierarchy::ReadOptions::default()).context(file)?;
        loaded.for_column(column)?
    } else {
        let kept_or_not: Vec<[&str; 2]> = column.dictionary().texts().map(|text| [text, "*"]).collect();
        Hierarchy::from_paths(&kept_or_not).map_err(|_| anyhow!("{}: no hierarchy fits", column.name()))?
    };
    Ok(hierarchy.bind(column, UnknownValues::Refuse)?)
}

fn requirements(request: &Request<'_>, table: &Table, sensitive: Option<usize>) -> Result<Requirements> {
    let classes = request.models.iter().map(|model| requirement(*model, request, table, sensitive));
    Ok(Requirements {
        sensitive: sensitive.into_iter().collect(),
        classes: classes.collect::<Result<_>>()?,
        release: Vec::new(),
    })
}

fn requirement(
    model: Model,
    request: &Request<'_>,
    table: &Table,
    sensitive: Option<usize>,
) -> Result<ClassRequirement> {
    if let Model::K(k) = model {
        return Ok(ClassRequirement::quasi(KAnonymity::new(k)));
    }
    let column = table.column(sensitive.context("a sensitive column is needed")?);
    let whole = Distribution::of(column, table.weights());
    Ok(match model {
        Model::K(k) => ClassRequirement::quasi(KAnonymity::new(k)),
        Model::Distinct(l) => ClassRequirement::quasi(DistinctDiversity::new(0, l, &whole)?),
        Model::Entropy(l) => ClassRequirement::quasi(EntropyDiversity::new(0, l, &whole)?),
        Model::Recursive(c, l) => ClassRequirement::quasi(RecursiveDiversity::new(0, c, l, &whole)?),
        Model::Equal(t) => ClassRequirement::quasi(Closeness::equal(0, t, &whole)?),
        Model::Ordered(t) => ClassRequirement::quasi(Closeness::ordered(0, t, &whole)?),
        Model::Hierarchical(t) => {
            ClassRequirement::quasi(Closeness::hierarchical(0, t, &whole, &bind(request, column)?)?)
        }
    })
}
