//! A service for a test, and just enough of HTTP to ask it.

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// No test waits longer for anything.
const PATIENCE: Duration = Duration::from_mins(2);

pub(super) struct Service {
    process: Child,
    pub(super) address: String,
    pub(super) token: String,
}

pub(super) struct Response {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: Vec<u8>,
}

impl Response {
    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }

    pub(super) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

impl Service {
    /// Starts a service in a folder, on any free port, without the example.
    pub(super) fn start(workspace: &Path, arguments: &[&str]) -> Self {
        Self::start_as(workspace, &[&["--empty"], arguments].concat())
    }

    pub(super) fn start_as(workspace: &Path, arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_lethe"))
            .args(["serve", "--listen", "127.0.0.1:0", "--threads", "1", "--workspace"])
            .arg(workspace)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("listening on http").map(|url| url.trim_start_matches('s'));
        let url = url.and_then(|url| url.strip_prefix("://")).unwrap_or_else(|| panic!("it says {line:?}"));
        let (address, token) = url.split_once('/').unwrap();
        let token = token.strip_prefix("?token=").unwrap_or_default().to_owned();
        Self { process, address: address.to_owned(), token }
    }

    /// Kills it, as a power cut would.
    pub(super) fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    pub(super) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Sends bytes as they are.
    pub(super) fn raw(&self, head: &str, body: &[u8]) -> Response {
        try_raw(&self.address, head, body).unwrap()
    }

    pub(super) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        self.raw(&format!("{head}Content-Length: {}\r\n\r\n", body.len()), body)
    }

    fn authorized(&self, method: &str, path: &str, kind: &str, body: &[u8]) -> Response {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("Authorization", bearer.as_str()), ("Content-Type", kind)];
        self.send(method, &format!("/api/v1{path}"), &headers, body)
    }

    pub(super) fn get(&self, path: &str) -> Response {
        self.authorized("GET", path, "text/plain", &[])
    }

    pub(super) fn post(&self, path: &str, body: &Value) -> Response {
        self.authorized("POST", path, "application/json", body.to_string().as_bytes())
    }

    pub(super) fn put(&self, path: &str, kind: &str, body: &str) -> Response {
        self.authorized("PUT", path, kind, body.as_bytes())
    }

    pub(super) fn delete(&self, path: &str) -> Response {
        self.authorized("DELETE", path, "text/plain", &[])
    }

    pub(super) fn upload(&self, project: &str, name: &str, bytes: &[u8]) -> Response {
        self.authorized(
            "POST",
            &format!("/projects/{project}/datasets?name={name}"),
            "application/octet-stream",
            bytes,
        )
    }

    /// Makes a project; the path of its operations.
    pub(super) fn project(&self) -> String {
        let made = self.post("/projects", &json!({ "name": "a test" }));
        assert_eq!(made.status, 201, "{}", made.text());
        made.json()["id"].as_str().unwrap().to_owned()
    }

    /// Starts a job and waits for its end.
    pub(super) fn job(&self, project: &str, body: &Value) -> Value {
        let id = self.start_job(project, body);
        self.wait(project, &id)
    }

    pub(super) fn start_job(&self, project: &str, body: &Value) -> String {
        let started = self.post(&format!("/projects/{project}/jobs"), body);
        assert_eq!(started.status, 202, "{}", started.text());
        started.json()["id"].as_str().unwrap().to_owned()
    }

    pub(super) fn wait(&self, project: &str, id: &str) -> Value {
        let began = Instant::now();
        loop {
            let job = self.get(&format!("/projects/{project}/jobs/{id}")).json();
            if !matches!(job["state"].as_str(), Some("queued" | "running")) {
                return job;
            }
            assert!(began.elapsed() < PATIENCE, "{job}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(super) fn try_raw(address: &str, head: &str, body: &[u8]) -> std::io::Result<Response> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(head.as_bytes())?;
    // A service that refuses may close before all is sent.
    let _ = stream.write_all(body);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").map_or(bytes.len(), |at| at + 4);
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        unchunked(&bytes[end..])
    } else {
        bytes[end..].to_vec()
    };
    Ok(Response { status, head, body })
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|window| window == b"\r\n") {
        let size =
            std::str::from_utf8(&bytes[..end]).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
        let Some(size) = size.filter(|size| *size > 0 && end + 2 + size <= bytes.len()) else { break };
        whole.extend_from_slice(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[(end + 4 + size).min(bytes.len())..];
    }
    whole
}

/// A table that is quickly anonymized.
pub(super) fn table(rows: usize) -> String {
    let row = |row: usize| {
        format!(
            "P{row},{},{},{}\n",
            20 + row * 7 % 50,
            10_000 + row * 131 % 997,
            ["flu", "cold", "asthma"][row % 3]
        )
    };
    format!("patient_id,age,zip,disease\n{}", (0..rows).map(row).collect::<String>())
}

/// The recipe for it.
pub(super) const RECIPE: &str = "
[columns.patient_id]
role = \"identifying\"
[columns.age]
role = \"quasi\"
hierarchy = { intervals = [10, 20, 40], from = 0, to = 80 }
[columns.zip]
role = \"quasi\"
hierarchy = { mask = \"right\" }
[columns.disease]
role = \"sensitive\"
[[privacy]]
model = \"k-anonymity\"
k = 5
[[privacy]]
model = \"l-diversity\"
column = \"disease\"
variant = \"distinct\"
l = 2
[search]
method = \"auto\"
suppression_limit = 0.05
";

/// A service with a project that has a table and a recipe.
pub(super) struct Ready {
    pub(super) service: Service,
    pub(super) project: String,
    pub(super) dataset: String,
    pub(super) folder: tempfile::TempDir,
}

impl Ready {
    pub(super) fn new(rows: usize, arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let service = Service::start(&folder.path().join("workspace"), arguments);
        let project = service.project();
        let uploaded = service.upload(&project, "patients.csv", table(rows).as_bytes());
        assert_eq!(uploaded.status, 201, "{}", uploaded.text());
        let dataset = uploaded.json()["id"].as_str().unwrap().to_owned();
        let put = service.put(&format!("/projects/{project}/recipe"), "application/toml", RECIPE);
        assert_eq!(put.status, 200, "{}", put.text());
        Self { service, project, dataset, folder }
    }

    pub(super) fn workspace(&self) -> PathBuf {
        self.folder.path().join("workspace")
    }

    pub(super) fn at(&self, rest: &str) -> String {
        format!("/projects/{}{rest}", self.project)
    }

    pub(super) fn asked(&self, verb: &str, request: &Value) -> Value {
        json!({ "verb": verb, "dataset": self.dataset, "request": request })
    }

    pub(super) fn job(&self, verb: &str, request: &Value) -> Value {
        self.service.job(&self.project, &self.asked(verb, request))
    }
}
