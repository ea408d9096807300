//! The keys of methods that change cells or part columns.

use super::Recipe;
use lethe_data::Decimal;
use lethe_recipe::*;

fn parse(text: &str) -> Recipe {
    Recipe::parse("r.toml", text).unwrap()
}

#[track_caller]
fn assert_refused(text: &str, expected: &str) {
    let message = Recipe::parse("r.toml", text).unwrap_err().to_string();
    assert_eq!(message, format!("r.toml: {expected}"), "{text}");
}

#[test]
fn every_key_is_read_and_reported_as_written() {
    let cases = [
        r#"{"method":"suppress","max_size":3}"#,
        r#"{"method":"generalize","max_size":1,"center":"median"}"#,
        r#"{"method":"perturb","max_size":3,"perturbation":"rank-swap","amount":0.05}"#,
        r#"{"method":"compartment","mode":"row-wise","algorithm":"cliques","cover":"pairs","shared":["a","b c"],"alone":"generalize"}"#,
        r#"{"method":"compose","mode":"global","cover":"all","shared":[],"perturbation":"additive","amount":1,"composition":"coverage","generalize_above":0.2,"compartment_from":0.6}"#,
        r#"{"method":"compose","composition":"auto","compartment_from":1}"#,
    ];
    for text in cases {
        let search = parse(&format!("search = {}", text.replace("\":", "\"="))).search;
        let report = serde_json::to_value(&search).unwrap();
        let written: serde_json::Map<_, _> = serde_json::from_str(text).unwrap();
        for (key, value) in &written {
            assert_eq!(report[key], *value, "{key} of {text}");
        }
        let others = ["levels", "suppression_limit", "aggregate", "quality", "local", "suppressed"];
        for (key, value) in report.as_object().unwrap() {
            let reported = written.contains_key(key) || others.contains(&key.as_str());
            assert!(reported || value.is_null(), "{key} of {text}");
        }
    }
}

#[test]
fn what_is_not_said_has_the_documented_default() {
    let search = parse("search.method = 'compose'").search.method.keys();
    assert_eq!((search.max_size, &search.shared, search.amount), (None, &None, None));
    assert_eq!(search.mode.unwrap_or_default(), CompartmentMode::Global);
    assert_eq!(search.cover.unwrap_or_default(), Cover::Columns);
    assert_eq!(search.alone.unwrap_or_default(), Alone::Suppress);
    assert_eq!(search.perturbation.unwrap_or_default(), Perturbation::Neighbour);
    assert_eq!(search.composition.unwrap_or_default(), Composition::Coverage);
    assert_eq!(search.generalizes_above(), Decimal::parse("0.15").unwrap());
    assert_eq!(search.compartments_from(), Decimal::parse("0.5").unwrap());
    let auto = parse("search.method = 'compose'\nsearch.composition = 'auto'").search.method.keys();
    assert_eq!(auto.compartments_from(), Decimal::parse("0.1").unwrap());
    assert_eq!(Algorithm::default_of(MethodName::Compartment), Some(Algorithm::Borders));
}

/// Every method with every key: what a method does not use is refused, what it uses is taken.
#[test]
fn keys_are_refused_exactly_where_their_method_ignores_them() {
    let cells_and_columns = "suppress generalize perturb compose compartment";
    let used: [(&str, &str); 14] = [
        ("max_size = 2", cells_and_columns),
        ("mode = 'global'", "compartment compose"),
        ("cover = 'all'", "compartment compose"),
        ("shared = ['a']", "compartment compose"),
        ("alone = 'suppress'", "compartment"),
        ("algorithm = 'borders'", "compartment"),
        ("algorithm = 'cliques'", "compartment"),
        ("algorithm = 'oka'", "cluster disk-cluster"),
        ("center = 'mean'", "generalize"),
        ("perturbation = 'neighbour'", "perturb compose"),
        ("perturbation = 'rounding', amount = 0.1", "perturb compose"),
        ("composition = 'b'", "compose"),
        ("generalize_above = 0.1", "compose"),
        ("compartment_from = 0.1", "compose"),
    ];
    for (name, method) in MethodName::NAMES {
        for (keys, methods) in used {
            let text = format!("search = {{ method = '{name}', {keys} }}");
            let is_used = methods.split(' ').any(|other| other == *name);
            assert_eq!(Recipe::parse("r", &text).is_ok(), is_used, "{text}");
        }
        let keep = format!("columns.a.keep = true\nsearch.method = '{name}'");
        let eliminates = cells_and_columns.split(' ').any(|other| other == *name);
        assert_eq!(Recipe::parse("r", &keep).is_ok(), eliminates, "{keep}");
        assert_eq!(method.eliminates(), eliminates);
    }
}

#[test]
fn refusals_say_what_a_key_goes_with() {
    assert_refused(
        "[search]\nmax_size = 3",
        "line 2: search.max_size: only goes with method = \"suppress\", \"generalize\", \"perturb\", \"compose\" or \
         \"compartment\", not \"auto\"",
    );
    assert_refused(
        "[search]\nmethod = 'cluster'\nalgorithm = 'borders'",
        "line 3: search.algorithm: \"borders\" only goes with method = \"compartment\", not \"cluster\"",
    );
    assert_refused(
        "[search]\nmethod = 'perturb'\namount = 0.1",
        "line 3: search.amount: only goes with perturbation = \"rounding\", \"rank-swap\", \"additive\" or \
         \"multiplicative\", not \"neighbour\"",
    );
    assert_refused(
        "[search]\nmethod = 'compose'\ncomposition = 'auto'\ngeneralize_above = 0.1",
        "line 4: search.generalize_above: only goes with composition = \"coverage\", not \"auto\"",
    );
    assert_refused(
        "[search]\nmethod = 'compose'\ncomposition = 'a'\ncompartment_from = 0.1",
        "line 4: search.compartment_from: only goes with composition = \"coverage\" or \"auto\", not \"a\"",
    );
    assert_refused(
        "[search]\nmethod = 'suppress'\nlocal = true",
        "line 3: search.local: goes with methods that search for levels, not with \"suppress\"",
    );
}

#[test]
fn numbers_out_of_range_are_refused() {
    let cases = [
        ("method = 'suppress', max_size = 0", "max_size: must be at least 1, not 0"),
        ("method = 'suppress', max_size = -1", "max_size: must not be negative, but is -1"),
        (
            "method = 'suppress', max_size = 1.5",
            "max_size: expected a whole number, not a number with a fraction",
        ),
        (
            "method = 'perturb', perturbation = 'rounding', amount = 0",
            "amount: must be above 0 and at most 1, not 0",
        ),
        ("method = 'compose', generalize_above = 1.1", "generalize_above: must be between 0 and 1, not 1.1"),
        (
            "method = 'compose', compartment_from = -0.1",
            "compartment_from: must be between 0 and 1, not -0.1",
        ),
        ("method = 'compartment', shared = 'a'", "shared: expected a list, not a text"),
        ("method = 'compartment', shared = ['a', '']", "shared[1]: must not be empty"),
    ];
    for (search, expected) in cases {
        assert_refused(&format!("search = {{ {search} }}"), &format!("line 1: search.{expected}"));
    }
}

#[test]
fn a_column_is_kept_only_by_methods_that_would_change_it() {
    let recipe = parse("[columns.a]\nkeep = true\n[columns.b]\nkeep = false\n[search]\nmethod = 'suppress'");
    assert!(recipe.column("a").unwrap().keep && !recipe.column("b").unwrap().keep);
    // What is false asks for nothing.
    assert!(!parse("columns.a.keep = false").column("a").unwrap().keep);
    assert_refused(
        "[columns.a]\nrole = 'quasi'\n[columns.\"b c\"]\nkeep = true\n[search]\nmethod = 'flash'",
        "line 4: columns.\"b c\".keep: only goes with method = \"suppress\", \"generalize\", \"perturb\", \"compose\" \
         or \"compartment\", not \"flash\"",
    );
    assert_refused(
        "[columns.a]\nrole = 'identifying'\nkeep = true\n[search]\nmethod = 'suppress'",
        "line 3: columns.a.keep: does not go with role = \"identifying\": such a column is never published as it is",
    );
}
