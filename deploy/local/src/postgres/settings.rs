//! Crash-safe settings for the shop, fast ones for tests.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Shop,
    Tests,
}

const SHOP_SETTINGS: &[&str] = &[
    "max_connections=120",
    // The indexes of a million imported products need this size.
    "shared_buffers=1GB",
    // The first change of a page after a checkpoint logs the whole page, so checkpoints are kept rare.
    "max_wal_size=8GB",
    "checkpoint_timeout=15min",
    // The npm package supports only pglz, which is slow.
    "wal_compression=off",
    "fsync=on",
    "autovacuum_max_workers=1",
    "max_parallel_workers_per_gather=0",
    // Updating the title takes time in each statement.
    "update_process_title=off",
];

const TEST_SETTINGS: &[&str] = &[
    "max_connections=300",
    "shared_buffers=128MB",
    // Seven of these clusters run in memory, so they log little.
    "wal_level=minimal",
    "max_wal_senders=0",
    "max_wal_size=256MB",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "autovacuum=off",
];

/// Where the server listens.
#[derive(Debug)]
pub struct Addresses<'a> {
    pub port: u16,
    pub has_tcp: bool,
    pub socket_folder: Option<&'a str>,
}

/// `major` is the version of PostgreSQL.
pub fn settings_of(purpose: Purpose, addresses: &Addresses<'_>, major: u32) -> Vec<String> {
    let Addresses { port, has_tcp, socket_folder } = *addresses;
    let mut settings = vec![
        format!("port={port}"),
        format!("listen_addresses={}", if has_tcp { "127.0.0.1" } else { "" }),
        format!("unix_socket_directories={}", socket_folder.unwrap_or_default()),
        "logging_collector=off".into(),
        "jit=off".into(),
        "timezone=UTC".into(),
        "log_timezone=UTC".into(),
    ];
    let for_purpose = match purpose {
        Purpose::Shop => SHOP_SETTINGS,
        Purpose::Tests => TEST_SETTINGS,
    };
    settings.extend(for_purpose.iter().map(|setting| (*setting).to_owned()));
    if cfg!(target_os = "linux") && purpose == Purpose::Shop {
        // After a crash, one call replaces the fsync of each file.
        settings.push("recovery_init_sync_method=syncfs".into());
    }
    if major >= 18 {
        // By default, three more processes read files.
        settings.push("io_method=sync".into());
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(purpose: Purpose, major: u32) -> Vec<String> {
        settings_of(purpose, &Addresses { port: 1, has_tcp: true, socket_folder: None }, major)
    }

    #[test]
    fn only_test_clusters_run_without_fsync() {
        assert!(settings(Purpose::Shop, 18).contains(&"fsync=on".into()));
        assert!(settings(Purpose::Tests, 18).contains(&"fsync=off".into()));
    }

    #[test]
    fn older_servers_get_no_unknown_settings() {
        assert!(!settings(Purpose::Shop, 15).iter().any(|setting| setting.starts_with("io_method")));
    }
}
