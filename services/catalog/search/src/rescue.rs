//! What to search for when what was typed leads nowhere. In this order: the words as typed, in all their forms; what
//! the same keys may have meant (another keyboard, other letters), if that is known word by word; words of ours that are
//! spelt almost so; words of the shop that are; and at last any of the words.

use super::{
    hits::{Hits, Lookup},
    matching::Mode,
    words::Words,
};
use crate::{listing::Sort, text};

/// Fewer are next to nothing.
const ENOUGH: u64 = 3;
/// Nobody misspells every one of many words.
const MOST_SLIPS: usize = 3;

/// The hits, and the text that found them when it is not the one that was typed. `None` when there is no word in it.
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

/// Only one that is known in every word: half-known ones are chance.
fn variant(lookup: &Lookup<'_>, typed: &str) -> tantivy::Result<Option<(Hits, String)>> {
    for variant in text::variants(typed) {
        if let Some(hits) = known(lookup, &variant)? {
            return Ok(Some((hits, variant)));
        }
    }
    Ok(None)
}

/// What was typed, or what its keys may have meant, with the words that nothing holds spelt as they were probably meant.
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

/// What holds every word of a text, if anything does.
fn known(lookup: &Lookup<'_>, text: &str) -> tantivy::Result<Option<Hits>> {
    let words = Words::typed(lookup.snapshot, &text::query(text))?;
    if !words.unknown.is_empty() || words.count() == 0 {
        return Ok(None);
    }
    let hits = lookup.hits(&words, Mode::All);
    Ok((hits.fitting_count > 0).then(|| and_more(lookup, &words, hits)))
}

/// When next to nothing holds all the words, what holds any of them comes after it.
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
