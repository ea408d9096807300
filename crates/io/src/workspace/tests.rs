//! Runs that are interrupted at every possible place.

use super::*;
use crate::segments::SegmentWriter;
use lethe_data::Fault;

const STEPS: [(&str, &str); 3] = [("read", ""), ("cut\t1", "parts\n2\\"), ("größe", "x y")];

fn message(result: Result<Workspace>) -> String {
    let error = result.map(drop).unwrap_err();
    let text = error.to_string();
    assert!(!text.contains('\n'), "{text}");
    text
}

/// A run in `folder/run` that did all steps and was then killed.
fn killed(parent: &Path) -> PathBuf {
    let folder = parent.join("run");
    let mut workspace = Workspace::open(&folder, "table 1\nseed\t7", false).unwrap();
    for (step, note) in STEPS {
        assert!(!workspace.is_done(step));
        workspace.done(step, note).unwrap();
        assert!(workspace.is_done(step));
    }
    folder
}

fn resume(folder: &Path) -> Result<Workspace> {
    Workspace::open(folder, "table 1\nseed\t7", true)
}

/// How many steps are done, which are always the first.
fn steps_done(workspace: &Workspace) -> usize {
    let done = STEPS.iter().take_while(|(step, _)| workspace.is_done(step)).count();
    for (at, (step, note)) in STEPS.into_iter().enumerate() {
        assert_eq!(workspace.note_of(step), (at < done).then_some(note));
    }
    done
}

/// Where the first line and each entry of a journal end: an entry is its length, 24 bytes of checksums, and so many bytes.
fn ends(journal: &[u8]) -> Vec<usize> {
    let mut ends = vec![journal.iter().position(|&byte| byte == b'\n').unwrap() + 1];
    while let Some(length) = journal[ends[ends.len() - 1]..].first_chunk() {
        ends.push(ends[ends.len() - 1] + 32 + u64::from_le_bytes(*length) as usize);
    }
    ends
}

#[test]
fn a_run_goes_on_where_it_was_interrupted() {
    let parent = tempfile::tempdir().unwrap();
    let folder = killed(parent.path());
    let mut workspace = resume(&folder).unwrap();
    assert_eq!(steps_done(&workspace), STEPS.len());
    workspace.done("read", "again").unwrap();
    workspace.done("last", "1").unwrap();
    drop(workspace);
    let workspace = resume(&folder).unwrap();
    assert_eq!((workspace.note_of("read"), workspace.note_of("last")), (Some("again"), Some("1")));
    assert_eq!(workspace.note_of("never"), None);
}

#[test]
fn resuming_a_run_that_never_began_begins_it() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("run");
    assert_eq!(steps_done(&resume(&folder).unwrap()), 0);
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::create_dir(&folder).unwrap();
    assert_eq!(steps_done(&resume(&folder).unwrap()), 0);
    assert!(folder.join("journal").is_file());
}

#[test]
fn what_was_interrupted_is_not_overwritten_and_not_mixed_up() {
    let parent = tempfile::tempdir().unwrap();
    let folder = killed(parent.path());
    let name = folder.display().to_string();
    let expected = format!(
        "{name} holds the state of a run that was interrupted; go on with `resume`, or remove the folder"
    );
    assert_eq!(message(Workspace::open(&folder, "table 1\nseed\t7", false)), expected);
    let expected = format!(
        "the state in {name} belongs to another table, recipe or seed; remove the folder to start again"
    );
    assert_eq!(message(Workspace::open(&folder, "table 1\nseed\t8", true)), expected);
    assert_eq!(steps_done(&resume(&folder).unwrap()), STEPS.len());
}

#[test]
fn two_runs_cannot_share_a_folder() {
    let parent = tempfile::tempdir().unwrap();
    let folder = killed(parent.path());
    let first = resume(&folder).unwrap();
    for resume in [true, false] {
        let message = message(Workspace::open(&folder, "table 1\nseed\t7", resume));
        assert!(message.contains("is in use by another run"), "{message}");
    }
    drop(first);
    resume(&folder).unwrap();
}

#[test]
fn folders_of_others_are_never_touched() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("run");
    std::fs::create_dir(&folder).unwrap();
    let no_state = |resume| {
        let message = message(Workspace::open(&folder, "", resume));
        assert!(message.contains("holds no state of a run"), "{message}");
    };
    no_state(false);
    std::fs::write(folder.join("x.state"), "mine").unwrap();
    std::fs::write(folder.join(".lethe-1.tmp"), "mine").unwrap();
    for journal in [None, Some("dear diary\n"), Some("dear"), Some("lethe r"), Some("")] {
        if let Some(text) = journal {
            std::fs::write(folder.join("journal"), text).unwrap();
        }
        no_state(true);
        no_state(false);
        assert_eq!(std::fs::read_to_string(folder.join("x.state")).unwrap(), "mine");
        assert_eq!(std::fs::read_to_string(folder.join(".lethe-1.tmp")).unwrap(), "mine");
        let found = std::fs::read_to_string(folder.join("journal")).ok();
        assert_eq!(found.as_deref(), journal);
    }
    let file = parent.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert!(message(Workspace::open(&file, "", true)).contains("is no folder"));
}

#[test]
fn a_journal_cut_at_any_byte_gives_the_steps_that_were_whole() {
    let parent = tempfile::tempdir().unwrap();
    let folder = killed(parent.path());
    let journal = folder.join("journal");
    let whole = std::fs::read(&journal).unwrap();
    let ends = ends(&whole);
    for cut in 0..=whole.len() {
        std::fs::write(&journal, &whole[..cut]).unwrap();
        let entries = ends.iter().skip(1).filter(|&&end| end <= cut).count();
        let mut workspace = resume(&folder).unwrap();
        let done = steps_done(&workspace);
        assert_eq!(done, entries.saturating_sub(1), "cut at {cut}");
        workspace.done("after", "the cut").unwrap();
        drop(workspace);
        let workspace = resume(&folder).unwrap();
        assert_eq!((steps_done(&workspace), workspace.note_of("after")), (done, Some("the cut")));
    }
}

#[test]
fn a_changed_byte_never_makes_a_step_done() {
    let parent = tempfile::tempdir().unwrap();
    let folder = killed(parent.path());
    let journal = folder.join("journal");
    let whole = std::fs::read(&journal).unwrap();
    let ends = ends(&whole);
    let last = ends[ends.len() - 2];
    for at in 0..whole.len() {
        for change in [1, 2, 4, 8, 16, 32, 64, 128, whole[at] ^ b'\n', whole[at]] {
            let mut bytes = whole.clone();
            bytes[at] ^= change;
            std::fs::write(&journal, &bytes).unwrap();
            match resume(&folder) {
                Ok(workspace) if change != 0 => {
                    assert!(at >= last, "byte {at} changed by {change} in an earlier entry");
                    assert!(steps_done(&workspace) < STEPS.len());
                }
                Ok(_) => {}
                Err(error) => {
                    assert!(change != 0, "{error}");
                    // Whatever cannot be used stays as it was.
                    assert_eq!(std::fs::read(&journal).unwrap(), bytes);
                }
            }
        }
    }
}

#[test]
fn entries_cannot_be_lost_or_change_places() {
    let parent = tempfile::tempdir().unwrap();
    let folder = killed(parent.path());
    let journal = folder.join("journal");
    let whole = std::fs::read(&journal).unwrap();
    let ends = ends(&whole);
    let entries: Vec<&[u8]> = ends.windows(2).map(|ends| &whole[ends[0]..ends[1]]).collect();
    for order in [&[0, 2, 3][..], &[0, 2, 1, 3], &[0, 1, 1, 2, 3], &[0, 0, 1, 2, 3]] {
        let mut bytes = whole[..ends[0]].to_vec();
        bytes.extend(order.iter().flat_map(|&at| entries[at]));
        std::fs::write(&journal, bytes).unwrap();
        let error = resume(&folder).map(drop).unwrap_err();
        assert!(error.to_string().contains("the journal is damaged; remove the folder"), "{error}");
        assert_eq!(error.fault(), Fault::Input);
    }
}

#[test]
fn a_journal_of_another_version_is_refused_and_stays() {
    let parent = tempfile::tempdir().unwrap();
    let folder = killed(parent.path());
    let text = "lethe run 1\ttable\tsum\n";
    std::fs::write(folder.join("journal"), text).unwrap();
    for resume in [true, false] {
        let message = message(Workspace::open(&folder, "table", resume));
        assert!(message.contains("is of another version of Lethe"), "{message}");
    }
    assert_eq!(std::fs::read_to_string(folder.join("journal")).unwrap(), text);
}

#[test]
fn going_on_removes_temporary_files_and_keeps_the_others() {
    let parent = tempfile::tempdir().unwrap();
    let folder = killed(parent.path());
    let part = resume(&folder).unwrap().path("part/1");
    SegmentWriter::create(&part, 1).unwrap().finish().unwrap();
    std::fs::write(folder.join(".lethe-abc.tmp"), "half").unwrap();
    std::fs::write(folder.join("notes.txt"), "mine").unwrap();
    let workspace = resume(&folder).unwrap();
    assert!(!folder.join(".lethe-abc.tmp").exists());
    assert!(part.exists() && part == workspace.path("part/1") && part.parent() == Some(&folder));
    assert!(folder.join("notes.txt").exists());
}

#[test]
fn removing_takes_the_own_files_and_no_others() {
    let parent = tempfile::tempdir().unwrap();
    let folder = killed(parent.path());
    let workspace = resume(&folder).unwrap();
    std::fs::write(workspace.path("a"), "").unwrap();
    std::fs::create_dir(workspace.path("b")).unwrap();
    std::fs::write(workspace.path("b").join("c"), "").unwrap();
    workspace.remove().unwrap();
    assert!(!folder.exists());
    let folder = killed(parent.path());
    std::fs::write(folder.join("notes.txt"), "mine").unwrap();
    resume(&folder).unwrap().remove().unwrap();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    assert_eq!(std::fs::read_to_string(folder.join("notes.txt")).unwrap(), "mine");
}

#[test]
fn a_removal_that_was_interrupted_is_ended_by_the_next_run() {
    for resume in [false, true] {
        let parent = tempfile::tempdir().unwrap();
        let folder = killed(parent.path());
        let mut workspace = super::tests::resume(&folder).unwrap();
        let part = workspace.path("part");
        std::fs::write(&part, "").unwrap();
        workspace.journal.note_end().unwrap();
        drop(workspace);
        let workspace = Workspace::open(&folder, "another", resume).unwrap();
        assert_eq!(steps_done(&workspace), 0);
        assert!(!part.exists());
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_said_and_named() {
    let parent = tempfile::tempdir().unwrap();
    let missing = parent.path().join("no/run");
    let text = message(resume(&missing));
    assert!(text.starts_with(&format!("{}: cannot create: ", missing.display())), "{text}");
    std::fs::write(parent.path().join("file"), "").unwrap();
    assert!(resume(&parent.path().join("file/run")).is_err());
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_is_said_and_named() {
    use std::os::unix::fs::PermissionsExt;
    let parent = tempfile::tempdir().unwrap();
    let run = killed(parent.path());
    let set = |mode| std::fs::set_permissions(parent.path(), std::fs::Permissions::from_mode(mode)).unwrap();
    set(0o555);
    if std::fs::write(parent.path().join("probe"), "").is_ok() {
        eprintln!("skipped: this user may write to read-only folders");
        return;
    }
    let text = message(Workspace::open(&parent.path().join("new"), "", false));
    set(0o755);
    assert!(text.contains("new: cannot create: "), "{text}");
    std::fs::set_permissions(run.join("journal"), std::fs::Permissions::from_mode(0o444)).unwrap();
    assert!(message(resume(&run)).contains("journal: cannot open: "));
}
