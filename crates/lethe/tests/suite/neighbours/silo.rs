//! Models count a record by itself: the model with one record more is the model plus that record.

use crate::neighbours::files::{Folder, bytes, context, options, record, with};
use lethe::silo::{Data, Train, Update, train, update};
use proptest::prelude::*;
use std::path::Path;

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn one_record_more_adds_its_own_counts_and_nothing_else(
        records in prop::collection::vec(record(), 0..12),
        one in record(),
        at in any::<prop::sample::Index>(),
        read in options(),
    ) {
        let folder = Folder::new();
        let at = at.index(records.len() + 1);
        let data = |location| Data { location, read: read.clone() };
        let without = data(folder.write("without.csv", records.iter().map(String::as_str)));
        let more = data(folder.write("with.csv", with(&records, &one, at)));
        let alone = data(folder.write("one.csv", [one.as_str()]));
        let [before, after, added] = ["before", "after", "added"].map(|name| folder.path(name));
        let trained = |data, output: &Path| Train { data, columns: Vec::new(), exclude: Vec::new(), output: output.into() };
        train(&trained(without, &before), &context()).unwrap();
        train(&trained(more, &after), &context()).unwrap();
        let request = Update { model: before.into(), data: alone, remove: false, output: added.as_path().into() };
        update(&request, &context()).unwrap();
        prop_assert!(bytes(&added) == bytes(&after), "a record changed what others count as");
    }
}
