//! What recipes mean, and that reports say the same.

use super::{Recipe, Search};
use lethe_data::Role;
use lethe_data::hierarchy::make::{DatePart, Groups, Intervals, Mask, Side};
use lethe_data::{Decimal, ValueType};
use lethe_models::privacy::PrivacyModel;
use lethe_models::privacy::registry::MODELS as REGISTRY;
use lethe_models::quality::QualityMeasure;
use lethe_recipe::*;
use proptest::prelude::*;
use std::time::Duration;

const EXAMPLE: &str = r#"
[columns.age]
role = "quasi"                 # identifying | quasi | sensitive | insensitive
type = "integer"
hierarchy = "age.csv"
max_level = 3                  # optional bounds min_level/max_level
[columns.disease]
role = "sensitive"
hierarchy = "disease.csv"      # used by hierarchical t-closeness

[[privacy]]
model = "k-anonymity"
k = 5
[[privacy]]
model = "l-diversity"
column = "disease"
variant = "entropy"
l = 3

[search]
method = "flash"
suppression_limit = 0.05       # share of records that may be suppressed
aggregate = "mean"             # over columns: mean | geometric | max
quality = "loss"
time_limit = "60s"
"#;

fn parse(text: &str) -> Recipe {
    Recipe::parse("recipe.toml", text).unwrap()
}

fn model(text: &str) -> PrivacyModel {
    parse(&format!("privacy = [{{{text}}}]")).privacy.remove(0)
}

fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

#[test]
fn the_documented_example_has_exactly_this_meaning() {
    let file = |name: &str| Some(HierarchyRecipe::File(name.to_owned()));
    let age = ColumnRecipe {
        role: Some(Role::Quasi),
        value_type: Some(ValueType::Integer),
        hierarchy: file("age.csv"),
        max_level: Some(3),
        ..ColumnRecipe::default()
    };
    let disease = ColumnRecipe {
        role: Some(Role::Sensitive),
        hierarchy: file("disease.csv"),
        ..ColumnRecipe::default()
    };
    let expected = Recipe {
        data: lethe_recipe::DataRecipe::default(),
        columns: vec![("age".to_owned(), age), ("disease".to_owned(), disease)],
        privacy: vec![
            PrivacyModel::k_anonymity(5),
            model("model='l-diversity', column='disease', variant='entropy', l=3, estimator='shannon'"),
        ],
        search: Search {
            method: Method::Levels(LevelSearch::Flash, LevelOptions::default()),
            suppression_limit: Decimal::new(5, -2),
            aggregate: Aggregate::Mean,
            quality: QualityMeasure::default(),
            time_limit: Some(Duration::from_mins(1)),
            ..Search::default()
        },
    };
    let recipe = parse(EXAMPLE);
    assert_eq!(recipe, expected);
    assert_eq!(recipe.column("age").unwrap().max_level, Some(3));
    assert_eq!(recipe.column("zip"), None);
}

#[test]
fn the_choices_of_methods_that_group_records_are_read_where_their_method_uses_them() {
    let mondrian =
        parse("search = { method = 'mondrian', recode = 'range', split = 'relaxed' }").search.method.keys();
    assert_eq!((mondrian.recode, mondrian.split), (Some(Recode::Range), Some(Split::Relaxed)));
    for method in ["cluster", "disk-cluster"] {
        let text = format!("[search]\nmethod = '{method}'\nalgorithm = 'k-member'\nrecode = 'hierarchy'");
        let search = parse(&text).search;
        assert_eq!(search.method.keys().algorithm, Some(Algorithm::KMember), "{method}");
        assert_eq!(search.method.keys().recode, Some(Recode::Hierarchy), "{method}");
    }
    let mdav =
        parse("search = { method = 'cluster', algorithm = 'mdav', center = 'median' }").search.method.keys();
    assert_eq!((mdav.algorithm, mdav.center), (Some(Algorithm::Mdav), Some(Center::Median)));
    let silent = parse("search.method = 'cluster'").search.method.keys();
    assert_eq!((silent.algorithm, silent.recode, silent.split, silent.center), (None, None, None, None));
    assert_eq!(Algorithm::default_of(silent.method), Some(Algorithm::Hybrid));
}

#[test]
fn an_empty_recipe_is_the_default() {
    assert_eq!(parse(""), Recipe::default());
    assert_eq!(parse("[columns]\n[search]\n"), Recipe::default());
}

#[test]
fn columns_and_levels_keep_the_order_of_the_file() {
    let recipe = parse(
        "columns.zip.weight = 2\ncolumns.\"a b\".weight = 0.5\ncolumns.age = {}\n\
         search = { method = \"fixed\", levels = { zip = 2, age = 1 } }",
    );
    let names: Vec<_> = recipe.columns.iter().map(|(name, column)| (name.as_str(), column.weight)).collect();
    assert_eq!(names, [("zip", Some(2.0)), ("a b", Some(0.5)), ("age", None)]);
    assert_eq!(recipe.search.method.keys().levels, [("zip".to_owned(), 2), ("age".to_owned(), 1)]);
}

#[test]
fn every_inline_hierarchy_is_read_with_its_options() {
    let cases = [
        (
            "{ intervals = [0.1, 10], from = 0, to = 100 }",
            HierarchyRecipe::Intervals(Intervals {
                widths: vec![decimal("0.1"), decimal("10")],
                from: Some(decimal("0")),
                to: Some(decimal("100")),
            }),
        ),
        ("{ mask = \"right\" }", HierarchyRecipe::Mask(Mask::new(Side::Right))),
        (
            "{ mask = \"left\", keep = 3, step = 2 }",
            HierarchyRecipe::Mask(Mask { keep: 3, step: 2, ..Mask::new(Side::Left) }),
        ),
        ("{ dates = [\"month\", \"year\"] }", HierarchyRecipe::Dates(vec![DatePart::Month, DatePart::Year])),
        ("{ groups = 4 }", HierarchyRecipe::Groups(Groups { count: 4, merge: false })),
        ("{ groups = 4, merge = true }", HierarchyRecipe::Groups(Groups { count: 4, merge: true })),
        ("{ order = 2 }", HierarchyRecipe::Order(2)),
        ("{ prefix = [3, 2] }", HierarchyRecipe::Prefix(vec![3, 2])),
        ("{ known = 'icd-10' }", HierarchyRecipe::Known(lethe_data::hierarchy::make::Known::Icd10)),
        ("{ flat = true }", HierarchyRecipe::Flat),
    ];
    for (text, expected) in cases {
        let read = |text: &str| parse(&format!("columns.a.hierarchy = {text}")).columns.remove(0).1.hierarchy;
        assert_eq!(read(text).as_ref(), Some(&expected));
        let report = serde_json::to_string(&expected).unwrap().replace(':', "=");
        assert_eq!(read(&report), Some(expected), "{report}");
    }
}

/// The parameters of every model, once with all that may be left out and once without.
pub(super) const MODELS: [&str; 26] = [
    r#"{"model":"k-anonymity","k":2}"#,
    r#"{"model":"l-diversity","column":"d","variant":"distinct","l":2}"#,
    r#"{"model":"l-diversity","column":"d","variant":"entropy","l":2.5,"estimator":"shannon"}"#,
    r#"{"model":"l-diversity","column":"d","variant":"entropy","l":2,"estimator":"grassberger"}"#,
    r#"{"model":"l-diversity","column":"d","variant":"recursive","l":3,"c":4}"#,
    r#"{"model":"l-diversity","column":"d","variant":"positive-recursive","l":3,"c":0.1,"disclosable":["flu"]}"#,
    r#"{"model":"l-diversity","column":"d","variant":"negative-positive-recursive","l":3,"c1":2,"c2":0.1,"disclosable":[],"protected":["flu"]}"#,
    r#"{"model":"t-closeness","column":"d","t":0.2,"distance":"equal"}"#,
    r#"{"model":"t-closeness","column":"d","t":1,"distance":"hierarchical"}"#,
    r#"{"model":"delta-presence","min":0,"max":0.5,"population":"all.csv"}"#,
    r#"{"model":"beta-likeness","column":"d","beta":1.5,"enhanced":true}"#,
    r#"{"model":"delta-disclosure","column":"d","delta":0.5}"#,
    r#"{"model":"alpha-k","column":"d","alpha":0.5,"k":3,"values":["flu"]}"#,
    r#"{"model":"lkc-privacy","l":2,"k":3,"c":0.5,"column":"d","values":["flu"]}"#,
    r#"{"model":"reidentification-risk","max":0.2,"attacker":"journalist","population":"all.csv"}"#,
    r#"{"model":"k-map","k":3,"population":"all.csv"}"#,
    r#"{"model":"k-map","k":3,"population":1000000}"#,
    r#"{"model":"k-map","k":3,"population":1000000,"significance":0.05}"#,
    r#"{"model":"average-risk","max":0.01}"#,
    r#"{"model":"sample-uniqueness","max":0}"#,
    r#"{"model":"population-uniqueness","max":0.01,"population":1000000,"estimator":"dankar"}"#,
    r#"{"model":"population-uniqueness","max":0.01,"population":1000000,"estimator":"snb"}"#,
    r#"{"model":"km-anonymity","k":5,"m":1}"#,
    r#"{"model":"differential-privacy","epsilon":0.1,"delta":1e-6}"#,
    r#"{"model":"differential-privacy","epsilon":"ln(5/2)","delta":1e-6}"#,
    r#"{"model":"differential-privacy","epsilon":"0.1000000000000000000000000001","delta":0}"#,
];

#[test]
fn every_model_reads_its_parameters_and_reports_them_as_written() {
    let mut seen = std::collections::BTreeSet::new();
    for text in MODELS {
        // The last case is the report of a number that no double spells; recipes spell it without quotes.
        let source = text.replace("\"0.1000000000000000000000000001\"", "0.1000000000000000000000000001");
        let toml = source.replace("\":", "\"=");
        let recipe = parse(&format!("privacy = [{toml}]"));
        let report = recipe.in_full().unwrap()["privacy"][0].clone();
        assert_eq!(report, serde_json::from_str::<serde_json::Value>(text).unwrap());
        assert_eq!(report["model"], recipe.privacy[0].name());
        seen.insert(recipe.privacy[0].name());
    }
    let known: std::collections::BTreeSet<_> = REGISTRY.iter().map(|entry| entry.spec.name).collect();
    assert_eq!(seen, known);
}

#[test]
fn what_may_be_left_out_is_the_plain_form_of_the_model() {
    let recipe = parse(
        "privacy = [{model='t-closeness', column='d', t=0.2}, {model='beta-likeness', column='d', beta=1}, \
         {model='k-map', k=2}]",
    );
    let parameters = |place: usize| recipe.privacy[place].parameters();
    assert_eq!(parameters(0).word("distance"), Some("equal"));
    assert_eq!(parameters(0).number("t"), Some(Decimal::new(2, -1)));
    assert!(!parameters(1).truth("enhanced"));
    assert_eq!((parameters(2).population("population"), parameters(2).number("significance")), (None, None));
}

#[test]
fn times_have_a_unit_and_reports_keep_it_whole() {
    for (text, milliseconds, reported) in
        [("500ms", 500, "500ms"), ("60s", 60_000, "1m"), ("90s", 90_000, "90s"), ("1h", 3_600_000, "1h")]
    {
        assert_eq!(parse_time(text), Some(Duration::from_millis(milliseconds)));
        let search = parse(&format!("search.time_limit = '{text}'")).search;
        assert_eq!(serde_json::to_value(&search).unwrap()["time_limit"], reported);
    }
    for text in
        ["", "60", "s", "-1s", "1.5s", "0s", "1d", "1 s", "99999999999999999999s", "9999999999999999h"]
    {
        assert_eq!(parse_time(text), None, "{text}");
    }
}

#[test]
fn a_report_shows_columns_and_search_as_tables_of_the_recipe() {
    let report = parse(EXAMPLE).in_full().unwrap();
    assert_eq!(report["columns"]["age"]["role"], "quasi");
    assert_eq!(report["columns"]["age"]["type"], "integer");
    assert_eq!(report["columns"]["disease"]["hierarchy"], "disease.csv");
    assert_eq!(report["search"]["suppression_limit"], 0.05);
    assert_eq!(report["search"]["method"], "flash");
}

#[test]
fn words_of_flags_are_the_words_of_recipes() {
    for (name, method) in MethodName::NAMES {
        assert_eq!(parse(&format!("search.method = '{name}'")).search.method.name(), *method);
        assert_eq!(name.parse::<MethodName>().as_ref(), Ok(method));
        assert_eq!(method.to_string(), *name);
    }
    assert_eq!("fash".parse::<MethodName>().unwrap_err(), "unknown method 'fash'; did you mean 'flash'?");
    for role in Role::all() {
        assert_eq!(role.word(), role.name());
    }
}

proptest! {
    #[test]
    fn no_text_panics_or_yields_more_than_one_line(text in any::<String>()) {
        if let Err(error) = Recipe::parse("r.toml", &text) {
            prop_assert!(!error.to_string().contains(char::is_control));
        }
    }

    /// Damage near valid recipes reaches deeper than random text.
    #[test]
    fn no_damaged_recipe_panics(at in 0..EXAMPLE.len(), cut in 0usize..12, put in "[\\[\\]{}=.,'\"a-z0-9\n\u{0}-]{0,6}") {
        let mut text = EXAMPLE.to_owned();
        text.replace_range(at..(at + cut).min(EXAMPLE.len()), &put);
        if let Err(error) = Recipe::parse("r.toml", &text) {
            prop_assert!(!error.to_string().contains(char::is_control));
            prop_assert!(error.line.is_none_or(|line| line <= text.split('\n').count() as u64));
        }
    }
}

#[test]
fn an_order_is_a_list_of_values_or_that_of_their_spelling() {
    let text =
        "[columns.a]\norder = ['low', 'high']\n[columns.b]\norder = 'spelling'\n[columns.c]\nrole = 'quasi'";
    let recipe = Recipe::parse("r", text).unwrap();
    let orders: Vec<_> = recipe.columns.iter().map(|(_, column)| column.order.clone()).collect();
    let values = ValueOrder::Values(vec!["low".to_owned(), "high".to_owned()]);
    assert_eq!(orders, [Some(values.clone()), Some(ValueOrder::Spelling), None]);
    let reported = recipe.in_full().unwrap();
    assert_eq!(reported["columns"]["a"]["order"], serde_json::json!(["low", "high"]));
    assert_eq!(reported["columns"]["b"]["order"], "spelling");
    assert_eq!(ValueOrder::of_flag("low,high"), Ok(values));
    for wrong in ["low", "", "a,b,a"] {
        assert!(ValueOrder::of_flag(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn what_suppressed_records_show_is_a_list_of_columns() {
    let shows =
        |text: &str| Recipe::parse("r", text).map(|recipe| recipe.search.method.keys().suppressed_shows);
    assert_eq!(shows("").unwrap(), None);
    assert_eq!(shows("search.suppressed_shows = ['a']").unwrap(), Some(vec!["a".to_owned()]));
    for idle in ["suppressed = 'drop'", "method = 'mondrian'", "method = 'suppress'", "method = 'safepub'"] {
        let error = shows(&format!("[search]\nsuppressed_shows = ['a']\n{idle}")).unwrap_err();
        assert_eq!((error.line, error.key.as_deref()), (Some(2), Some("search.suppressed_shows")), "{idle}");
    }
}
