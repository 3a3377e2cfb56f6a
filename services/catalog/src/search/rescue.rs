//! What to search for when what was typed leads nowhere. In this order: the words as typed, in all their forms; what
//! the same keys may have meant (another keyboard, other letters), if that is known word by word; slips of the finger;
//! and at last any of the words.

use super::{
    find::{Hits, Search},
    matching::Mode,
    words::Words,
};
use crate::domain::text;

/// Fewer are next to nothing.
const ENOUGH: u64 = 3;

/// The hits, and the text that found them when it is not the one that was typed. `None` when there is no word in it.
pub fn best(search: &Search<'_>, typed: &str) -> tantivy::Result<Option<(Hits, Option<String>)>> {
    let query = text::query(typed);
    if query.words.is_empty() {
        return Ok(None);
    }
    let mut words = Words::typed(search.snapshot, &query)?;
    let mut hits = search.hits(&words, Mode::All)?;
    if hits.fitting_count == 0 {
        if let Some((hits, corrected)) = variant(search, typed)? {
            return Ok(Some((hits, Some(corrected))));
        }
        if words.unknown > 0 {
            words = Words::slipped(search.snapshot, &query)?;
            hits = search.hits(&words, Mode::All)?;
        }
    }
    if hits.fitting_count < ENOUGH && query.words.len() > 1 {
        hits = search.hits(&words, Mode::Any)?;
    }
    Ok(Some((hits, None)))
}

/// Only one that is known in every word: half-known ones are chance.
fn variant(search: &Search<'_>, typed: &str) -> tantivy::Result<Option<(Hits, String)>> {
    for variant in text::variants(typed) {
        let words = Words::typed(search.snapshot, &text::query(&variant))?;
        if words.unknown > 0 || words.count() == 0 {
            continue;
        }
        let hits = search.hits(&words, Mode::All)?;
        if hits.fitting_count > 0 {
            return Ok(Some((hits, variant)));
        }
    }
    Ok(None)
}
