//! Splits text into words and parts: `128GB` becomes `128gb`, `128` and `gb`.

use std::borrow::Cow;

use kit::Language;
use unicode_normalization::UnicodeNormalization as _;

use super::fold::{fold, is_simple, plain_apostrophe};

/// Longer words would enlarge the dictionaries.
const MAX_BYTES: usize = 60;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    pub exact: String,
    pub folded: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compound {
    pub parts: Vec<Form>,
}

impl Compound {
    pub fn joined(&self) -> Form {
        let join = |pick: fn(&Form) -> &str| self.parts.iter().map(pick).collect::<String>();
        Form { exact: join(|part| &part.exact), folded: join(|part| &part.folded) }
    }

    /// `3-5` is not one word, because it is not 35.
    pub fn is_one_word(&self) -> bool {
        self.parts.len() > 1 && self.parts.iter().any(|part| part.folded.chars().any(char::is_alphabetic))
    }
}

/// If `dotless_i` is set, I becomes ı.
pub fn compounds(text: &str, dotless_i: bool, max: usize) -> Vec<Compound> {
    let text = if is_simple(text) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().map(plain_apostrophe).nfkc().collect())
    };
    text.split(|letter: char| !is_word_char(letter))
        .filter(|raw| !raw.is_empty())
        .map(|raw| {
            let parts = raw.split(is_joint).flat_map(split_digits).filter_map(|part| form(part, dotless_i));
            Compound { parts: parts.collect() }
        })
        .filter(|compound| !compound.parts.is_empty())
        .take(max)
        .collect()
}

pub fn document_words(language: Language, text: &str) -> Vec<Form> {
    let mut forms = Vec::new();
    for compound in compounds(text, language == Language::Az, usize::MAX) {
        if compound.is_one_word() {
            forms.push(compound.joined());
        }
        forms.extend(compound.parts);
    }
    forms.retain(|form| form.folded.len() <= MAX_BYTES);
    forms
}

fn form(part: &str, dotless_i: bool) -> Option<Form> {
    let folded = fold(part);
    let exact = lower_case(part, dotless_i);
    (!folded.is_empty()).then_some(Form { exact, folded })
}

fn lower_case(part: &str, dotless_i: bool) -> String {
    let mut lower_case = String::with_capacity(part.len());
    for letter in part.chars() {
        match letter {
            'İ' => lower_case.push('i'),
            'I' if dotless_i => lower_case.push('ı'),
            '\u{300}'..='\u{36f}' => {}
            _ => lower_case.extend(letter.to_lowercase().filter(|letter| *letter != '\u{307}')),
        }
    }
    lower_case
}

fn is_word_char(letter: char) -> bool {
    letter.is_alphanumeric() || is_mark(letter) || is_joint(letter)
}

/// Marks follow letters without a single code point, such as i̇.
fn is_mark(letter: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&letter)
}

fn is_joint(letter: char) -> bool {
    matches!(letter, '-' | '\u{2010}' | '\u{2011}' | '\'' | '\u{2018}' | '\u{2019}' | '`')
}

fn split_digits(part: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut previous: Option<char> = None;
    for (at, letter) in part.char_indices().filter(|(_, letter)| !is_mark(*letter)) {
        if previous.is_some_and(|previous| previous.is_numeric() != letter.is_numeric()) {
            parts.push(&part[start..at]);
            start = at;
        }
        previous = Some(letter);
    }
    parts.push(&part[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> Vec<String> {
        document_words(Language::Az, text).into_iter().map(|form| form.folded).collect()
    }

    #[test]
    fn document_words_returns_parts_and_whole() {
        for (text, words) in [
            ("Qırmızı, 25 ədəd!", &["qirmizi", "25", "eded"][..]),
            ("128gb", &["128gb", "128", "gb"]),
            ("128 GB", &["128", "gb"]),
            ("USB-C", &["usbc", "usb", "c"]),
            ("L’Oréal", &["loreal", "l", "oreal"]),
            ("3-5 yaş", &["3", "5", "yas"]),
            ("3-in-1", &["3in1", "3", "in", "1"]),
            ("«gül»—qutu", &["gul", "qutu"]),
            ("i\u{307}phone15", &["iphone15", "iphone", "15"]),
            ("- ' \u{301}", &[]),
        ] {
            assert_eq!(folded(text), words, "{text}");
        }
    }

    #[test]
    fn document_words_lower_case_depends_on_language() {
        let exact =
            |language, text| document_words(language, text).into_iter().map(|form| form.exact).collect::<Vec<_>>();
        assert_eq!(exact(Language::Az, "QIZIL İSTANBUL"), ["qızıl", "istanbul"]);
        assert_eq!(exact(Language::En, "PINK Iris"), ["pink", "iris"]);
        assert_eq!(exact(Language::Ru, "ЁЛКА Йод"), ["ёлка", "йод"]);
    }

    #[test]
    fn document_words_ignores_overlong_words() {
        assert_eq!(folded(&"a".repeat(MAX_BYTES + 1)), [""; 0]);
    }
}
