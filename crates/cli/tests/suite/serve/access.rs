//! Who may ask, and from where.

use super::client::{Ready, Service};
use crate::support::{error, lethe};
use serde_json::json;
use std::io::Write as _;
use std::path::Path;

fn statuses(service: &Service, headers: &[(&str, &str)]) -> u16 {
    service.send("GET", "/api/v1/projects", headers, &[]).status
}

#[test]
fn without_the_token_there_is_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(&folder.path().join("w"), &[]);
    let bearer = |token: &str| format!("Bearer {token}");
    assert_eq!(statuses(&service, &[]), 401);
    assert_eq!(statuses(&service, &[("Authorization", &bearer("wrong"))]), 401);
    assert_eq!(statuses(&service, &[("Authorization", &bearer(&service.token[1..]))]), 401);
    assert_eq!(statuses(&service, &[("Authorization", &service.token)]), 401);
    assert_eq!(statuses(&service, &[("Cookie", "lethe_token_1=wrong")]), 401);
    assert_eq!(statuses(&service, &[("Authorization", &bearer(&service.token))]), 200);
    assert_eq!(service.send("GET", "/api/v1/health", &[], &[]).status, 200);
    assert_eq!(service.send("GET", "/?token=wrong", &[], &[]).status, 401);
    // The token of the address becomes a cookie that no script reads.
    let entered = service.send("GET", &format!("/?token={}", service.token), &[], &[]);
    let cookie = entered.header("set-cookie").unwrap();
    assert_eq!((entered.status, entered.header("location")), (303, Some("/")));
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert_eq!(statuses(&service, &[("Cookie", cookie.split(';').next().unwrap())]), 200);
    let log = std::fs::read_to_string(folder.path().join("w/audit.jsonl")).unwrap();
    assert!(log.contains("401") && !log.contains(&service.token), "{log}");
}

#[test]
fn pages_of_other_sites_and_other_names_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(&folder.path().join("w"), &[]);
    let bearer = format!("Bearer {}", service.token);
    let with = |name: &str, value: &str| statuses(&service, &[("Authorization", &bearer), (name, value)]);
    assert_eq!(with("Origin", "http://evil.example"), 403);
    assert_eq!(with("Origin", "null"), 403);
    assert_eq!(with("Sec-Fetch-Site", "cross-site"), 403);
    assert_eq!(with("Origin", &format!("http://{}", service.address)), 200);
    for host in ["evil.example", "127.0.0.1.evil.example", "localhost:1"] {
        let head = format!("GET /api/v1/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        assert_eq!(service.raw(&head, &[]).status, 403, "{host}");
    }
    let page = service.send("GET", "/", &[], &[]);
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.contains("default-src 'none'")
            && policy.contains("script-src 'self'")
            && !policy.contains("unsafe-eval")
    );
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
}

fn token_file(folder: &Path) -> String {
    let users = ["ana steward", "ben viewer"].map(|user| {
        let (name, role) = user.split_once(' ').unwrap();
        format!("[[user]]\nname = \"{name}\"\nrole = \"{role}\"\ntoken = \"{}\"\n", name.repeat(10))
    });
    let file = folder.join("users.toml");
    let mut made = lethe::io::private_file().write(true).create(true).truncate(true).open(&file).unwrap();
    made.write_all(users.concat().as_bytes()).unwrap();
    file.display().to_string()
}

#[test]
fn a_viewer_sees_reports_and_releases_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let users = token_file(folder.path());
    let mut ready = {
        let mut service = Service::start(&folder.path().join("w"), &["--token-file", &users]);
        assert!(service.token.is_empty(), "tokens of users are not printed");
        service.token = "ana".repeat(10);
        let project = service.project();
        let uploaded = service.upload(&project, "patients.csv", super::client::table(200).as_bytes()).json();
        let dataset = uploaded["id"].as_str().unwrap().to_owned();
        Ready { service, project, dataset, folder }
    };
    let put = ready.service.put(&ready.at("/recipe"), "application/toml", super::client::RECIPE);
    assert_eq!(put.status, 200);
    let job = ready.job("anonymize", &json!({}));
    assert_eq!(job["user"], "ana");
    let id = job["id"].as_str().unwrap();
    let shown = ready.job("inspect", &json!({ "show_values": 3 }))["id"].as_str().unwrap().to_owned();
    assert_eq!(ready.service.put(&ready.at("/hierarchies/age.csv"), "text/csv", "20;*\n21;*\n").status, 200);
    ready.service.token = "ben".repeat(10);
    let at = |rest: &str| ready.at(rest);
    for path in [
        at(""),
        at("/recipe"),
        at(&format!("/jobs/{id}")),
        at(&format!("/jobs/{id}/release")),
        at(&format!("/jobs/{id}/rows")),
    ] {
        assert_eq!(ready.service.get(&path).status, 200, "{path}");
    }
    assert_eq!(ready.service.get(&at(&format!("/jobs/{shown}"))).status, 403, "its report has values");
    assert_eq!(ready.service.get(&at("/hierarchies/age.csv")).status, 403, "it has the values of a column");
    assert_eq!(ready.service.get("/files").status, 403);
    let rows = at(&format!("/datasets/{}/rows", ready.dataset));
    let values = at(&format!("/datasets/{}/profile?values=3", ready.dataset));
    for path in ["/audit".to_owned(), rows, values] {
        assert_eq!(ready.service.get(&path).status, 403, "{path}");
    }
    assert_eq!(ready.service.post("/projects", &json!({ "name": "x" })).status, 403);
    assert_eq!(ready.service.delete(&at("")).status, 403);
    assert_eq!(ready.service.post(&at("/jobs"), &ready.asked("inspect", &json!({}))).status, 403);
    ready.service.token = "ana".repeat(10);
    let log = ready.service.get("/audit").json();
    let first = &log["entries"].as_array().unwrap().iter().find(|entry| entry["user"] == "ben").unwrap();
    assert_eq!(first["status"], 403);
}

#[test]
fn an_address_that_others_reach_needs_users_and_encryption() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = folder.path().join("w").display().to_string();
    let users = token_file(folder.path());
    let refused = |arguments: &[&str]| {
        let call = [&["serve", "--listen", "0.0.0.0:0", "--workspace", &workspace], arguments].concat();
        let output = lethe(&call);
        assert_eq!(output.status.code(), Some(2));
        error(&output)
    };
    assert!(refused(&[]).contains("--token-file"));
    assert!(refused(&["--token-file", &users]).contains("--tls-cert"));
    assert!(refused(&["--token-file", &users, "--behind-proxy"]).contains("--host"));
    let around = folder.path().display().to_string();
    let output = lethe(&["serve", "--listen", "127.0.0.1:0", "--workspace", &workspace, "--data", &around]);
    assert!(error(&output).contains("overlap"));
    let absent = folder.path().join("absent.pem").display().to_string();
    let tls = ["--token-file", &users, "--host", "x.example", "--tls-cert", &absent, "--tls-key", &absent];
    let problem = refused(&tls);
    assert!(problem.contains("certificate"), "{problem}");
}

#[test]
fn what_is_done_is_noted_even_when_nobody_waits_for_the_answer() {
    let ready = Ready::new(200, &[]);
    let head = |method: &str, path: &str, body: &str| {
        format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            ready.service.address,
            ready.service.token,
            body.len()
        )
    };
    let asked = ready.asked("inspect", &json!({})).to_string();
    let gone = 20;
    for number in 0..gone {
        let mut stream = std::net::TcpStream::connect(&ready.service.address).unwrap();
        stream.write_all(head("POST", &ready.at("/jobs"), &asked).as_bytes()).unwrap();
        std::thread::sleep(std::time::Duration::from_micros(300 * number));
    }
    let began = std::time::Instant::now();
    loop {
        let jobs = ready.service.get(&ready.at("/jobs")).json()["jobs"].as_array().unwrap().clone();
        let log = std::fs::read_to_string(ready.workspace().join("audit.jsonl")).unwrap();
        let noted = log.lines().filter(|line| line.contains("POST") && line.contains("/jobs")).count();
        if !jobs.is_empty() && jobs.iter().all(|job| job["state"] == "done") && noted == jobs.len() {
            break;
        }
        assert!(began.elapsed() < std::time::Duration::from_mins(1), "{noted} noted of {jobs:?}");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert_eq!(ready.service.delete(&ready.at("")).status, 204, "no job stays behind");
}

/// A certificate for this machine, where OpenSSL is installed.
fn certificate(folder: &Path) -> Option<(String, String)> {
    let (certificate, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    let made = std::process::Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"])
        .args(["-addext", "subjectAltName=IP:127.0.0.1", "-keyout"])
        .arg(&key)
        .arg("-out")
        .arg(&certificate)
        .output();
    let is_made = made.is_ok_and(|made| made.status.success());
    is_made.then(|| (certificate.display().to_string(), key.display().to_string()))
}

#[test]
fn connections_are_encrypted_where_a_certificate_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let Some((certificate, key)) = certificate(folder.path()) else {
        println!("skipped: openssl is not installed");
        return;
    };
    let service = Service::start(&folder.path().join("w"), &["--tls-cert", &certificate, "--tls-key", &key]);
    let url = format!("https://{}/api/v1/health", service.address);
    let asked = std::process::Command::new("curl")
        .args(["-s", "--max-time", "20", "--cacert", &certificate, &url])
        .output();
    let Ok(asked) = asked else {
        println!("skipped: curl is not installed");
        return;
    };
    assert!(String::from_utf8_lossy(&asked.stdout).contains("\"ok\""), "{asked:?}");
    let entered = format!("https://{}/?token={}", service.address, service.token);
    let head = std::process::Command::new("curl")
        .args(["-sI", "-X", "GET", "--cacert", &certificate, &entered])
        .output()
        .unwrap();
    let head = String::from_utf8_lossy(&head.stdout).to_lowercase();
    assert!(head.contains("set-cookie") && head.contains("; secure"), "{head}");
    // Nobody is answered without encryption.
    let plain = "GET /api/v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    assert_eq!(service.raw(plain, &[]).status, 0);
}
