//! The faces that certificates are set in: four shipped ones and, if configured, a folder of fuller ones.

use krilla::text::Font;
use skrifa::raw::{FileRef, TableProvider};
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The shipped faces in the order in which they are asked; `static/fonts/README.md` says what each is for.
const SHIPPED: &[(&str, Kind, &[u8])] = &[
    ("qipin-title.otf", Kind::Title, include_bytes!("../../static/fonts/qipin-title.otf")),
    ("qipin-song.otf", Kind::Song, include_bytes!("../../static/fonts/qipin-song.otf")),
    ("qipin-song-2.otf", Kind::Song, include_bytes!("../../static/fonts/qipin-song-2.otf")),
    ("qipin-western.ttf", Kind::Western, include_bytes!("../../static/fonts/qipin-western.ttf")),
];

/// What a face may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Bold, cut to the fixed words: titles, labels, numerals, the seal.
    Title,
    /// A Chinese text face, whose quotation marks are as wide as a character.
    Song,
    /// A Western text face.
    Western,
    /// A face of the configured folder.
    Fallback,
}

/// One face, ready for embedding.
pub(crate) struct Face {
    pub(crate) bytes: Bytes,
    pub(crate) index: u32,
    pub(crate) kind: Kind,
    pub(crate) font: Font,
}

pub(crate) enum Bytes {
    Shipped(&'static [u8]),
    Read(Arc<Vec<u8>>),
}

impl Bytes {
    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Bytes::Shipped(bytes) => bytes,
            Bytes::Read(bytes) => bytes,
        }
    }
}

/// The faces to print with.
pub struct Fonts {
    pub(crate) faces: Vec<Face>,
    skipped: Vec<Skipped>,
}

/// A file of the configured folder that is not used, and why: for the log and for the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The file.
    pub path: PathBuf,
    /// Why it is not used.
    pub why: String,
}

/// Fonts could not be made ready.
#[derive(Debug, thiserror::Error)]
pub enum FontError {
    /// A face inside the program is damaged.
    #[error("the shipped face {0} cannot be read")]
    Shipped(&'static str),
    /// The configured folder cannot be listed.
    #[error("the font folder {path} cannot be read: {source}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

impl Fonts {
    /// The shipped faces alone.
    pub fn shipped() -> Result<Self, FontError> {
        let mut faces = Vec::with_capacity(SHIPPED.len());
        for &(name, kind, bytes) in SHIPPED {
            let font = Font::new(bytes.into(), 0).ok_or(FontError::Shipped(name))?;
            faces.push(Face { bytes: Bytes::Shipped(bytes), index: 0, kind, font });
        }
        Ok(Self { faces, skipped: Vec::new() })
    }

    /// The shipped faces, then those of `folder` in the order of their file names. A file that cannot be used
    /// (variable, forbidden to embed, damaged) is skipped and named in [`Fonts::skipped`].
    pub fn with_folder(folder: &Path) -> Result<Self, FontError> {
        let mut fonts = Self::shipped()?;
        let failed = |source| FontError::Folder { path: folder.to_owned(), source };
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if is_font(&path) {
                paths.push(path);
            }
        }
        paths.sort();
        for path in paths {
            match read(&path) {
                Ok(face) => fonts.faces.push(face),
                Err(why) => {
                    tracing::warn!(font = %path.display(), why, "a font of the configured folder is not used");
                    fonts.skipped.push(Skipped { path, why });
                }
            }
        }
        Ok(fonts)
    }

    /// The files of the configured folder that are not used.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }
}

fn is_font(path: &Path) -> bool {
    path.extension()
        .and_then(|e| e.to_str())
        .is_some_and(|e| ["ttf", "otf", "ttc", "otc"].iter().any(|known| e.eq_ignore_ascii_case(known)))
}

fn read(path: &Path) -> Result<Face, String> {
    let bytes = std::fs::read(path).map_err(|e| e.to_string())?;
    let index = match FileRef::new(&bytes).map_err(|e| e.to_string())? {
        FileRef::Font(_) => 0,
        FileRef::Collection(all) => match index_in_name(path) {
            Some(index) if index < all.len() => index,
            Some(index) => return Err(format!("the collection has {} faces, none with index {index}", all.len())),
            None => simplified_face(&bytes, all.len()),
        },
    };
    {
        let face = FontRef::from_index(&bytes, index).map_err(|e| e.to_string())?;
        if face.axes().iter().next().is_some() {
            return Err("a variable font: use a static instance".to_owned());
        }
        if face.os2().is_ok_and(|os2| os2.fs_type() & 0x000f == 0x0002) {
            return Err("its licence bits forbid embedding".to_owned());
        }
        if face.charmap().mappings().next().is_none() {
            return Err("it maps no characters".to_owned());
        }
    }
    let bytes = Arc::new(bytes);
    let font = Font::new(bytes.clone().into(), index).ok_or("its tables cannot be read")?;
    Ok(Face { bytes: Bytes::Read(bytes), index, kind: Kind::Fallback, font })
}

/// `Name#2.ttc` asks for the face with index 2.
fn index_in_name(path: &Path) -> Option<u32> {
    path.file_stem()?.to_str()?.rsplit_once('#')?.1.parse().ok()
}

/// The face with mainland forms, by its family name; the first one otherwise.
fn simplified_face(bytes: &[u8], faces: u32) -> u32 {
    (0..faces)
        .find(|&index| {
            FontRef::from_index(bytes, index).is_ok_and(|face| {
                face.localized_strings(StringId::FAMILY_NAME).any(|name| {
                    let name: String = name.chars().collect();
                    [" SC", " CN", " GB"].iter().any(|suffix| name.ends_with(suffix))
                })
            })
        })
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_faces_are_readable_static_and_named_ours() {
        let fonts = Fonts::shipped().unwrap();
        assert_eq!(fonts.faces.len(), 4);
        for face in &fonts.faces {
            let font = FontRef::from_index(face.bytes.as_slice(), face.index).unwrap();
            assert!(font.axes().is_empty());
            let family: String =
                font.localized_strings(StringId::FAMILY_NAME).english_or_first().unwrap().chars().collect();
            assert!(family.starts_with("Qipin"), "{family}");
            let licence: String =
                font.localized_strings(StringId::LICENSE_DESCRIPTION).english_or_first().unwrap().chars().collect();
            assert!(licence.contains("SIL Open Font License, Version 1.1"), "{licence}");
        }
    }

    #[test]
    fn a_folder_adds_faces_and_names_what_it_cannot_use() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.ttf"), SHIPPED[3].2).unwrap();
        std::fs::write(folder.path().join("b.OTF"), b"not a font").unwrap();
        std::fs::write(folder.path().join("c.txt"), b"not even a name of one").unwrap();
        let fonts = Fonts::with_folder(folder.path()).unwrap();
        assert_eq!(fonts.faces.len(), 5);
        assert_eq!(fonts.skipped().len(), 1);
        assert!(fonts.skipped()[0].path.ends_with("b.OTF"));
        assert!(Fonts::with_folder(&folder.path().join("nowhere")).is_err());
    }

    #[test]
    fn a_collection_is_asked_for_a_face_by_its_file_name() {
        assert_eq!(index_in_name(Path::new("/x/NotoSerifCJK-Regular#2.ttc")), Some(2));
        assert_eq!(index_in_name(Path::new("/x/NotoSerifCJK-Regular.ttc")), None);
    }
}
