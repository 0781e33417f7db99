//! A zip, unpacked within bounds.

use super::{BundleRefusal, LeftOutWhy, MAX_ENTRIES, MAX_RATIO, MAX_UNPACKED, Sorted, name};
use crate::domain::recount::BYTES;
use std::io::{Cursor, Read};
use zip::ZipArchive;
use zip::result::ZipError;

/// Up to here an entry may grow as it likes: short files of few words pack well.
const FREE: usize = 64 << 10;

/// Unpacks a zip.
pub(super) fn unpack(bytes: &[u8], sorted: &mut Sorted) -> Result<(), BundleRefusal> {
    if declares_too_many(bytes) {
        return Err(BundleRefusal::TooMany);
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| BundleRefusal::Damaged)?;
    if archive.len() > MAX_ENTRIES {
        return Err(BundleRefusal::TooMany);
    }
    if archive.has_duplicate_names() {
        return Err(BundleRefusal::Ambiguous);
    }
    let mut total = 0;
    for index in 0..archive.len() {
        let entry = archive.by_index_data(index).map_err(|_| BundleRefusal::Damaged)?;
        if entry.encrypted() {
            return Err(BundleRefusal::Encrypted);
        }
        let path = name::decode(entry.name_raw());
        if entry.is_dir() || name::is_of_a_system(&path) {
            continue;
        }
        if entry.is_symlink() {
            sorted.leave_out(&path, LeftOutWhy::NotARecord);
            continue;
        }
        match read(&mut archive, index, MAX_UNPACKED - total)? {
            Ok(body) => {
                total += body.len();
                sorted.add(&path, body);
            }
            Err(read) => {
                total += read;
                sorted.leave_out(&path, LeftOutWhy::Damaged);
            }
        }
        // Many entries may share the same few bytes.
        if total > FREE && total / MAX_RATIO > bytes.len() {
            return Err(BundleRefusal::Ratio);
        }
    }
    Ok(())
}

/// Unpacks an entry as far as a record may be long and a byte further. A damaged one answers how much was read.
fn read(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    index: usize,
    room: usize,
) -> Result<Result<Vec<u8>, usize>, BundleRefusal> {
    let entry = match archive.by_index(index) {
        Ok(entry) => entry,
        Err(ZipError::UnsupportedArchive(why)) if why == ZipError::PASSWORD_REQUIRED => {
            return Err(BundleRefusal::Encrypted);
        }
        Err(_) => return Ok(Err(0)),
    };
    let packed = usize::try_from(entry.compressed_size()).unwrap_or(usize::MAX);
    let most = FREE.max(packed.saturating_mul(MAX_RATIO));
    // One byte beyond each bound tells that it was passed.
    let bound = (BYTES + 1).min(room + 1).min(most.saturating_add(1));
    let mut body = Vec::new();
    let whole = entry.take(bound as u64).read_to_end(&mut body).is_ok();
    match body.len() {
        length if length > room => Err(BundleRefusal::Unpacked),
        length if length > most => Err(BundleRefusal::Ratio),
        length if !whole => Ok(Err(length)),
        _ => Ok(Ok(body)),
    }
}

/// Whether an end record, of which there may be several, says that there are more entries than are read. The
/// directory is read into memory before anybody could count it.
fn declares_too_many(bytes: &[u8]) -> bool {
    let number = |at: usize, length: usize| {
        let digits = bytes.get(at..at + length)?;
        Some(digits.iter().rev().fold(0_u64, |number, digit| number << 8 | u64::from(*digit)))
    };
    let from = bytes.len().saturating_sub(22 + 4 + (1 << 16));
    let ends = (from..bytes.len().saturating_sub(21)).filter(|at| bytes[*at..].starts_with(b"PK\x05\x06"));
    let counts = ends.flat_map(|at| {
        let small = number(at + 10, 2);
        // The larger form stands where the locator before the end record says.
        let locator = at.checked_sub(20).filter(|at| bytes[*at..].starts_with(b"PK\x06\x07"));
        let large = locator.and_then(|at| usize::try_from(number(at + 8, 8)?).ok());
        let large = large.and_then(|at| number(at.checked_add(32)?, 8));
        // Where the larger form counts, the smaller one may hold its highest number.
        [small.filter(|small| *small < 0xFFFF || large.is_none()), large]
    });
    counts.flatten().any(|count| count > MAX_ENTRIES as u64)
}
