use super::flags::parse;
use crate::recipe_file::{HierarchyRecipe, PrivacyModel, Recipe};
use lethe_data::Decimal;

fn model(flag: &str, text: &str) -> PrivacyModel {
    parse(flag, text).unwrap().model
}

fn refusal(flag: &str, text: &str) -> String {
    parse(flag, text).unwrap_err().to_string()
}

#[test]
fn flags_are_the_models_of_recipes() {
    for (flag, text, keys) in [
        ("k", "5", "model='k-anonymity', k=5"),
        ("l", "distinct:3@d", "model='l-diversity', column='d', variant='distinct', l=3"),
        ("l", "recursive:2.5,3@d", "model='l-diversity', column='d', variant='recursive', c=2.5, l=3"),
        ("l", "entropy:2.5@d", "model='l-diversity', column='d', variant='entropy', l=2.5"),
        (
            "delta",
            "0.1,0.5@all people.csv",
            "model='delta-presence', min=0.1, max=0.5, population='all people.csv'",
        ),
        ("beta", "1@d", "model='beta-likeness', column='d', beta=1"),
        ("beta", "1@d:enhanced", "model='beta-likeness', column='d', beta=1, enhanced=true"),
        ("km", "3,2", "model='km-anonymity', k=3, m=2"),
        ("k-map", "3@1000", "model='k-map', k=3, population=1000"),
        ("k-map", "3@p.csv", "model='k-map', k=3, population='p.csv'"),
        ("average-risk", "5e-2", "model='average-risk', max=0.05"),
        (
            "reidentification-risk",
            "0.2@marketer",
            "model='reidentification-risk', max=0.2, attacker='marketer'",
        ),
        ("alpha-k", "0.5,3@d", "model='alpha-k', column='d', alpha=0.5, k=3"),
        ("lkc", "2,3,0.5@d", "model='lkc-privacy', column='d', l=2, k=3, c=0.5"),
        ("delta-disclosure", "0.5@d", "model='delta-disclosure', column='d', delta=0.5"),
        ("dp", "ln(2),1e-6", "model='differential-privacy', epsilon='ln(2)', delta=0.000001"),
        ("dp", "1", "model='differential-privacy', epsilon=1"),
    ] {
        let recipe = Recipe::parse("r", &format!("privacy = [{{{keys}}}]")).unwrap();
        assert_eq!(model(flag, text), recipe.privacy[0], "--{flag} {text}");
    }
}

#[test]
fn the_distance_stands_behind_the_column_whose_name_may_hold_colons() {
    for (text, name, wanted) in [
        ("0.2@d", "d", "equal"),
        ("0.2@d:equal", "d", "equal"),
        ("0.2@a:b:ordered", "a:b", "ordered"),
        ("0.2@a:b", "a:b", "equal"),
        ("0.2@d:hierarchical", "d", "hierarchical"),
        ("0.2@d@x:hierarchical:h.csv", "d@x", "hierarchical"),
    ] {
        let model = model("t", text);
        assert_eq!((model.name(), model.column()), ("t-closeness", Some(name)), "{text}");
        let parameters = model.parameters();
        let fifth = Some(Decimal::new(2, -1));
        assert_eq!((parameters.number("t"), parameters.word("distance")), (fifth, Some(wanted)), "{text}");
    }
    let (column, recipe) = parse("t", "0.2@d:hierarchical:h.csv").unwrap().column.unwrap();
    assert_eq!((column.as_str(), recipe.hierarchy), ("d", Some(HierarchyRecipe::File("h.csv".to_owned()))));
    assert_eq!(parse("t", "0.2@d:hierarchical").unwrap().column, None);
}

#[test]
fn what_a_flag_does_not_mean_is_refused_with_the_form_or_the_range() {
    assert_eq!(refusal("k", "five"), "--k five: write --k 5");
    assert_eq!(refusal("k", "1"), "--k 1: k: must be at least 2, not 1");
    assert_eq!(refusal("k", "2.5"), "--k 2.5: k: expected a whole number, not a number with a fraction");
    assert_eq!(
        refusal("l", "distnct:3@d"),
        "--l distnct:3@d: variant: unknown variant 'distnct'; did you mean 'distinct'?"
    );
    assert!(refusal("l", "distinct:3").starts_with("--l distinct:3: write --l 3@COLUMN"));
    assert_eq!(
        refusal("l", "distinct:2,3@d"),
        "--l distinct:2,3@d: c: unknown key of distinct l-diversity; expected one of model, column, variant, l"
    );
    assert_eq!(refusal("t", "2@d"), "--t 2@d: t: must be between 0 and 1, not 2");
    assert_eq!(
        refusal("delta", "0.5,0.1@p.csv"),
        "--delta 0.5,0.1@p.csv: min: must not be above max, but 0.5 > 0.1"
    );
    assert_eq!(refusal("t", "0.2@"), "--t 0.2@: column: must not be empty");
    assert_eq!(refusal("k", "1, model = 'x'"), "--k 1, model = 'x': write --k 5");
}
