//! Turns documents and queries into terms that match each other.
//!
//! Azerbaijani has no stemmer and stacks suffixes, so a query lists the forms that its words may have (`suffixes`).

pub mod fold;
mod layout;
mod query;
mod snowball;
mod stems;
mod suffixes;
mod synonyms;
mod transliteration;
mod typos;
mod variants;
mod words;

use std::collections::HashSet;

use kit::Language;

pub use fold::fold;
pub use query::query;
pub use suffixes::inflections;
pub use typos::{correct_query, correct_word};
pub use variants::variants;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Terms {
    /// As written, in lower case.
    pub exact: Vec<String>,
    /// See [`fold()`].
    pub folded: Vec<String>,
    /// For known Azerbaijani words, the bases (dictionary forms).
    pub stems: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    pub words: Vec<Word>,
}

/// `128gb`, `wi-fi`, and phrases with synonyms such as `ad günü` count as one word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Word {
    pub exact: String,
    pub folded: String,
    /// Such as `üçün`, `для` or `the`.
    pub is_optional: bool,
    /// Matched against [`Terms::stems`].
    pub stems: Vec<String>,
    /// Folded. Many are not real words.
    pub related_forms: Vec<String>,
    /// All words of a synonym must occur.
    pub synonyms: Vec<Vec<String>>,
    pub max_typos: u8,
}

pub fn document(language: Language, text: &str) -> Terms {
    let mut terms = Terms::default();
    for word in words::document_words(language, text) {
        stems::add_document_stems(language, &word.folded, &mut terms.stems);
        terms.exact.push(word.exact);
        terms.folded.push(word.folded);
    }
    terms
}

/// Returns folded words. `usb-c` counts as one word.
pub fn typed_words(text: &str, max: usize) -> Vec<String> {
    let mut folded = Vec::new();
    let dotless_i = false;
    for compound in words::compounds(text, dotless_i, max) {
        if compound.is_one_word() {
            folded.push(compound.joined().folded);
        } else {
            folded.extend(compound.parts.into_iter().map(|part| part.folded));
        }
    }
    folded
}

/// Joins words without duplicates: names in three languages share words.
pub fn joined<'a>(words: impl Iterator<Item = &'a String>) -> String {
    let mut added = HashSet::new();
    let mut joined = String::new();
    for word in words.filter(|word| added.insert(word.as_str())) {
        joined.push_str(word);
        joined.push(' ');
    }
    joined
}

#[cfg(test)]
mod tests;
