//! Bodies are bounded whatever reads them, and whether or not they announce their length.

use super::error::AppError;
use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::web::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt, stream};
use std::time::Duration;

/// The payload cut off with an error after `limit` bytes.
pub fn limited(payload: Payload, limit: usize) -> Payload {
    let mut left = limit;
    let bounded: stream::LocalBoxStream<'static, Result<Bytes, PayloadError>> =
        Box::pin(payload.map(move |chunk| match chunk {
            Ok(bytes) if bytes.len() > left => Err(PayloadError::Overflow),
            Ok(bytes) => {
                left -= bytes.len();
                Ok(bytes)
            }
            Err(error) => Err(error),
        }));
    Payload::from(bounded)
}

/// Reads a body to its end; the gate has bounded it to `limit`. A client that trickles is cut off.
pub async fn read<S>(mut payload: S, limit: usize, within: Duration) -> Result<BytesMut, AppError>
where
    S: Stream<Item = Result<Bytes, PayloadError>> + Unpin,
{
    let reading = async {
        let mut body = BytesMut::new();
        while let Some(chunk) = payload.next().await {
            let chunk = chunk.map_err(|error| refused(error, limit))?;
            if body.len() + chunk.len() > limit {
                return Err(AppError::too_large(limit));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    };
    tokio::time::timeout(within, reading).await.map_err(|_| AppError::too_slow())?
}

/// What an error while reading a body means to the sender.
pub fn refused(error: PayloadError, limit: usize) -> AppError {
    match error {
        PayloadError::Overflow => AppError::too_large(limit),
        other => AppError::bad_request(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload(chunks: usize) -> Payload {
        let chunks = stream::iter((0..chunks).map(|_| Ok(Bytes::from_static(&[b'x'; 10]))));
        let boxed: stream::LocalBoxStream<'static, Result<Bytes, PayloadError>> = Box::pin(chunks);
        Payload::from(boxed)
    }

    #[actix_web::test]
    async fn the_limit_holds_for_a_stream_without_a_length() {
        let second = Duration::from_secs(1);
        assert_eq!(read(limited(payload(3), 30), 30, second).await.unwrap().len(), 30);
        let refused = read(limited(payload(4), 30), 1000, second).await.unwrap_err();
        assert_eq!(refused.key(), "too-large");
        let refused = read(payload(4), 30, second).await.unwrap_err();
        assert_eq!(refused.key(), "too-large");
    }

    #[actix_web::test]
    async fn a_trickle_ends() {
        let never: stream::LocalBoxStream<'static, Result<Bytes, PayloadError>> = Box::pin(stream::pending());
        let error = read(Payload::from(never), 10, Duration::from_millis(5)).await.unwrap_err();
        assert_eq!(error.key(), "too-slow");
    }
}
