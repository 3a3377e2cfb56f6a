//! Comparison of checked-in files with generated ones.

use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Reads a file, or all files of a folder, by relative path. A missing one yields no files.
pub fn read(place: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    collect(place, Path::new(""), &mut files)?;
    Ok(files)
}

fn collect(place: &Path, name: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) -> Result<()> {
    if place.is_file() {
        files.insert(name.to_owned(), std::fs::read(place)?);
    } else if place.is_dir() {
        for entry in std::fs::read_dir(place)? {
            let entry = entry?;
            collect(&entry.path(), &name.join(entry.file_name()), files)?;
        }
    }
    Ok(())
}

/// Fails with the names of the first files that differ.
pub fn same(checked_in: &BTreeMap<PathBuf, Vec<u8>>, made: &BTreeMap<PathBuf, Vec<u8>>, what: &Path) -> Result<()> {
    let paths = checked_in.keys().chain(made.keys().filter(|path| !checked_in.contains_key(*path)));
    let stale: Vec<String> = paths
        .filter_map(|path| {
            let verb = match (checked_in.get(path), made.get(path)) {
                (Some(one), Some(other)) if one == other => return None,
                (Some(_), Some(_)) => "differs",
                (Some(_), None) => "is generated no more",
                (None, _) => "is missing",
            };
            let path = if path.as_os_str().is_empty() { what.to_owned() } else { what.join(path) };
            Some(format!("    {} {verb}", path.display()))
        })
        .collect();
    if stale.is_empty() {
        return Ok(());
    }
    let more = if stale.len() > 8 { format!("\n    and {} more", stale.len() - 8) } else { String::new() };
    bail!("generated files are stale, `cargo regen` renews them:\n{}{more}", stale[..stale.len().min(8)].join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_staleness_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        for (place, files) in [(&old, ["a", "gone"]), (&new, ["a", "fresh"])] {
            std::fs::create_dir(place).unwrap();
            for file in files {
                std::fs::write(place.join(file), "1").unwrap();
            }
        }
        same(&read(&old).unwrap(), &read(&old).unwrap(), &old).unwrap();
        std::fs::write(new.join("a"), "2").unwrap();
        let told = same(&read(&old).unwrap(), &read(&new).unwrap(), Path::new("x")).unwrap_err().to_string();
        for line in ["x/a differs", "x/gone is generated no more", "x/fresh is missing"] {
            assert!(told.contains(line), "{told}");
        }
    }
}
