use super::flags::parse;
use lethe_data::Decimal;
use lethe_io::recipe::{Attacker, Distance, Diversity, HierarchyRecipe, Population, PrivacyModel};

fn model(flag: &str, text: &str) -> PrivacyModel {
    parse(flag, text).unwrap().model
}

fn refusal(flag: &str, text: &str) -> String {
    parse(flag, text).unwrap_err().to_string()
}

#[test]
fn flags_are_the_models_of_recipes() {
    let column = || "d".to_owned();
    assert_eq!(model("k", "5"), PrivacyModel::KAnonymity { k: 5 });
    let diversity = Diversity::Distinct { l: 3 };
    assert_eq!(model("l", "distinct:3@d"), PrivacyModel::LDiversity { column: column(), diversity });
    let diversity = Diversity::Recursive { c: Decimal::new(25, -1), l: 3 };
    assert_eq!(model("l", "recursive:2.5,3@d"), PrivacyModel::LDiversity { column: column(), diversity });
    assert!(matches!(model("l", "entropy:2.5@d"),
        PrivacyModel::LDiversity { diversity: Diversity::Entropy { l, .. }, .. } if l == Decimal::new(25, -1)));
    let (min, max) = (Decimal::new(1, -1), Decimal::new(5, -1));
    assert_eq!(
        model("delta", "0.1,0.5@all people.csv"),
        PrivacyModel::DeltaPresence { min, max, population: "all people.csv".to_owned() }
    );
    let beta = Decimal::from(1);
    assert_eq!(model("beta", "1@d"), PrivacyModel::BetaLikeness { column: column(), beta, enhanced: false });
    assert_eq!(
        model("beta", "1@d:enhanced"),
        PrivacyModel::BetaLikeness { column: column(), beta, enhanced: true }
    );
    assert_eq!(model("km", "3,2"), PrivacyModel::KmAnonymity { k: 3, m: 2 });
    assert_eq!(
        model("k-map", "3@1000"),
        PrivacyModel::KMap { k: 3, population: Some(Population::Size(1000)), significance: None }
    );
    assert!(matches!(
        model("k-map", "3@p.csv"),
        PrivacyModel::KMap { population: Some(Population::File(_)), .. }
    ));
    assert_eq!(model("average-risk", "5e-2"), PrivacyModel::AverageRisk { max: Decimal::new(5, -2) });
    assert!(matches!(
        model("reidentification-risk", "0.2@marketer"),
        PrivacyModel::ReidentificationRisk { attacker: Attacker::Marketer, .. }
    ));
    assert!(matches!(model("alpha-k", "0.5,3@d"), PrivacyModel::AlphaK { k: 3, .. }));
    assert!(matches!(model("lkc", "2,3,0.5@d"), PrivacyModel::LkcPrivacy { l: 2, k: 3, .. }));
    assert!(matches!(model("delta-disclosure", "0.5@d"), PrivacyModel::DeltaDisclosure { .. }));
}

#[test]
fn the_distance_stands_behind_the_column_whose_name_may_hold_colons() {
    for (text, name, wanted) in [
        ("0.2@d", "d", Distance::Equal),
        ("0.2@d:equal", "d", Distance::Equal),
        ("0.2@a:b:ordered", "a:b", Distance::Ordered),
        ("0.2@a:b", "a:b", Distance::Equal),
        ("0.2@d:hierarchical", "d", Distance::Hierarchical),
        ("0.2@d@x:hierarchical:h.csv", "d@x", Distance::Hierarchical),
    ] {
        let PrivacyModel::TCloseness { column, t, distance } = model("t", text) else { panic!("{text}") };
        assert_eq!((column.as_str(), t, distance), (name, Decimal::new(2, -1), wanted));
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
    assert!(refusal("l", "distinct:3").starts_with("--l distinct:3: write --l distinct:3@COLUMN"));
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
