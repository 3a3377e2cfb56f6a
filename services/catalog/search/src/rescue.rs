//! Fallbacks when the typed text finds nothing. Tried in this order: the words in all their forms; the text as typed on
//! another keyboard layout or in another script, if every word is then known; known words with a similar spelling;
//! terms of the index with a similar spelling; finally products with any of the words.

use super::{
    hits::{Hits, Lookup},
    matching::Mode,
    words::Words,
};
use crate::{listing::Sort, text};

/// With fewer matches, products with only some of the words are added.
const ENOUGH: u64 = 3;
/// If more words than this are unknown, they are not treated as misspelt.
const MOST_SLIPS: usize = 3;

/// Returns the hits, and the text that found them if it differs from the typed one. `None` if the text contains no
/// word.
pub fn best(lookup: &Lookup<'_>, typed: &str) -> tantivy::Result<Option<(Hits, Option<String>)>> {
    let query = text::query(typed);
    if query.words.is_empty() {
        return Ok(None);
    }
    let mut words = Words::typed(lookup.snapshot, &query)?;
    let mut hits = lookup.hits(&words, Mode::All);
    if hits.fitting_count == 0 {
        let are_slips = words.unknown.len() <= MOST_SLIPS;
        let corrected = match variant(lookup, typed)? {
            None if are_slips => respelt(lookup, typed)?,
            variant => variant,
        };
        if let Some((hits, corrected)) = corrected {
            return Ok(Some((hits, Some(corrected))));
        }
        if are_slips && !words.unknown.is_empty() {
            words = Words::slipped(lookup.snapshot, &query)?;
            hits = lookup.hits(&words, Mode::All);
        }
    }
    Ok(Some((and_more(lookup, &words, hits), None)))
}

/// Tries other layouts and scripts. Every word must be known: a partial match would be chance.
fn variant(lookup: &Lookup<'_>, typed: &str) -> tantivy::Result<Option<(Hits, String)>> {
    for variant in text::variants(typed) {
        if let Some(hits) = known(lookup, &variant)? {
            return Ok(Some((hits, variant)));
        }
    }
    Ok(None)
}

/// Corrects the spelling of unknown words in the typed text or in one of its variants.
fn respelt(lookup: &Lookup<'_>, typed: &str) -> tantivy::Result<Option<(Hits, String)>> {
    for text in std::iter::once(typed.to_owned()).chain(text::variants(typed)) {
        let query = text::query(&text);
        let words = Words::typed(lookup.snapshot, &query)?;
        let Some(respelt) = text::respelt(&query, &words.unknown).filter(|_| !words.unknown.is_empty()) else {
            continue;
        };
        if let Some(hits) = known(lookup, &respelt)? {
            return Ok(Some((hits, respelt)));
        }
    }
    Ok(None)
}

/// Finds products with every word of a text.
fn known(lookup: &Lookup<'_>, text: &str) -> tantivy::Result<Option<Hits>> {
    let words = Words::typed(lookup.snapshot, &text::query(text))?;
    if !words.unknown.is_empty() || words.count() == 0 {
        return Ok(None);
    }
    let hits = lookup.hits(&words, Mode::All);
    Ok((hits.fitting_count > 0).then(|| and_more(lookup, &words, hits)))
}

/// Appends products with any of the words when fewer than `ENOUGH` have all of them.
fn and_more(lookup: &Lookup<'_>, words: &Words, all: Hits) -> Hits {
    if all.fitting_count >= ENOUGH || words.count() < 2 {
        return all;
    }
    let mut any = lookup.hits(words, Mode::Any);
    if lookup.ask.sort == Sort::Relevance {
        let shown = any.products.len();
        any.products.retain(|product| !all.products.contains(product));
        any.products.splice(0..0, all.products);
        any.products.truncate(shown);
    }
    any
}
