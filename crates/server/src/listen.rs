//! Starting and ending the service.

use crate::access::{Hosts, Users, cookie_name, guard};
use crate::app::{App, Parts};
use crate::audit::Audit;
use crate::jobs::Jobs;
use crate::locks::Locks;
use crate::options::ServeOptions;
use crate::store::{Dataset, Job, JobState, Project, Store};
use crate::work::Workers;
use crate::workspace::{Known, Workspace};
use crate::{api, assets, example, headers};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use lethe::{CancelToken, Error, Result};
use std::net::SocketAddr;
use std::time::Duration;

/// How often it is looked whether the service should end.
const LOOK: Duration = Duration::from_millis(50);
/// How long the head of a request may take.
const HEADERS: Duration = Duration::from_secs(15);

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
    let cannot = |address: SocketAddr, error: &std::io::Error| {
        let advice = "name another with `listen`";
        Error::Request(format!("{address}: the address cannot be listened on ({}); {advice}", error.kind()))
    };
    let asked = options.listen;
    let listener = std::net::TcpListener::bind(asked).map_err(|error| cannot(asked, &error))?;
    listener.set_nonblocking(true).map_err(|error| cannot(asked, &error))?;
    let address = listener.local_addr().map_err(|error| cannot(asked, &error))?;
    let (app, token) = open(options, address)?;
    let service = router(app.clone()).into_make_service();
    let handle = axum_server::Handle::new();
    tokio::spawn(end_with(stop.clone(), handle.clone()));
    if app.is_new && app.options.example {
        tokio::spawn(example::make(app.clone()));
    }
    let url = url(&app.options, address, token.as_deref());
    #[cfg(feature = "tls")]
    if let Some((certificate, key)) = &app.options.tls {
        let tls = tls_config(certificate, key).await?;
        let mut server =
            axum_server::from_tcp_rustls(listener, tls).map_err(|error| cannot(address, &error))?;
        limit(server.http_builder());
        ready(&url);
        return server.handle(handle).serve(service).await.map_err(|error| cannot(address, &error));
    }
    let mut server = axum_server::from_tcp(listener).map_err(|error| cannot(address, &error))?;
    limit(server.http_builder());
    ready(&url);
    server.handle(handle).serve(service).await.map_err(|error| cannot(address, &error))
}

/// The address to open.
fn url(options: &ServeOptions, address: SocketAddr, token: Option<&str>) -> String {
    let scheme = if options.tls.is_some() { "https" } else { "http" };
    let host = options.hosts.first().filter(|_| address.ip().is_unspecified());
    let host = host.map_or_else(|| address.to_string(), |name| format!("{name}:{}", address.port()));
    let query = token.map_or_else(String::new, |token| format!("?token={token}"));
    format!("{scheme}://{host}/{query}")
}

/// Closes connections whose request does not arrive: they cost nothing to whoever opens them.
fn limit(builder: &mut hyper_util::server::conn::auto::Builder<hyper_util::rt::TokioExecutor>) {
    builder.http1().timer(hyper_util::rt::TokioTimer::new()).header_read_timeout(HEADERS);
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

/// Ends the service when it should end.
async fn end_with(stop: CancelToken, handle: axum_server::Handle<SocketAddr>) {
    while !stop.is_cancelled() {
        tokio::time::sleep(LOOK).await;
    }
    handle.graceful_shutdown(Some(Duration::from_millis(300)));
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
        let mut known = Known::default();
        for project in Project::all(connection)? {
            known.items.extend(Dataset::all(connection, &project.id)?.into_iter().map(|dataset| dataset.id));
            for job in Job::all(connection, &project.id)? {
                if job.state != JobState::Done {
                    known.unfinished.insert(job.id.clone());
                }
                known.items.insert(job.id);
            }
            known.projects.insert(project.id);
        }
        Ok(known)
    });
    let known = known.map_err(|_| Error::Request("the state of the service cannot be read".to_owned()))?;
    workspace.remove_leftovers(&known).map_err(failed)?;
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
            let found = found.ok_or_else(missing)?;
            if workspace.contains(&found) || workspace.root().starts_with(&found) {
                let problem = "the data folder and the workspace overlap; name another folder with `data` or `workspace`";
                return Err(Error::Request(format!("{}: {problem}", folder.display())));
            }
            Some(found)
        }
        None => None,
    };
    let parts = Parts {
        hosts: Hosts::new(address, &options.hosts),
        cookie: cookie_name(address.port()),
        audit: Audit::open(&workspace.audit_log()).map_err(failed)?,
        workers: Workers::new(&options),
        jobs: Jobs::new(options.limits.jobs, options.limits.queue),
        recipes: tokio::sync::Mutex::new(()),
        conversions: Locks::default(),
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
        .nest(api::ROOT, api::router().fallback(nothing_here).method_not_allowed_fallback(no_such_method))
        .route("/", get(assets::page))
        .route("/docs", get(|| async { axum::response::Redirect::permanent("/#/docs") }))
        .fallback(get(assets::file))
        .layer(from_fn_with_state(app.clone(), guard))
        .layer(from_fn(headers::add))
        .with_state(app)
}

async fn no_such_method() -> crate::problem::Problem {
    let problem = "the operation has no such method";
    crate::problem::Problem::new(axum::http::StatusCode::METHOD_NOT_ALLOWED, "request", problem)
}

async fn nothing_here() -> crate::problem::Problem {
    crate::problem::Problem::missing("operation")
}
