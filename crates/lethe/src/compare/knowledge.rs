//! What a recipe says about columns.

use super::Compare;
use crate::error::in_file;
use crate::hierarchy::build;
use crate::recipe_file::Recipe;
use crate::requirements::quasi_positions;
use crate::{Result, recipe};
use lethe_data::hierarchy::{BoundHierarchy, Hierarchy, ROOT, UnknownValues};
use lethe_data::{Column, Context, Role, Table};
use lethe_io::ReadOptions;
use lethe_utility::reading::{Covered, KnownLabels};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// What describes columns: a recipe, the folder of its files, and hierarchies that come before its own.
#[derive(Clone, Default)]
pub(crate) struct Described {
    pub(crate) recipe: Recipe,
    pub(crate) folder: PathBuf,
    pub(crate) hierarchies: Vec<(String, Hierarchy)>,
    /// How the release is read, where otherwise than the original.
    pub(crate) released: Option<ReadOptions>,
}

impl Described {
    /// A recipe file, where one is named.
    ///
    /// **Errors**: it cannot be read, or says something a recipe cannot say.
    pub(crate) fn by(file: Option<&Path>) -> Result<Self> {
        let folder = file.and_then(Path::parent).unwrap_or(Path::new("")).to_owned();
        let recipe = file.map(recipe::load).transpose()?.unwrap_or_default();
        Ok(Self { recipe, folder, hierarchies: Vec::new(), released: None })
    }
}

/// Roles and hierarchies.
pub(super) struct Knowledge {
    pub(super) recipe: Recipe,
    /// The quasi-identifying columns, by position in the original.
    pub(super) quasi: Vec<usize>,
    /// The hierarchies of columns, by name.
    pub(super) hierarchies: BTreeMap<String, BoundHierarchy>,
}

impl Knowledge {
    /// **Errors**: a column is unknown, or a hierarchy cannot be had.
    pub(super) fn of(
        request: &Compare,
        described: Described,
        original: &Table,
        context: &Context,
    ) -> Result<Self> {
        let Described { recipe, folder, hierarchies: given, .. } = described;
        let quasi = if request.quasi.is_empty() {
            let quasi = recipe.columns.iter().filter(|(_, column)| column.role == Some(Role::Quasi));
            quasi.map(|(name, _)| name.clone()).collect()
        } else {
            request.quasi.clone()
        };
        let quasi = quasi_positions(original, &quasi, &request.original)?;
        let mut hierarchies = BTreeMap::new();
        let mut bind = |name: &str, column: &Column, hierarchy: &Hierarchy| -> Result<()> {
            let bound =
                hierarchy.bind(column, UnknownValues::Suppress).map_err(in_file(&request.original))?;
            hierarchies.insert(name.to_owned(), bound);
            Ok(())
        };
        for (name, described) in &recipe.columns {
            let position = original.position(name).map_err(in_file(&request.original))?;
            let is_given = given.iter().any(|(known, _)| known == name);
            if let Some(how) = described.hierarchy.as_ref().filter(|_| !is_given) {
                let column = original.column(position);
                bind(name, column, &build(how, column, &folder, context)?)?;
            }
        }
        for (name, hierarchy) in &given {
            let position = original.position(name).map_err(in_file(&request.original))?;
            bind(name, original.column(position), hierarchy)?;
        }
        Ok(Self { recipe, quasi, hierarchies })
    }

    /// What the labels of hierarchies stand for.
    pub(super) fn labels(&self, original: &Table) -> HashMap<String, KnownLabels> {
        let of_column = |(name, bound): (&String, &BoundHierarchy)| {
            let column = original.columns().iter().find(|column| column.name() == name)?;
            Some((name.clone(), labels(column, bound)))
        };
        self.hierarchies.iter().filter_map(of_column).collect()
    }
}

/// The values under each label above the leaves and below the root; a label on several levels stands for what it does on
/// the highest.
fn labels(column: &Column, bound: &BoundHierarchy) -> KnownLabels {
    let mut known = KnownLabels::new();
    for level in 1..bound.height().saturating_sub(1) {
        let mut under: HashMap<&str, Vec<u32>> = HashMap::new();
        for (code, &node) in (0..column.dictionary().len() as u32).zip(bound.codes(level)) {
            if let Some(label) = bound.label(level, node).filter(|label| *label != ROOT) {
                under.entry(label).or_default().push(code);
            }
        }
        known.extend(under.into_iter().map(|(label, codes)| (label.to_owned(), Covered::Codes(codes))));
    }
    known
}
