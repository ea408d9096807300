//! Databases, standard streams, folders of our own, and what is changed in place on purpose.

use crate::overwriting::{TABLE, clinic, contents, refused, run};
use std::fs::File;
use std::process::{Command, Stdio};

#[test]
fn of_a_database_only_another_table_can_be_converted_to() {
    let folder = clinic();
    let at = |name: &str| folder.path().join(name);
    assert!(run(folder.path(), "convert t.csv -o d.sqlite#people", &[]).status.success());
    std::fs::hard_link(at("d.sqlite"), at("hard.sqlite")).unwrap();
    let before = contents(folder.path());
    for call in [
        "convert d.sqlite#people -o d.sqlite#people",
        "convert d.sqlite#people -o ./d.sqlite#PEOPLE",
        "convert d.sqlite#people -o hard.sqlite#people",
        "anonymize d.sqlite#people --recipe r.toml -o d.sqlite#release",
        "anonymize d.sqlite#people --recipe r.toml --report d.sqlite",
        "inspect d.sqlite#people -o d.sqlite",
        "verify d.sqlite#people --quasi age --k 2 -o d.sqlite-wal",
        "discover d.sqlite#people --records d.sqlite#records",
    ] {
        let message = refused(&run(folder.path(), call, &[]), call);
        assert!(message.contains("would overwrite"), "{call}: {message}");
        assert!(contents(folder.path()) == before, "{call}");
    }
    assert!(run(folder.path(), "convert d.sqlite#people -o d.sqlite#copy", &[]).status.success());
    for table in ["people", "copy"] {
        let output = run(folder.path(), "convert", &[&format!("d.sqlite#{table}")]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), TABLE, "{table}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn standard_streams_that_are_files_are_guarded_as_well() {
    let folder = clinic();
    let path = folder.path().join("t.csv");
    let lethe = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lethe"));
        command.args(arguments.split_whitespace()).current_dir(folder.path()).stderr(Stdio::piped());
        command
    };
    for call in ["convert - -o t.csv", "verify - --quasi age --k 2 -o ./t.csv", "inspect /dev/stdin -o t.csv"]
    {
        let output = lethe(call).stdin(File::open(&path).unwrap()).output().unwrap();
        refused(&output, call);
    }
    for call in ["inspect t.csv", "convert t.csv", "risk people.csv --quasi age --population t.csv"] {
        let appended = File::options().append(true).open(&path).unwrap();
        let output = lethe(call).stdout(appended).output().unwrap();
        assert!(refused(&output, call).contains("standard output would overwrite"), "{call}");
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), TABLE);
}

#[test]
fn a_folder_of_our_own_holds_no_input() {
    let folder = clinic();
    let before = contents(folder.path());
    for call in [
        "stream inbox/one.csv --state inbox --columns age --k 2 -o new.csv",
        "stream inbox --state inbox --columns age --k 2 -o new.csv",
        "stream t.csv --state . --columns age --k 2 -o /dev/null",
        "anonymize inbox/one.csv --recipe r.toml --method mondrian --work inbox -o new.csv",
        "anonymize parts/compartment-01.csv --recipe compartments.toml -o parts",
        "anonymize t.csv --recipe compartments.toml -o parts --report parts/report.json",
    ] {
        let message = refused(&run(folder.path(), call, &[]), call);
        assert!(message.contains("would overwrite"), "{call}: {message}");
        assert!(contents(folder.path()) == before, "{call}");
    }
}

#[test]
fn no_output_is_another_output() {
    let folder = clinic();
    let before = contents(folder.path());
    for call in [
        "exposure t.csv --edges x.csv --records ./x.csv",
        "exposure t.csv --map x.svg -o inbox/../x.svg",
        "discover t.csv --plot x.svg -o x.svg",
        "attack t.csv --known people.csv --knowledge 1 --plot x.svg -o x.svg",
        "compare t.csv people.csv --report x -o x",
        "silo score one.model t.csv --records x.csv -o x.csv",
        "stream t.csv --state state --columns age --k 2 --model x.csv -o x.csv",
        "dp ledger create x --data-set x --epsilon 1 -o x",
    ] {
        assert!(refused(&run(folder.path(), call, &[]), call).contains("would overwrite"), "{call}");
        assert!(contents(folder.path()) == before, "{call}");
    }
}

#[test]
fn a_model_is_updated_in_place_but_not_under_a_second_name() {
    let folder = clinic();
    let at = |name: &str| folder.path().join(name);
    assert!(run(folder.path(), "silo merge one.model two.model -o sum.model", &[]).status.success());
    assert!(run(folder.path(), "silo update one.model people.csv -o ./one.model", &[]).status.success());
    assert!(run(folder.path(), "silo update two.model people.csv -o twice.model", &[]).status.success());
    // Records counted twice are counted twice, whichever way.
    let counts = |name: &str| std::fs::read(at(name)).unwrap();
    assert_eq!(counts("one.model"), counts("twice.model"));
    std::fs::hard_link(at("two.model"), at("hard.model")).unwrap();
    let call = "silo update two.model people.csv -o hard.model";
    assert!(refused(&run(folder.path(), call, &[]), call).contains("would overwrite the model"));
}

#[test]
fn updates_of_one_model_by_several_processes_are_all_counted() {
    const PROCESSES: usize = 6;
    let folder = clinic();
    let update = || {
        Command::new(env!("CARGO_BIN_EXE_lethe"))
            .args(["silo", "update", "one.model", "people.csv", "-o", "one.model", "--threads", "1"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    let running: Vec<_> = (0..PROCESSES).map(|_| update()).collect();
    for mut child in running {
        assert!(child.wait().unwrap().success());
    }
    let all = TABLE.lines().count() - 1;
    let rows = TABLE.lines().skip(1).collect::<Vec<_>>().join("\n") + "\n";
    std::fs::write(folder.path().join("all.csv"), format!("age,zip,disease\n{}", rows.repeat(PROCESSES + 1)))
        .unwrap();
    assert!(run(folder.path(), "silo train all.csv -o all.model", &[]).status.success());
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(read("one.model") == read("all.model"), "of {} people some are missing", all * (PROCESSES + 1));
}
