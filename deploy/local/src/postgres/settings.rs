//! How the server is set: safe for the shop, fast and forgetful for tests.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Data that must survive anything.
    Shop,
    /// Data that is thrown away after the run.
    Tests,
}

/// In MiB.
const LEAST_BUFFERS: u64 = 512;
const MOST_BUFFERS: u64 = 4096;

pub fn of(purpose: Purpose, port: u16, socket: Option<&str>, major: u32) -> Vec<String> {
    let mut settings = vec![
        format!("port={port}"),
        "listen_addresses=127.0.0.1".into(),
        format!("unix_socket_directories={}", socket.unwrap_or_default()),
        "logging_collector=off".into(),
        "jit=off".into(),
        "timezone=UTC".into(),
        "log_timezone=UTC".into(),
    ];
    let more: &[&str] = match purpose {
        Purpose::Shop => &[
            "max_connections=120",
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
            "fsync=off",
            "synchronous_commit=off",
            "full_page_writes=off",
            "autovacuum=off",
        ],
    };
    settings.extend(more.iter().map(|setting| (*setting).to_owned()));
    if purpose == Purpose::Shop {
        settings.push(format!("shared_buffers={}MB", buffers(memory())));
    }
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

/// In MiB: a quarter of the machine's memory, as the manual advises. A demo never touches most of it; what an import of a million products
/// writes to are 3 GB, and with 1 GB it read and wrote a million pages again and again.
fn buffers(memory: Option<u64>) -> u64 {
    memory.map_or(LEAST_BUFFERS, |memory| (memory / 4).clamp(LEAST_BUFFERS, MOST_BUFFERS))
}

/// Of the machine, in MiB, where it tells.
fn memory() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let total = told.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = total.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tests_may_forget() {
        assert!(of(Purpose::Shop, 1, None, 18).contains(&"fsync=on".into()));
        assert!(of(Purpose::Tests, 1, None, 18).contains(&"fsync=off".into()));
    }

    #[test]
    fn a_quarter_of_the_memory_is_for_buffers_within_reason() {
        let given = [None, Some(1_000), Some(8_000), Some(64_000)];
        assert_eq!(given.map(buffers), [512, 512, 2_000, 4_096]);
        assert!(of(Purpose::Shop, 1, None, 18).iter().any(|setting| setting.starts_with("shared_buffers=")));
        if cfg!(target_os = "linux") {
            assert!(memory().is_some_and(|memory| memory > 100), "/proc/meminfo tells");
        }
    }

    #[test]
    fn an_older_server_is_not_given_what_it_does_not_know() {
        assert!(!of(Purpose::Shop, 1, None, 15).iter().any(|setting| setting.starts_with("io_method")));
    }
}
