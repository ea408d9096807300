//! Recipes with bytes changed.

use super::Recipe;
use proptest::prelude::*;

const TEXT: &str = "[columns.age]\nrole = \"quasi\"\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 5\n[search]\nmethod = \"flash\"\n";

proptest! {
    #[test]
    fn a_changed_recipe_is_read_or_refused_in_one_line(
        changes in prop::collection::vec((0..TEXT.len(), any::<u8>()), 1..6)
    ) {
        let mut bytes = TEXT.as_bytes().to_vec();
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        if let Err(error) = Recipe::parse("r.toml", &String::from_utf8_lossy(&bytes)) {
            prop_assert_eq!(error.to_string().lines().count(), 1);
        }
    }
}
