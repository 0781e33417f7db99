//! The least that an answer costs: a bare handler of the same framework with the same settings of the server.

use actix_web::{App, HttpServer, web};
use std::time::Duration;

/// Serves `hello` at every address until the process is ended; prints where.
pub fn serve(workers: usize) {
    actix_web::rt::System::new().block_on(async move {
        let server = HttpServer::new(|| App::new().default_service(web::to(|| async { "hello" })))
            .client_request_timeout(Duration::from_secs(10))
            .client_disconnect_timeout(Duration::from_secs(2))
            .keep_alive(Duration::from_secs(30))
            .workers(workers)
            .bind("127.0.0.1:0")
            .unwrap();
        println!("hello listens on http://{}/", server.addrs()[0]);
        server.run().await.unwrap();
    });
}
