//! The container of a workbook: counted, measured while unpacking, and searched for active content.

use super::{Damage, MAX_ENTRIES, MAX_ENTRY, MAX_UNPACKED, Refusal};
use std::collections::HashMap;
use std::io::{Cursor, Read};

/// Whether bytes begin as an archive does.
pub(in crate::domain::results) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Whether bytes begin as the old compound format does (.xls, and encrypted workbooks).
pub(in crate::domain::results) fn is_ole(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
}

/// The XML parts of a workbook, unpacked.
pub(super) struct Parts(HashMap<String, String>);

impl Parts {
    pub(super) fn get(&self, path: &str) -> Option<&str> {
        self.0.get(&key(path)).map(String::as_str)
    }
}

/// Part names are compared without case, as the packaging format says.
fn key(path: &str) -> String {
    path.trim_start_matches('/').replace('\\', "/").to_ascii_lowercase()
}

fn damaged<E>(_: E) -> Refusal {
    Refusal::Damaged(Damage::Inside)
}

/// Unpacks a workbook: every entry is measured, the XML parts are kept.
pub(super) fn unpack(bytes: &[u8]) -> Result<Parts, Refusal> {
    // The end record's count of entries is looked at before the directory is read.
    let declared = entries_declared(bytes).ok_or(Refusal::Damaged(Damage::Cut))?;
    if declared > MAX_ENTRIES {
        return Err(Refusal::TooLarge);
    }
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
    if archive.len() > MAX_ENTRIES {
        return Err(Refusal::TooLarge);
    }
    let mut kept = HashMap::new();
    let mut total = 0_u64;
    for index in 0..archive.len() {
        let raw = archive.by_index_raw(index).map_err(damaged)?;
        if raw.encrypted() {
            return Err(Refusal::Encrypted);
        }
        let name = key(&raw.name().map_err(damaged)?);
        drop(raw);
        active(&name)?;
        let is_xml = name.ends_with(".xml") || name.ends_with(".rels");
        let mut entry = archive.by_index(index).map_err(damaged)?;
        let allowed = MAX_ENTRY.min(MAX_UNPACKED - total);
        let mut body = Vec::new();
        let mut limited = (&mut entry).take(allowed + 1);
        let size = if is_xml {
            limited.read_to_end(&mut body).map_err(damaged)? as u64
        } else {
            std::io::copy(&mut limited, &mut std::io::sink()).map_err(damaged)?
        };
        if size > allowed {
            return Err(Refusal::TooLarge);
        }
        total += size;
        if is_xml {
            let text = String::from_utf8(body).map_err(|_| Refusal::Doctype)?;
            if text.contains("<!DOCTYPE") || text.contains("<!ENTITY") || text.contains('\0') {
                return Err(Refusal::Doctype);
            }
            if name == "[content_types].xml" && text.to_ascii_lowercase().contains("macroenabled") {
                return Err(Refusal::Macros);
            }
            if kept.insert(name, text).is_some() {
                return Err(Refusal::Damaged(Damage::Inside));
            }
        }
    }
    Ok(Parts(kept))
}

/// The number of entries that the end record declares.
fn entries_declared(bytes: &[u8]) -> Option<usize> {
    let from = bytes.len().saturating_sub(22 + 65_535);
    let at = (from..bytes.len().saturating_sub(21)).rev().find(|at| bytes[*at..].starts_with(b"PK\x05\x06"))?;
    Some(usize::from(u16::from_le_bytes([bytes[at + 10], bytes[at + 11]])))
}

/// Refuses parts that run, or that reach outside the file.
fn active(name: &str) -> Result<(), Refusal> {
    let folder = |wanted: &str| name.split('/').any(|part| part == wanted);
    if name.contains("vbaproject") || folder("macrosheets") || folder("dialogsheets") {
        return Err(Refusal::Macros);
    }
    let external =
        ["externallinks", "querytables", "embeddings", "activex", "ctrlprops", "model"].into_iter().any(folder);
    if external || name.ends_with("connections.xml") {
        return Err(Refusal::External(String::new()));
    }
    if name == "encryptedpackage" || name == "encryptioninfo" {
        return Err(Refusal::Encrypted);
    }
    Ok(())
}
