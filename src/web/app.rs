//! The application put together, and the server that runs it.

use super::bind::{CookiePolicy, bind_policy};
use super::edge::Edge;
use super::error::AppError;
use super::routes;
use super::state::AppState;
use actix_web::dev::{Server, ServerHandle};
use actix_web::{App, HttpResponse, HttpServer, web};
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

/// How a server runs.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The address to listen on.
    pub bind: SocketAddr,
    /// Threads that answer; by default one for each core.
    pub workers: Option<usize>,
    /// Whether a proxy in front of us speaks TLS to the outside and tells the client's address.
    pub behind_tls_proxy: bool,
    /// How long requests that were accepted may take to finish when the server stops.
    pub grace: Duration,
}

impl ServeOptions {
    /// Plain http on a loopback address.
    pub fn local(bind: SocketAddr) -> Self {
        Self { bind, workers: None, behind_tls_proxy: false, grace: Duration::from_secs(30) }
    }
}

/// A server that listens but has to be awaited (`server.await`) to run.
pub struct Running {
    /// The future that ends when the server has stopped.
    pub server: Server,
    /// Stops it.
    pub handle: ServerHandle,
    /// The address it listens on, with its port.
    pub address: SocketAddr,
}

/// Registers the state and every route of the table.
pub fn configure(config: &mut web::ServiceConfig, state: web::Data<AppState>) {
    // The extractors of the framework are bounded as our own are, should one be used.
    config
        .app_data(web::PayloadConfig::new(routes::FORM.0))
        .app_data(web::FormConfig::default().limit(routes::FORM.0))
        .app_data(web::JsonConfig::default().limit(routes::FORM.0))
        .app_data(state)
        .configure(routes::register);
}

/// Binds the address and starts the workers.
pub fn start(options: &ServeOptions, mut state: AppState) -> io::Result<Running> {
    state.settings.cookies = bind_policy(options.bind, options.behind_tls_proxy)
        .map_err(|refusal| io::Error::new(io::ErrorKind::InvalidInput, refusal))?;
    let state = web::Data::new(state);
    let sweeper = state.clone().into_inner();
    let mut server = HttpServer::new(move || {
        App::new()
            .wrap(Edge(state.clone()))
            .configure(|config| configure(config, state.clone()))
            .default_service(web::to(|| async { Err::<HttpResponse, _>(AppError::not_found()) }))
    })
    .shutdown_timeout(options.grace.as_secs())
    .client_request_timeout(Duration::from_secs(10))
    .client_disconnect_timeout(Duration::from_secs(2))
    .keep_alive(Duration::from_secs(30))
    .disable_signals();
    if let Some(workers) = options.workers {
        server = server.workers(workers);
    }
    let server = server.bind(options.bind)?;
    let address = server.addrs().first().copied().unwrap_or(options.bind);
    let server = server.run();
    let alive = std::sync::Arc::downgrade(&sweeper);
    drop(sweeper);
    actix_web::rt::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_secs(60)).await;
            let Some(state) = alive.upgrade() else { break };
            state.throttle.forget_idle();
        }
    });
    Ok(Running { handle: server.handle(), server, address })
}

/// Serves until the process is told to stop, then finishes what was accepted. A second signal ends at once.
pub async fn serve(options: ServeOptions, state: AppState, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let running = start(&options, state)?;
    let handle = running.handle.clone();
    actix_web::rt::spawn(async move {
        stop_signal().await;
        tracing::info!(target: "qipin::web", "stopping: finishing what was accepted");
        let graceful = handle.stop(true);
        tokio::select! {
            () = graceful => {}
            () = stop_signal() => handle.stop(false).await,
        }
    });
    ready(running.address);
    running.server.await
}

async fn stop_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// The address that readers use when no other is set.
pub fn default_public_url(address: SocketAddr, policy: CookiePolicy) -> String {
    match policy {
        CookiePolicy::Secure => format!("https://{address}"),
        CookiePolicy::Local => format!("http://{address}"),
    }
}
