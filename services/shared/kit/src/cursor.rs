//! Cursors of paged lists: the opaque position at which the next page begins.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Serialize, de::DeserializeOwned};

use crate::{Error, Result};

const DEFAULT_LIMIT: i64 = 50;
const MAX_LIMIT: i64 = 100;
const MAX_LENGTH: usize = 4_000;

pub fn limit(limit: Option<i64>) -> Result<i64> {
    let limit = limit.unwrap_or(DEFAULT_LIMIT);
    if (1..=MAX_LIMIT).contains(&limit) { Ok(limit) } else { Err(Error::invalid("limit", "out_of_range")) }
}

pub fn encode(position: &impl Serialize) -> Result<String> {
    Ok(URL_SAFE_NO_PAD.encode(serde_json::to_vec(position).map_err(Error::internal)?))
}

pub fn parse<T: DeserializeOwned>(cursor: Option<&str>) -> Result<Option<T>> {
    let read = |cursor: &str| {
        let bytes = (cursor.len() <= MAX_LENGTH).then(|| URL_SAFE_NO_PAD.decode(cursor).ok()).flatten()?;
        serde_json::from_slice(&bytes).ok()
    };
    cursor.map(|cursor| read(cursor).ok_or_else(invalid)).transpose()
}

pub fn invalid() -> Error {
    Error::invalid("cursor", "invalid")
}

/// The caller has read one row more than `limit`, which shows whether there is a next page.
pub fn split<R, P>(rows: &mut Vec<R>, limit: i64, position: impl FnOnce(&R) -> P) -> Option<P> {
    let limit = usize::try_from(limit).unwrap_or_default();
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    rows.last().filter(|_| has_more).map(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_encoding() {
        let cursor = encode(&("Qızılgül", 7)).unwrap();
        assert_eq!(parse::<(String, i64)>(Some(&cursor)).unwrap(), Some(("Qızılgül".to_owned(), 7)));
        assert_eq!(parse::<(String, i64)>(None).unwrap(), None);
        for broken in ["?", "", "WzFd", &"A".repeat(5_000), &cursor[1..]] {
            let error = parse::<(String, i64)>(Some(broken)).unwrap_err();
            assert_eq!(error.to_string(), "cursor: invalid", "{broken}");
        }
    }

    #[test]
    fn the_last_page_has_no_next_position() {
        for (mut rows, expected) in [(vec![1, 2, 3], Some(2)), (vec![1, 2], None), (vec![], None)] {
            assert_eq!(split(&mut rows, 2, |row| *row), expected);
            assert!(rows.len() <= 2);
        }
    }

    #[test]
    fn limits_are_bounded() {
        assert_eq!(limit(None).unwrap(), 50);
        assert_eq!(limit(Some(100)).unwrap(), 100);
        assert!(limit(Some(0)).is_err());
        assert!(limit(Some(101)).is_err());
    }
}
