//! With the same coins and one record that nobody shares, what is published of the others is the same, byte by byte.

use crate::neighbours::files::{Folder, bytes, context, field, options, record};
use lethe::anonymize::{Anonymize, anonymize};
use lethe::recipe_file::Recipe;
use lethe::{Location, ReadOptions};
use proptest::prelude::*;

/// Every column on its lowest level, so that coins alone decide.
const RECIPE: &str = r#"
columns.a = { role = "quasi", min_level = 0, max_level = 0 }
columns.b = { role = "quasi", min_level = 0, max_level = 0 }
columns.c = { role = "quasi", min_level = 0, max_level = 0 }
privacy = [{ model = "differential-privacy", epsilon = 1, delta = 0.1 }]
search = { method = "safepub", score = "intensity" }
"#;

fn publish(folder: &Folder, data: Location, read: &ReadOptions, output: &str) -> Vec<u8> {
    let mut request = Anonymize::of(data, Recipe::parse("r.toml", RECIPE).unwrap());
    request.others = lethe::anonymize::Others::Keep;
    request.read = read.clone();
    request.output = Some(folder.location(output));
    request.insecure_seed = Some(11);
    anonymize(&request, &context()).unwrap();
    bytes(&folder.path(output))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_record_that_nobody_shares_changes_nothing_of_the_release(
        records in prop::collection::vec(record(), 1..5),
        one in (field(), field()),
        read in options(),
    ) {
        let folder = Folder::new();
        // Coins are flipped in the order in which records first occur: the new one is the last, and its last cell is nobody else's.
        let records: Vec<&str> = records.iter().flat_map(|record| vec![record.as_str(); 25]).collect();
        let one = format!("{},{},\u{2603}", one.0, one.1);
        let read = ReadOptions { types: read.types.into_iter().filter(|(name, _)| name != "c").collect(), ..read };
        let without = folder.write("without.csv", records.iter().copied());
        let more = folder.write("with.csv", records.iter().copied().chain([one.as_str()]));
        let published = publish(&folder, without, &read, "without-released.csv");
        let again = publish(&folder, more, &read, "with-released.csv");
        prop_assert!(published == again, "a record changed what is published of others");
    }
}
