//! Parses the text of a search into words with their alternatives.

use std::collections::HashSet;

use super::{
    Query, Word, stems, suffixes, synonyms, typos,
    words::{self, Compound, Form},
};

const MAX_WORDS: usize = 12;
const MAX_RELATED_FORMS: usize = 48;
const MAX_SYNONYMS: usize = 24;
/// A shorter last word is not completed to synonyms.
const MIN_COMPLETED_LETTERS: usize = 3;

/// Words that a document may lack, because they do not describe a product.
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

/// If all words are optional, they become required.
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

/// A capital I in such a text is the dotless ı.
fn is_azerbaijani(text: &str) -> bool {
    text.chars().any(|letter| "əğışƏĞİŞ".contains(letter))
}

struct TypedWord {
    form: Form,
    /// The parts of a word that may also be written as several.
    parts: Vec<String>,
    bases: Vec<String>,
    stems: Vec<String>,
    /// For looking up synonyms.
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

/// Makes one word of a phrase such as `ad günü`.
fn phrase_word(typed: &[TypedWord]) -> Word {
    let parts: Vec<String> = typed.iter().map(|word| word.form.folded.clone()).collect();
    Word {
        exact: typed.iter().map(|word| word.form.exact.as_str()).collect::<Vec<_>>().join(" "),
        folded: parts.concat(),
        synonyms: vec![parts],
        ..Word::default()
    }
}

/// iPhone-un becomes iPhone.
fn without_suffix(compound: &Compound) -> Compound {
    match compound.parts.as_slice() {
        [parts @ .., last] if !parts.is_empty() && suffixes::is_suffix(&last.folded) && is_name(parts) => {
            Compound { parts: parts.to_vec() }
        }
        _ => compound.clone(),
    }
}

fn is_name(parts: &[Form]) -> bool {
    parts.iter().any(|part| part.folded.len() > 2 && part.folded.chars().any(char::is_alphabetic))
}

fn related_forms(folded: &str, bases: &[String]) -> Vec<String> {
    let mut collected = HashSet::from([folded]);
    let forms: Vec<String> =
        std::iter::once(folded).chain(bases.iter().map(String::as_str)).flat_map(suffixes::inflections).collect();
    bases.iter().chain(&forms).filter(|form| collected.insert(form)).take(MAX_RELATED_FORMS).cloned().collect()
}
