//! The user that PostgreSQL runs as: not root, and known in /etc/passwd.

use anyhow::{Result, bail};
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    pub uid: u32,
    pub gid: u32,
}

impl Owner {
    /// `None` stands for the launcher's user.
    pub fn for_postgres() -> Result<Option<Self>> {
        if !rustix::process::geteuid().is_root() {
            return Ok(None);
        }
        let passwd = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
        match Self::find(&passwd, &["postgres", "nobody"]) {
            Some(owner) => Ok(Some(owner)),
            None => bail!("PostgreSQL refuses to run as root, and this system has no user `postgres` or `nobody`"),
        }
    }

    fn find(passwd: &str, names: &[&str]) -> Option<Self> {
        names.iter().find_map(|name| passwd.lines().find_map(|line| Self::parse(line, name)))
    }

    /// Parses a line `name:password:uid:gid:…` about the user `name`.
    fn parse(line: &str, name: &str) -> Option<Self> {
        let mut fields = line.split(':');
        if fields.next()? != name {
            return None;
        }
        Some(Self { uid: fields.nth(1)?.parse().ok()?, gid: fields.next()?.parse().ok()? })
    }

    /// Missing folders count as accessible. Only the main group is considered.
    pub fn can_enter(self, folder: &Path) -> bool {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let is_open = |folder: &Path| std::fs::metadata(folder).map_or(true, |metadata| self.may_enter(&metadata));
        folder.ancestors().all(is_open)
    }

    fn may_enter(self, folder: &Metadata) -> bool {
        let execute_bit = if folder.uid() == self.uid {
            0o100
        } else if folder.gid() == self.gid {
            0o010
        } else {
            0o001
        };
        folder.mode() & execute_bit != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    const PASSWD: &str = "root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65533:nobody:/:/sbin/nologin\n";

    #[test]
    fn the_user_postgres_is_preferred_to_nobody() {
        assert_eq!(Owner::find(PASSWD, &["postgres", "nobody"]), Some(Owner { uid: 65534, gid: 65533 }));
        let with_postgres = format!("{PASSWD}postgres:x:101:104::/var/lib/postgresql:/bin/bash\n");
        assert_eq!(Owner::find(&with_postgres, &["postgres", "nobody"]), Some(Owner { uid: 101, gid: 104 }));
        assert_eq!(Owner::find(PASSWD, &["postgres"]), None);
    }

    #[test]
    fn an_inaccessible_parent_folder_makes_a_folder_inaccessible() {
        let top = tempfile::tempdir().unwrap();
        let inner = top.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        let other = Owner { uid: 64_999, gid: 64_999 };
        std::fs::set_permissions(top.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        assert!(other.can_enter(&inner.join("not yet there")));
        std::fs::set_permissions(top.path(), std::fs::Permissions::from_mode(0o700)).unwrap();
        assert!(!other.can_enter(&inner));
    }
}
