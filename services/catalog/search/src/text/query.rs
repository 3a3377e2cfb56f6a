//! Parses the text of a search into words, each with its alternatives: forms, stems and synonyms.

use std::collections::HashSet;

use super::{
    Query, Word, stems, suffixes, synonyms, typos,
    words::{self, Compound, Form},
};

/// Maximum number of words that are searched for. Each word costs lookups in every segment.
const MAX_WORDS: usize = 12;
/// Maximum number of related forms of a word. Each form is looked up in the dictionaries.
const MAX_RELATED_FORMS: usize = 48;
/// Maximum number of synonyms of a word.
const MAX_SYNONYMS: usize = 24;
/// Minimum length of a last word that is completed to synonyms, in letters.
const MIN_COMPLETED_LETTERS: usize = 3;

/// Words that a document may lack: function words, and words such as "buy" that do not describe a product.
const OPTIONAL: &[&str] = &[
    // Azerbaijani
    "ucun",
    "ve",
    "ile",
    "bu",
    "bir",
    "da",
    "de",
    "ki",
    "en",
    "ne",
    "hansi",
    "almaq",
    "al",
    "alim",
    "qiymet",
    "qiymeti",
    "satisi",
    "sifaris",
    "catdirilma",
    "ucuz",
    "isteyirem",
    // Russian
    "для",
    "и",
    "с",
    "со",
    "на",
    "в",
    "во",
    "из",
    "от",
    "к",
    "ко",
    "по",
    "под",
    "у",
    "о",
    "за",
    "или",
    "купить",
    "цена",
    "заказать",
    "доставка",
    "недорого",
    // English
    "for",
    "the",
    "a",
    "an",
    "and",
    "of",
    "with",
    "to",
    "in",
    "on",
    "my",
    "or",
    "buy",
    "price",
    "cheap",
    "order",
];

/// Parses a text. If all its words are optional, they are required.
pub fn query(text: &str) -> Query {
    let compounds = words::compounds(text, is_azerbaijani(text), MAX_WORDS);
    let typed: Vec<TypedWord> = compounds.iter().map(TypedWord::from).collect();

    let mut words = Vec::with_capacity(typed.len());
    let mut remaining = typed.as_slice();
    while let [first, ..] = remaining {
        let group = synonyms::find(&remaining.iter().map(|word| word.forms.as_slice()));
        let length = group.as_ref().map_or(1, |found| found.length);
        let mut word = if length == 1 { first.to_word() } else { phrase_word(&remaining[..length]) };
        let has_synonyms = group.is_some();
        word.synonyms.extend(group.into_iter().flat_map(|found| found.others));
        if remaining.len() == 1 && !has_synonyms && first.form.folded.chars().count() >= MIN_COMPLETED_LETTERS {
            word.synonyms.extend(synonyms::completions(&first.form.folded));
        }
        word.synonyms.truncate(MAX_SYNONYMS);
        words.push(word);
        remaining = &remaining[length..];
    }

    if words.iter().all(|word| word.is_optional) {
        for word in &mut words {
            word.is_optional = false;
        }
    }
    Query { words }
}

/// Whether the text has a letter that only Azerbaijani has. A capital I in such a text is the dotless ı.
fn is_azerbaijani(text: &str) -> bool {
    text.chars().any(|letter| "əğışƏĞİŞ".contains(letter))
}

/// A typed word with its forms.
struct TypedWord {
    form: Form,
    /// Parts of the word, if it may also be written as several words.
    parts: Vec<String>,
    /// Possible Azerbaijani bases, without suffixes.
    bases: Vec<String>,
    stems: Vec<String>,
    /// Forms to look up in the synonym list.
    forms: Vec<String>,
}

impl From<&Compound> for TypedWord {
    fn from(compound: &Compound) -> Self {
        let compound = without_suffix(compound);
        let form = compound.joined();
        let parts = match compound.parts.as_slice() {
            [_] => Vec::new(),
            parts => parts.iter().map(|part| part.folded.clone()).collect(),
        };
        let bases = if synonyms::is_word(&form.folded) { Vec::new() } else { suffixes::bases(&form.folded) };
        let stems = stems::query_stems(&form.folded);
        let mut forms = stems.clone();
        forms.push(form.folded.clone());
        Self { form, parts, bases, stems, forms }
    }
}

impl TypedWord {
    /// Returns the word with its alternatives except synonyms.
    fn to_word(&self) -> Word {
        Word {
            exact: self.form.exact.clone(),
            folded: self.form.folded.clone(),
            is_optional: OPTIONAL.contains(&self.form.folded.as_str()),
            stems: self.stems.clone(),
            related_forms: related_forms(&self.form.folded, &self.bases),
            synonyms: if self.parts.is_empty() { Vec::new() } else { vec![self.parts.clone()] },
            max_typos: typos::allowed_typos(&self.form.folded),
        }
    }
}

/// Combines the words of a phrase that has synonyms, such as `ad günü`, to one word. The phrase also matches when it is
/// written as one word.
fn phrase_word(typed: &[TypedWord]) -> Word {
    let parts: Vec<String> = typed.iter().map(|word| word.form.folded.clone()).collect();
    Word {
        exact: typed.iter().map(|word| word.form.exact.as_str()).collect::<Vec<_>>().join(" "),
        folded: parts.concat(),
        synonyms: vec![parts],
        ..Word::default()
    }
}

/// Removes a suffix after a hyphen or apostrophe, so that iPhone-un becomes iPhone.
fn without_suffix(compound: &Compound) -> Compound {
    match compound.parts.as_slice() {
        [parts @ .., last] if !parts.is_empty() && suffixes::is_suffix(&last.folded) && is_name(parts) => {
            Compound { parts: parts.to_vec() }
        }
        _ => compound.clone(),
    }
}

/// Whether the parts are long enough to be a name that has a suffix.
fn is_name(parts: &[Form]) -> bool {
    parts.iter().any(|part| part.folded.len() > 2 && part.folded.chars().any(char::is_alphabetic))
}

/// Returns the bases of a word, and inflections of the word and its bases, without duplicates.
fn related_forms(folded: &str, bases: &[String]) -> Vec<String> {
    let mut collected = HashSet::from([folded]);
    let forms: Vec<String> =
        std::iter::once(folded).chain(bases.iter().map(String::as_str)).flat_map(suffixes::inflections).collect();
    bases.iter().chain(&forms).filter(|form| collected.insert(form)).take(MAX_RELATED_FORMS).cloned().collect()
}
