//! Compares generated files with the checked-in ones.

use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const NAMED_FILES: usize = 8;

/// Returns the files' contents by relative path, which is empty if `folder` itself is a file. Returns none if it is
/// missing.
pub fn read(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    collect(folder, Path::new(""), &mut files)?;
    Ok(files)
}

fn collect(folder: &Path, name: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) -> Result<()> {
    if folder.is_file() {
        files.insert(name.to_owned(), std::fs::read(folder)?);
    } else if folder.is_dir() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            collect(&entry.path(), &name.join(entry.file_name()), files)?;
        }
    }
    Ok(())
}

pub fn ensure_same(
    checked_in: &BTreeMap<PathBuf, Vec<u8>>,
    generated: &BTreeMap<PathBuf, Vec<u8>>,
    what: &Path,
) -> Result<()> {
    let paths = checked_in.keys().chain(generated.keys().filter(|path| !checked_in.contains_key(*path)));
    let stale: Vec<String> = paths
        .filter_map(|path| {
            let verb = match (checked_in.get(path), generated.get(path)) {
                (Some(one), Some(other)) if one == other => return None,
                (Some(_), Some(_)) => "differs",
                (Some(_), None) => "is no longer generated",
                (None, _) => "is missing",
            };
            let path = if path.as_os_str().is_empty() { what.to_owned() } else { what.join(path) };
            Some(format!("    {} {verb}", path.display()))
        })
        .collect();
    if stale.is_empty() {
        return Ok(());
    }
    let (named, others) = stale.split_at(stale.len().min(NAMED_FILES));
    let more = if others.is_empty() { String::new() } else { format!("\n    and {} more", others.len()) };
    bail!("generated files are out of date; run `cargo regen`:\n{}{more}", named.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_removed_and_new_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        for (folder, files) in [(&old, ["a", "gone"]), (&new, ["a", "fresh"])] {
            std::fs::create_dir(folder).unwrap();
            for file in files {
                std::fs::write(folder.join(file), "1").unwrap();
            }
        }
        ensure_same(&read(&old).unwrap(), &read(&old).unwrap(), &old).unwrap();
        std::fs::write(new.join("a"), "2").unwrap();
        let error = ensure_same(&read(&old).unwrap(), &read(&new).unwrap(), Path::new("x")).unwrap_err().to_string();
        for line in ["x/a differs", "x/gone is no longer generated", "x/fresh is missing"] {
            assert!(error.contains(line), "{error}");
        }
    }
}
