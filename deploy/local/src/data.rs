//! The data that is kept between runs. Only one launcher at a time can use it.

use crate::checkout::Checkout;
use crate::owner::Owner;
use anyhow::{Context as _, Result, bail};
use std::fs::{File, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

const MIN_FREE_BYTES: u64 = 200 << 20;

#[derive(Debug)]
pub struct Data {
    pub root: PathBuf,
    /// The kernel releases the lock when this process ends.
    lock: File,
    /// Programs of a killed launcher may still be ending.
    pub was_killed: bool,
}

impl Data {
    pub fn open(checkout: &Checkout, requested: Option<&Path>, owner: Option<Owner>) -> Result<Self> {
        let root = match requested {
            Some(folder) => std::path::absolute(folder)?,
            None => folder(checkout, ".data", owner),
        };
        std::fs::create_dir_all(&root).with_context(|| format!("cannot create the data folder {}", root.display()))?;
        let root = root.canonicalize()?;
        if let Some(owner) = owner.filter(|owner| !owner.can_enter(&root)) {
            bail!(
                "PostgreSQL runs as user {}, which has no access to {}; choose another place with --data DIR",
                owner.uid,
                root.display()
            );
        }
        let space = rustix::fs::statvfs(&root)?;
        let free = space.f_bavail.saturating_mul(space.f_frsize);
        if free < MIN_FREE_BYTES {
            bail!(
                "the disk of {} is full ({} MB free): free some space, or choose another place with --data DIR",
                root.display(),
                free >> 20
            );
        }
        let (lock, was_killed) = lock(&root)?;
        Ok(Self { root, lock, was_killed })
    }

    pub fn join(&self, path: impl AsRef<Path>) -> PathBuf {
        self.root.join(path)
    }

    pub fn media(&self) -> PathBuf {
        self.join("media")
    }

    pub fn stamp_file(&self, name: &str) -> PathBuf {
        self.join("stamps").join(name)
    }

    pub fn logs(&self) -> Result<PathBuf> {
        let folder = self.join("logs");
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// Keeps pictures, and unknown files, which may be the user's.
    pub fn clear(&self) -> Result<()> {
        for name in ["stamps", "postgres", "logs", "search", "uploads", "bank", "certificates", "prometheus"] {
            let path = self.join(name);
            match std::fs::remove_dir_all(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot remove {}", path.display()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub fn mark_clean(&mut self) {
        self.lock.set_len(0).ok();
    }
}

/// Uses /var/lib if PostgreSQL's user cannot enter the checkout.
pub fn folder(checkout: &Checkout, name: &str, owner: Option<Owner>) -> PathBuf {
    let in_checkout = checkout.join(name);
    if owner.is_none_or(|owner| owner.can_enter(&in_checkout)) {
        return in_checkout;
    }
    let slug =
        |text: &str| text.replace(|character: char| !character.is_alphanumeric(), "-").trim_matches('-').to_owned();
    let suffix = if name == ".data" { String::new() } else { format!("-{}", slug(name)) };
    Path::new("/var/lib/sovqat").join(slug(&checkout.root.to_string_lossy()) + &suffix)
}

/// Also returns whether the previous launcher was killed: a clean shutdown empties the file.
fn lock(root: &Path) -> Result<(File, bool)> {
    let path = root.join("lock");
    let mut file = File::options()
        .create(true)
        .read(true)
        .write(true)
        .truncate(false)
        .open(&path)
        .with_context(|| format!("cannot write to the data folder {}", root.display()))?;
    let mut previous_id = String::new();
    file.read_to_string(&mut previous_id)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => bail!(
            "another `cargo up` (process {}) uses {}; stop it, or choose another place with --data DIR",
            previous_id.trim(),
            root.display()
        ),
        Err(TryLockError::Error(error)) => return Err(error).context("cannot lock the data folder"),
    }
    file.set_len(0)?;
    file.rewind()?;
    write!(file, "{}", std::process::id())?;
    Ok((file, !previous_id.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_launcher_gets_the_lock_and_a_killed_one_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let (first, was_killed) = lock(folder.path()).unwrap();
        assert!(!was_killed);
        let refused = lock(folder.path()).unwrap_err().to_string();
        assert!(refused.contains("another `cargo up`"), "{refused}");
        drop(first);
        let (mut second, was_killed) = lock(folder.path()).unwrap();
        assert!(was_killed, "the previous launcher was not marked clean");
        second.set_len(0).unwrap();
        second.flush().unwrap();
        drop(second);
        assert!(!lock(folder.path()).unwrap().1, "the previous launcher was marked clean");
    }

    #[test]
    fn clearing_removes_only_known_folders() {
        let folder = tempfile::tempdir().unwrap();
        let (lock, was_killed) = lock(folder.path()).unwrap();
        let data = Data { root: folder.path().to_owned(), lock, was_killed };
        for name in ["postgres", "media", "holiday-photos"] {
            std::fs::create_dir(data.join(name)).unwrap();
        }
        data.clear().unwrap();
        assert!(!data.join("postgres").exists());
        assert!(data.join("media").exists(), "pictures are kept");
        assert!(data.join("holiday-photos").exists(), "unknown files are kept");
    }
}
