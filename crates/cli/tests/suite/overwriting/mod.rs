//! No command writes over a file that it reads, whatever the name looks like.

mod flags;
mod special;
mod table;

use crate::support::{folder_with, in_folder};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;
use table::{CASES, Case};

pub(crate) const TABLE: &str =
    "age,zip,disease\n21,a,flu\n21,a,cold\n29,b,flu\n29,b,cold\n21,a,flu\n29,b,cold\n";

/// A folder with every kind of file that a command reads.
pub(crate) fn clinic() -> tempfile::TempDir {
    let recipe = "[columns.age]\nrole = 'quasi'\nhierarchy = 'age.csv'\n[columns.zip]\nrole = 'quasi'\n\
                  [columns.disease]\nrole = 'sensitive'\n[[privacy]]\nmodel = 'k-anonymity'\nk = 2\n";
    let folder = folder_with(&[
        ("t.csv", TABLE),
        ("people.csv", TABLE),
        ("absent.csv", TABLE),
        ("original.csv", TABLE),
        ("other.csv", TABLE),
        ("age.csv", "21;20-29;*\n29;20-29;*\n"),
        ("zip.csv", "a;*\nb;*\n"),
        ("disease.csv", "flu;*\ncold;*\n"),
        ("r.toml", recipe),
        ("key", "9f86d081884c7d659a2feaa0c55ad015"),
        (
            "compartments.toml",
            "[[privacy]]\nmodel = 'k-anonymity'\nk = 2\n[search]\nmethod = 'compartment'\n",
        ),
    ]);
    std::fs::create_dir(folder.path().join("inbox")).unwrap();
    std::fs::write(folder.path().join("inbox/one.csv"), TABLE).unwrap();
    for call in [
        "anonymize t.csv --recipe r.toml --freeze solution.json",
        "anonymize t.csv --recipe compartments.toml -o parts",
        "silo train t.csv -o one.model",
        "silo train people.csv -o two.model",
        "dp ledger create ledger --data-set t --epsilon 9 --neighbours replace-one",
    ] {
        let output = run(folder.path(), call, &[]);
        assert!(output.status.success(), "{call}: {}", String::from_utf8_lossy(&output.stderr));
    }
    folder
}

pub(crate) fn run(folder: &Path, call: &str, more: &[&str]) -> Output {
    let call: Vec<&str> = call.split_whitespace().chain(more.iter().copied()).collect();
    in_folder(folder, &call)
}

/// Every file in a folder and the folders in it, with its content.
pub(crate) fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            found.extend(contents(&entry.path()));
        } else {
            found.insert(entry.path(), std::fs::read(entry.path()).unwrap());
        }
    }
    found
}

/// Status 2 and one line.
pub(crate) fn refused(output: &Output, what: &str) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{what}: {text}");
    assert_eq!(text.lines().count(), 1, "{what}: {text}");
    text
}

/// Names of a file that is read: as it is, with a detour, a link and a hard link, the latter with an ending that the output takes.
fn names(folder: &Path, file: &str, ending: &str) -> Vec<String> {
    let at = |name: &str| folder.join(name);
    if at(file).is_dir() {
        let inside = std::fs::read_dir(at(file)).unwrap().next().unwrap().unwrap().file_name();
        let inside = format!("{file}/{}", inside.to_string_lossy());
        std::fs::hard_link(at(&inside), at(&format!("hard{ending}"))).unwrap();
        return vec![inside, format!("./{file}/new{ending}"), format!("hard{ending}")];
    }
    let mut names = vec![file.to_owned(), format!("./inbox/../{file}"), format!("hard{ending}")];
    std::fs::hard_link(at(file), at(&format!("hard{ending}"))).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(at(file), at(&format!("link{ending}"))).unwrap();
        names.push(format!("link{ending}"));
    }
    names
}

fn try_all(folder: &Path, case: &Case) {
    for &(argument, file) in case.reads {
        for &(flag, ending) in case.writes {
            let names = names(folder, file, ending);
            let before = contents(folder);
            for name in &names {
                let what = format!("lethe {} {} {flag} {name} ({argument} {file})", case.command, case.call);
                let output = run(
                    folder,
                    case.command,
                    &[&case.call.split_whitespace().collect::<Vec<_>>()[..], &[flag, name]].concat(),
                );
                let message = refused(&output, &what);
                // A name as it is may not be one that the output can have.
                let other = ["unknown kind of file", "must end in", ".svg"];
                let is_other = !name.ends_with(ending) && other.iter().any(|reason| message.contains(reason));
                assert!(message.contains("would overwrite") || is_other, "{what}: {message}");
                assert!(contents(folder) == before, "{what}: a file was changed");
            }
            for name in [format!("hard{ending}"), format!("link{ending}")] {
                let _ = std::fs::remove_file(folder.join(name));
            }
        }
    }
}

#[test]
fn no_output_of_any_command_is_one_of_its_inputs() {
    let folder = clinic();
    for case in CASES {
        try_all(folder.path(), case);
    }
}

#[test]
fn every_call_of_the_table_does_its_work_when_the_output_is_a_new_file() {
    // Otherwise a refusal would prove nothing.
    for case in CASES.iter().filter(|case| !matches!(case.command, "demo" | "dp ledger create")) {
        let folder = clinic();
        for (at, &(flag, ending)) in case.writes.iter().enumerate() {
            let name = format!("fresh-{at}{ending}");
            let output = run(
                folder.path(),
                case.command,
                &[&case.call.split_whitespace().collect::<Vec<_>>()[..], &[flag, &name]].concat(),
            );
            let text = String::from_utf8_lossy(&output.stderr);
            let is_answered = matches!(output.status.code(), Some(0 | 1));
            assert!(is_answered, "lethe {} {} {flag} {name}: {text}", case.command, case.call);
        }
    }
}
