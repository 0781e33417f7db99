//! Styles, scripts and images: inside the program, under an address that changes with their content, so that
//! browsers may keep them for ever.

use super::error::AppError;
use super::page;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use flate2::Compression;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::LazyLock;

#[derive(RustEmbed)]
#[folder = "static/"]
#[include = "css/*.css"]
#[include = "*.js"]
#[include = "*.svg"]
struct Files;

/// One file as it is served.
struct Asset {
    url: String,
    kind: &'static str,
    plain: Bytes,
    gzip: Option<Bytes>,
}

struct Table {
    by_name: HashMap<String, Asset>,
    by_file: HashMap<String, String>,
}

static TABLE: LazyLock<Table> = LazyLock::new(load);

fn load() -> Table {
    let mut names: Vec<_> = Files::iter().collect();
    names.sort();
    // The parts of the style sheet are numbered; they go out as one file, in that order.
    let mut style = Vec::new();
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for name in names {
        let Some(file) = Files::get(&name) else { continue };
        if name.starts_with("css/") {
            style.extend_from_slice(&file.data);
            style.push(b'\n');
        } else {
            files.push((name.into_owned(), file.data.into_owned()));
        }
    }
    files.push(("app.css".to_owned(), style));
    let mut table = Table { by_name: HashMap::new(), by_file: HashMap::new() };
    for (name, bytes) in files {
        let hash: String = Sha256::digest(&bytes).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, ""));
        let kind = match extension {
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "svg" => "image/svg+xml",
            _ => "application/octet-stream",
        };
        let file = format!("{stem}.{hash}.{extension}");
        let asset = Asset {
            url: format!("/static/{file}"),
            kind,
            gzip: page::gzip(&bytes, Compression::best()).filter(|small| small.len() < bytes.len()).map(Bytes::from),
            plain: Bytes::from(bytes),
        };
        table.by_file.insert(file, name.clone());
        table.by_name.insert(name, asset);
    }
    table
}

/// The address of a file: `app.css`, `app.js`, `favicon.svg`. A file that does not exist has an address that
/// shows it.
pub fn asset(name: &str) -> &'static str {
    TABLE.by_name.get(name).map_or("/static/missing", |asset| &asset.url)
}

/// Serves a file by its address.
pub async fn serve(request: HttpRequest, file: web::Path<String>) -> Result<HttpResponse, AppError> {
    let asset =
        TABLE.by_file.get(file.as_str()).and_then(|name| TABLE.by_name.get(name)).ok_or_else(AppError::not_found)?;
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::CONTENT_TYPE, HeaderValue::from_static(asset.kind)))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")))
        .insert_header((header::VARY, HeaderValue::from_static("accept-encoding")));
    Ok(match &asset.gzip {
        Some(small) if page::takes_gzip(&request) => {
            answer.insert_header((header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))).body(small.clone())
        }
        _ => answer.body(asset.plain.clone()),
    })
}

/// Browsers ask for this address when they show no page of ours, such as JSON.
pub async fn favicon() -> HttpResponse {
    HttpResponse::Found()
        .insert_header((header::LOCATION, asset("favicon.svg")))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400")))
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_that_pages_name_exist() {
        for name in ["app.css", "app.js", "favicon.svg"] {
            assert!(asset(name).starts_with("/static/") && asset(name) != "/static/missing", "{name}");
        }
    }

    #[test]
    fn the_script_is_small_and_the_style_sheet_asks_nobody() {
        assert!(TABLE.by_name["app.js"].plain.len() <= 5120, "{}", TABLE.by_name["app.js"].plain.len());
        let style = String::from_utf8(TABLE.by_name["app.css"].plain.to_vec()).unwrap();
        for word in ["@import", "url(http", "gradient", "@font-face"] {
            assert!(!style.contains(word), "{word}");
        }
    }
}
