//! How the server is set: safe for the shop, fast and forgetful for tests.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Data that must survive anything.
    Shop,
    /// Data that is thrown away after the run.
    Tests,
}

pub fn of(purpose: Purpose, port: u16, listens: bool, socket: Option<&str>, major: u32) -> Vec<String> {
    let mut settings = vec![
        format!("port={port}"),
        format!("listen_addresses={}", if listens { "127.0.0.1" } else { "" }),
        format!("unix_socket_directories={}", socket.unwrap_or_default()),
        "logging_collector=off".into(),
        "jit=off".into(),
        "timezone=UTC".into(),
        "log_timezone=UTC".into(),
    ];
    let more: &[&str] = match purpose {
        Purpose::Shop => &[
            "max_connections=120",
            // A demo never touches most of it. The indexes of a million products do not fit into half of it: with that their import read
            // and wrote five million pages; four times as much would take 64 MiB at rest to keep account of.
            "shared_buffers=1GB",
            // By what was written, not by the clock: after each checkpoint every page goes into the log whole once more.
            "max_wal_size=8GB",
            "checkpoint_timeout=15min",
            // This server knows pglz only, which takes a quarter of a millisecond for a page: after a checkpoint, an import's batch took
            // sixteen times as long. Its log is twice as long instead.
            "wal_compression=off",
            "fsync=on",
            "autovacuum_max_workers=1",
            "max_parallel_workers_per_gather=0",
            // Nobody reads in `ps` what a connection does this very moment; saying so costs time with every statement.
            "update_process_title=off",
        ],
        Purpose::Tests => &[
            "max_connections=300",
            "shared_buffers=128MB",
            // Seven of these run at once, in memory: what they write for a recovery that never comes is kept small.
            "wal_level=minimal",
            "max_wal_senders=0",
            "max_wal_size=256MB",
            "fsync=off",
            "synchronous_commit=off",
            "full_page_writes=off",
            "autovacuum=off",
        ],
    };
    settings.extend(more.iter().map(|setting| (*setting).to_owned()));
    if cfg!(target_os = "linux") && purpose == Purpose::Shop {
        // After a crash: one call for the whole file system instead of one for each of thousands of files.
        settings.push("recovery_init_sync_method=syncfs".into());
    }
    if major >= 18 {
        // The read workers of 18 are three more processes, and the shop reads from memory.
        settings.push("io_method=sync".into());
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tests_may_forget() {
        assert!(of(Purpose::Shop, 1, true, None, 18).contains(&"fsync=on".into()));
        assert!(of(Purpose::Tests, 1, true, None, 18).contains(&"fsync=off".into()));
    }

    #[test]
    fn an_older_server_is_not_given_what_it_does_not_know() {
        assert!(!of(Purpose::Shop, 1, true, None, 15).iter().any(|setting| setting.starts_with("io_method")));
    }
}
