//! What a service is started with.

use lethe::ByteSize;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

/// A service that is to be started.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Where projects, uploaded tables and releases are kept.
    pub workspace: PathBuf,
    /// A folder whose tables may be used without uploading them; they are only read.
    pub data: Option<PathBuf>,
    /// Users with their roles and tokens; without it there is one steward with a random token, on this machine only.
    pub token_file: Option<PathBuf>,
    /// A certificate and its key, both in PEM.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// Whether a proxy encrypts the connections.
    pub behind_proxy: bool,
    /// Names by which browsers reach the service, besides the address that it listens on.
    pub hosts: Vec<String>,
    /// How much one may ask for.
    pub limits: Limits,
    /// Whether a new workspace begins with a project that has a generated table.
    pub example: bool,
    /// The program that does the work of a job, with the arguments that come first: `lethe`.
    pub worker: Vec<OsString>,
    /// The threads of a job; 0 for one a core.
    pub threads: usize,
    /// The seed of everything random in a job.
    pub seed: u64,
}

/// How much one may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The largest table that may be uploaded.
    pub upload: ByteSize,
    /// The jobs that run at once; others wait.
    pub jobs: usize,
    /// The jobs that may wait.
    pub queue: usize,
    /// The memory of a job.
    pub memory: Option<ByteSize>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { upload: ByteSize(10 << 30), jobs: 1, queue: 100, memory: None }
    }
}

impl ServeOptions {
    /// A service for one person on this machine.
    pub fn local(workspace: PathBuf, worker: Vec<OsString>) -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8317)),
            workspace,
            data: None,
            token_file: None,
            tls: None,
            behind_proxy: false,
            hosts: Vec::new(),
            limits: Limits::default(),
            example: true,
            worker,
            threads: 0,
            seed: 0,
        }
    }

    /// **Errors**: others could listen in, or ask without being known.
    pub(crate) fn check(&self) -> lethe::Result<()> {
        let refuse = |problem: &str| Err(lethe::Error::Request(problem.to_owned()));
        if !self.listen.ip().is_loopback() {
            if self.token_file.is_none() {
                return refuse(
                    "an address that other machines reach needs users with tokens; name them with `token_file`, or listen on 127.0.0.1",
                );
            }
            if self.tls.is_none() && !self.behind_proxy {
                return refuse(
                    "an address that other machines reach needs encryption; give `tls_cert` and `tls_key`, or `behind_proxy` where a proxy encrypts",
                );
            }
        }
        if self.listen.ip().is_unspecified() && self.hosts.is_empty() {
            return refuse(
                "an address of all interfaces is no name that browsers use; give the service's name with `host`",
            );
        }
        if self.limits.jobs == 0 {
            return refuse("`jobs` must be at least 1");
        }
        #[cfg(not(feature = "tls"))]
        if self.tls.is_some() {
            return refuse(
                "this build of Lethe has no TLS; build it with the feature `tls`, or use a proxy and `behind_proxy`",
            );
        }
        Ok(())
    }
}
