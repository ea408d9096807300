//! The Python package, built into an environment of its own under the build folder, and its tests.

use crate::{metadata::Metadata, service::Service, shell};
use anyhow::{Context, Result, ensure};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the package is.
const PACKAGE: &str = "python";

struct Environment {
    folder: PathBuf,
    /// Where cargo builds the extension module: other features than the tests', so another folder.
    target: PathBuf,
}

impl Environment {
    fn ours() -> Result<Self> {
        let target = Metadata::load()?.target;
        Ok(Self { folder: target.join("python-env"), target: target.join("python") })
    }

    /// The programs of the environment, before those of the system.
    fn path(&self) -> Result<OsString> {
        let programs = self.program("python");
        let programs =
            Path::new(programs.get_program()).parent().context("an environment without programs")?;
        let path = std::env::var_os("PATH").unwrap_or_default();
        let all = std::iter::once(programs.to_owned()).chain(std::env::split_paths(&path));
        Ok(std::env::join_paths(all)?)
    }

    fn program(&self, name: &str) -> Command {
        let programs = if cfg!(windows) { "Scripts" } else { "bin" };
        Command::new(self.folder.join(programs).join(name))
    }

    /// Makes the environment, with what builds the package and what its tests need.
    fn prepare(&self) -> Result<()> {
        if !self.folder.exists() {
            shell::capture(Command::new("python3").args(["-m", "venv"]).arg(&self.folder))?;
        }
        let install = ["install", "--quiet", "--disable-pip-version-check", "-r"];
        let wanted = Path::new(PACKAGE).join("requirements-test.txt");
        shell::capture(self.program("pip").args(install).arg(wanted)).map(|_| ())
    }
}

/// Whether there is a Python that is new enough, and the packages that are needed can be had.
pub(crate) fn is_there() -> bool {
    let new_enough = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
    shell::succeeds(Command::new("python3").args(["-c", new_enough]))
        && Environment::ours().and_then(|environment| environment.prepare()).is_ok()
}

/// Builds the package, and runs its tests.
pub(crate) fn check() -> Result<()> {
    let environment = Environment::ours()?;
    let install = ["install", "--quiet", "--disable-pip-version-check", "--no-build-isolation", "--no-deps"];
    // Not optimised more than the tests of the crates are: a build for users takes minutes more.
    let mut build = environment.program("pip");
    build.args(install).args(["--force-reinstall", "./python"]);
    build.env("MATURIN_PEP517_ARGS", "--profile dev --locked").env("CARGO_TARGET_DIR", &environment.target);
    let path = environment.path()?;
    shell::run(build.env("PATH", &path))?;
    shell::run(environment.program("python").args(["python/generate.py", "--check"]))
        .context("python/generate.py writes other files now: run it")?;
    let tests = Path::new(PACKAGE).join("tests");
    ensure!(tests.is_dir(), "{}: no tests", tests.display());
    let run = ["-m", "pytest", "-q", "--doctest-modules", "--pyargs", "lethe", "python/tests"];
    shell::run(environment.program("python").args(run).env("PATH", &path))
}

/// Asks a service everything that its OpenAPI document allows, and more; see `tests/service/fuzz.py`.
pub(crate) fn fuzz_service() -> Result<()> {
    let environment = Environment::ours()?;
    let service = Service::start()?;
    let mut fuzz = environment.program("python");
    shell::run(fuzz.args(["tests/service/fuzz.py", service.url()]).env("PATH", environment.path()?))
}
