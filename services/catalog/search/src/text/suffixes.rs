//! Removes or adds inflectional suffixes of folded Azerbaijani nouns. Many results are not real words; callers check
//! them against a dictionary.

use std::{collections::HashMap, sync::LazyLock};

// Lengths in letters.
const MIN_BASE: usize = 3;
const MIN_WORD: usize = 4;
const MAX_SUFFIX: usize = 8;
/// Longer words keep their last vowel.
const MAX_SHORT_WORD: usize = 5;

// The suffixes, by what they follow. After folding, vowel harmony has only two pairs: i or u, and a or e.
const AFTER_ANY: &[&str] = &[
    "lar", "ler", "lari", "leri", "larin", "lerin", "lara", "lere", "larda", "lerde", "lardan", "lerden", "larla",
    "lerle", "larini", "lerini", "larinin", "lerinin", "larina", "lerine", "larinda", "lerinde", "larindan",
    "lerinden", "larimiz", "lerimiz", "lariniz", "leriniz", "larim", "lerim", "da", "de", "dan", "den", "daki", "deki",
    "la", "le",
];
const AFTER_CONSONANT: &[&str] = &[
    "a", "e", "i", "u", "in", "un", "im", "um", "imiz", "umuz", "iniz", "unuz", "ini", "unu", "inin", "unun", "ima",
    "ime", "uma", "ume", "ina", "una", "ine", "une", "inda", "inde", "unda", "unde", "indan", "inden", "undan",
    "unden",
];
const AFTER_VOWEL: &[&str] = &[
    "ya", "ye", "yi", "yu", "ni", "nu", "nin", "nun", "si", "su", "m", "ma", "me", "miz", "muz", "niz", "nuz", "sini",
    "sunu", "na", "ne", "nda", "nde", "ndan", "nden", "sinin", "sunun", "sina", "suna", "sine", "sune", "sinda",
    "sinde", "sunda", "sunde", "yla", "yle",
];

// The suffixes that `inflections` adds.
const COMMON_AFTER_CONSONANT: &[&str] = &["i", "u", "in", "un", "a", "e"];
const COMMON_AFTER_VOWEL: &[&str] = &["si", "su", "nin", "nun", "ni", "nu", "ya", "ye"];
const PLURALS: &[&str] = &["lar", "ler", "lari", "leri", "larin", "lerin"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    Any,
    Consonant,
    Vowel,
}

static SUFFIXES: LazyLock<HashMap<&str, After>> = LazyLock::new(|| {
    let lists = [(AFTER_ANY, After::Any), (AFTER_CONSONANT, After::Consonant), (AFTER_VOWEL, After::Vowel)];
    lists.into_iter().flat_map(|(suffixes, after)| suffixes.iter().map(move |suffix| (*suffix, after))).collect()
});

/// Recognises the suffix of iPhone'un.
pub fn is_suffix(word: &str) -> bool {
    SUFFIXES.contains_key(word)
}

/// The last base is the likeliest.
pub fn bases(word: &str) -> Vec<String> {
    let mut bases = Vec::new();
    if word.len() < MIN_WORD || !is_latin(word) {
        return bases;
    }
    let longest = word.len().saturating_sub(MIN_BASE).min(MAX_SUFFIX);
    for length in 1..=longest {
        let (base, suffix) = word.split_at(word.len() - length);
        let fits = SUFFIXES.get(suffix).is_some_and(|after| match after {
            After::Any => true,
            After::Consonant => !ends_in_vowel(base),
            After::Vowel => ends_in_vowel(base),
        });
        if fits {
            push_bases(&mut bases, base, suffix);
        }
    }
    bases
}

/// Also adds the word whose last letter the suffix softened (oyuncağı: oyuncaq) or whose last vowel it dropped (ətri:
/// ətir).
fn push_bases(bases: &mut Vec<String>, base: &str, suffix: &str) {
    bases.push(base.to_owned());
    if !starts_with_vowel(suffix) {
        return;
    }
    let letters = base.as_bytes();
    let (last, before) = (letters[letters.len() - 1], letters[letters.len() - 2]);
    let start = &base[..base.len() - 1];
    match last {
        b'g' if base.len() > MIN_BASE => bases.push(format!("{start}q")),
        b'y' if base.len() > MIN_BASE && is_vowel(before) => bases.push(format!("{start}k")),
        _ if !is_vowel(last) && !is_vowel(before) => {
            let vowel = if suffix.starts_with('u') { 'u' } else { 'i' };
            bases.push(format!("{start}{vowel}{}", char::from(last)));
        }
        _ => {}
    }
}

pub fn inflections(base: &str) -> Vec<String> {
    let mut forms = Vec::new();
    if base.len() < MIN_BASE || !is_latin(base) {
        return forms;
    }
    let base_is_front = has_front_vowels(base);
    let fits = |suffix: &&&str| harmonises(base_is_front, suffix);
    forms.extend(PLURALS.iter().filter(fits).map(|suffix| format!("{base}{suffix}")));
    let common = if ends_in_vowel(base) { COMMON_AFTER_VOWEL } else { COMMON_AFTER_CONSONANT };
    forms.extend(common.iter().filter(fits).map(|suffix| format!("{base}{suffix}")));
    if let Some(changed) = changed_before_vowel(base) {
        forms.extend(COMMON_AFTER_CONSONANT.iter().filter(fits).map(|suffix| format!("{changed}{suffix}")));
    }
    forms
}

/// Before a vowel, oyuncaq becomes oyuncag.
fn changed_before_vowel(base: &str) -> Option<String> {
    let letters = base.as_bytes();
    let [.., first, before, last] = letters else { return None };
    let start = &base[..base.len() - 1];
    match last {
        b'q' => Some(format!("{start}g")),
        b'k' if is_vowel(*before) => Some(format!("{start}y")),
        // ətir, burun, ağız: short words drop a narrow vowel between two consonants.
        _ if matches!(before, b'i' | b'u')
            && !is_vowel(*last)
            && !is_vowel(*first)
            && letters.len() <= MAX_SHORT_WORD =>
        {
            Some(format!("{}{}", &base[..base.len() - 2], char::from(*last)))
        }
        _ => None,
    }
}

/// `None` for i, o and u, which may be front or back vowels.
fn has_front_vowels(base: &str) -> Option<bool> {
    match base.bytes().rev().find(|letter| is_vowel(*letter)) {
        Some(b'e') => Some(true),
        Some(b'a') => Some(false),
        _ => None,
    }
}

/// Front and back vowels do not fit.
fn harmonises(base_is_front: Option<bool>, suffix: &str) -> bool {
    match (base_is_front, suffix_has_front_vowel(suffix)) {
        (Some(base), Some(suffix)) => base == suffix,
        _ => true,
    }
}

fn suffix_has_front_vowel(suffix: &str) -> Option<bool> {
    match suffix.bytes().find(|letter| matches!(letter, b'a' | b'e')) {
        Some(b'e') => Some(true),
        Some(_) => Some(false),
        None => None,
    }
}

fn is_latin(word: &str) -> bool {
    word.bytes().all(|letter| letter.is_ascii_lowercase())
}

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u')
}

fn ends_in_vowel(word: &str) -> bool {
    word.bytes().next_back().is_some_and(is_vowel)
}

fn starts_with_vowel(word: &str) -> bool {
    word.bytes().next().is_some_and(is_vowel)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMS: &[(&str, &str)] = &[
        ("hediyye", "hediyyeler hediyyesi hediyyeni hediyyenin hediyyeye hediyyeleri hediyyelerin hediyyesini"),
        ("cicek", "cicekler ciceyi ciceklerin ciceyin cicekden"),
        ("oyuncaq", "oyuncaqlar oyuncagi oyuncagin oyuncaqlari oyuncaqlara"),
        ("telefon", "telefonlar telefonu telefonun telefonlari telefonda telefondan telefonuna"),
        ("saat", "saatlar saati saatlari saatin saatinda"),
        ("qutu", "qutular qutusu qutuda qutunun qutusunda"),
        ("usaq", "usaqlar usagi usaqlara usaqlarin usagin"),
        ("canta", "cantalar cantasi cantani cantanin"),
        ("etir", "etri etrin etrini etirler etirleri etrimiz"),
        ("burun", "burnu burnunu"),
        ("agiz", "agzi agzinda"),
        ("gul", "gulu guller gullerin gulun"),
        ("qulaqliq", "qulaqliqlar qulaqligi"),
        ("koynek", "koyneyi koynekler"),
        ("uzuk", "uzuyu uzukler"),
        ("ayaqqabi", "ayaqqabilar ayaqqabisi ayaqqabini"),
        ("kisi", "kisiler kisinin kisiye"),
        ("qadin", "qadinlar qadinin qadina"),
        ("ana", "anam anama anaya ananin"),
        ("gun", "gunu gunune gunun gunler"),
        ("cay", "cayi caylar"),
        ("radio", "radionun radiosu"),
    ];

    #[test]
    fn bases_include_the_base_of_each_form() {
        for (base, forms) in FORMS {
            for form in forms.split(' ') {
                assert!(bases(form).iter().any(|found| found == base), "{form} → {base}: {:?}", bases(form));
            }
        }
    }

    #[test]
    fn inflections_include_common_forms() {
        for (base, form) in [
            ("oyuncaq", "oyuncagi"),
            ("cicek", "ciceyi"),
            ("etir", "etri"),
            ("burun", "burnu"),
            ("canta", "cantasi"),
            ("buket", "buketi"),
            ("qutu", "qutusu"),
            ("qadin", "qadinlar"),
            ("hediyye", "hediyyeleri"),
            ("usaq", "usaqlarin"),
        ] {
            assert!(inflections(base).iter().any(|found| found == form), "{base} → {form}: {:?}", inflections(base));
        }
    }

    #[test]
    fn bases_keep_derivational_suffixes() {
        for (word, other) in [("etirli", "etir"), ("duzsuz", "duz"), ("gozluk", "goz"), ("cayci", "cay")] {
            assert!(!bases(word).iter().any(|found| found == other), "{word} is not a form of {other}");
        }
    }

    #[test]
    fn other_scripts_and_short_words_have_no_bases() {
        for word in ["gül", "розы", "et", "a", "", "128gb", "日本"] {
            assert!(bases(word).is_empty(), "{word}");
        }
        assert!(inflections("розы").is_empty());
        assert!(inflections("et").is_empty());
    }

    #[test]
    fn numbers_of_bases_and_inflections_are_limited() {
        for word in FORMS.iter().flat_map(|(base, forms)| forms.split(' ').chain([*base])) {
            assert!(bases(word).len() <= 10, "{word}");
            assert!(inflections(word).len() <= 30, "{word}");
        }
    }
}
