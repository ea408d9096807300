//! Every way in which two names can be one file.

use super::Files;
use lethe_io::Location;
use std::path::{Path, PathBuf};

fn folder() -> (tempfile::TempDir, impl Fn(&str) -> PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().to_owned();
    std::fs::create_dir(base.join("sub")).unwrap();
    std::fs::write(base.join("in.csv"), "a\n1\n").unwrap();
    std::fs::write(base.join("sub/part.csv"), "a\n1\n").unwrap();
    (folder, move |name: &str| base.join(name))
}

fn problem(files: &Files) -> String {
    files.check().map_or_else(|error| error.to_string(), |()| String::new())
}

fn table(path: &Path) -> Location {
    Location::parse(path.to_str().unwrap()).unwrap()
}

#[test]
fn other_spellings_and_links_of_an_input_are_refused() {
    let (_folder, at) = folder();
    std::fs::hard_link(at("in.csv"), at("hard.csv")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(at("in.csv"), at("link.csv")).unwrap();
    for name in ["in.csv", "./in.csv", "sub/../in.csv", "hard.csv", "link.csv"] {
        let read = Files::default().reads_table("the table", &table(&at("in.csv")));
        let message = problem(&read.clone().writes("-o", at(name).as_path()));
        assert!(message.ends_with("-o would overwrite the table; name another file"), "{name}: {message}");
        assert!(!problem(&read.clone().writes_table("-o", &table(&at(name)))).is_empty());
        assert!(!problem(&read.changes("the ledger", at(name).as_path())).is_empty());
    }
    let other = Files::default().reads("the table", at("in.csv").as_path()).writes("-o", at("out").as_path());
    assert_eq!(problem(&other), "");
}

#[test]
fn what_is_not_there_yet_is_known_by_its_name() {
    let (_folder, at) = folder();
    let files = Files::default().writes("--plot", at("new").as_path());
    assert!(
        problem(&files.clone().writes("-o", at("sub/../new").as_path())).contains("would overwrite --plot")
    );
    assert_eq!(problem(&files.writes("-o", at("newer").as_path())), "");
    let null = Path::new("/dev/null");
    assert_eq!(problem(&Files::default().reads("the table", null).writes("-o", null)), "");
}

#[test]
fn folders_guard_what_is_in_them() {
    let (_folder, at) = folder();
    let read = Files::default().reads_any("the release", at("sub").to_str().unwrap());
    std::fs::hard_link(at("sub/part.csv"), at("outside.csv")).unwrap();
    for name in ["sub/new.json", "sub/part.csv", "outside.csv"] {
        assert!(problem(&read.clone().writes("-o", at(name).as_path())).contains("the release"), "{name}");
    }
    assert_eq!(problem(&read.clone().writes("-o", at("new.json").as_path())), "");
    let part = Files::default().reads("the table", at("sub/part.csv").as_path());
    for name in ["sub", "."] {
        let message = problem(&part.clone().writes_folder("-o", at(name).as_path()));
        assert!(message.ends_with("would overwrite the table; name another folder"), "{name}: {message}");
        assert!(!problem(&read.clone().writes_folder("-o", at(name).as_path())).is_empty());
    }
    let both = Files::default().writes("--report", at("sub/r.json").as_path());
    assert!(!problem(&both.writes_folder("-o", at("sub").as_path())).is_empty());
}

#[test]
fn of_a_database_another_table_may_be_written_where_that_is_allowed() {
    let (_folder, at) = folder();
    let database = at("x.sqlite");
    let named = |table: &str| Location::parse(&format!("{}#{table}", database.display())).unwrap();
    let column = lethe_data::Column::from_texts("a", [Some("1")], lethe_data::TypeChoice::Infer).unwrap();
    let content = lethe_data::Table::new(vec![column]).unwrap();
    lethe_io::write_table(&content, &named("one"), &lethe_data::Context::new(1).unwrap()).unwrap();
    let read = Files::default().reads_table("the table", &named("one"));
    assert_eq!(problem(&read.clone().writes_beside("-o", &named("two"))), "");
    for table in ["one", "ONE"] {
        assert!(problem(&read.clone().writes_beside("-o", &named(table))).contains("would overwrite"));
    }
    assert!(problem(&read.clone().writes_table("-o", &named("two"))).contains("would overwrite"));
    assert!(problem(&read.clone().writes("--report", database.as_path())).contains("would overwrite"));
    assert!(problem(&read.writes("--report", at("x.sqlite-wal").as_path())).contains("would overwrite"));
}
