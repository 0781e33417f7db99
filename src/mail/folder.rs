//! Mail into a folder: one `.eml` file each, for trying things out and for a relay that picks files up.

use super::failure::{Delivered, Failure, Stage};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Writes the mail as `KEY.eml`. The file appears whole or not at all, and a retry of the same mail
/// replaces it, so a folder never holds a mail twice.
pub(super) fn drop_into(folder: &Path, key: &str, bytes: &[u8]) -> Result<Delivered, Failure> {
    write(folder, key, bytes)
        .map(|()| Delivered { receipt: format!("{key}.eml") })
        .map_err(|error| Failure::temporary(Stage::Folder, error))
}

fn write(folder: &Path, key: &str, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let unfinished = folder.join(format!(".{key}.{}.part", std::process::id()));
    let done = (|| {
        let mut file = private(&unfinished)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&unfinished, folder.join(format!("{key}.eml")))?;
        // The name is in the folder for good only once the folder is on the disk too.
        File::open(folder).and_then(|folder| folder.sync_all())
    })();
    if done.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    done
}

/// A new file that only this user reads: a mail may hold a key to an account.
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_retry_replaces_the_file_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mails");
        drop_into(&path, "outbox.1.5", b"first").unwrap();
        let delivered = drop_into(&path, "outbox.1.5", b"second").unwrap();
        drop_into(&path, "outbox.2.5", b"other").unwrap();
        assert_eq!(delivered.receipt, "outbox.1.5.eml");
        assert_eq!(names(&path), ["outbox.1.5.eml", "outbox.2.5.eml"]);
        assert_eq!(fs::read(path.join("outbox.1.5.eml")).unwrap(), b"second");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_a_temporary_failure() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("taken");
        fs::write(&file, b"").unwrap();
        let failure = drop_into(&file, "outbox.1.5", b"mail").unwrap_err();
        assert!(failure.is_temporary());
        assert_eq!(failure.stage, Stage::Folder);
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_a_mail() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        drop_into(folder.path(), "outbox.1.5", b"key").unwrap();
        let mode = fs::metadata(folder.path().join("outbox.1.5.eml")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
