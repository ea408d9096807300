//! Random tables, models and limits: what is published is counted in the plainest way, and verified from the file.

use lethe::anonymize::{Anonymize, Overrides, SuppressedValues, anonymize};
use lethe::data::{Decimal, Role};
use lethe::recipe_file::Recipe;
use lethe::recipe_file::Suppressed;
use lethe::requirements::flags;
use lethe::verify::{Verify, verify};
use lethe::{Context, Location};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

const AGES: &str = "1;low;*\n2;low;*\n3;high;*\n4;high;*\n";
const MODELS: [(&str, &str); 7] = [
    ("l", "distinct:2@disease"),
    ("l", "entropy:1.5@disease"),
    ("l", "recursive:2,2@disease"),
    ("t", "0.3@disease"),
    ("t", "0.3@disease:ordered"),
    ("beta", "1.5@disease"),
    ("delta-disclosure", "1@disease"),
];

fn location(folder: &Path, file: &str) -> Location {
    Location::parse(folder.join(file).to_str().unwrap()).unwrap()
}

fn request(
    folder: &Path,
    models: &[(&str, String)],
    limit: u32,
    [drop, shows, local]: [bool; 3],
) -> Anonymize {
    let mut recipe = Recipe::default();
    let roles = [("age", Role::Quasi), ("zip", Role::Quasi), ("disease", Role::Sensitive)];
    let overrides = Overrides {
        roles: roles.map(|(name, role)| (name.to_owned(), role)).to_vec(),
        hierarchies: vec![(
            "age".to_owned(),
            lethe::recipe_file::HierarchyRecipe::File("age.csv".to_owned()),
        )],
        models: models.iter().map(|(flag, text)| flags::parse(flag, text).unwrap()).collect(),
        suppression_limit: Some(Decimal::new(limit.into(), -1)),
        suppressed: Some(if drop { Suppressed::Drop } else { Suppressed::Keep }),
        suppressed_shows: if shows { vec!["disease".to_owned()] } else { Vec::new() },
        local,
        ..Overrides::default()
    };
    overrides.apply(&mut recipe, Path::new("")).unwrap();
    Anonymize {
        folder: folder.to_owned(),
        output: Some(location(folder, "out.csv")),
        others: lethe::anonymize::Others::Keep,
        ..Anonymize::of(location(folder, "data.csv"), recipe)
    }
}

fn check(rows: &[(u8, u8, u8)], k: u64, model: usize, limit: u32, drop: bool, local: bool) {
    let folder = tempfile::tempdir().unwrap();
    let cell = |value: u8| if value == 0 { String::new() } else { value.to_string() };
    let lines = rows.iter().map(|&(age, zip, disease)| format!("{},z{zip},{}\n", cell(age), disease + 1));
    std::fs::write(
        folder.path().join("data.csv"),
        "age,zip,disease\n".to_owned() + &lines.collect::<String>(),
    )
    .unwrap();
    std::fs::write(folder.path().join("age.csv"), AGES).unwrap();
    let mut models = vec![("k", k.to_string())];
    models.extend(MODELS.get(model).map(|&(flag, text)| (flag, text.to_owned())));
    let context = Context::new(1).unwrap();
    // Every other table lets suppressed records show their disease, where the models allow it.
    let shows = !drop && rows.len().is_multiple_of(2);
    let request = request(folder.path(), &models, limit, [drop, shows, local]);
    let report = match anonymize(&request, &context) {
        Ok(report) => report,
        // A model may be impossible for the values that happen to occur.
        Err(error) => return assert_eq!(error.fault(), lethe::Fault::Request, "{error}"),
    };
    let out = folder.path().join("out.csv");
    assert_eq!(report.holds, out.exists());
    if !report.holds {
        assert!(report.nearest_miss.is_some() && report.complete);
        return;
    }
    assert!(report.suppressed <= report.suppression_limit);
    let measured =
        report.local.filter(|local| local.used).map_or(report.search.value, |local| Some(local.loss));
    let loss = report.quality.unwrap().loss;
    assert!(loss >= measured.unwrap() - 1e-12, "more may be suppressed later, not less");
    let text = std::fs::read_to_string(&out).unwrap();
    let mut classes: BTreeMap<&str, u64> = BTreeMap::new();
    let mut shown = Vec::new();
    for line in text.lines().skip(1) {
        let (quasi, disease) = line.rsplit_once(',').unwrap();
        *classes.entry(quasi).or_default() += 1;
        if quasi == "*,*" {
            shown.push(disease);
        }
    }
    let stars = classes.remove("*,*").unwrap_or(0);
    assert!(classes.values().all(|&records| records >= k), "{text}");
    assert_eq!(text.lines().count() as u64 - 1, rows.len() as u64 - if drop { report.suppressed } else { 0 });
    if !drop {
        assert!(stars >= report.suppressed);
        match report.suppressed_values {
            Some(SuppressedValues::Hidden) => {
                assert!(shown.iter().filter(|disease| **disease == "*").count() as u64 == report.suppressed);
            }
            Some(SuppressedValues::Kept) => assert!(shows && report.suppressed >= k),
            None => assert_eq!(report.suppressed, 0),
        }
    }
    let judged = |reference: Option<Location>| {
        let models = models.iter().map(|(flag, text)| flags::parse(flag, text).unwrap()).collect();
        let quasi = vec!["age".to_owned(), "zip".to_owned()];
        verify(
            &Verify { models, quasi, reference, ..Verify::of(location(folder.path(), "out.csv")) },
            &context,
        )
    };
    assert!(judged(Some(location(folder.path(), "data.csv"))).unwrap().holds, "against the original");
    let noted = report.notes.iter().any(|note| note.contains("`reference`"));
    assert!(noted || judged(None).unwrap().holds, "by itself: {text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn what_is_published_holds_or_nothing_is(
        rows in prop::collection::vec((0u8..5, 0u8..3, 0u8..3), 1..24),
        k in 2u64..5, model in 0usize..8, limit in 0u32..=10, drop in any::<bool>(), local in any::<bool>(),
    ) {
        check(&rows, k, model, limit, drop, local);
    }
}

#[test]
fn one_row_and_one_value_are_answered() {
    check(&[(1, 0, 0)], 2, 7, 0, false, false);
    check(&[(1, 0, 0)], 2, 7, 10, false, true);
    check(&[(1, 0, 0); 5], 5, 7, 0, true, false);
    check(&[(0, 0, 0); 5], 5, 7, 0, true, false);
}
