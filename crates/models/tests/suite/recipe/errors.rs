//! The exact words of every kind of refusal.

use super::Recipe;

fn refusal(text: &str) -> String {
    let message = Recipe::parse("r.toml", text).unwrap_err().to_string();
    message.strip_prefix("r.toml: ").unwrap().to_owned()
}

#[track_caller]
fn assert_refusals(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(refusal(text), *expected, "{text}");
    }
}

#[test]
fn an_error_names_file_line_and_key_in_one_line_and_apart() {
    let text = "[[privacy]]\nmodel = 'k-anonymity'\nk = 5\n\n[[privacy]]\nmodel = 'l-diversity'\n\
                column = 'd'\nvariant = 'entropie'\nl = 3\n";
    let error = Recipe::parse("recipe.toml", text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "recipe.toml: line 8: privacy[1].variant: unknown variant 'entropie'; did you mean 'entropy'?"
    );
    assert_eq!((error.line, error.key.as_deref()), (Some(8), Some("privacy[1].variant")));
}

#[test]
fn what_is_not_toml_is_refused_with_its_line() {
    let error = Recipe::parse("r.toml", "[search]\nmethod = 'flash'\nmethod = 'flash'\n").unwrap_err();
    assert_eq!(error.to_string(), "r.toml: line 3: duplicate key");
    assert_eq!(error.key, None);
    assert!(refusal("[search]\n\nmethod =\n").starts_with("line 3: "));
    assert_eq!(refusal("[columns.a]\n[columns.b]\n[columns.a]\n"), "line 3: duplicate key");
}

#[test]
fn unknown_keys_are_refused_wherever_they_stand() {
    assert_refusals(&[
        ("\n[serach]", "line 2: serach: unknown key of a recipe; did you mean 'search'?"),
        (
            "title = 1",
            "line 1: title: unknown key of a recipe; expected one of data, columns, privacy, search",
        ),
        (
            "[columns.\"zip code\"]\nrol = 'quasi'",
            "line 2: columns.\"zip code\".rol: unknown key of a column; did you mean 'role'?",
        ),
        (
            "[search]\nsupression_limit = 0",
            "line 2: search.supression_limit: unknown key of a search; did you mean 'suppression_limit'?",
        ),
        (
            "[[privacy]]\nmodel = 'k-anonymity'\nt = 0.2\nk = 2",
            "line 3: privacy[0].t: unknown key of k-anonymity; expected one of model, k",
        ),
        (
            "[[privacy]]\nmodel = 'k-anonymity'\ncolumn = 'd'",
            "line 3: privacy[0].column: unknown key of k-anonymity; expected one of model, k",
        ),
        (
            "[[privacy]]\nmodel = 'l-diversity'\nvariant = 'distinct'\ndisclosable = ['flu']",
            "line 4: privacy[0].disclosable: unknown key of distinct l-diversity; expected one of model, column, \
             variant, l",
        ),
        (
            "columns.a.hierarchy = { mask = 'left', groups = 4 }",
            "line 1: columns.a.hierarchy.groups: unknown key of a hierarchy by mask; expected one of mask, keep, step",
        ),
        (
            "columns.a.hierarchy = { interval = [5] }",
            "line 1: columns.a.hierarchy.interval: unknown key of a hierarchy; did you mean 'intervals'?",
        ),
        (
            "columns.a.hierarchy = {}",
            "line 1: columns.a.hierarchy: the table is empty; expected one of intervals, mask, dates, groups, order, \
             prefix, known, flat",
        ),
    ]);
}

#[test]
fn unknown_words_are_refused_with_the_one_meant_or_all() {
    assert_refusals(&[
        (
            "columns.a.role = 'sensitiv'",
            "line 1: columns.a.role: unknown role 'sensitiv'; did you mean 'sensitive'?",
        ),
        (
            "columns.a.role = 'x'",
            "line 1: columns.a.role: unknown role 'x'; expected one of identifying, quasi, sensitive, insensitive",
        ),
        (
            "columns.a.type = 'int'",
            "line 1: columns.a.type: unknown type 'int'; expected one of boolean, integer, decimal, date, datetime, text, set",
        ),
        (
            "privacy = [{model = 'k-anonimity'}]",
            "line 1: privacy[0].model: unknown model 'k-anonimity'; did you mean 'k-anonymity'?",
        ),
        (
            "search.method = 'topdown'",
            "line 1: search.method: unknown method 'topdown'; did you mean 'top-down'?",
        ),
        ("search.quality = 'los'", "line 1: search.quality: unknown quality 'los'; did you mean 'loss'?"),
        (
            "columns.a.hierarchy.mask = 'rigth'",
            "line 1: columns.a.hierarchy.mask: unknown side 'rigth'; did you mean 'right'?",
        ),
        (
            "columns.a.hierarchy.dates = ['month', 'yer']",
            "line 1: columns.a.hierarchy.dates[1]: unknown date part 'yer'; did you mean 'year'?",
        ),
    ]);
}

#[test]
fn missing_keys_are_named_at_the_head_of_their_table() {
    assert_refusals(&[
        ("\n[[privacy]]\nmodel = 'k-anonymity'", "line 2: privacy[0]: k-anonymity needs the key 'k'"),
        ("[[privacy]]\nk = 2", "line 1: privacy[0]: a privacy model needs the key 'model'"),
        (
            "[[privacy]]\nmodel = 'l-diversity'\nvariant = 'recursive'\ncolumn = 'd'\nl = 2",
            "line 1: privacy[0]: recursive l-diversity needs the key 'c'",
        ),
    ]);
}

#[test]
fn values_of_another_type_are_refused() {
    assert_refusals(&[
        ("columns = 3", "line 1: columns: expected a table, not a whole number"),
        (
            "[privacy]\nmodel = 'k-map'",
            "line 1: privacy: expected a list of models, each headed [[privacy]], not a table",
        ),
        ("privacy = ['k-map']", "line 1: privacy[0]: expected a table, not a text"),
        ("columns.a.role = 1.5", "line 1: columns.a.role: expected a role, not a number with a fraction"),
        ("columns.a.min_level = '1'", "line 1: columns.a.min_level: expected a whole number, not a text"),
        ("columns.a.min_level = -1", "line 1: columns.a.min_level: must not be negative, but is -1"),
        ("columns.a.min_level = 4294967296", "line 1: columns.a.min_level: is too large a number"),
        ("columns.a.hierarchy = ''", "line 1: columns.a.hierarchy: must not be empty"),
        (
            "columns.a.hierarchy = true",
            "line 1: columns.a.hierarchy: expected a file name or a table such as { mask = \"right\" }, not true or false",
        ),
        (
            "search.suppression_limit = nan",
            "line 1: search.suppression_limit: must be a finite number of at most 38 digits",
        ),
        (
            "search.time_limit = 60",
            "line 1: search.time_limit: expected a time above zero such as '60s', '5m', '1h' or '500ms', not a whole number",
        ),
        (
            "search.time_limit = '60'",
            "line 1: search.time_limit: expected a time above zero such as '60s', '5m', '1h' or '500ms'",
        ),
        (
            "privacy = [{model='k-map', k=2, population=1.5}]",
            "line 1: privacy[0].population: expected a file name or a number of records, not a number with a fraction",
        ),
    ]);
}

#[test]
fn parameters_out_of_range_are_refused_with_the_range() {
    let cases = [
        ("model='k-anonymity', k=1", "k: must be at least 2, not 1"),
        ("model='k-map', k=0", "k: must be at least 2, not 0"),
        (
            "model='k-map', k=2, population=9, significance=0",
            "significance: must be above 0 and at most 1, not 0",
        ),
        (
            "model='k-map', k=2, population='a.csv', significance=0.1",
            "significance: goes with a population of which only the number of records is known",
        ),
        ("model='km-anonymity', k=2, m=0", "m: must be at least 1, not 0"),
        ("model='l-diversity', column='d', variant='distinct', l=1", "l: must be at least 2, not 1"),
        ("model='l-diversity', column='d', variant='entropy', l=1.0", "l: must be above 1, not 1"),
        ("model='l-diversity', column='d', variant='recursive', l=2, c=0", "c: must be above 0, not 0"),
        (
            "model='t-closeness', column='d', t=1.0000000000000000000001",
            "t: must be between 0 and 1, not 1.0000000000000000000001",
        ),
        ("model='t-closeness', column='d', t=-0.1", "t: must be between 0 and 1, not -0.1"),
        (
            "model='delta-presence', min=0.5, max=0.1, population='p.csv'",
            "min: must not be above max, but 0.5 > 0.1",
        ),
        (
            "model='delta-presence', min=0, max=1.5, population='p.csv'",
            "max: must be between 0 and 1, not 1.5",
        ),
        ("model='beta-likeness', column='d', beta=0.0", "beta: must be above 0, not 0"),
        ("model='delta-disclosure', column='d', delta=0", "delta: must be above 0, not 0"),
        ("model='alpha-k', column='d', alpha=1.5, k=2", "alpha: must be above 0 and at most 1, not 1.5"),
        ("model='alpha-k', column='d', alpha=1, k=1", "k: must be at least 2, not 1"),
        (
            "model='alpha-k', column='d', alpha=1, k=2, values=[]",
            "values: must list at least one value; leave it out to protect all",
        ),
        ("model='lkc-privacy', l=0, k=2, c=1, column='d'", "l: must be at least 1, not 0"),
        ("model='lkc-privacy', l=1, k=2, c=0, column='d'", "c: must be above 0 and at most 1, not 0"),
        (
            "model='reidentification-risk', max=0.1, attacker='prosecutor', population=5",
            "population: does not go with attacker = \"prosecutor\", who knows that a person is in the table",
        ),
        ("model='average-risk', max=0", "max: must be above 0 and at most 1, not 0"),
        ("model='differential-privacy', epsilon=0, delta=0", "epsilon: must be above 0, not 0"),
        (
            "model='differential-privacy', epsilon='two'",
            "epsilon: expected a budget such as 1, 0.1 or \"ln(2)\"",
        ),
        ("model='differential-privacy', epsilon=1, delta=1", "delta: must be at least 0 and below 1, not 1"),
    ];
    for (model, expected) in cases {
        assert_eq!(refusal(&format!("privacy = [{{{model}}}]")), format!("line 1: privacy[0].{expected}"));
    }
    assert_refusals(&[
        (
            "search.suppression_limit = 1.1",
            "line 1: search.suppression_limit: must be between 0 and 1, not 1.1",
        ),
        ("columns.a.weight = -1", "line 1: columns.a.weight: must be finite and at least 0, not -1"),
        (
            "columns.a.hierarchy.intervals = [5, 0]",
            "line 1: columns.a.hierarchy.intervals[1]: must be above 0, not 0",
        ),
        ("columns.a.hierarchy.dates = []", "line 1: columns.a.hierarchy.dates: must list at least one level"),
        ("columns.a.hierarchy.order = 1", "line 1: columns.a.hierarchy.order: must be at least 2, not 1"),
    ]);
}

#[test]
fn contradictions_between_keys_are_refused() {
    assert_refusals(&[
        (
            "[columns.a]\nmax_level = 1\nmin_level = 2",
            "line 3: columns.a.min_level: must not be above max_level, but 2 > 1",
        ),
        (
            "[columns.d]\nrole = 'quasi'\n[[privacy]]\nmodel = 't-closeness'\ncolumn = 'd'\nt = 0.2",
            "line 5: privacy[0].column: t-closeness protects a sensitive column, but this one's role is quasi",
        ),
        (
            "[search]\nlevels = { a = 1 }",
            "line 2: search.levels: only goes with method = \"fixed\", not \"auto\"",
        ),
        (
            "[search]\nmethod = 'flash'\nmode = 'global'",
            "line 3: search.mode: only goes with method = \"compartment\" or \"compose\", not \"flash\"",
        ),
        (
            "[search]\nalgorithm = 'oka'",
            "line 2: search.algorithm: \"oka\" only goes with method = \"cluster\" or \"disk-cluster\", not \"auto\"",
        ),
        (
            "[search]\nrecode = 'range'\nmethod = 'flash'",
            "line 2: search.recode: only goes with method = \"mondrian\", \"cluster\" or \"disk-cluster\", not \"flash\"",
        ),
        (
            "[search]\nmethod = 'cluster'\nsplit = 'strict'",
            "line 3: search.split: only goes with method = \"mondrian\", not \"cluster\"",
        ),
        (
            "[search]\nmethod = 'mondrian'\ncenter = 'mean'",
            "line 3: search.center: only goes with method = \"cluster\", \"disk-cluster\" or \"generalize\", not \"mondrian\"",
        ),
        (
            "[search]\nmethod = 'cluster'\ncenter = 'mean'",
            "line 3: search.center: only goes with algorithm = \"mdav\", not \"hybrid\"",
        ),
        (
            "search.algorithm = 'kmember'",
            "line 1: search.algorithm: unknown algorithm 'kmember'; did you mean 'k-member'?",
        ),
    ]);
    assert!(
        Recipe::parse("r", "columns.d.type='text'\nprivacy=[{model='t-closeness',column='d',t=0}]").is_ok()
    );
}
