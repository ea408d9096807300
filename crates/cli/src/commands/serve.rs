//! `lethe serve`

use crate::args::Global;
use crate::exit::Failure;
use crate::output;
use clap::Args;
use lethe::request::Verdict;
use lethe::{ByteSize, Context};
use lethe_server::{Limits, ServeOptions};
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const EXAMPLES: &str = "Examples:
  lethe serve --open                                     # for you, on this machine
  lethe serve --workspace projects --data /srv/tables    # tables of a folder need no upload
  lethe serve --listen 0.0.0.0:8317 --host lethe.example --token-file users.toml --tls-cert cert.pem --tls-key key.pem
  lethe serve --listen 10.0.0.5:8317 --token-file users.toml --behind-proxy --host lethe.example

users.toml (readable by its owner only):
  [[user]]
  name = \"ana\"
  role = \"steward\"      # or viewer: reports and releases only
  token = \"…\"           # at least 20 characters, such as from openssl rand -hex 32";

/// The web application and REST API, for those who click and for programs.
///
/// Without --token-file it listens on this machine only, and whoever opens the printed address may use it. The API is described at
/// /api/v1/openapi.json and, for reading, under #/docs of the application.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The address to listen on; port 0 for any that is free.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8317")]
    listen: SocketAddr,
    /// Where projects, uploaded tables and releases are kept; readable by its owner only.
    #[arg(long, value_name = "DIR", default_value = "lethe-workspace")]
    workspace: PathBuf,
    /// A folder whose tables can be used without uploading them; they are only read.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Users with roles and tokens; demanded when other machines can reach the address.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// A certificate in PEM: connections are encrypted.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The key of the certificate, in PEM.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// A proxy encrypts the connections.
    #[arg(long)]
    behind_proxy: bool,
    /// A name by which browsers reach the service, besides its address; repeatable.
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// The largest table that may be uploaded.
    #[arg(long, value_name = "SIZE", default_value = "10GiB")]
    upload_limit: ByteSize,
    /// Jobs that run at once, each with --threads and --memory; others wait.
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Jobs that may wait.
    #[arg(long, value_name = "N", default_value_t = 100)]
    queue: usize,
    /// Begin a new workspace without the example project.
    #[arg(long)]
    empty: bool,
    /// Open the application in a browser.
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    if global.output.is_some() {
        let problem = "a service has no result that could be written; leave out --output";
        return Err(lethe::Error::Request(problem.to_owned()).into());
    }
    let tls = arguments.tls_cert.clone().zip(arguments.tls_key.clone());
    let options = ServeOptions {
        listen: arguments.listen,
        workspace: arguments.workspace.clone(),
        data: arguments.data.clone(),
        token_file: arguments.token_file.clone(),
        tls,
        behind_proxy: arguments.behind_proxy,
        hosts: arguments.hosts.clone(),
        limits: Limits {
            upload: arguments.upload_limit,
            jobs: arguments.jobs,
            queue: arguments.queue,
            memory: global.memory,
        },
        example: !arguments.empty,
        worker: worker()?,
        threads: global.threads,
        seed: global.seed,
    };
    lethe_server::serve(options, context.cancel_token(), |url| {
        // Whoever started the service may not read what it prints.
        let _ = output::deliver(&format!("listening on {url}\n"));
        if arguments.open {
            open(url);
        }
    })?;
    Ok(Verdict::Holds)
}

/// The program that does the work of jobs: this one.
fn worker() -> Result<Vec<OsString>, Failure> {
    if let Some(program) = crate::STARTED_AS.get() {
        return Ok(program.clone());
    }
    let unknown = |_| lethe::Error::Request("the path of the program is not known".to_owned());
    Ok(vec![std::env::current_exe().map_err(unknown)?.into()])
}

/// Opens an address in a browser, where there is one; the address is printed in any case.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(program);
    let started = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if started.is_err() {
        output::say("no browser could be opened; open the address by hand");
    }
}
