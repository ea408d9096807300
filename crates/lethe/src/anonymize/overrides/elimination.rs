//! Fields of the methods that change cells or part columns.

use crate::recipe_file::{Alone, CompartmentMode, Composition, Cover, MethodKeys, Perturbation};
use lethe_data::Decimal;

/// Fields of a search that only go with methods that change cells or part columns.
#[derive(Clone, Debug, Default)]
pub struct EliminationOverrides {
    /// How many columns an attacker knows at most.
    pub max_size: Option<usize>,
    /// Columns whose cells are never changed, besides those of the recipe.
    pub keep: Vec<String>,
    /// What is split where columns are split.
    pub mode: Option<CompartmentMode>,
    /// What compartments must show together.
    pub cover: Option<Cover>,
    /// The columns that every compartment has; none: as the recipe says.
    pub shared: Vec<String>,
    /// What becomes of columns that fit into no compartment.
    pub alone: Option<Alone>,
    /// How values are changed.
    pub perturbation: Option<Perturbation>,
    /// How much values are changed.
    pub amount: Option<Decimal>,
    /// How treatments are chosen.
    pub composition: Option<Composition>,
    /// The share of records above which a quasi-identifier is generalized.
    pub generalize_above: Option<Decimal>,
    /// The share of records from which on columns are split.
    pub compartment_from: Option<Decimal>,
}

impl EliminationOverrides {
    /// Writes these fields over those of a search; what is said about columns is for those who hold the recipe.
    pub(super) fn apply(self, keys: &mut MethodKeys) {
        keys.max_size = self.max_size.or(keys.max_size);
        keys.mode = self.mode.or(keys.mode);
        keys.cover = self.cover.or(keys.cover);
        if !self.shared.is_empty() {
            keys.shared = Some(self.shared);
        }
        keys.alone = self.alone.or(keys.alone);
        keys.perturbation = self.perturbation.or(keys.perturbation);
        keys.amount = self.amount.or(keys.amount);
        keys.composition = self.composition.or(keys.composition);
        keys.generalize_above = self.generalize_above.or(keys.generalize_above);
        keys.compartment_from = self.compartment_from.or(keys.compartment_from);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Overrides;
    use super::*;
    use crate::recipe_file::{MethodName, Recipe};
    use lethe_data::Role;
    use std::path::Path;

    fn apply(text: &str, elimination: EliminationOverrides) -> Result<Recipe, String> {
        let mut recipe = Recipe::parse("r", text).unwrap();
        let overrides = Overrides { elimination, ..Overrides::default() };
        overrides.apply(&mut recipe, Path::new("")).map_err(|error| error.to_string())?;
        Ok(recipe)
    }

    #[test]
    fn every_field_replaces_that_of_the_recipe() {
        let share = |percent| Some(Decimal::new(percent, -2));
        let all = EliminationOverrides {
            max_size: Some(2),
            keep: vec!["a".to_owned(), "b".to_owned()],
            mode: Some(CompartmentMode::RowWise),
            cover: Some(Cover::All),
            shared: vec!["c".to_owned()],
            alone: None,
            perturbation: Some(Perturbation::Additive),
            amount: share(5),
            composition: Some(Composition::Coverage),
            generalize_above: share(20),
            compartment_from: share(60),
        };
        let text = "columns.a.role = 'quasi'\nsearch = { method = 'compose', max_size = 3, mode = 'global', \
                    cover = 'pairs', shared = ['x', 'y'], perturbation = 'rounding', amount = 0.1, \
                    composition = 'coverage', generalize_above = 0.1, compartment_from = 0.1 }";
        let silent = apply(text, EliminationOverrides::default()).unwrap();
        assert_eq!(silent, Recipe::parse("r", text).unwrap());
        let recipe = apply(text, all).unwrap();
        let expected = MethodKeys {
            method: MethodName::Compose,
            max_size: Some(2),
            mode: Some(CompartmentMode::RowWise),
            cover: Some(Cover::All),
            shared: Some(vec!["c".to_owned()]),
            perturbation: Some(Perturbation::Additive),
            amount: share(5),
            composition: Some(Composition::Coverage),
            generalize_above: share(20),
            compartment_from: share(60),
            ..MethodKeys::default()
        };
        assert_eq!(recipe.search.method.keys(), expected);
        let a = recipe.column("a").unwrap();
        assert_eq!((a.role, a.keep, recipe.column("b").unwrap().keep), (Some(Role::Quasi), true, true));
        let alone = EliminationOverrides { alone: Some(Alone::Generalize), ..Default::default() };
        let recipe = apply("search.method = 'compartment'", alone).unwrap();
        assert_eq!(recipe.search.method.keys().alone, Some(Alone::Generalize));
    }

    #[test]
    fn what_no_method_heeds_is_refused() {
        let bounded = EliminationOverrides { max_size: Some(2), ..Default::default() };
        assert!(apply("", bounded).unwrap_err().starts_with("max_size only goes with method = \"suppress\""));
        let keep = || EliminationOverrides { keep: vec!["a".to_owned()], ..Default::default() };
        assert!(apply("", keep()).unwrap_err().starts_with("column 'a': keep only goes with method = "));
        let text = "columns.a.role = 'identifying'\nsearch.method = 'suppress'";
        assert!(apply(text, keep()).unwrap_err().starts_with("column 'a': keep does not go with role"));
    }
}
