//! Every model of the registry is described where users look for it.

use lethe_models::privacy::registry::MODELS;

fn page(name: &str) -> String {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src").join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[test]
fn recipes_list_every_model_with_its_keys() {
    let page = page("guide/recipes.md");
    for entry in MODELS {
        let name = entry.spec.name;
        let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("no row for {name}"));
        for key in entry.spec.keys {
            assert!(
                row.contains(&format!("`{}`", key.name)),
                "{name}: the key {} is not described",
                key.name
            );
        }
        for variant in entry.spec.variants {
            let row = page.lines().find(|line| line.starts_with(&format!("| `{}` |", variant.name)));
            let row = row.unwrap_or_else(|| panic!("no row for the variant {}", variant.name));
            for key in variant.keys {
                assert!(
                    row.contains(&format!("`{}`", key.name)),
                    "{}: {} is not described",
                    variant.name,
                    key.name
                );
            }
        }
    }
}

#[test]
fn flags_and_definitions_of_every_model_are_described() {
    let (flags, methods) = (page("guide/verify.md"), page("methods/privacy-models.md"));
    // What no table shows is not verified; the method that promises it has a page of its own.
    for entry in MODELS.iter().filter(|entry| !entry.judged.is_empty()) {
        let name = entry.spec.name;
        assert!(methods.contains(&format!("[{name}](#")), "{name} is not defined");
        if let Some(flag) = &entry.spec.flag {
            assert!(flags.contains(&format!("| `--{} ", flag.name)), "{name}: no row for --{}", flag.name);
        }
    }
}
