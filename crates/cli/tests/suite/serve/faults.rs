//! What goes wrong: power cuts, full disks, users who go away, two users at once.

use super::client::{RECIPE, Ready, Service, table};
use serde_json::{Value, json};
use std::io::Write as _;
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

/// A job that takes longer than any test.
fn endless(ready: &Ready) -> String {
    let columns: serde_json::Map<String, Value> = ["age", "zip", "disease", "patient_id"]
        .iter()
        .map(|name| ((*name).to_owned(), json!({ "role": "quasi" })))
        .collect();
    let recipe = json!({ "columns": columns, "privacy": [{ "model": "k-anonymity", "k": 5 }], "search": { "method": "cluster", "algorithm": "k-member" } });
    ready.service.start_job(&ready.project, &ready.asked("anonymize", &json!({ "recipe": recipe })))
}

fn wait_until(what: &str, is_true: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_true() {
        assert!(began.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn state(ready: &Ready, id: &str) -> String {
    let job = ready.service.get(&ready.at(&format!("/jobs/{id}"))).json();
    job["state"].as_str().unwrap().to_owned()
}

fn files_below(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .flat_map(|entry| {
            let path = entry.path();
            if path.is_dir() { files_below(&path) } else { vec![path.display().to_string()] }
        })
        .collect()
}

#[cfg(target_os = "linux")]
fn children_of(process: u32) -> usize {
    let tasks = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_child = |stat: &str| {
        let rest = stat.rsplit_once(") ")?.1;
        let mut fields = rest.split(' ');
        let (state, parent) = (fields.next()?, fields.next()?);
        Some(state != "Z" && parent == process.to_string())
    };
    tasks
        .filter_map(|task| std::fs::read_to_string(task.path().join("stat")).ok())
        .filter(|stat| is_child(stat) == Some(true))
        .count()
}

#[test]
fn a_killed_service_keeps_what_was_finished_and_interrupts_what_was_not() {
    let ready = Ready::new(60_000, &[]);
    let finished = ready.job("anonymize", &json!({}));
    let finished_id = finished["id"].as_str().unwrap();
    let before = ready.service.get(&ready.at(&format!("/jobs/{finished_id}/release"))).body;
    let running = endless(&ready);
    let waiting = ready.service.start_job(&ready.project, &ready.asked("inspect", &json!({})));
    wait_until("it runs", || state(&ready, &running) == "running");
    assert_eq!(state(&ready, &waiting), "queued");
    let Ready { service, project, dataset, folder } = ready;
    service.kill();
    let service = Service::start(&folder.path().join("workspace"), &[]);
    let ready = Ready { service, project, dataset, folder };
    assert_eq!(
        (state(&ready, &running), state(&ready, &waiting)),
        ("interrupted".to_owned(), "interrupted".to_owned())
    );
    assert_eq!(ready.service.get(&ready.at(&format!("/jobs/{finished_id}"))).json(), finished);
    assert_eq!(ready.service.get(&ready.at(&format!("/jobs/{finished_id}/release"))).body, before);
    let again = ready.service.post(&ready.at(&format!("/jobs/{waiting}/restart")), &json!({}));
    assert_eq!(again.status, 202);
    let again = ready.service.wait(&ready.project, again.json()["id"].as_str().unwrap());
    assert_eq!((&again["state"], &again["report"]["rows"]), (&json!("done"), &json!(60_000)));
    // No part of a release is left under any name.
    wait_until("the work ended with the service", || {
        let job = ready.workspace().join("projects").join(&ready.project).join("jobs").join(&running);
        files_below(&job).iter().all(|file| !file.contains("release"))
    });
}

#[test]
fn a_cancelled_job_ends_within_moments_and_leaves_nothing() {
    let ready = Ready::new(60_000, &[]);
    let (running, waiting) = (endless(&ready), endless(&ready));
    wait_until("it runs", || state(&ready, &running) == "running");
    assert_eq!(ready.service.delete(&ready.at("")).status, 409, "a project with a job under way stays");
    assert_eq!(ready.service.delete(&ready.at(&format!("/datasets/{}", ready.dataset))).status, 409);
    for id in [&waiting, &running] {
        assert_eq!(ready.service.delete(&ready.at(&format!("/jobs/{id}"))).status, 202);
    }
    wait_until("both are cancelled", || {
        [&waiting, &running].iter().all(|id| state(&ready, id) == "cancelled")
    });
    #[cfg(target_os = "linux")]
    wait_until("no process is left", || children_of(ready.service.id()) == 0);
    let left =
        files_below(&ready.workspace().join("projects").join(&ready.project).join("jobs").join(&running));
    assert!(left.iter().all(|file| file.ends_with("recipe/recipe.toml")), "{left:?}");
    assert_eq!(ready.service.delete(&ready.at(&format!("/jobs/{running}"))).status, 204);
    assert_eq!(ready.service.delete(&ready.at("")).status, 204);
    assert!(!ready.workspace().join("projects").join(&ready.project).exists());
}

#[test]
fn the_events_of_a_job_end_with_it() {
    let ready = Ready::new(500, &[]);
    let id = ready.service.start_job(&ready.project, &ready.asked("anonymize", &json!({})));
    let events = ready.service.get(&ready.at(&format!("/jobs/{id}/events")));
    assert_eq!(events.header("content-type"), Some("text/event-stream"));
    let text = events.text();
    let last = text.lines().filter_map(|line| line.strip_prefix("data: ")).next_back().unwrap();
    let last: Value = serde_json::from_str(last).unwrap();
    assert_eq!((&last["state"], &last["verdict"]), (&json!("done"), &json!("holds")), "{text}");
}

#[test]
fn an_upload_that_is_cut_off_or_too_large_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(&folder.path().join("w"), &["--upload-limit", "100kB"]);
    let project = service.project();
    let datasets = folder.path().join("w/projects").join(&project).join("datasets");
    let large = service.upload(&project, "large.csv", &vec![b'a'; 200_000]);
    assert!(large.status == 413 || large.status == 0, "{}", large.text());
    let mut stream = TcpStream::connect(&service.address).unwrap();
    let head = format!(
        "POST /api/v1/projects/{project}/datasets?name=x.csv HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Length: 90000\r\n\r\n",
        service.address, service.token
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(&vec![b'a'; 50_000]).unwrap();
    wait_until("it began", || !files_below(&datasets).is_empty());
    drop(stream);
    wait_until("nothing is left", || std::fs::read_dir(&datasets).unwrap().next().is_none());
    for (name, bytes, status) in [
        ("x.csv", b"a,b\n1,2,3\n".as_slice(), 422),
        ("x.csv", b"\xff\xfe", 422),
        ("x.xlsx", b"PK", 400),
        ("x.parquet", b"PAR1", 422),
        ("x.csv.gz", b"\x1f\x8b", 422),
    ] {
        let refused = service.upload(&project, name, bytes);
        assert_eq!(refused.status, status, "{name}: {}", refused.text());
        assert!(!refused.text().contains("/w/projects"), "{}", refused.text());
    }
    assert!(std::fs::read_dir(&datasets).unwrap().next().is_none());
    let long = service.post("/projects", &json!({ "name": "x".repeat(17 << 20) }));
    assert!(long.status == 413 || long.status == 0, "{}", long.status);
    assert_eq!(service.get("/health").status, 200);
}

#[test]
fn of_two_who_change_the_recipe_the_second_is_asked_to_look_again() {
    let ready = Ready::new(50, &[]);
    let shown = ready.service.get(&ready.at("/recipe"));
    let version = shown.header("etag").unwrap().to_owned();
    let put = |text: &str| {
        let bearer = format!("Bearer {}", ready.service.token);
        let headers = [
            ("Authorization", bearer.as_str()),
            ("Content-Type", "application/toml"),
            ("If-Match", version.as_str()),
        ];
        ready.service.send("PUT", &format!("/api/v1{}", ready.at("/recipe")), &headers, text.as_bytes())
    };
    assert_eq!(put(&RECIPE.replace("k = 5", "k = 7")).status, 200);
    let second = put(&RECIPE.replace("k = 5", "k = 9"));
    assert_eq!((second.status, second.code()), (412, "conflict".to_owned()));
    assert_eq!(ready.service.get(&ready.at("/recipe")).json()["privacy"][0]["k"], 7);
}

#[test]
fn too_many_jobs_and_too_little_memory_are_answered() {
    let ready = Ready::new(60_000, &["--queue", "1", "--memory", "16MiB"]);
    let first = endless(&ready);
    let second = ready.service.start_job(&ready.project, &ready.asked("inspect", &json!({})));
    let third = ready.service.post(&ready.at("/jobs"), &ready.asked("inspect", &json!({})));
    assert_eq!((third.status, third.code()), (429, "busy".to_owned()));
    ready.service.delete(&ready.at(&format!("/jobs/{first}")));
    ready.service.wait(&ready.project, &second);
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(&folder.path().join("w"), &["--memory", "64KiB"]);
    let project = service.project();
    let refused = service.upload(&project, "patients.csv", table(60_000).as_bytes());
    assert_eq!((refused.status, refused.code()), (422, "memory-limit".to_owned()), "{}", refused.text());
}

/// A file system of a few megabytes, where this process may make one.
#[cfg(target_os = "linux")]
struct SmallDisk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl SmallDisk {
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mount = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=3m", "tmpfs"])
            .arg(folder.path())
            .output();
        mount.is_ok_and(|mount| mount.status.success()).then_some(Self(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_the_service_goes_on() {
    let Some(disk) = SmallDisk::new() else {
        println!("skipped: no file system can be mounted here");
        return;
    };
    let service = Service::start(&disk.0.path().join("w"), &[]);
    let project = service.project();
    let full = service.upload(&project, "large.csv", table(200_000).as_bytes());
    assert_eq!((full.status, full.code()), (507, "disk-full".to_owned()), "{}", full.text());
    let small = service.upload(&project, "small.csv", table(100).as_bytes());
    assert_eq!(small.status, 201, "{}", small.text());
    assert_eq!(service.get(&format!("/projects/{project}")).json()["datasets"].as_array().unwrap().len(), 1);
    service.kill();
}
