//! The parts of a problem, gathered and checked before anything is searched.

use super::roles::Roles;
use super::{Anonymize, Identifying, Key, share};
use crate::error::in_file;
use crate::hierarchy::{build, default_hierarchy};
use crate::recipe::with_recipe;
use crate::recipe_file::{self, HierarchyRecipe, Method, MethodName, PrivacyModel};
use crate::requirements::{Demand, Subject, requirements};
use crate::{Error, Result};
use lethe_data::hierarchy::{BoundHierarchy, make};
use lethe_data::{Column, Context, Fault, Role, Table, group};
use lethe_discovery::{ColumnProfile, ProfileOptions, profile};
use lethe_io::ReadOptions;
use lethe_models::quality::{self, Domain, Measure};
use lethe_transform::Recoding;
use lethe_transform::lattice::{Dimension, Population, Problem, Space};
use std::borrow::Cow;

/// Everything that a search needs, and what is to be said about it.
pub(super) struct Plan<'r> {
    pub(super) request: &'r Anonymize,
    pub(super) table: Table,
    /// The key of pseudonyms, where identifying values are replaced.
    pub(super) key: Option<Key>,
    pub(super) roles: Roles,
    /// The hierarchies of the quasi-identifying columns.
    pub(super) hierarchies: Vec<BoundHierarchy>,
    /// Whether each of these columns was given a hierarchy; without one, a value is shown as it is or not at all.
    given: Vec<bool>,
    /// The hierarchies that columns got because none was given.
    defaults: Vec<Option<HierarchyRecipe>>,
    /// The lowest and the highest level of each.
    levels: Vec<(usize, usize)>,
    /// How many records may be suppressed.
    pub(super) limit: u64,
    domains: Vec<Domain>,
    /// The records of each original combination of quasi-identifying values, where the measure asks for them.
    combinations: Option<Vec<u64>>,
    label: Option<usize>,
    pub(super) demand: Demand,
    /// The population's columns under the table's hierarchies.
    population: Vec<BoundHierarchy>,
    pub(super) notes: Vec<String>,
}

impl<'r> Plan<'r> {
    /// Puts together what the request asks for of a table that was read.
    ///
    /// **Errors**: a file cannot be read, a column is unknown or has two roles, a hierarchy does not cover its column,
    /// levels contradict each other, or a model makes no sense for the table.
    pub(super) fn of(
        request: &'r Anonymize,
        table: Table,
        is_stand_in: bool,
        context: &Context,
    ) -> Result<Self> {
        let recipe = &request.recipe;
        if recipe.privacy.is_empty() {
            let problem =
                "no privacy model is required; name one in the recipe or with a setting such as `k` 5";
            return Err(Error::Request(problem.to_owned()));
        }
        let key = match &request.identifying {
            Identifying::Drop => None,
            Identifying::Pseudonym(file) => Some(Key::load(file)?),
        };
        let read = with_recipe(request.read.clone(), recipe);
        let mut roles = Roles::of(&table, recipe)?;
        let others = request.others.settle(request, &table, is_stand_in, &mut roles, context)?;
        let mut notes: Vec<String> = others.into_iter().collect();
        notes.extend(unprotected(&table, &roles, &recipe.privacy));
        let demand = requirements(&recipe.privacy, &subject(request, &table, &roles, &read), context)?;
        // A hierarchy that is built from values is built from the population's, which has all of the table's.
        let values = |at: usize, position: usize| {
            demand.population.as_ref().map_or(table.column(position), |population| population.column(at))
        };
        let defaults = defaults(request, &table, &roles.quasi, context)?;
        let quasi = roles.quasi.iter().zip(&defaults).enumerate();
        let hierarchies: Vec<BoundHierarchy> = quasi
            .map(|(at, (&position, default))| {
                bound(request, table.column(position), values(at, position), default.as_ref(), context)
            })
            .collect::<Result<_>>()?;
        let names = roles.quasi.iter().map(|&position| table.column(position).name());
        let given = names
            .zip(&defaults)
            .map(|(name, default)| default.is_some() || has_hierarchy(request, name))
            .collect();
        let levels = levels(request, &table, &roles, &hierarchies)?;
        let population = population_hierarchies(&demand, &hierarchies, request)?;
        let label = recipe.search.class.as_deref().map(|name| table.position(name)).transpose()?;
        let weights = roles.quasi.iter().map(|&position| weight(request, table.column(position).name()));
        let domains = roles.quasi.iter().zip(&hierarchies).zip(weights);
        let domains = domains.map(|((&position, hierarchy), weight)| Domain {
            hierarchy: hierarchy.clone(),
            counts: table.column(position).histogram(table.weights()),
            weight,
            numbers: numbers(table.column(position)),
            spans: Vec::new(),
        });
        let asked = recipe.search.quality.entry().needs_combinations;
        let combinations = asked.then(|| group::classes_of(&table, &roles.quasi, context)).transpose()?;
        let limit = share::at_most(recipe.search.suppression_limit, table.records());
        let domains = domains.collect();
        Ok(Self {
            request,
            table,
            key,
            roles,
            hierarchies,
            given,
            defaults,
            levels,
            limit,
            domains,
            combinations: combinations.map(|classes| classes.counts().to_vec()),
            label,
            demand,
            population,
            notes,
        })
    }

    /// What other models would demand of the table.
    pub(super) fn demand_of(&self, models: &[PrivacyModel], context: &Context) -> Result<Demand> {
        let read = with_recipe(self.request.read.clone(), &self.request.recipe);
        requirements(models, &subject(self.request, &self.table, &self.roles, &read), context)
    }

    /// The part that a column plays.
    pub(super) fn role(&self, position: usize) -> Role {
        let Roles { identifying, quasi, sensitive, dropped, .. } = &self.roles;
        match position {
            _ if identifying.contains(&position) || dropped.contains(&position) => Role::Identifying,
            _ if quasi.contains(&position) => Role::Quasi,
            _ if sensitive.contains(&position) => Role::Sensitive,
            _ => Role::Insensitive,
        }
    }

    /// What is to be small.
    pub(super) fn measure(&self) -> Result<Box<dyn Measure>> {
        self.measure_over(&self.domains)
    }

    /// What is to be small, over columns from [`Plan::domains_with`].
    pub(super) fn measure_over(&self, domains: &[Domain]) -> Result<Box<dyn Measure>> {
        let search = &self.request.recipe.search;
        let gs_factor = search.method.keys().gs_factor;
        let subject = quality::Subject { gs_factor, ..self.quality_subject(domains) };
        Ok(quality::measure(search.quality.name(), &subject)?)
    }

    /// The quasi-identifying columns as measures know them, with the spans that a recoding shows.
    pub(super) fn domains_with(&self, recoding: &Recoding) -> Cow<'_, [Domain]> {
        if recoding.spans.iter().all(Vec::is_empty) {
            return Cow::Borrowed(&self.domains);
        }
        let covers = |at: usize| recoding.spans_of(at).iter().map(|span| span.covers.clone()).collect();
        let with_spans = |(at, domain): (usize, &Domain)| Domain { spans: covers(at), ..domain.clone() };
        self.domains.iter().enumerate().map(with_spans).collect()
    }

    /// What quality measures are made from, for columns from [`Plan::domains_with`].
    pub(super) fn quality_subject<'a>(&'a self, domains: &'a [Domain]) -> quality::Subject<'a> {
        let aggregate = self.request.recipe.search.aggregate;
        let combinations = self.combinations.as_deref();
        quality::Subject { domains, aggregate, label: self.label, gs_factor: None, combinations }
    }

    /// The column that classes should predict.
    pub(super) fn label(&self) -> Option<usize> {
        self.label
    }

    /// The problem to be solved.
    pub(super) fn problem<'a>(&'a self, measure: &'a dyn Measure) -> Result<Problem<'a>> {
        let dimensions = self.hierarchies.iter().zip(&self.levels);
        let dimensions = dimensions
            .map(|(bound, &(min, max))| Dimension::new(bound.clone(), min, max))
            .collect::<Result<_, _>>()?;
        let (table, quasi) = (&self.table, self.roles.quasi.clone());
        let problem = Problem::new(
            table,
            quasi,
            Space::new(dimensions),
            &self.demand.requirements,
            measure,
            self.limit,
        )?;
        let problem = match self.request.recipe.search.suppressed {
            recipe_file::Suppressed::Drop => problem.with_dropped(),
            recipe_file::Suppressed::Keep => problem,
        };
        Ok(match &self.demand.population {
            Some(table) => problem.with_population(Population {
                table,
                quasi: (0..table.columns().len()).collect(),
                hierarchies: self.population.clone(),
            }),
            None => problem,
        })
    }

    /// What measures know about the quasi-identifying columns.
    pub(super) fn domains(&self) -> &[Domain] {
        &self.domains
    }

    /// The lowest and the highest level of a quasi-identifying column.
    pub(super) fn levels_of(&self, at: usize) -> (usize, usize) {
        self.levels[at]
    }

    /// Whether a quasi-identifying column was given a hierarchy.
    pub(super) fn has_hierarchy(&self, at: usize) -> bool {
        self.given[at]
    }

    /// The hierarchy that a quasi-identifying column got because none was given.
    pub(super) fn default_hierarchy(&self, at: usize) -> Option<&HierarchyRecipe> {
        self.defaults[at].as_ref()
    }

    /// Whether the recipe gives a column a role.
    pub(super) fn is_named(&self, position: usize) -> bool {
        let described = self.request.recipe.column(self.table.column(position).name());
        described.is_some_and(|column| column.role.is_some())
    }

    /// The name of a quasi-identifying column.
    pub(super) fn quasi_name(&self, at: usize) -> &str {
        self.table.column(self.roles.quasi[at]).name()
    }
}

fn subject<'a>(
    request: &'a Anonymize,
    table: &'a Table,
    roles: &'a Roles,
    read: &'a ReadOptions,
) -> Subject<'a> {
    Subject {
        table,
        data: &request.data,
        quasi: &roles.quasi,
        reference: None,
        columns: &request.recipe.columns,
        types: &request.read.types,
        folder: &request.folder,
        read,
        released: false,
    }
}

/// Sensitive columns that no model protects may still give records away within a class.
fn unprotected(table: &Table, roles: &Roles, models: &[PrivacyModel]) -> Option<String> {
    let protected: Vec<&str> = models.iter().filter_map(PrivacyModel::column).collect();
    let names = roles.sensitive.iter().map(|&position| table.column(position).name());
    let names: Vec<String> =
        names.filter(|name| !protected.contains(name)).map(|name| format!("'{name}'")).collect();
    (!names.is_empty()).then(|| format!("no model protects what is sensitive in {}", names.join(", ")))
}

/// The hierarchy of a column; without one, a value is published as it is or not at all.
fn bound(
    request: &Anonymize,
    column: &Column,
    values: &Column,
    default: Option<&HierarchyRecipe>,
    context: &Context,
) -> Result<BoundHierarchy> {
    let given = request.hierarchies.iter().find(|(name, _)| name == column.name());
    let described = request.recipe.column(column.name()).and_then(|column| column.hierarchy.as_ref());
    let hierarchy = match (given, described, default) {
        (Some((_, hierarchy)), ..) => hierarchy.clone(),
        (None, Some(how), _) => build(how, values, &request.folder, context)?,
        (None, None, Some(how)) => match build(how, values, &request.folder, context) {
            // A population may have values of another type, for which the default makes no sense.
            Err(error) if error.fault() != Fault::Limit => make::flat(values, context)?,
            built => built?,
        },
        (None, None, None) => make::flat(values, context)?,
    };
    Ok(hierarchy.bind(column, request.unknown).map_err(in_file(&request.data))?)
}

/// Default hierarchies of the columns that have none, for methods that look for levels: without one, a value can only be shown or
/// suppressed.
fn defaults(
    request: &Anonymize,
    table: &Table,
    quasi: &[usize],
    context: &Context,
) -> Result<Vec<Option<HierarchyRecipe>>> {
    let looks_for_levels = matches!(request.recipe.search.method, Method::Levels(..) | Method::Fixed(..));
    if !looks_for_levels || request.rule.is_some() {
        return Ok(vec![None; quasi.len()]);
    }
    let options = ProfileOptions { standalone_threshold: 1.0, top_values: 0 };
    let profiles = profile(&table.project(quasi), &options, context)?.columns;
    let default = |(&position, profile): (&usize, &ColumnProfile)| {
        let column = table.column(position);
        (!has_hierarchy(request, column.name())).then(|| default_hierarchy(column, profile.kind)).flatten()
    };
    Ok(quasi.iter().zip(&profiles).map(default).collect())
}

fn has_hierarchy(request: &Anonymize, name: &str) -> bool {
    let described = request.recipe.column(name).is_some_and(|column| column.hierarchy.is_some());
    described || request.hierarchies.iter().any(|(known, _)| known == name)
}

/// The lowest and the highest level of each column; one and the same where they are fixed.
fn levels(
    request: &Anonymize,
    table: &Table,
    roles: &Roles,
    hierarchies: &[BoundHierarchy],
) -> Result<Vec<(usize, usize)>> {
    let search = &request.recipe.search;
    let given = search.method.keys().levels;
    for (name, _) in &given {
        if !roles.quasi.contains(&table.position(name).map_err(in_file(&request.data))?) {
            return Err(Error::Request(format!("column '{name}' has a level but is not quasi-identifying")));
        }
    }
    let mut levels = Vec::with_capacity(hierarchies.len());
    for (&position, bound) in roles.quasi.iter().zip(hierarchies) {
        let name = table.column(position).name();
        let top = bound.height() - 1;
        let described = request.recipe.column(name);
        let min = described.and_then(|column| column.min_level).map_or(0, |level| level as usize);
        let max = described.and_then(|column| column.max_level).map_or(top, |level| level as usize);
        let fixed = given.iter().find(|(known, _)| known == name).map(|(_, level)| *level as usize);
        let highest = min.max(max).max(fixed.unwrap_or(0));
        if highest > top {
            return Err(Error::Request(format!("column '{name}' has levels 0 to {top}, not {highest}")));
        }
        if min > max {
            return Err(Error::Request(format!("column '{name}': min_level {min} is above max_level {max}")));
        }
        levels.push(match (search.method.name(), fixed) {
            (MethodName::Fixed, Some(level)) if level < min || level > max => {
                let problem =
                    format!("column '{name}': level {level} is not among those allowed, {min} to {max}");
                return Err(Error::Request(problem));
            }
            (MethodName::Fixed, level) => (level.unwrap_or(min), level.unwrap_or(min)),
            _ => (min, max),
        });
    }
    Ok(levels)
}

fn population_hierarchies(
    demand: &Demand,
    hierarchies: &[BoundHierarchy],
    request: &Anonymize,
) -> Result<Vec<BoundHierarchy>> {
    let Some(population) = &demand.population else { return Ok(Vec::new()) };
    let columns = population.columns().iter().zip(hierarchies);
    let bound = columns.map(|(column, bound)| bound.hierarchy().bind(column, request.unknown));
    bound.collect::<Result<_, _>>().map_err(|error| Error::Request(format!("the population: {error}")))
}

fn weight(request: &Anonymize, column: &str) -> f64 {
    request.recipe.column(column).and_then(|column| column.weight).unwrap_or(1.0)
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
