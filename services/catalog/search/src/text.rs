//! Turns documents and queries in Azerbaijani, Russian and English into terms that match each other.
//!
//! Azerbaijani has no stemmer and stacks suffixes. Therefore a query lists the forms that its words may have
//! (`suffixes`), and the search uses those that exist in its dictionaries. Only words of the synonym list are reduced
//! to their base on both sides.

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

/// The terms of a document's text, with repetitions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Terms {
    /// Words as written, in lower case.
    pub exact: Vec<String>,
    /// Words without case and diacritics (see [`fold()`]).
    pub folded: Vec<String>,
    /// Stems of Russian and English words, and bases of known Azerbaijani words.
    pub stems: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    pub words: Vec<Word>,
}

/// A word of a query and its alternatives. Texts such as `128gb`, `wi-fi`, and phrases with synonyms such as `ad günü`
/// count as one word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Word {
    /// The word as typed, in lower case.
    pub exact: String,
    pub folded: String,
    /// Whether a document may lack the word, such as `üçün`, `для` or `the`.
    pub is_optional: bool,
    /// Stems of the word, matched against [`Terms::stems`].
    pub stems: Vec<String>,
    /// Forms of an Azerbaijani word, folded. Only those in a dictionary are used, because many are not real words.
    pub related_forms: Vec<String>,
    /// Synonyms, each as a list of words. All words of a synonym must occur, among [`Terms::stems`] or
    /// [`Terms::folded`].
    pub synonyms: Vec<Vec<String>>,
    /// Number of typos that a matching word may have.
    pub max_typos: u8,
}

/// Returns the terms of a document's text.
pub fn document(language: Language, text: &str) -> Terms {
    let mut terms = Terms::default();
    for word in words::document_words(language, text) {
        stems::add_document_stems(language, &word.folded, &mut terms.stems);
        terms.exact.push(word.exact);
        terms.folded.push(word.folded);
    }
    terms
}

/// Returns the first `max` words of a typed text, folded. Parts that may be written as one word, such as `usb-c`, count
/// as one word.
pub fn typed_words(text: &str, max: usize) -> Vec<String> {
    let mut folded = Vec::new();
    for compound in words::compounds(text, false, max) {
        if compound.is_one_word() {
            folded.push(compound.joined().folded);
        } else {
            folded.extend(compound.parts.into_iter().map(|part| part.folded));
        }
    }
    folded
}

/// Joins words with spaces, without duplicates, because names in three languages share many words.
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
