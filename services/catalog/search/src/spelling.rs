//! Finds the catalogue's own spelling of a search text. The text that a visitor typed is never shown to others.

use super::{hits::Lookup, list_request::ListRequest, matching::MatchMode, snapshot::Snapshot, words::ExpandedWords};
use crate::text;

const MAX_WORDS: usize = 6;

/// Returns `None` unless some product for sale has all words.
pub fn find(snapshot: &Snapshot, typed: &str) -> tantivy::Result<Option<String>> {
    let words = text::typed_words(typed, MAX_WORDS + 1);
    if words.is_empty() || words.len() > MAX_WORDS {
        return Ok(None);
    }
    let mut spelled = Vec::with_capacity(words.len());
    for word in &words {
        let Some(word) = find_word(snapshot, word)? else { return Ok(None) };
        spelled.push(word);
    }
    let spelled = spelled.join(" ");
    Ok(is_found(snapshot, &spelled)?.then_some(spelled))
}

/// A word that exists only with suffixes is spelt like their start: saat as in saatı.
fn find_word(snapshot: &Snapshot, folded: &str) -> tantivy::Result<Option<String>> {
    if let Some(word) = find_term(snapshot, folded)? {
        return Ok(Some(word));
    }
    for form in text::inflections(folded).iter().filter(|form| form.starts_with(folded)) {
        if let Some(word) = find_term(snapshot, form)? {
            return Ok(Some(word.chars().take(folded.chars().count()).collect()));
        }
    }
    Ok(None)
}

/// The most frequent spelling.
fn find_term(snapshot: &Snapshot, folded: &str) -> tantivy::Result<Option<String>> {
    let mut frequencies: Vec<(u32, String)> = Vec::new();
    for segment in &snapshot.segments {
        for (term, frequency) in segment.data.dictionaries.spellings(folded)? {
            match frequencies.iter_mut().find(|(_, counted)| *counted == term) {
                Some((sum, _)) => *sum += frequency,
                None => frequencies.push((frequency, term)),
            }
        }
    }
    let most_frequent = frequencies.into_iter().max().map(|(_, term)| term);
    Ok(most_frequent.or_else(|| snapshot.taxonomy.spelling(folded).map(str::to_owned)))
}

fn is_found(snapshot: &Snapshot, text: &str) -> tantivy::Result<bool> {
    let request = ListRequest::everything();
    let words = ExpandedWords::expand(snapshot, &text::query(text))?;
    let lookup = Lookup::new(snapshot, &request);
    Ok(words.unknown.is_empty() && lookup.hits(&words, MatchMode::All).match_count > 0)
}
