//! A stamp records a hash of a step's inputs, so that the step can be skipped until they change. Times of files would
//! not do, because `git checkout` changes them.

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};
use std::path::{Path, PathBuf};

pub const NOT_SOURCES: [&str; 6] = ["node_modules", "dist", "target", "test-results", "playwright-report", ".git"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    file: PathBuf,
    value: String,
}

impl Stamp {
    /// Missing sources count as empty.
    pub fn of(file: impl Into<PathBuf>, sources: &[PathBuf], extra: &[&str]) -> Result<Self> {
        let mut hash = Sha256::new();
        for input in extra {
            add(&mut hash, input.as_bytes());
        }
        for source in sources {
            let mut files = Vec::new();
            collect(source, &mut files).with_context(|| format!("cannot read {}", source.display()))?;
            files.sort();
            for path in files {
                add(&mut hash, path.strip_prefix(source).unwrap_or(&path).to_string_lossy().as_bytes());
                add(&mut hash, &std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?);
            }
        }
        Ok(Self { file: file.into(), value: hex(hash) })
    }

    pub fn is_current(&self) -> bool {
        std::fs::read_to_string(&self.file).is_ok_and(|recorded| recorded == self.value)
    }

    /// Must be called after success, so that an interrupted step runs again.
    pub fn write(&self) -> Result<()> {
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&self.file, &self.value).with_context(|| format!("cannot write {}", self.file.display()))
    }
}

pub fn hash<const N: usize>(parts: [&[u8]; N]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        add(&mut hash, part);
    }
    hex(hash)
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Without the length, different lists could have the same hash.
fn add(hash: &mut Sha256, part: &[u8]) {
    hash.update((part.len() as u64).to_le_bytes());
    hash.update(part);
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let Ok(metadata) = std::fs::metadata(path) else { return Ok(()) };
    if metadata.is_file() {
        files.push(path.to_owned());
    } else if metadata.is_dir() {
        for entry in std::fs::read_dir(path)? {
            let entry = entry?;
            if !NOT_SOURCES.iter().any(|name| entry.file_name() == *name) {
                collect(&entry.path(), files)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamp(folder: &Path, extra: &[&str]) -> Stamp {
        Stamp::of(folder.join("stamp"), &[folder.join("src"), folder.join("missing")], extra).unwrap()
    }

    #[test]
    fn a_stamp_is_current_until_a_source_or_an_extra_input_changes() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("src");
        std::fs::create_dir_all(source.join("node_modules")).unwrap();
        std::fs::write(source.join("a"), "1").unwrap();
        let first = stamp(folder.path(), &["x"]);
        assert!(!first.is_current());
        first.write().unwrap();
        assert!(stamp(folder.path(), &["x"]).is_current());
        assert!(!stamp(folder.path(), &["y"]).is_current());
        std::fs::write(source.join("node_modules/b"), "not a source").unwrap();
        assert!(stamp(folder.path(), &["x"]).is_current());
        std::fs::write(source.join("a"), "2").unwrap();
        assert!(!stamp(folder.path(), &["x"]).is_current());
    }

    #[test]
    fn moving_text_between_files_changes_the_stamp() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("src");
        std::fs::create_dir_all(&source).unwrap();
        std::fs::write(source.join("a"), "12").unwrap();
        std::fs::write(source.join("b"), "3").unwrap();
        let before = stamp(folder.path(), &[]);
        std::fs::write(source.join("a"), "1").unwrap();
        std::fs::write(source.join("b"), "23").unwrap();
        assert_ne!(before, stamp(folder.path(), &[]));
    }
}
