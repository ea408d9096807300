//! What models protect against and what they do not, in plain words.

use super::report::Limit;
use crate::recipe_file::{PrivacyModel, Recipe};

/// What each model of a recipe protects against, each once, and what none of them does.
pub(super) fn of(recipe: &Recipe) -> Vec<Limit> {
    let mut limits: Vec<Limit> = Vec::new();
    for name in recipe.privacy.iter().map(PrivacyModel::name) {
        if limits.iter().all(|limit| limit.model != name) {
            let (protects, limit) = of_model(name);
            limits.push(made(name, protects, limit));
        }
    }
    limits.push(made(
        "any",
        "What was published, against an attacker who knows the quasi-identifiers that the recipe names.",
        "Columns that were not named as quasi-identifiers can still identify records. Another release about the same persons can \
         be combined with this one. What is true of a whole group, such as a high rate of an illness, is true of its members, \
         whether their records are in the table or not.",
    ));
    limits
}

fn made(model: &str, protects: &str, limit: &str) -> Limit {
    Limit { model: model.to_owned(), protects: protects.to_owned(), limit: limit.to_owned() }
}

fn of_model(name: &str) -> (&'static str, &'static str) {
    match name {
        "k-anonymity" => (
            "Re-identification: every record equals at least k−1 others on the quasi-identifiers.",
            "If all records of a class share a sensitive value, that value is disclosed for everybody in it, without naming a record.",
        ),
        "km-anonymity" => (
            "Re-identification by an attacker who knows at most m of the values.",
            "Somebody who knows more than m values of a person may identify the record, and shared sensitive values are disclosed.",
        ),
        "k-map" => (
            "Re-identification: every record equals at least k records of the population.",
            "An attacker who knows that a person is in the table has a smaller class to choose from than the population.",
        ),
        "l-diversity" => (
            "Attribute disclosure: every class holds at least l different sensitive values, in the variant that is required.",
            "Values that differ but mean the same, such as several heart diseases, still reveal what they share; a rare value that \
             is more frequent in a class than in the table is a hint.",
        ),
        "t-closeness" => (
            "Attribute disclosure: the sensitive values of every class are distributed nearly as in the whole table.",
            "Up to the distance t, membership of a class still shifts what is likely. Identity is not protected by this model.",
        ),
        "beta-likeness" => (
            "Attribute disclosure: in no class is a sensitive value more likely than in the whole table by more than the factor.",
            "Values may become less likely without a limit, and the gain up to the limit remains. Identity is not protected.",
        ),
        "delta-disclosure" => (
            "Attribute disclosure: the share of a sensitive value in a class differs from that in the table by a bounded factor.",
            "Up to the factor, a class still reveals more about its members than the table does. Identity is not protected.",
        ),
        "alpha-k" => (
            "Re-identification and attribute disclosure: classes of at least k records in which no sensitive value is more frequent \
             than alpha.",
            "Up to the share alpha, an attacker can guess a sensitive value with that confidence.",
        ),
        "lkc-privacy" => (
            "Re-identification and attribute disclosure by an attacker who knows at most L of the quasi-identifiers.",
            "Somebody who knows more than L values of a person is outside of what is guaranteed.",
        ),
        "delta-presence" => (
            "Membership: nobody can be sure beyond the limits whether a person of the population is in the table.",
            "The population must be the one that the attacker has. Within the limits, membership can be guessed, and sensitive values \
             of a class are not protected.",
        ),
        "average-risk" => (
            "Re-identification on average: the mean success of an attacker over all records is bounded.",
            "Single records may be at a far higher risk than the mean, up to being unique.",
        ),
        "reidentification-risk" => (
            "Re-identification: no record, or no more than a share of them, is at a higher risk than the threshold.",
            "The share that is allowed above the threshold is not protected, and shared sensitive values are disclosed.",
        ),
        "sample-uniqueness" => (
            "Re-identification: at most a share of the records is unique.",
            "The unique records that are allowed can be re-identified by whoever knows their quasi-identifiers.",
        ),
        "population-uniqueness" => (
            "Re-identification: at most a share of the records is estimated to be unique in the population.",
            "The share is an estimate of a statistical model that may not fit, and it protects no single record.",
        ),
        "differential-privacy" => (
            "Membership: whether one person's record was in the table changes the probability of any release by at most the budget.",
            "The guarantee is about one record: a person with several records, or groups of persons, are protected less. Conclusions that \
             hold without the person's record are not prevented.",
        ),
        _ => (
            "What the model requires of every class; see its page in the documentation.",
            "What it does not require.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::of_model;

    #[test]
    fn every_model_has_limits_of_its_own() {
        for entry in lethe_models::privacy::registry::MODELS {
            assert!(!of_model(entry.spec.name).1.starts_with("What it does not"), "{}", entry.spec.name);
        }
    }
}
