//! Tables written into databases: nothing of what they replace stays, nothing that others write is lost.
#![cfg(unix)]

use crate::support::{error, folder_with, in_folder};
use rusqlite::Connection;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const OLD: &str = "name,age\nAnastasia Replacedname,31\nBartholomew Replacedname,44\n";

fn holds(folder: &Path, needle: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = entries.filter(|path| {
        let bytes = std::fs::read(path).unwrap_or_default();
        bytes.windows(needle.len()).any(|window| window == needle.as_bytes())
    });
    found.map(|path| path.display().to_string()).collect()
}

fn rows(path: &Path, table: &str) -> i64 {
    let connection = Connection::open(path).unwrap();
    connection.query_row(&format!("SELECT COUNT(*) FROM \"{table}\""), [], |row| row.get(0)).unwrap()
}

#[test]
fn no_byte_of_a_replaced_table_stays_in_the_file() {
    // Many long rows, so that the old table has pages of its own and overflow pages.
    let many: String =
        (0..3000).map(|row| format!("Replacedname {row} {},1\n", "pad ".repeat(row % 700))).collect();
    for journal in ["DELETE", "WAL"] {
        let folder = folder_with(&[("old.csv", OLD), ("new.csv", "name,age\nx,3*\n")]);
        std::fs::write(folder.path().join("many.csv"), format!("name,age\n{many}")).unwrap();
        let run = |arguments: &[&str]| {
            let output = in_folder(folder.path(), arguments);
            assert!(output.status.success(), "{output:?}");
        };
        run(&["convert", "many.csv", "-o", "d.sqlite#people"]);
        let path = folder.path().join("d.sqlite");
        let other = Connection::open(&path).unwrap();
        other.query_row(&format!("PRAGMA journal_mode = {journal}"), [], |_| Ok(())).unwrap();
        // An index repeats values, statistics sample them, and a deletion by others leaves them in free pages.
        other
            .execute_batch(
                "CREATE INDEX by_name ON people(name); ANALYZE; CREATE TABLE kept AS SELECT 7 AS seven;
                 CREATE TABLE gone AS SELECT name FROM people; DROP TABLE gone;",
            )
            .unwrap();
        drop(other);
        std::fs::remove_file(folder.path().join("old.csv")).unwrap();
        std::fs::remove_file(folder.path().join("many.csv")).unwrap();
        assert!(!holds(folder.path(), "Replacedname").is_empty());
        run(&["convert", "new.csv", "-o", "d.sqlite#people"]);
        assert!(
            holds(folder.path(), "Replacedname").is_empty(),
            "{journal}: {:?}",
            holds(folder.path(), "Replacedname")
        );
        assert_eq!((rows(&path, "people"), rows(&path, "kept")), (1, 1));
    }
}

#[test]
fn rows_keep_their_order_whatever_a_column_is_called() {
    let table = "rowid,oid\n3,x\n1,y\n2,z\n";
    let folder = folder_with(&[("t.csv", table)]);
    for place in ["d.sqlite#new", "d.sqlite#another"] {
        assert!(in_folder(folder.path(), &["convert", "t.csv", "-o", place]).status.success());
        let read = in_folder(folder.path(), &["convert", place]);
        assert_eq!(String::from_utf8_lossy(&read.stdout), table, "{place}");
    }
}

#[test]
fn tables_that_are_written_at_the_same_time_are_all_there() {
    let folder = folder_with(&[("t.csv", "a,b\n1,2\n3,4\n")]);
    let start = |name: &str| {
        Command::new(env!("CARGO_BIN_EXE_lethe"))
            .args(["convert", "t.csv", "-o", &format!("d.sqlite#{name}")])
            .current_dir(folder.path())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let names = ["one", "two", "three", "four"];
    let running: Vec<_> = names.iter().map(|name| start(name)).collect();
    for child in running {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    for name in names {
        assert_eq!(rows(&folder.path().join("d.sqlite"), name), 2, "{name}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left");
}

#[test]
fn what_others_commit_meanwhile_and_afterwards_is_not_lost() {
    for journal in ["DELETE", "WAL"] {
        let text: String = (0..30_000).map(|row| format!("{row},{}\n", row % 7)).collect();
        let folder = folder_with(&[("t.csv", &format!("a,b\n{text}"))]);
        let path = folder.path().join("d.sqlite");
        let other = Connection::open(&path).unwrap();
        other.busy_timeout(Duration::from_secs(30)).unwrap();
        other.query_row(&format!("PRAGMA journal_mode = {journal}"), [], |_| Ok(())).unwrap();
        other.execute_batch("CREATE TABLE log (n INTEGER)").unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_lethe"))
            .args(["convert", "t.csv", "-o", "d.sqlite#people"])
            .current_dir(folder.path())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut committed = 0;
        while child.try_wait().unwrap().is_none() {
            committed += other.execute("INSERT INTO log VALUES (1)", []).unwrap() as i64;
            std::thread::sleep(Duration::from_millis(2));
        }
        // The connection was open all the time, and still writes to the file that has the name.
        committed += other.execute("INSERT INTO log VALUES (1)", []).unwrap() as i64;
        drop(other);
        assert_eq!(rows(&path, "log"), committed, "{journal}");
        assert_eq!(rows(&path, "people"), 30_000, "{journal}");
    }
}

#[test]
fn a_database_that_another_program_does_not_let_go_of_stays_as_it_is() {
    let folder = folder_with(&[("t.csv", "a\n1\n"), ("u.csv", "a\n1\n2\n")]);
    let run = |arguments: &[&str]| in_folder(folder.path(), arguments);
    assert!(run(&["convert", "t.csv", "-o", "d.sqlite#one"]).status.success());
    let other = Connection::open(folder.path().join("d.sqlite")).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let output = run(&["convert", "u.csv", "-o", "d.sqlite#one"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error(&output).contains("in use"));
    drop(other);
    assert_eq!(rows(&folder.path().join("d.sqlite"), "one"), 1);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn an_interrupt_stops_a_slow_view_within_a_second() {
    let folder = tempfile::tempdir().unwrap();
    let database = Connection::open(folder.path().join("d.sqlite")).unwrap();
    database
        .execute_batch(
            "CREATE VIEW slow AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
               SELECT COUNT(*) AS a FROM n",
        )
        .unwrap();
    drop(database);
    for signal in ["INT", "TERM"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lethe"))
            .args(["inspect", "d.sqlite#slow"])
            .current_dir(folder.path())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(700));
        assert!(child.try_wait().unwrap().is_none(), "the view is slow");
        let begun = Instant::now();
        Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        let status = child.wait().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        assert_eq!(status.code(), Some(130));
    }
}

#[test]
fn a_full_disk_is_status_3_for_every_format() {
    let text: String = (0..40_000).map(|row| format!("{row}{row},x{row}\n")).collect();
    let folder = folder_with(&[("t.csv", &format!("a,b\n{text}"))]);
    for target in ["o.csv", "o.csv.gz", "o.parquet", "o.arrow", "o.sqlite#t"] {
        // Files may not grow beyond 50 blocks of 512 bytes; the signal that would tell so is ignored.
        let output = Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 50; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_lethe"))
            .args(["convert", "t.csv", "-o", target])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(3), "{target}: {output:?}");
        error(&output);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "{target}");
    }
}
