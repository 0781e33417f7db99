//! Figures for operators, in the text form that Prometheus reads: counted with atomics, no lock, no allocation
//! on the request path. Routes appear by their pattern, never by an address that somebody asked for.

use super::routes;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper edges of the latency classes, in microseconds.
const EDGES: [u64; 12] = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000, 500_000, 2_500_000, 10_000_000];

#[derive(Default)]
struct Row {
    by_class: [AtomicU64; 5],
    by_edge: [AtomicU64; EDGES.len()],
    micros: AtomicU64,
}

/// The figures of a server.
pub struct Metrics {
    rows: Vec<Row>,
    in_flight: AtomicU64,
    throttled: AtomicU64,
}

impl Metrics {
    /// Figures for a table of `routes` routes, and one row for requests that match none.
    pub fn new(routes: usize) -> Self {
        Self {
            rows: (0..=routes).map(|_| Row::default()).collect(),
            in_flight: AtomicU64::new(0),
            throttled: AtomicU64::new(0),
        }
    }

    /// A request has begun.
    pub fn begin(&self) {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
    }

    /// A request has been refused for asking too often.
    pub fn throttled(&self) {
        self.throttled.fetch_add(1, Ordering::Relaxed);
    }

    /// A request has been answered.
    pub fn end(&self, route: Option<usize>, status: u16, took: Duration) {
        self.in_flight.fetch_sub(1, Ordering::Relaxed);
        let Some(row) = self.rows.get(route.unwrap_or(self.rows.len() - 1)) else { return };
        let class = usize::from((status / 100).clamp(1, 5) - 1);
        row.by_class[class].fetch_add(1, Ordering::Relaxed);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        row.micros.fetch_add(micros, Ordering::Relaxed);
        if let Some(edge) = EDGES.iter().position(|edge| micros <= *edge) {
            row.by_edge[edge].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The exposition.
    pub fn text(&self) -> String {
        let get = |n: &AtomicU64| n.load(Ordering::Relaxed);
        let mut requests = String::from("# TYPE qipin_http_requests_total counter\n");
        let mut seconds = String::from("# TYPE qipin_http_request_seconds histogram\n");
        for (index, row) in self.rows.iter().enumerate() {
            let total: u64 = row.by_class.iter().map(get).sum();
            if total == 0 {
                continue;
            }
            let (method, path) = routes::entry(index).map_or(("ANY", "(none)"), |e| (e.verb.text(), e.path));
            let label = format!("method=\"{method}\",route=\"{path}\"");
            for (class, count) in row.by_class.iter().enumerate().filter(|(_, n)| get(n) > 0) {
                // proven: writing to a String does not fail (here and below).
                let _ = writeln!(
                    requests,
                    "qipin_http_requests_total{{{label},status=\"{}xx\"}} {}",
                    class + 1,
                    get(count)
                );
            }
            let mut below = 0;
            for (edge, count) in EDGES.iter().zip(&row.by_edge) {
                below += get(count);
                let _ = writeln!(
                    seconds,
                    "qipin_http_request_seconds_bucket{{{label},le=\"{}.{:06}\"}} {below}",
                    edge / 1_000_000,
                    edge % 1_000_000
                );
            }
            let micros = get(&row.micros);
            let _ = writeln!(seconds, "qipin_http_request_seconds_bucket{{{label},le=\"+Inf\"}} {total}");
            let _ = writeln!(
                seconds,
                "qipin_http_request_seconds_sum{{{label}}} {}.{:06}",
                micros / 1_000_000,
                micros % 1_000_000
            );
            let _ = writeln!(seconds, "qipin_http_request_seconds_count{{{label}}} {total}");
        }
        format!(
            "{requests}{seconds}# TYPE qipin_http_in_flight gauge\nqipin_http_in_flight {}\n\
             # TYPE qipin_http_throttled_total counter\nqipin_http_throttled_total {}\n",
            get(&self.in_flight),
            get(&self.throttled)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_route_and_class() {
        let metrics = Metrics::new(routes::count());
        metrics.begin();
        metrics.end(Some(0), 200, Duration::from_micros(120));
        metrics.begin();
        metrics.end(None, 404, Duration::from_secs(99));
        let text = metrics.text();
        assert!(text.contains("route=\"(none)\",status=\"4xx\"} 1"), "{text}");
        assert!(text.contains("status=\"2xx\"} 1"), "{text}");
        assert!(text.contains("le=\"0.000100\"} 0") && text.contains("le=\"0.000250\"} 1"), "{text}");
        assert!(text.contains("qipin_http_in_flight 0"), "{text}");
    }
}
