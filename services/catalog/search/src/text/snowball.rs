//! Stems with the Snowball algorithm.

use std::sync::LazyLock;

use kit::Language;
use rust_stemmers::{Algorithm, Stemmer};

static RUSSIAN: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::Russian));
static ENGLISH: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// Azerbaijani synonyms are bases already.
pub fn stem_synonym(language: Language, folded: &str) -> String {
    match language {
        Language::Az => folded.to_owned(),
        Language::Ru => russian(folded),
        Language::En => english(folded),
    }
}

/// Also drops the fleeting vowel before к, and the soft sign in its place: подарок becomes подарк- like подарки.
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

pub fn english(folded: &str) -> String {
    ENGLISH.stem(folded).into_owned()
}

pub fn is_cyrillic(word: &str) -> bool {
    word.chars().any(|letter| ('\u{400}'..='\u{4ff}').contains(&letter))
}
