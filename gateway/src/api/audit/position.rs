//! Positions in the merged audit log: by time, then service, then id.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use proto::{
    audit::{AuditEntry, AuditPosition},
    json::to_timestamp,
};

use crate::problem::Problem;

/// The services in the order in which entries of the same time are compared.
const SERVICES: [&str; 6] = ["auth", "catalog", "notification", "order", "seo", "store"];
/// Longer than any cursor that a page returns.
const MAX_CURSOR_LENGTH: usize = 100;
/// 9999-12-31T23:59:59Z in Unix seconds, plus one. In RFC 3339, years end at 9999.
const END_OF_TIME_SECONDS: i64 = 253_402_300_800;

/// The position of an entry. Older entries are smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    at: DateTime<Utc>,
    /// Index in `SERVICES`.
    service: usize,
    id: i64,
}

impl Position {
    /// Returns the position of an entry, or `None` if its time or service is invalid.
    pub fn of(entry: &AuditEntry) -> Option<Self> {
        let at = entry.at?;
        let at = DateTime::from_timestamp(at.seconds, u32::try_from(at.nanos).ok()?)?;
        let service = SERVICES.iter().position(|service| *service == entry.service)?;
        Some(Self { at, service, id: entry.id })
    }

    /// Returns the cursor of the page after this entry. It is opaque to clients.
    pub fn text(self) -> String {
        let (seconds, nanos) = (self.at.timestamp(), self.at.timestamp_subsec_nanos());
        URL_SAFE_NO_PAD.encode(format!("{seconds}.{nanos}.{}.{}", self.service, self.id))
    }

    /// Parses a cursor. Fails for a text that no page has returned.
    pub fn parse(cursor: &str) -> Result<Self, Problem> {
        Self::read(cursor).ok_or_else(|| Problem::invalid("cursor", "invalid"))
    }

    fn read(cursor: &str) -> Option<Self> {
        if cursor.len() > MAX_CURSOR_LENGTH {
            return None;
        }
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
        let mut parts = text.split('.');
        let seconds = parts.next()?.parse().ok()?;
        let nanos = parts.next()?.parse().ok()?;
        let service = parts.next()?.parse().ok()?;
        let id = parts.next()?.parse().ok()?;
        let at = DateTime::from_timestamp(seconds, nanos)?;
        let is_valid = parts.next().is_none() && service < SERVICES.len() && id >= 0;
        let is_valid_time = (0..END_OF_TIME_SECONDS).contains(&seconds);
        (is_valid && is_valid_time).then_some(Self { at, service, id })
    }

    /// Returns the position in the log of one service from which the merged log continues.
    pub fn in_log_of(self, service: &str) -> AuditPosition {
        let index = SERVICES.iter().position(|candidate| *candidate == service).unwrap_or_default();
        let id = match index.cmp(&self.service) {
            // Entries of the same time come later.
            std::cmp::Ordering::Less => i64::MAX,
            std::cmp::Ordering::Equal => self.id,
            // Entries of the same time were returned already.
            std::cmp::Ordering::Greater => 0,
        };
        AuditPosition { at: Some(to_timestamp(self.at)), id }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use super::*;

    fn entry(service: &str, micros: i64, id: i64) -> AuditEntry {
        let at = DateTime::from_timestamp_micros(1_790_000_000_000_000 + micros).unwrap();
        AuditEntry { id, service: service.to_owned(), at: Some(to_timestamp(at)), ..AuditEntry::default() }
    }

    /// Returns entries older than the position, newest first, as a service does.
    fn page(log: &[AuditEntry], before: Option<&AuditPosition>, limit: usize) -> Vec<AuditEntry> {
        let of_entry = |entry: &AuditEntry| (entry.at.unwrap().seconds, entry.at.unwrap().nanos, entry.id);
        let of_position =
            |position: &AuditPosition| (position.at.unwrap().seconds, position.at.unwrap().nanos, position.id);
        let is_older = |entry: &&AuditEntry| before.is_none_or(|before| of_entry(entry) < of_position(before));
        let mut entries: Vec<_> = log.iter().filter(is_older).cloned().collect();
        entries.sort_by_key(|entry| Reverse(of_entry(entry)));
        entries.truncate(limit);
        entries
    }

    #[test]
    fn pages_of_any_size_return_every_entry_once_in_order() {
        // Many entries have the same time.
        let logs: Vec<(&str, Vec<AuditEntry>)> =
            SERVICES.iter().map(|service| (*service, (1..=9).map(|id| entry(service, id / 3, id)).collect())).collect();
        let mut expected: Vec<_> =
            logs.iter().flat_map(|(_, log)| log.iter().map(|entry| Position::of(entry).unwrap())).collect();
        expected.sort_unstable_by_key(|position| Reverse(*position));
        for limit in [1, 2, 7, 54, 100] {
            let (mut cursor, mut read) = (None::<Position>, Vec::new());
            loop {
                let pages = logs.iter().flat_map(|(service, log)| {
                    page(log, cursor.map(|cursor| cursor.in_log_of(service)).as_ref(), limit)
                });
                let mut positions: Vec<_> = pages.map(|entry| Position::of(&entry).unwrap()).collect();
                positions.sort_unstable_by_key(|position| Reverse(*position));
                positions.truncate(limit);
                let Some(last) = positions.last() else { break };
                cursor = Some(Position::read(&last.text()).unwrap());
                read.extend(positions);
            }
            assert_eq!(read, expected, "{limit}");
        }
    }

    #[test]
    fn a_cursor_that_no_page_has_returned_is_refused() {
        // Seconds, nanoseconds, index of the service, and id.
        let forged = [
            "",
            "x",
            "1.2.3",
            "1.0.6.1",
            "1.0.0.-1",
            "1.2000000000.0.1",
            "-1.0.0.1",
            "999999999999.0.0.1",
            "1.0.0.1.1",
        ];
        for text in forged {
            assert!(Position::parse(&URL_SAFE_NO_PAD.encode(text)).is_err(), "{text}");
        }
        for cursor in ["?", "MS4w", &"A".repeat(200)] {
            assert!(Position::parse(cursor).is_err(), "{cursor}");
        }
    }
}
