//! Recognises common causes of failures, such as a full disk.

use anyhow::Error;
use std::io::ErrorKind;

pub fn message(error: &Error) -> String {
    let details = format!("{error:#}");
    match cause_of(error) {
        Some(cause) => format!("{cause}\n  ({details})"),
        None => details,
    }
}

fn cause_of(error: &Error) -> Option<&'static str> {
    error.chain().filter_map(|error| error.downcast_ref::<std::io::Error>()).find_map(|io| match io.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Some(DISK_FULL),
        ErrorKind::ReadOnlyFilesystem => Some(READ_ONLY),
        _ => None,
    })
}

const DISK_FULL: &str = "The disk is full: free some space, or choose another place with --data DIR.";
const READ_ONLY: &str = "The file system is read-only: choose another place with --data DIR.";
const NO_NETWORK: &str =
    "No network: the package registry cannot be reached. Files that were downloaded once are kept.";
const NO_MEMORY: &str = "The machine ran out of memory.";

pub fn cause_in_output(output: &str) -> Option<&'static str> {
    const PATTERNS: [(&str, &str); 11] = [
        ("No space left on device", DISK_FULL),
        ("ENOSPC", DISK_FULL),
        ("Disk quota exceeded", DISK_FULL),
        ("ENOTFOUND", NO_NETWORK),
        ("EAI_AGAIN", NO_NETWORK),
        ("ENETUNREACH", NO_NETWORK),
        // Other programs than npm connect to local servers.
        ("npm error code ECONNREFUSED", NO_NETWORK),
        ("Could not resolve host", NO_NETWORK),
        ("spurious network error", NO_NETWORK),
        ("Cannot allocate memory", NO_MEMORY),
        ("JavaScript heap out of memory", NO_MEMORY),
    ];
    PATTERNS.iter().find(|(pattern, _)| output.contains(pattern)).map(|(_, cause)| *cause)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context as _;

    #[test]
    fn a_full_disk_is_recognised_in_errors_and_output() {
        let error: Error = std::io::Error::from(ErrorKind::StorageFull).into();
        assert!(message(&error.context("writing the log")).starts_with("The disk is full"));
        assert_eq!(cause_in_output("npm error code ENOSPC"), Some(DISK_FULL));
    }

    #[test]
    fn a_missing_network_is_recognised() {
        assert_eq!(cause_in_output("npm error code EAI_AGAIN\nnpm error request to …"), Some(NO_NETWORK));
    }

    #[test]
    fn a_refused_local_connection_is_not_a_missing_network() {
        assert_eq!(cause_in_output("connect ECONNREFUSED 127.0.0.1:8080"), None);
    }

    #[test]
    fn other_errors_are_unchanged() {
        let error = Err::<(), _>(anyhow::anyhow!("it rained")).context("painting").unwrap_err();
        assert_eq!(message(&error), "painting: it rained");
    }
}
