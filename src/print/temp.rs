//! A PDF on its way to a reader: written to a temporary file, then read back in chunks, so that 300 pages
//! never stand in memory beside the connection's buffers.

use super::face::Fonts;
use super::render::{PrintError, Printed, render};
use super::sheet::CertificateSheet;
use super::size::{Options, PaperSize};
use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom};

/// The reading half of a temporary file that no name points to: it goes away with this value.
#[derive(Debug)]
pub struct Chunks {
    file: File,
    length: u64,
    left: u64,
}

impl Chunks {
    /// Bytes in a chunk.
    pub const SIZE: usize = 64 * 1024;

    /// Takes over a file that has been written, from its beginning.
    pub fn of(mut file: File) -> std::io::Result<Self> {
        let length = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Self { file, length, left: length })
    }

    /// The length of the whole, for the `Content-Length` header.
    pub fn length(&self) -> u64 {
        self.length
    }
}

impl Iterator for Chunks {
    type Item = std::io::Result<Vec<u8>>;

    /// The next chunk, full but for the last one. After an error nothing follows.
    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let size = usize::try_from(self.left).unwrap_or(Self::SIZE).min(Self::SIZE);
        let mut chunk = vec![0; size];
        match self.file.read_exact(&mut chunk) {
            Ok(()) => {
                self.left -= size as u64;
                Some(Ok(chunk))
            }
            Err(error) => {
                self.left = 0;
                Some(Err(error))
            }
        }
    }
}

/// Prints into a temporary file and gives what reads it. Blocking: call it off the worker threads.
pub fn render_to_temp(
    fonts: &Fonts,
    sheets: &[CertificateSheet],
    size: PaperSize,
    options: Options,
) -> Result<(Printed, Chunks), PrintError> {
    let mut file = BufWriter::new(tempfile::tempfile()?);
    let printed = render(fonts, sheets, size, options, &mut file)?;
    let file = file.into_inner().map_err(std::io::IntoInnerError::into_error)?;
    Ok((printed, Chunks::of(file)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_file_is_read_back_whole_in_chunks() {
        let body: Vec<u8> = (0..200_001u32).map(|n| n as u8).collect();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&body).unwrap();
        let chunks = Chunks::of(file).unwrap();
        assert_eq!(chunks.length(), 200_001);
        let read: Vec<Vec<u8>> = chunks.map(Result::unwrap).collect();
        assert_eq!(read.iter().map(Vec::len).collect::<Vec<_>>(), [65536, 65536, 65536, 3393]);
        assert_eq!(read.concat(), body);
        assert_eq!(Chunks::of(tempfile::tempfile().unwrap()).unwrap().count(), 0);
    }
}
