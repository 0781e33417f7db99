//! What a clerk sends: one record, a collection, or a zip of many; unpacked within bounds.
//!
//! Nothing that an archive says of itself is believed: sizes and ratios are measured while it is unpacked, and the work
//! stops at the first bound. What is no record is left out and named, with the reason.

mod archive;
mod name;

use crate::domain::recount::BYTES;
use crate::domain::results::is_record;
use crate::text::{Bilingual, both};

/// The most bytes of an upload: 64 MiB.
pub const MAX_BUNDLE: usize = 64 << 20;
/// The most entries of an archive, folders among them.
pub const MAX_ENTRIES: usize = 12_000;
/// The most bytes of everything unpacked: 256 MiB.
pub const MAX_UNPACKED: usize = 256 << 20;
/// How many bytes one byte of an archive may become.
pub const MAX_RATIO: usize = 200;
/// The most characters of a file name; longer ones are clipped.
pub const MAX_NAME: usize = 120;

/// What an upload holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bundle {
    /// The files that look like game records, in the order of the upload; no two of one name.
    pub files: Vec<BundleFile>,
    /// The others, in the same order.
    pub left_out: Vec<LeftOut>,
}

/// A file that looks like a game record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleFile {
    /// Its name without folders and without anything that cannot be seen.
    pub name: String,
    /// Its bytes, as they were.
    pub bytes: Vec<u8>,
}

/// A file that is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name, as of a [`BundleFile`].
    pub name: String,
    /// Why not.
    pub why: LeftOutWhy,
}

/// Why a file is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeftOutWhy {
    /// A photo: evidence beside a game, and sent as such.
    Photo,
    /// An archive within the archive.
    Archive,
    /// No game record by its name or its beginning.
    NotARecord,
    /// More bytes than a game record may have.
    TooLong,
    /// No bytes.
    Empty,
    /// The archive has it damaged, or packed in a way that is not read.
    Damaged,
}

impl LeftOutWhy {
    /// Every reason.
    pub const ALL: [LeftOutWhy; 6] = [
        LeftOutWhy::Photo,
        LeftOutWhy::Archive,
        LeftOutWhy::NotARecord,
        LeftOutWhy::TooLong,
        LeftOutWhy::Empty,
        LeftOutWhy::Damaged,
    ];

    /// The reason in words.
    pub fn words(self) -> Bilingual {
        let limit = mebibytes(BYTES);
        match self {
            LeftOutWhy::Photo => both("game_record.left-out.photo", &[]),
            LeftOutWhy::Archive => both("game_record.left-out.archive", &[]),
            LeftOutWhy::NotARecord => both("game_record.left-out.not-a-record", &[]),
            LeftOutWhy::TooLong => both("game_record.left-out.too-long", &[("limit", &limit)]),
            LeftOutWhy::Empty => both("game_record.left-out.empty", &[]),
            LeftOutWhy::Damaged => both("game_record.left-out.damaged", &[]),
        }
    }
}

/// Why an upload is refused as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BundleRefusal {
    /// No bytes.
    Empty,
    /// More than [`MAX_BUNDLE`] bytes.
    TooLarge,
    /// More than [`MAX_ENTRIES`] entries.
    TooMany,
    /// More than [`MAX_UNPACKED`] bytes when unpacked.
    Unpacked,
    /// A byte becomes more than [`MAX_RATIO`].
    Ratio,
    /// It needs a password.
    Encrypted,
    /// It cannot be opened.
    Damaged,
    /// It names one path twice, so that two programs would see two different uploads.
    Ambiguous,
    /// An archive, but no zip.
    OtherArchive,
}

impl BundleRefusal {
    /// Every reason.
    pub const ALL: [BundleRefusal; 9] = [
        BundleRefusal::Empty,
        BundleRefusal::TooLarge,
        BundleRefusal::TooMany,
        BundleRefusal::Unpacked,
        BundleRefusal::Ratio,
        BundleRefusal::Encrypted,
        BundleRefusal::Damaged,
        BundleRefusal::Ambiguous,
        BundleRefusal::OtherArchive,
    ];

    /// The reason in words.
    pub fn words(self) -> Bilingual {
        let with = |key: &str, limit: String| both(key, &[("limit", &limit)]);
        match self {
            BundleRefusal::Empty => both("game_record.refusal.empty", &[]),
            BundleRefusal::TooLarge => with("game_record.refusal.too-large", mebibytes(MAX_BUNDLE)),
            BundleRefusal::TooMany => with("game_record.refusal.too-many", MAX_ENTRIES.to_string()),
            BundleRefusal::Unpacked => with("game_record.refusal.unpacked", mebibytes(MAX_UNPACKED)),
            BundleRefusal::Ratio => with("game_record.refusal.ratio", MAX_RATIO.to_string()),
            BundleRefusal::Encrypted => both("game_record.refusal.encrypted", &[]),
            BundleRefusal::Damaged => both("game_record.refusal.damaged", &[]),
            BundleRefusal::Ambiguous => both("game_record.refusal.ambiguous", &[]),
            BundleRefusal::OtherArchive => both("game_record.refusal.other-archive", &[]),
        }
    }
}

/// A limit as people read it; the limits are whole ones.
fn mebibytes(bytes: usize) -> String {
    (bytes >> 20).to_string()
}

/// Takes an upload apart. A plain file is a bundle of one.
///
/// # Errors
/// An upload beyond a bound, or one that cannot be opened, is refused as a whole.
pub fn unpack(name: &str, bytes: &[u8]) -> Result<Bundle, BundleRefusal> {
    if bytes.is_empty() {
        return Err(BundleRefusal::Empty);
    }
    if bytes.len() > MAX_BUNDLE {
        return Err(BundleRefusal::TooLarge);
    }
    let mut sorted = Sorted::default();
    match kind(bytes) {
        Kind::Zip => archive::unpack(bytes, &mut sorted)?,
        Kind::OtherArchive => return Err(BundleRefusal::OtherArchive),
        _ => sorted.add(name, bytes.to_vec()),
    }
    Ok(sorted.done())
}

/// Files as they come, told apart.
#[derive(Default)]
struct Sorted {
    files: Vec<(String, Vec<u8>)>,
    left_out: Vec<LeftOut>,
}

impl Sorted {
    /// Adds a file under its whole path.
    fn add(&mut self, path: &str, bytes: Vec<u8>) {
        let why = match kind(&bytes) {
            _ if bytes.is_empty() => LeftOutWhy::Empty,
            Kind::Photo => LeftOutWhy::Photo,
            Kind::Zip | Kind::OtherArchive => LeftOutWhy::Archive,
            Kind::Other if !looks_like_a_record(path, &bytes) => LeftOutWhy::NotARecord,
            Kind::Other if bytes.len() > BYTES => LeftOutWhy::TooLong,
            Kind::Other => {
                self.files.push((path.to_owned(), bytes));
                return;
            }
        };
        self.leave_out(path, why);
    }

    fn leave_out(&mut self, path: &str, why: LeftOutWhy) {
        self.left_out.push(LeftOut { name: name::last(path), why });
    }

    fn done(self) -> Bundle {
        let paths: Vec<&str> = self.files.iter().map(|(path, _)| path.as_str()).collect();
        let names = name::apart(&paths);
        let files = names.into_iter().zip(self.files).map(|(name, (_, bytes))| BundleFile { name, bytes }).collect();
        Bundle { files, left_out: self.left_out }
    }
}

/// How far into a file a game may begin for the file to look like a record.
const FRONT: usize = 4096;

fn looks_like_a_record(path: &str, bytes: &[u8]) -> bool {
    let front = &bytes[..bytes.len().min(FRONT)];
    is_record(path, bytes) || front.windows(2).any(|two| two == b"(;")
}

/// What bytes begin like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Zip,
    OtherArchive,
    Photo,
    Other,
}

fn kind(bytes: &[u8]) -> Kind {
    const ARCHIVES: [&[u8]; 6] =
        [b"Rar!\x1a\x07", b"7z\xBC\xAF\x27\x1C", b"\x1F\x8B", b"BZh", b"\xFD7zXZ\x00", b"\x28\xB5\x2F\xFD"];
    let starts = |magic: &[u8]| bytes.starts_with(magic);
    let of_media = |brands: &[&[u8]]| brands.iter().any(|brand| bytes.get(4..12) == Some(*brand));
    if starts(b"PK\x03\x04") || starts(b"PK\x05\x06") {
        return Kind::Zip;
    }
    if ARCHIVES.iter().any(|magic| starts(magic)) || bytes.get(257..262) == Some(b"ustar") {
        return Kind::OtherArchive;
    }
    let webp = starts(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    // Phones photograph in HEIC unless they are told otherwise.
    let heic = of_media(&[b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc"]);
    if starts(b"\xFF\xD8\xFF") || starts(b"\x89PNG\r\n\x1a\n") || webp || heic {
        return Kind::Photo;
    }
    Kind::Other
}

#[cfg(test)]
mod tests;
