//! Words as people type them and as documents hold them, in Azerbaijani, Russian and English. Nothing here knows what is
//! for sale: documents and queries are only turned into terms that can meet.
//!
//! Azerbaijani has no stemmer and stacks its suffixes, so it is met from the query's side: a query names the relatives
//! its words may have (`suffixes`), and whoever asks keeps those that its dictionary knows. Only the words of the
//! synonyms, whose meaning we know, are brought back to their base on both sides.

mod endings;
pub mod fold;
mod layout;
mod query;
mod script;
mod slips;
mod stems;
mod suffixes;
mod synonyms;
mod variants;
mod words;

use std::collections::HashSet;

use kit::Language;

pub use fold::fold;
pub use query::query;
pub use slips::{respell, respelt};
pub use variants::variants;

/// What the text of a document is found by. A word may be there more than once, as it is in the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Terms {
    /// As written, in small letters.
    pub exact: Vec<String>,
    pub folded: Vec<String>,
    /// What is left of Russian and English words without their endings, and the bases of Azerbaijani words we know.
    pub stems: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    pub words: Vec<Word>,
}

/// A word of a query, and everything it may be found as. What somebody typed as one thing is one word here:
/// `128gb`, `wi-fi`, and phrases that have synonyms, as `ad günü`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Word {
    /// As typed, in small letters.
    pub exact: String,
    pub folded: String,
    /// Whether a document may lack it: `üçün`, `для`, `the`. Never all the words of a query.
    pub is_optional: bool,
    /// To be looked for among [`Terms::stems`].
    pub stems: Vec<String>,
    /// Folded forms that an Azerbaijani word may take or come from. Many do not exist: only those count that some
    /// document holds.
    pub relatives: Vec<String>,
    /// Other ways to say it, each of them words that must all be there: to be looked for among [`Terms::stems`] and
    /// [`Terms::folded`].
    pub synonyms: Vec<Vec<String>>,
    /// How many typing mistakes are forgiven.
    pub slips: u8,
}

pub fn document(language: Language, text: &str) -> Terms {
    let mut terms = Terms::default();
    for word in words::of_document(language, text) {
        stems::of_document(language, &word.folded, &mut terms.stems);
        terms.exact.push(word.exact);
        terms.folded.push(word.folded);
    }
    terms
}

/// Once each, for names in three languages share many words.
pub fn joined<'a>(words: impl Iterator<Item = &'a String>) -> String {
    let mut seen = HashSet::new();
    let mut joined = String::new();
    for word in words.filter(|word| seen.insert(word.as_str())) {
        joined.push_str(word);
        joined.push(' ');
    }
    joined
}

#[cfg(test)]
mod tests;
