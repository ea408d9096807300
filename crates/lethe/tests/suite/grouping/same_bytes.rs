//! The same bytes whatever the threads, and wherever the table is worked on.

use crate::grouping::task::{Place, Row, Task, WAYS, Way};
use lethe::anonymize::{Anonymization, Anonymize, anonymize};
use lethe::io::{Location, hierarchy};
use lethe::recipe_file::Recipe;
use lethe::recipe_file::{Algorithm, Split};
use lethe::{ByteSize, Context, MemoryBudget};
use std::path::Path;

/// Numbers that look random and are always the same.
fn numbers(count: usize) -> impl Iterator<Item = u64> {
    let mut state = 88_172_645_463_325_252_u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    })
    .take(count)
}

fn rows(count: usize) -> Vec<Row> {
    let row = |number: u64| {
        let part = |at: u32, width: u64| (number >> (8 * at) & 0xff).wrapping_rem(width) as u8;
        (part(0, 90), part(1, 200), part(2, 60), part(3, 6))
    };
    numbers(count).map(row).collect()
}

#[test]
fn threads_and_the_seed_given_twice_change_nothing() {
    for way in WAYS.into_iter().chain([Way::DiskCluster(Algorithm::Hybrid)]) {
        let task = Task::of(rows(3000), way, 3);
        let place = Place::of(&task);
        let bytes = |threads: usize, output: &str| {
            let context = Context::new(threads).unwrap().with_seed(7);
            assert!(place.run(&task, output, &context).unwrap().holds);
            std::fs::read(place.file(output)).unwrap()
        };
        let one = bytes(1, "one.csv");
        assert!(one == bytes(2, "two.csv"), "{way:?} with two threads");
        assert!(one == bytes(2, "again.csv"), "{way:?} again");
    }
}

#[test]
fn small_tables_are_clustered_alike_in_memory_and_on_disk() {
    for algorithm in [Algorithm::Oka, Algorithm::KMember, Algorithm::Hybrid] {
        for model in [None, Some(("l", "distinct:3@disease"))] {
            let task = |way| Task { model, ..Task::of(rows(2000), way, 4) };
            let place = Place::of(&task(Way::Cluster(algorithm)));
            let context = Context::new(2).unwrap();
            let memory = place.run(&task(Way::Cluster(algorithm)), "memory.csv", &context).unwrap();
            let disk = place.run(&task(Way::DiskCluster(algorithm)), "disk.csv", &context).unwrap();
            assert_eq!(same_but_parts(memory), same_but_parts(disk), "{algorithm:?}");
            let read = |name: &str| std::fs::read(place.file(name)).unwrap();
            assert!(read("memory.csv") == read("disk.csv"), "{algorithm:?}");
        }
    }
}

/// The report as JSON, without what may differ between memory and disk: names, times, and the last digits of sums that are
/// added up in another order.
fn same_but_parts(report: Anonymization) -> serde_json::Value {
    let losses = report.quality.unwrap();
    let mut report = serde_json::to_value(report).unwrap();
    report["method"].take();
    report["output"].take();
    report["search"]["elapsed_ms"].take();
    report["grouping"]["parts"].take();
    let rounded = |loss: f64| format!("{loss:.12}");
    report["quality"] =
        [losses.loss, losses.precision, losses.discernibility, losses.entropy, losses.ncp, losses.total]
            .map(rounded)
            .to_vec()
            .into();
    report["search"]["value"] = rounded(report["search"]["value"].as_f64().unwrap()).into();
    report
}

#[test]
fn a_hierarchy_in_hand_gives_the_bytes_of_its_file() {
    let ways = [WAYS[0], WAYS[4], Way::DiskCluster(Algorithm::Hybrid)];
    for way in ways {
        let task = Task::of(rows(300), way, 4);
        let place = Place::of(&task);
        let context = Context::new(1).unwrap();
        place.run(&task, "file.csv", &context).unwrap();
        let without = Task { hierarchies: (false, false), ..task };
        let loaded = |column: &str| {
            let bytes = std::fs::read(place.file(&format!("{column}.hierarchy.csv"))).unwrap();
            match hierarchy::read(&bytes, &hierarchy::ReadOptions::default()).unwrap() {
                hierarchy::Loaded::Levels(levels) => (column.to_owned(), levels),
                hierarchy::Loaded::Ranges(_) => panic!("the file has leaves"),
            }
        };
        let hierarchies = ["age", "city"].map(loaded).to_vec();
        let request = Anonymize { hierarchies, ..place.request(&without, "hand.csv") };
        assert!(anonymize(&request, &context).unwrap().holds);
        place.run(&without, "none.csv", &context).unwrap();
        let read = |name: &str| std::fs::read(place.file(name)).unwrap();
        assert!(read("file.csv") == read("hand.csv") && read("file.csv") != read("none.csv"), "{way:?}");
    }
}

/// More records than a part in memory may have: the first cuts are made on disk, and the others in memory.
#[test]
fn a_table_that_is_cut_on_disk_gives_the_bytes_of_memory() {
    let table = Task { quasi: 2, ..Task::of(rows(150_000), WAYS[0], 40) };
    let place = Place::of(&table);
    let tight = || {
        let budget = MemoryBudget::limited(ByteSize(16_000_000));
        Context::new(2).unwrap().with_memory(budget)
    };
    // What may be resumed is worked on on disk.
    let run = |way: Way, output: &str, resume: bool, context: &Context| {
        let request = place.request(&Task { way, ..table.clone() }, output);
        let report = anonymize(&Anonymize { resume, ..request }, context).unwrap();
        assert!(report.holds);
        (std::fs::read(place.file(output)).unwrap(), report.grouping.unwrap())
    };
    let hybrid = Algorithm::Hybrid;
    for (in_memory, on_disk) in [
        (Way::Mondrian(Split::Strict), Way::Mondrian(Split::Strict)),
        (Way::Cluster(hybrid), Way::DiskCluster(hybrid)),
    ] {
        let (memory, groups) = run(in_memory, "memory.csv", false, &Context::new(2).unwrap());
        let (disk, parts) = run(on_disk, "disk.csv", true, &tight());
        assert!(groups.parts == 0 && parts.parts > 1, "{on_disk:?}: {} parts", parts.parts);
        assert!(memory == disk, "{on_disk:?}");
        assert_eq!((groups.groups, groups.sizes), (parts.groups, parts.sizes));
    }
    let names: Vec<String> = place.names().into_iter().filter(|name| name.contains("work")).collect();
    assert_eq!(names, [""; 0], "the state of the runs is gone");
}

/// What fails at the very end, when the release is proven, has lost nothing.
#[cfg(target_os = "linux")]
#[test]
fn a_run_that_could_not_publish_goes_on_and_gives_the_same_bytes() {
    let task = Task::of(rows(500), Way::DiskCluster(Algorithm::Hybrid), 4);
    let place = Place::of(&task);
    let context = Context::new(1).unwrap();
    place.run(&task, "whole.csv", &context).unwrap();
    let request = place.request(&task, "out.csv");
    // What cannot be opened is refused before the work begins; that this device takes nothing is found out at its end.
    let full = Anonymize { report: Some(Path::new("/dev/full").into()), ..request.clone() };
    assert_eq!(anonymize(&full, &context).unwrap_err().fault(), lethe::Fault::Limit);
    assert!(!place.file("out.csv").exists() && place.file("out.csv.lethe-work").exists());
    assert_eq!(anonymize(&request, &context).unwrap_err().fault(), lethe::Fault::Request);
    assert!(anonymize(&Anonymize { resume: true, ..request }, &context).unwrap().holds);
    let read = |name: &str| std::fs::read(place.file(name)).unwrap();
    assert!(read("whole.csv") == read("out.csv") && !place.file("out.csv.lethe-work").exists());
}

/// A cut of thousands of small sides and an outlier: on disk they share a few files.
#[test]
fn a_cut_of_thousands_of_sides_gives_the_bytes_of_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let rows: String =
        (0..90_000u32).map(|row| format!("z{},{}\n", row % 3000, row * 7919 % 90_001)).collect();
    std::fs::write(file("in.csv"), format!("z,a\n{rows}rare,5\n")).unwrap();
    let leaves: String = (0..3000).map(|leaf| format!("z{leaf};*\n")).collect();
    std::fs::write(file("z.csv"), format!("{leaves}rare;*\n")).unwrap();
    let recipe = format!(
        "[columns.z]\nrole = 'quasi'\nhierarchy = '{}'\n[columns.a]\nrole = 'quasi'\n[[privacy]]\nmodel = 'k-anonymity'\nk = 5\n\
         [search]\nmethod = 'mondrian'\n",
        file("z.csv")
    );
    let run = |output: &str, resume: bool, context: &Context| {
        let recipe = Recipe::parse("r", &recipe).unwrap();
        let mut request = Anonymize::of(Location::parse(&file("in.csv")).unwrap(), recipe);
        request.others = lethe::anonymize::Others::Keep;
        request.output = Some(Location::parse(&file(output)).unwrap());
        let report = anonymize(&Anonymize { resume, ..request }, context).unwrap();
        (std::fs::read(file(output)).unwrap(), report.grouping.unwrap())
    };
    let budget = MemoryBudget::limited(ByteSize(25_000_000));
    let (memory, groups) = run("memory.csv", false, &Context::new(2).unwrap());
    let (disk, parts) = run("disk.csv", true, &Context::new(2).unwrap().with_memory(budget));
    assert!(memory == disk && groups.groups == parts.groups && groups.groups > 3000);
    assert!((2..10).contains(&parts.parts), "{} parts", parts.parts);
}
