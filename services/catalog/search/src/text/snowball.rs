//! Stems Russian and English words with the Snowball algorithm. A stem is what the inflected forms of a word have in
//! common.

use std::sync::LazyLock;

use kit::Language;
use rust_stemmers::{Algorithm, Stemmer};

static RUSSIAN: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::Russian));
static ENGLISH: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// Returns the stem of a word of the synonym list. Azerbaijani words are not stemmed, because the list has the bases to
/// which `stems.rs` reduces inflected forms.
pub fn stem_synonym(language: Language, folded: &str) -> String {
    match language {
        Language::Az => folded.to_owned(),
        Language::Ru => russian(folded),
        Language::En => english(folded),
    }
}

/// Returns the stem of a Russian word. In contrast to Snowball, also drops the fleeting vowel before к, and the soft
/// sign in its place: подарок becomes подарк- like подарки, and кошелек and кошельки become кошелк-.
pub fn russian(folded: &str) -> String {
    let stem = RUSSIAN.stem(folded);
    let letters: Vec<char> = stem.chars().collect();
    match letters.as_slice() {
        [start @ .., before, 'о' | 'е', 'к'] if !start.is_empty() && !"аеиоуыэюяй".contains(*before) => {
            start.iter().chain([before, &'к']).collect()
        }
        [start @ .., 'ь', 'к'] => start.iter().chain([&'к']).collect(),
        _ => stem.into_owned(),
    }
}

/// Returns the stem of an English word.
pub fn english(folded: &str) -> String {
    ENGLISH.stem(folded).into_owned()
}

pub fn is_cyrillic(word: &str) -> bool {
    word.chars().any(|letter| ('\u{400}'..='\u{4ff}').contains(&letter))
}
