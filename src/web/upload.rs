//! Files sent with a form, held in memory within the limit that the route declares.

use super::csrf;
use super::edge::Context;
use super::error::AppError;
use super::form::{self, Fields};
use super::routes::Audience;
use super::state::AppState;
use actix_multipart::{Multipart, MultipartError};
use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::StreamExt;
use futures_util::future::LocalBoxFuture;
use std::time::Duration;

const WITHIN: Duration = Duration::from_secs(120);
const PARTS: usize = 64;
const TEXT: usize = 16 << 10;

/// One file.
#[derive(Clone, PartialEq, Eq)]
pub struct UploadedFile {
    /// The field it was chosen in.
    pub field: String,
    /// Its name on the sender's machine, without folders.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A form with files, its token verified. The hidden token stands before the files, so that a form from
/// elsewhere is refused before its files are read.
pub struct Upload {
    /// The other fields.
    pub fields: Fields,
    /// The files that were chosen: a field left alone has no name. An empty file is one, and whoever reads it says so.
    pub files: Vec<UploadedFile>,
}

impl FromRequest for Upload {
    type Error = AppError;
    type Future = LocalBoxFuture<'static, Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let multipart = Multipart::new(request.headers(), payload.take());
        Box::pin(async move {
            let state = request.app_data::<web::Data<AppState>>().ok_or_else(|| AppError::internal("no state"))?;
            let reading = async {
                let _turn = state.uploads.acquire().await.map_err(AppError::internal)?;
                read(&request, multipart).await
            };
            tokio::time::timeout(WITHIN, reading).await.map_err(|_| AppError::too_slow())?
        })
    }
}

async fn read(request: &HttpRequest, mut multipart: Multipart) -> Result<Upload, AppError> {
    let mut upload = Upload { fields: Fields::default(), files: Vec::new() };
    let limit = form::limit(request);
    // Programs send no cookies, so there is nothing that another site could make a browser misuse.
    let mut verified = Context::entry(request).is_some_and(|entry| entry.audience == Audience::Api);
    let mut parts = 0;
    while let Some(part) = multipart.next().await {
        let mut part = part.map_err(|e| refused(e, limit))?;
        parts += 1;
        if parts > PARTS {
            return Err(AppError::bad_request(format!("> {PARTS} parts")));
        }
        let field = part.name().unwrap_or("").to_owned();
        let file = part.content_disposition().and_then(|d| d.get_filename()).map(base_name);
        if file.is_some() && !verified {
            return Err(AppError::foreign_form());
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = part.next().await {
            let chunk = chunk.map_err(|e| refused(e, limit))?;
            if file.is_none() && bytes.len() + chunk.len() > TEXT {
                return Err(AppError::too_large(TEXT));
            }
            bytes.extend_from_slice(&chunk);
        }
        match file {
            Some(name) if !name.is_empty() => {
                upload.files.push(UploadedFile { field, name, bytes });
            }
            Some(_) => {}
            None => {
                let value = String::from_utf8(bytes).map_err(|_| AppError::bad_request("UTF-8"))?;
                if value.contains('\0') {
                    return Err(AppError::nul());
                }
                if field == csrf::FIELD {
                    csrf::verify(request, Some(&value))?;
                    verified = true;
                }
                upload.fields.0.push((field, value));
            }
        }
    }
    if verified { Ok(upload) } else { Err(AppError::foreign_form()) }
}

fn refused(error: MultipartError, limit: usize) -> AppError {
    match error {
        MultipartError::Payload(PayloadError::Overflow) => AppError::too_large(limit),
        MultipartError::ContentTypeMissing | MultipartError::ContentTypeIncompatible => AppError::media_type(),
        other => AppError::bad_request(other.to_string()),
    }
}

fn base_name(name: &str) -> String {
    name.rsplit(['/', '\\']).next().unwrap_or("").chars().filter(|c| !c.is_control()).take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_sender_are_dropped() {
        assert_eq!(base_name("C:\\赛事\\成绩.csv"), "成绩.csv");
        assert_eq!(base_name("../../etc/passwd"), "passwd");
        assert_eq!(base_name("a\0\nb"), "ab");
    }
}
