//! Finds products for a typed text. If none matches, tries other keyboard layouts and scripts, corrected spellings,
//! similar terms, and some of the words.

use super::{
    hits::{Hits, Lookup},
    matching::MatchMode,
    words::ExpandedWords,
};
use crate::{listing::Sort, text};

/// With fewer matches, partial matches are added.
const MIN_MATCHES: u64 = 3;
/// A text with more unknown words is not treated as misspelt.
const MAX_MISSPELT: usize = 3;

/// Returns the hits, and the text that found them if it differs.
pub fn find(lookup: &Lookup<'_>, typed: &str) -> tantivy::Result<Option<(Hits, Option<String>)>> {
    let query = text::query(typed);
    if query.words.is_empty() {
        return Ok(None);
    }
    let mut words = ExpandedWords::expand(lookup.snapshot, &query)?;
    let mut hits = lookup.hits(&words, MatchMode::All);
    if hits.match_count == 0 {
        let may_be_misspelt = words.unknown.len() <= MAX_MISSPELT;
        let mut replacement = find_variant(lookup, typed)?;
        if replacement.is_none() && may_be_misspelt {
            replacement = find_corrected(lookup, typed)?;
        }
        if let Some((hits, replaced_text)) = replacement {
            return Ok(Some((hits, Some(replaced_text))));
        }
        if may_be_misspelt && !words.unknown.is_empty() {
            words = ExpandedWords::expand_with_typos(lookup.snapshot, &query)?;
            hits = lookup.hits(&words, MatchMode::All);
        }
    }
    Ok(Some((append_partial_matches(lookup, &words, hits), None)))
}

/// Needs matches of all words, because a partial match of a variant would be coincidence.
fn find_variant(lookup: &Lookup<'_>, typed: &str) -> tantivy::Result<Option<(Hits, String)>> {
    for variant in text::variants(typed) {
        if let Some(hits) = find_exact(lookup, &variant)? {
            return Ok(Some((hits, variant)));
        }
    }
    Ok(None)
}

fn find_corrected(lookup: &Lookup<'_>, typed: &str) -> tantivy::Result<Option<(Hits, String)>> {
    for text in std::iter::once(typed.to_owned()).chain(text::variants(typed)) {
        let query = text::query(&text);
        let words = ExpandedWords::expand(lookup.snapshot, &query)?;
        if words.unknown.is_empty() {
            continue;
        }
        let Some(corrected) = text::correct_query(&query, &words.unknown) else { continue };
        if let Some(hits) = find_exact(lookup, &corrected)? {
            return Ok(Some((hits, corrected)));
        }
    }
    Ok(None)
}

/// Finds products only if all words of the text are known.
fn find_exact(lookup: &Lookup<'_>, text: &str) -> tantivy::Result<Option<Hits>> {
    let words = ExpandedWords::expand(lookup.snapshot, &text::query(text))?;
    if !words.unknown.is_empty() || words.count() == 0 {
        return Ok(None);
    }
    let hits = lookup.hits(&words, MatchMode::All);
    Ok((hits.match_count > 0).then(|| append_partial_matches(lookup, &words, hits)))
}

fn append_partial_matches(lookup: &Lookup<'_>, words: &ExpandedWords, all: Hits) -> Hits {
    if all.match_count >= MIN_MATCHES || words.count() < 2 {
        return all;
    }
    let mut any = lookup.hits(words, MatchMode::Any);
    // Only the order by relevance puts matches of all words first.
    if lookup.request.sort == Sort::Relevance {
        let length = any.products.len();
        any.products.retain(|product| !all.products.contains(product));
        any.products.splice(0..0, all.products);
        any.products.truncate(length);
    }
    any
}
