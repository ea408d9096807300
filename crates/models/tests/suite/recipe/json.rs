//! Recipes as JSON: the shape of the file, both ways, with the same refusals.

use super::Recipe;
use super::reading::MODELS;
use proptest::prelude::*;
use schemars::schema_for;
use serde_json::{Value, json};

/// Keys of a column with values that are allowed by themselves.
const COLUMN: &[&str] = &[
    "role = 'quasi'",
    "role = 'insensitive'",
    "type = 'text'",
    "type = 'decimal'",
    "hierarchy = 'a.csv'",
    "hierarchy = { intervals = [0.1, 10], from = 0 }",
    "hierarchy = { intervals = [0.1000000000000000000000001] }",
    "hierarchy = { mask = 'left', keep = 2 }",
    "hierarchy = { dates = ['month', 'year'] }",
    "hierarchy = { groups = 4, merge = true }",
    "hierarchy = { order = 2 }",
    "hierarchy = { prefix = [3, 2] }",
    "min_level = 1",
    "max_level = 2",
    "order = 'spelling'",
    "order = ['b', 'a']",
    "weight = 0.25",
    "keep = true",
];

/// Keys of a search with values that are allowed by themselves.
const SEARCH: &[&str] = &[
    "levels = { b = 2, a = 1 }",
    "suppression_limit = 0.05",
    "suppression_limit = 0.01000000000000000000000001",
    "aggregate = 'max'",
    "quality = 'ncp'",
    "time_limit = '90s'",
    "mode = 'row-wise'",
    "local = true",
    "suppressed = 'drop'",
    "suppressed_shows = ['a']",
    "class = 'a'",
    "algorithm = 'mdav'",
    "algorithm = 'cliques'",
    "recode = 'range'",
    "split = 'relaxed'",
    "center = 'median'",
    "max_size = 3",
    "cover = 'pairs'",
    "shared = ['a', 'b']",
    "alone = 'generalize'",
    "perturbation = 'additive'",
    "amount = 0.1",
    "composition = 'auto'",
    "generalize_above = 0.2",
    "compartment_from = 0.3",
    "eps_search = 0.1",
    "steps = 5",
    "score = 'entropy'",
    "final = 'last'",
    "final_share = 0.5",
    "sampling = 'shared'",
];

const METHODS: &[&str] = &[
    "auto",
    "fixed",
    "flash",
    "top-down",
    "mondrian",
    "cluster",
    "disk-cluster",
    "compartment",
    "suppress",
    "generalize",
    "perturb",
    "compose",
    "safepub",
];

/// The text of keys, of each at most the first value.
fn keys(chosen: &[&str]) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for line in chosen {
        let key = line.split(' ').next();
        if !lines.iter().any(|known| known.split(' ').next() == key) {
            lines.push(line);
        }
    }
    lines.join("\n")
}

fn recipe() -> impl Strategy<Value = String> {
    let column = || prop::sample::subsequence(COLUMN, 0..5).prop_map(|chosen| keys(&chosen));
    let search = prop::sample::subsequence(SEARCH, 0..4).prop_map(|chosen| keys(&chosen));
    let models = prop::sample::subsequence(MODELS.to_vec(), 0..4);
    (column(), column(), models, prop::sample::select(METHODS), search).prop_map(
        |(one, two, models, method, search)| {
            let models: Vec<String> = models
                .iter()
                .map(|text| text.replace("\"0.1000000000000000000000000001\"", "0.1000000000000000000000000001"))
                .map(|text| text.replace("\":", "\"="))
                .collect();
            format!(
                "privacy = [{}]\n[columns.a]\n{one}\n[columns.\"b c\"]\n{two}\n[search]\nmethod = '{method}'\n{search}\n",
                models.join(", ")
            )
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn what_is_read_from_a_file_is_the_same_after_json(text in recipe()) {
        let Ok(recipe) = Recipe::parse("r.toml", &text) else { return Ok(()) };
        let json = serde_json::to_string(&recipe).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Recipe>(&json).unwrap(), &recipe, "{}", json);
        let full = recipe.in_full().unwrap();
        prop_assert_eq!(&Recipe::from_json("r", &full).unwrap(), &recipe, "{}", full);
    }

    #[test]
    fn what_a_file_may_not_say_json_may_not_either(text in recipe()) {
        let Err(error) = Recipe::parse("r.toml", &text) else { return Ok(()) };
        let table: toml::Table = text.parse().unwrap();
        // Doubles have fewer digits, so numbers that need more are left to the other test.
        let json = serde_json::to_value(table).unwrap();
        let refused = Recipe::from_json("r.toml", &json).unwrap_err();
        prop_assert_eq!(refused.key, error.key);
        prop_assert_eq!(refused.problem, error.problem);
    }
}

#[test]
fn json_says_what_the_file_says_and_leaves_out_the_rest() {
    let text = "[columns.age]\nrole = 'quasi'\n[[privacy]]\nmodel = 't-closeness'\ncolumn = 'd'\nt = 0.2\n\
                distance = 'equal'\n[search]\nmethod = 'auto'\nsuppression_limit = 0.05\nlocal = false";
    let recipe = Recipe::parse("r.toml", text).unwrap();
    let expected = json!({
        "columns": { "age": { "role": "quasi" } },
        "privacy": [{ "model": "t-closeness", "column": "d", "t": 0.2 }],
        "search": { "suppression_limit": 0.05 },
    });
    assert_eq!(serde_json::to_value(&recipe).unwrap(), expected);
    assert_eq!(serde_json::to_value(Recipe::default()).unwrap(), json!({}));
}

#[test]
fn unknown_keys_and_duplicates_are_refused() {
    let refusal = |json: &str| serde_json::from_str::<Recipe>(json).unwrap_err().to_string();
    assert!(
        refusal(r#"{"serach": {}}"#)
            .starts_with("recipe: serach: unknown key of a recipe; did you mean 'search'?")
    );
    let wrong = r#"{"privacy": [{"model": "k-anonymity", "k": 1}]}"#;
    assert!(
        refusal(wrong).starts_with("recipe: privacy[0].k: must be at least 2, not 1"),
        "{}",
        refusal(wrong)
    );
    assert!(refusal(r#"{"search": {}, "search": {}}"#).starts_with("duplicate key"));
    assert!(
        refusal(r#"{"privacy": [{"model": "m-invariance", "m": 2}]}"#)
            .contains("unknown model 'm-invariance'")
    );
    assert!(
        refusal(r#"{"search": {"method": "anatomy"}}"#)
            .contains("unknown method 'anatomy'; expected one of auto,")
    );
}

#[test]
fn the_schema_lists_every_model_with_its_keys_and_every_measure() {
    let schema: Value = schema_for!(Recipe).into();
    let forms = schema["properties"]["privacy"]["items"]["oneOf"].as_array().unwrap();
    for text in MODELS {
        let model: Value = serde_json::from_str(text).unwrap();
        let is_form = |form: &&Value| {
            let properties = &form["properties"];
            properties["model"]["const"] == model["model"]
                && (model["variant"].is_null() || properties["variant"]["const"] == model["variant"])
        };
        let form = forms.iter().find(is_form).unwrap_or_else(|| panic!("no form for {text}"));
        for key in model.as_object().unwrap().keys() {
            assert!(!form["properties"][key].is_null(), "{text}: {key}");
        }
    }
    let measures = schema["properties"]["search"]["properties"]["quality"]["enum"].as_array().unwrap();
    assert_eq!(measures.len(), lethe_models::quality::MEASURES.len());
}
