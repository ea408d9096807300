//! What a recipe says, for the models and measures that there are.

pub use lethe_models::privacy::PrivacyModel;
pub use lethe_models::quality::QualityMeasure;
pub use lethe_recipe::model;
pub use lethe_recipe::{
    Aggregate, Algorithm, Alone, Budget, Center, ClusterOptions, ColumnRecipe, CompartmentMode, Composition,
    Cover, DataRecipe, Final, HierarchyRecipe, LevelOptions, Method, MethodKeys, MethodName, Perturbation,
    Population, RecipeError, Recode, SafepubOptions, Sampling, Score, Split, Suppressed, ValueOrder, Word,
    names, parse_time, parse_time_or_none,
};

/// What a recipe file says.
pub type Recipe = lethe_recipe::Recipe<PrivacyModel, QualityMeasure>;

/// How a recipe searches for a solution.
pub type Search = lethe_recipe::Search<QualityMeasure>;
