//! Error messages: the usual causes of failures, recognised in errors and in the output of programs.

use anyhow::Error;
use std::io::ErrorKind;

/// Returns the message for the user: a usual cause with the details, or the details only.
pub fn message(error: &Error) -> String {
    let details = format!("{error:#}");
    match cause_of(error) {
        Some(cause) => format!("{cause}\n  ({details})"),
        None => details,
    }
}

fn cause_of(error: &Error) -> Option<&'static str> {
    error.chain().filter_map(|link| link.downcast_ref::<std::io::Error>()).find_map(|io| match io.kind() {
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

/// Finds a usual cause in the output of a failed program.
pub fn recognise(output: &str) -> Option<&'static str> {
    const SIGNS: [(&str, &str); 11] = [
        ("No space left on device", DISK_FULL),
        ("ENOSPC", DISK_FULL),
        ("Disk quota exceeded", DISK_FULL),
        ("ENOTFOUND", NO_NETWORK),
        ("EAI_AGAIN", NO_NETWORK),
        ("ENETUNREACH", NO_NETWORK),
        ("ECONNREFUSED", NO_NETWORK),
        ("Could not resolve host", NO_NETWORK),
        ("spurious network error", NO_NETWORK),
        ("Cannot allocate memory", NO_MEMORY),
        ("JavaScript heap out of memory", NO_MEMORY),
    ];
    SIGNS.iter().find(|(sign, _)| output.contains(sign)).map(|(_, cause)| *cause)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context as _;

    #[test]
    fn a_full_disk_is_recognised_in_errors_and_output() {
        let ours: Error = std::io::Error::from(ErrorKind::StorageFull).into();
        assert!(message(&ours.context("writing the log")).starts_with("The disk is full"));
        assert_eq!(recognise("npm error code ENOSPC"), Some(DISK_FULL));
    }

    #[test]
    fn a_missing_network_is_recognised() {
        assert_eq!(recognise("npm error code EAI_AGAIN\nnpm error request to …"), Some(NO_NETWORK));
    }

    #[test]
    fn other_errors_are_unchanged() {
        let error = Err::<(), _>(anyhow::anyhow!("it rained")).context("painting").unwrap_err();
        assert_eq!(message(&error), "painting: it rained");
    }
}
