//! What recipes may say, with the models and measures of the registries.

mod elimination;
mod errors;
mod json;
mod mutations;
mod reading;

use lethe_models::privacy::PrivacyModel;
use lethe_models::quality::QualityMeasure;

type Recipe = lethe_recipe::Recipe<PrivacyModel, QualityMeasure>;
type Search = lethe_recipe::Search<QualityMeasure>;
