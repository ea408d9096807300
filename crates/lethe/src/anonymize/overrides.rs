//! What is said on the command line comes before what the recipe says.

mod elimination;
mod safepub;

pub use elimination::EliminationOverrides;
pub use safepub::SafepubOverrides;

use crate::recipe_file::{
    Aggregate, Algorithm, Center, HierarchyRecipe, MethodName, QualityMeasure, Recipe, Recode, Split,
    Suppressed, ValueOrder,
};
use crate::requirements::flags::Flagged;
use crate::verify::replace_models;
use crate::{Error, Result};
use lethe_data::{Decimal, Role};
use std::path::Path;
use std::time::Duration;

/// Fields of a recipe that are given otherwise; what is not given stays as the recipe says.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Columns with their roles.
    pub roles: Vec<(String, Role)>,
    /// Columns with their hierarchies.
    pub hierarchies: Vec<(String, HierarchyRecipe)>,
    /// Columns with the lowest level that may be used.
    pub min_levels: Vec<(String, u32)>,
    /// Columns with the highest level that may be used.
    pub max_levels: Vec<(String, u32)>,
    /// Columns with the order of their values.
    pub orders: Vec<(String, ValueOrder)>,
    /// Models; each replaces the recipe's model of the same name and column.
    pub models: Vec<Flagged>,
    /// The search method.
    pub method: Option<MethodName>,
    /// The levels of the method `fixed`.
    pub levels: Vec<(String, u32)>,
    /// The share of records that may be suppressed.
    pub suppression_limit: Option<Decimal>,
    /// How the losses of columns become one.
    pub aggregate: Option<Aggregate>,
    /// What suppression counts against generalization.
    pub gs_factor: Option<Decimal>,
    /// The loss that is made small.
    pub quality: Option<QualityMeasure>,
    /// When to stop with the best solution so far.
    pub time_limit: Option<Duration>,
    /// Whether records that one solution would suppress are given to another one.
    pub local: bool,
    /// What happens to suppressed records.
    pub suppressed: Option<Suppressed>,
    /// The columns that suppressed records show.
    pub suppressed_shows: Vec<String>,
    /// The column that classes should predict.
    pub class: Option<String>,
    /// How records are joined to clusters.
    pub algorithm: Option<Algorithm>,
    /// What groups of records show.
    pub recode: Option<Recode>,
    /// Whether equal values may be split.
    pub split: Option<Split>,
    /// What stands for the numbers of a group.
    pub center: Option<Center>,
    /// What only goes with methods that change cells or part columns.
    pub elimination: EliminationOverrides,
    /// What only goes with truthful differential privacy.
    pub safepub: SafepubOverrides,
}

impl Overrides {
    /// Writes these fields over those of a recipe. Their files are looked for where the command is given, not in the
    /// recipe's folder.
    ///
    /// **Errors**: a column is given two roles, or something for the search without the method that uses it.
    pub fn apply(self, recipe: &mut Recipe, folder: &Path) -> Result<()> {
        for (at, (name, role)) in self.roles.iter().enumerate() {
            if let Some((_, other)) =
                self.roles[..at].iter().find(|(known, other)| known == name && other != role)
            {
                return Err(Error::Request(format!("column '{name}' cannot be {other} and {role} at once")));
            }
            recipe.column_mut(name).role = Some(*role);
        }
        for (name, mut hierarchy) in self.hierarchies {
            if let HierarchyRecipe::File(file) = &mut hierarchy {
                *file = here(file, folder)?;
            }
            recipe.column_mut(&name).hierarchy = Some(hierarchy);
        }
        for (name, level) in self.min_levels {
            recipe.column_mut(&name).min_level = Some(level);
        }
        for (name, level) in self.max_levels {
            recipe.column_mut(&name).max_level = Some(level);
        }
        for (name, order) in self.orders {
            recipe.column_mut(&name).order = Some(order);
        }
        for name in &self.elimination.keep {
            recipe.column_mut(name).keep = true;
        }
        replace_models(recipe, &self.models, folder)?;
        let search = &mut recipe.search;
        search.suppression_limit = self.suppression_limit.unwrap_or(search.suppression_limit);
        search.aggregate = self.aggregate.unwrap_or(search.aggregate);
        search.quality = self.quality.unwrap_or(search.quality);
        search.time_limit = self.time_limit.or(search.time_limit);
        search.suppressed = self.suppressed.unwrap_or(search.suppressed);
        search.class = self.class.or(search.class.take());
        let mut keys = search.method.keys();
        keys.method = self.method.unwrap_or(keys.method);
        if !self.levels.is_empty() {
            keys.levels = self.levels;
            keys.method = self.method.unwrap_or(MethodName::Fixed);
        }
        keys.local |= self.local;
        if !self.suppressed_shows.is_empty() {
            keys.suppressed_shows = Some(self.suppressed_shows);
        }
        keys.gs_factor = self.gs_factor.or(keys.gs_factor);
        keys.algorithm = self.algorithm.or(keys.algorithm);
        keys.recode = self.recode.or(keys.recode);
        keys.split = self.split.or(keys.split);
        keys.center = self.center.or(keys.center);
        self.elimination.apply(&mut keys);
        self.safepub.apply(&mut keys.safepub);
        let with_method = std::mem::take(search).with_method(keys);
        *search = with_method.map_err(|(key, problem)| Error::Request(format!("{key} {problem}")))?;
        crate::recipe::refuse_idle(recipe.idle_keep())
    }
}

/// The name of a file in the folder where the command is given, for somebody who looks in another one.
fn here(file: &str, folder: &Path) -> Result<String> {
    if folder.as_os_str().is_empty() {
        return Ok(file.to_owned());
    }
    let fail = |source| lethe_io::Error::File { file: file.to_owned(), action: "find", source };
    Ok(std::path::absolute(file).map_err(fail)?.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_replaces_what_the_recipe_says_and_the_rest_stays() {
        let text = "[columns.age]\nrole = 'quasi'\nmax_level = 2\n[search]\nsuppression_limit = 0.05\nquality = 'ncp'";
        let mut recipe = Recipe::parse("r", text).unwrap();
        let overrides = Overrides {
            roles: vec![("age".to_owned(), Role::Insensitive), ("zip".to_owned(), Role::Quasi)],
            quality: Some(QualityMeasure::default()),
            levels: vec![("zip".to_owned(), 1)],
            ..Overrides::default()
        };
        overrides.apply(&mut recipe, Path::new("")).unwrap();
        let age = recipe.column("age").unwrap();
        assert_eq!((age.role, age.max_level), (Some(Role::Insensitive), Some(2)));
        assert_eq!(recipe.column("zip").unwrap().role, Some(Role::Quasi));
        let search = &recipe.search;
        assert_eq!((search.method.name(), search.quality), (MethodName::Fixed, QualityMeasure::default()));
        assert_eq!(search.suppression_limit, Decimal::new(5, -2));
    }

    #[test]
    fn choices_of_methods_that_group_records_replace_those_of_the_recipe() {
        let text = "search = { method = 'cluster', algorithm = 'oka', recode = 'range' }";
        let mut recipe = Recipe::parse("r", text).unwrap();
        let mdav = Overrides {
            algorithm: Some(Algorithm::Mdav),
            center: Some(Center::Median),
            ..Overrides::default()
        };
        mdav.apply(&mut recipe, Path::new("")).unwrap();
        let search = &recipe.search.method.keys();
        assert_eq!((search.algorithm, search.recode), (Some(Algorithm::Mdav), Some(Recode::Range)));
        assert_eq!(search.center, Some(Center::Median));
        // What the recipe says is held against the method of the command line.
        let mondrian = Overrides { method: Some(MethodName::Mondrian), ..Overrides::default() };
        let error = mondrian.apply(&mut recipe, Path::new("")).unwrap_err();
        let expected =
            r#"algorithm "mdav" only goes with method = "cluster" or "disk-cluster", not "mondrian""#;
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn two_roles_and_what_goes_with_another_method_are_refused() {
        let two = vec![("a".to_owned(), Role::Quasi), ("a".to_owned(), Role::Sensitive)];
        assert!(
            Overrides { roles: two, ..Overrides::default() }
                .apply(&mut Recipe::default(), Path::new(""))
                .is_err()
        );
        let levels = vec![("a".to_owned(), 1)];
        let flash = Overrides { levels, method: Some(MethodName::Flash), ..Overrides::default() };
        assert!(flash.apply(&mut Recipe::default(), Path::new("")).is_err());
        let relaxed = Overrides { split: Some(Split::Relaxed), ..Overrides::default() };
        assert!(relaxed.apply(&mut Recipe::default(), Path::new("")).is_err());
    }
}
