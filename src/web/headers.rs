//! The headers that every answer carries, errors included.

use super::bind::CookiePolicy;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};

/// Nothing is loaded but our own style sheet, script and images; nothing inline runs; nobody frames us.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; \
     img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

// An address can hold the code printed on a certificate, so it is never told to anybody.
const ALWAYS: [(HeaderName, HeaderValue); 7] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        header::PERMISSIONS_POLICY,
        HeaderValue::from_static("camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()"),
    ),
    (header::CROSS_ORIGIN_OPENER_POLICY, HeaderValue::from_static("same-origin")),
    (header::CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("same-origin")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
];

const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000; includeSubDomains");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// Adds them. A handler that wants its answer cached has set `Cache-Control` itself.
pub fn add(headers: &mut HeaderMap, policy: CookiePolicy) {
    for (name, value) in ALWAYS {
        headers.insert(name, value);
    }
    if policy == CookiePolicy::Secure {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, NO_STORE);
    }
}
