//! Starting and ending the service.

use crate::access::{Hosts, Users, guard};
use crate::app::{App, Parts};
use crate::audit::Audit;
use crate::jobs::Jobs;
use crate::options::ServeOptions;
use crate::store::{Dataset, Job, Project, Store};
use crate::work::Workers;
use crate::workspace::Workspace;
use crate::{api, assets, example, headers};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use lethe::{CancelToken, Error, Result};
use std::collections::HashSet;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;

/// How often it is looked whether the service should end.
const LOOK: Duration = Duration::from_millis(50);

/// Serves until `stop` is cancelled. `ready` is called with the address to open once requests are answered.
///
/// **Errors**: the options would let others listen in, the workspace cannot be used or is in use, or the address cannot be
/// listened on.
pub fn serve(options: ServeOptions, stop: &CancelToken, ready: impl FnOnce(&str)) -> Result<()> {
    options.check()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().worker_threads(2).build();
    let runtime =
        runtime.map_err(|_| Error::Request("the threads of the service cannot be started".to_owned()))?;
    let served = runtime.block_on(run(options, stop, ready));
    // Processes end with their input; nothing else is waited for.
    runtime.shutdown_timeout(Duration::from_millis(500));
    served
}

async fn run(options: ServeOptions, stop: &CancelToken, ready: impl FnOnce(&str)) -> Result<()> {
    let refuse = |problem: String| Error::Request(problem);
    let listener = TcpListener::bind(options.listen).await;
    let listener = listener.map_err(|error| {
        refuse(format!(
            "{}: the address cannot be listened on ({}); name another with `listen`",
            options.listen,
            error.kind()
        ))
    })?;
    let address = listener
        .local_addr()
        .map_err(|error| refuse(format!("the address is not known ({})", error.kind())))?;
    let scheme = if options.tls.is_some() { "https" } else { "http" };
    let (app, token) = open(options, address)?;
    let router = router(app.clone());
    let stopped = stopped(stop.clone());
    if app.is_new && app.options.example {
        tokio::spawn(example::make(app.clone()));
    }
    let query = token.map_or_else(String::new, |token| format!("?token={token}"));
    let url = format!("{scheme}://{address}/{query}");
    #[cfg(feature = "tls")]
    if let Some((certificate, key)) = &app.options.tls {
        let tls = tls_config(certificate, key).await?;
        let listener =
            listener.into_std().map_err(|error| refuse(format!("the address ({})", error.kind())))?;
        let handle = axum_server::Handle::new();
        let server = axum_server::from_tcp_rustls(listener, tls)
            .map_err(|error| refuse(format!("the address cannot be listened on ({})", error.kind())))?;
        let ending = handle.clone();
        tokio::spawn(async move {
            stopped.await;
            ending.graceful_shutdown(Some(Duration::from_millis(500)));
        });
        ready(&url);
        let served = server.handle(handle).serve(router.into_make_service()).await;
        return served.map_err(|error| refuse(format!("the service ended ({})", error.kind())));
    }
    ready(&url);
    tokio::select! {
        served = async { axum::serve(listener, router).await } => {
            served.map_err(|error| refuse(format!("the service ended ({})", error.kind())))
        }
        () = stopped => Ok(()),
    }
}

#[cfg(feature = "tls")]
async fn tls_config(
    certificate: &std::path::Path,
    key: &std::path::Path,
) -> Result<axum_server::tls_rustls::RustlsConfig> {
    // Another provider may be there already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let config = axum_server::tls_rustls::RustlsConfig::from_pem_file(certificate, key).await;
    config.map_err(|error| {
        let problem = "the certificate or its key cannot be used; give `tls_cert` and `tls_key` as PEM files";
        Error::Request(format!("{}: {problem} ({})", certificate.display(), error.kind()))
    })
}

async fn stopped(stop: CancelToken) {
    while !stop.is_cancelled() {
        tokio::time::sleep(LOOK).await;
    }
}

/// Opens the workspace; the token is that of a service for one person.
fn open(options: ServeOptions, address: SocketAddr) -> Result<(App, Option<String>)> {
    let workspace = Workspace::open(&options.workspace)?;
    let failed = |error: std::io::Error| {
        Error::Request(format!(
            "{}: the workspace cannot be used ({})",
            options.workspace.display(),
            error.kind()
        ))
    };
    let (store, is_new) = Store::open(&workspace.database())?;
    let known = store.with(|connection| {
        let projects: HashSet<String> =
            Project::all(connection)?.into_iter().map(|project| project.id).collect();
        let mut items = HashSet::new();
        for project in &projects {
            items.extend(Dataset::all(connection, project)?.into_iter().map(|dataset| dataset.id));
            items.extend(Job::all(connection, project)?.into_iter().map(|job| job.id));
        }
        Ok((projects, items))
    });
    let (projects, items) =
        known.map_err(|_| Error::Request("the state of the service cannot be read".to_owned()))?;
    workspace.remove_leftovers(&projects, &items).map_err(failed)?;
    let (users, token) = match &options.token_file {
        Some(file) => (Users::load(file)?, None),
        None => Users::local().map(|(users, token)| (users, Some(token)))?,
    };
    let data = match &options.data {
        Some(folder) => {
            let found = std::fs::canonicalize(folder).ok().filter(|folder| folder.is_dir());
            let missing = || {
                Error::Request(format!("{}: there is no such folder; name one with `data`", folder.display()))
            };
            Some(found.ok_or_else(missing)?)
        }
        None => None,
    };
    let parts = Parts {
        hosts: Hosts::new(address, &options.hosts),
        audit: Audit::open(&workspace.audit_log()).map_err(failed)?,
        workers: Workers::new(&options),
        jobs: Jobs::new(options.limits.jobs, options.limits.queue),
        recipes: tokio::sync::Mutex::new(()),
        conversions: tokio::sync::Mutex::new(()),
        openapi: api::document(),
        options,
        is_new,
        data,
        workspace,
        store,
        users,
    };
    Ok((App::new(parts), token))
}

fn router(app: App) -> axum::Router {
    axum::Router::new()
        .nest(api::ROOT, api::router().fallback(nothing_here))
        .route("/", get(assets::page))
        .fallback(get(assets::file))
        .layer(from_fn_with_state(app.clone(), guard))
        .layer(from_fn(headers::add))
        .with_state(app)
}

async fn nothing_here() -> crate::problem::Problem {
    crate::problem::Problem::missing("operation")
}
