//! Finds other readings of a text: another keyboard layout or script.

use super::{layout, transliteration};

/// Likeliest first.
pub fn variants(text: &str) -> Vec<String> {
    let text = text.trim();
    let has_cyrillic = text.chars().any(|letter| ('\u{400}'..='\u{4ff}').contains(&letter));
    let has_latin = text.chars().any(|letter| letter.is_ascii_alphabetic() || "əğıöüşçƏĞİÖÜŞÇ".contains(letter));
    let candidates = if has_latin && !has_cyrillic {
        latin_candidates(text)
    } else if has_cyrillic && !has_latin {
        cyrillic_candidates(text)
    } else {
        Vec::new()
    };
    let typed = text.to_lowercase();
    let mut variants = Vec::new();
    for candidate in candidates {
        if candidate != typed && candidate.chars().any(char::is_alphanumeric) && !variants.contains(&candidate) {
            variants.push(candidate);
        }
    }
    variants
}

fn latin_candidates(text: &str) -> Vec<String> {
    let other_layout = layout::to_russian(text);
    let digraphs = transliteration::replace_digraphs(text);
    let transliterated = transliteration::latin_to_russian(text);
    if is_gibberish_latin(text) {
        vec![other_layout, digraphs, transliterated]
    } else {
        vec![digraphs, transliterated, other_layout]
    }
}

fn cyrillic_candidates(text: &str) -> Vec<String> {
    let transliterated = transliteration::azerbaijani_to_latin(text);
    if transliteration::is_azerbaijani_cyrillic(text) {
        return vec![transliterated];
    }
    let (azerbaijani_layout, english_layout) = (layout::to_azerbaijani(text), layout::to_english(text));
    if is_gibberish_russian(text) {
        vec![azerbaijani_layout, english_layout, transliterated]
    } else {
        vec![transliterated, azerbaijani_layout, english_layout]
    }
}

/// Has too many consonants in a row, punctuation inside, or no vowel.
fn is_gibberish_latin(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let word = word.trim_matches(|letter: char| "-()\"!?".contains(letter));
        let has_punctuation = word.chars().any(|letter| ";[]`".contains(letter))
            || word.trim_end_matches([',', '.', '\'']).chars().any(|letter| ",.'".contains(letter))
                && longest_consonant_run(word) > 2;
        has_punctuation
            || longest_consonant_run(word) > 3
            || word.chars().count() > 2 && !word.chars().any(is_latin_vowel) && is_word(word)
    })
}

fn longest_consonant_run(word: &str) -> usize {
    let (mut run, mut longest) = (0, 0);
    for letter in word.chars() {
        run = if letter.is_alphabetic() && !is_latin_vowel(letter) { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

fn is_word(word: &str) -> bool {
    word.chars().all(char::is_alphabetic)
}

fn is_latin_vowel(letter: char) -> bool {
    "aeiouyəıöüAEIOUYƏIİÖÜ".contains(letter)
}

/// Has impossible pairs of letters, or no vowel.
fn is_gibberish_russian(text: &str) -> bool {
    let vowels = "аеёиоуыэюя";
    text.to_lowercase().split_whitespace().any(|word| {
        let has_impossible_start = word.starts_with(['ы', 'ь', 'ъ', 'й']);
        let has_impossible_pair =
            ["йй", "ыф", "ыы", "ээ", "шщ", "щш", "фф", "нну", "ннэ", "уу", "йф", "дф", "эт", "ьф", "ья"]
                .iter()
                .any(|pair| word.contains(pair));
        let has_no_vowel = word.chars().count() > 2 && !word.chars().any(|letter| vowels.contains(letter));
        has_impossible_start || has_impossible_pair || has_no_vowel
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_begin_with_the_likeliest_reading() {
        for (typed, expected) in [
            ("gjlfhjr", "подарок"),
            ("ıtycrbq", "женский"),
            (";tycrbq", "женский"),
            ("рувшнну", "hediyye"),
            ("рэвшннэ", "hədiyyə"),
            ("ыффе", "saat"),
            ("shokolad", "şokolad"),
            ("uwaq", "uşaq"),
            ("һәдијјә", "hədiyyə"),
            ("podarok", "подарок"),
            ("rhfcyst hjps", "красные розы"),
        ] {
            assert_eq!(variants(typed).first().map(String::as_str), Some(expected), "{typed}: {:?}", variants(typed));
        }
    }

    #[test]
    fn variants_contain_plausible_readings() {
        for (typed, expected) in [("цфеср", "watch"), ("гюль", "qyul"), ("cdtxb", "свечи"), ("igrushka", "игрушка")]
        {
            assert!(variants(typed).iter().any(|variant| variant == expected), "{typed}: {:?}", variants(typed));
        }
    }

    #[test]
    fn variants_are_empty_when_text_has_no_letters() {
        for typed in ["", "  ", "128", "!!!", "日本"] {
            assert!(variants(typed).is_empty(), "{typed}");
        }
    }
}
