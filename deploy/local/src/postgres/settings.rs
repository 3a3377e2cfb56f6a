//! The settings of the PostgreSQL server. For the shop they are safe in a crash, for tests they are fast.

/// The purpose of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The data must survive a crash, as in the shop.
    Shop,
    /// The data is deleted after the run.
    Tests,
}

/// Returns the settings, each as `name=value`.
pub fn of(purpose: Purpose, port: u16, has_tcp: bool, socket: Option<&str>, major: u32) -> Vec<String> {
    let mut settings = vec![
        format!("port={port}"),
        format!("listen_addresses={}", if has_tcp { "127.0.0.1" } else { "" }),
        format!("unix_socket_directories={}", socket.unwrap_or_default()),
        "logging_collector=off".into(),
        "jit=off".into(),
        "timezone=UTC".into(),
        "log_timezone=UTC".into(),
    ];
    let for_purpose: &[&str] = match purpose {
        Purpose::Shop => &[
            "max_connections=120",
            // This size is needed to import a million products. In half of it, their indexes do not fit, and the import
            // read and wrote five million pages.
            "shared_buffers=1GB",
            // Frequent checkpoints are expensive, because after each one every changed page is logged in full.
            "max_wal_size=8GB",
            "checkpoint_timeout=15min",
            // Without compression, the log is twice as large. But the npm package supports only pglz, with which a
            // batch of an import took 16 times as long after a checkpoint.
            "wal_compression=off",
            "fsync=on",
            "autovacuum_max_workers=1",
            "max_parallel_workers_per_gather=0",
            // Updating the process title takes time in each statement, and nobody reads the title.
            "update_process_title=off",
        ],
        Purpose::Tests => &[
            "max_connections=300",
            "shared_buffers=128MB",
            // Seven of these clusters run in memory at the same time, so they log as little as possible.
            "wal_level=minimal",
            "max_wal_senders=0",
            "max_wal_size=256MB",
            "fsync=off",
            "synchronous_commit=off",
            "full_page_writes=off",
            "autovacuum=off",
        ],
    };
    settings.extend(for_purpose.iter().map(|setting| (*setting).to_owned()));
    if cfg!(target_os = "linux") && purpose == Purpose::Shop {
        // After a crash, PostgreSQL then syncs the file system with one call, instead of thousands of files.
        settings.push("recovery_init_sync_method=syncfs".into());
    }
    if major >= 18 {
        // Version 18 would start three worker processes that read files, but all data is in memory.
        settings.push("io_method=sync".into());
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_test_clusters_run_without_fsync() {
        assert!(of(Purpose::Shop, 1, true, None, 18).contains(&"fsync=on".into()));
        assert!(of(Purpose::Tests, 1, true, None, 18).contains(&"fsync=off".into()));
    }

    #[test]
    fn older_servers_get_no_unknown_settings() {
        assert!(!of(Purpose::Shop, 1, true, None, 15).iter().any(|setting| setting.starts_with("io_method")));
    }
}
