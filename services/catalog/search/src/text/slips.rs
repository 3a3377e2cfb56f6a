//! Typos: how many a word may have, and which known word was meant. Confusing letters that sound alike counts as half a
//! typo: падарок, qəhfə, чимадан.

use std::sync::LazyLock;

use super::{Query, synonyms};

/// Cost of a missing, wrong or extra letter, or of two swapped ones. A letter that sounds alike costs half.
const MISTAKE: u8 = 2;

const MOST_MISSPELT: usize = 3;

/// Groups of folded letters that sound alike.
const ALIKE: &[&str] = &[
    "оа",
    "еиэяы",
    "зс",
    "дт",
    "бп",
    "вф",
    "гк",
    "жш",
    "qgk",
    "vf",
    "dt",
    "bp",
    "zs",
    "xh",
    "ei",
    "iu",
    "ou",
    "yi",
    "cj",
];

/// Number of typos allowed: more for longer words, none for numbers, because 128 is not 129.
pub fn forgiven(folded: &str) -> u8 {
    if folded.chars().any(char::is_numeric) {
        return 0;
    }
    match folded.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// Corrects the words at these indexes; `None` if one cannot be corrected or there are too many.
pub fn respelt(query: &Query, misspelt: &[usize]) -> Option<String> {
    if misspelt.len() > MOST_MISSPELT {
        return None;
    }
    let words =
        query.words.iter().enumerate().map(|(place, word)| {
            if misspelt.contains(&place) { respell(&word.folded) } else { Some(word.exact.as_str()) }
        });
    Some(words.collect::<Option<Vec<_>>>()?.join(" "))
}

/// The most similar word of the synonym list within the allowed number of typos.
pub fn respell(folded: &str) -> Option<&'static str> {
    let typed: Vec<char> = folded.chars().collect();
    let most = forgiven(folded) * MISTAKE;
    if most == 0 {
        return None;
    }
    let is_near = |letters: &[char]| most == MISTAKE || letters.first() == typed.first();
    let near = synonyms::words().iter().filter(|word| is_near(&word.letters));
    let near = near.filter_map(|word| Some((distance(&typed, &word.letters, most)?, word.written.as_str())));
    near.min_by_key(|(distance, _)| *distance).map(|(_, word)| word)
}

/// Damerau-Levenshtein distance (adjacent swaps only), if it is at most `max`.
fn distance(typed: &[char], meant: &[char], most: u8) -> Option<u8> {
    if typed.len().abs_diff(meant.len()) * usize::from(MISTAKE) > usize::from(most) {
        return None;
    }
    let first: Vec<u8> = (0..=meant.len()).map(|length| length as u8 * MISTAKE).collect();
    let (mut before, mut above) = (first.clone(), first);
    for (row, letter) in typed.iter().enumerate() {
        let mut here = vec![(row as u8 + 1) * MISTAKE];
        for (column, other) in meant.iter().enumerate() {
            let wrong = above[column] + cost(*letter, *other);
            let mut least = wrong.min(above[column + 1] + MISTAKE).min(here[column] + MISTAKE);
            let is_swapped = row > 0 && column > 0 && *letter == meant[column - 1] && typed[row - 1] == *other;
            if is_swapped {
                least = least.min(before[column - 1] + MISTAKE);
            }
            here.push(least);
        }
        if here.iter().all(|distance| *distance > most) {
            return None;
        }
        before = std::mem::replace(&mut above, here);
    }
    above.last().copied().filter(|distance| *distance <= most)
}

fn cost(typed: char, meant: char) -> u8 {
    if typed == meant {
        0
    } else if sounds(typed) & sounds(meant) != 0 {
        MISTAKE / 2
    } else {
        MISTAKE
    }
}

/// One bit per group of [`ALIKE`] that contains the letter. Precomputed, because a query is compared with every known
/// word letter by letter.
fn sounds(letter: char) -> u32 {
    /// Upper bound of Latin and Cyrillic code points.
    const LETTERS: usize = 0x530;
    static SOUNDS: LazyLock<[u32; LETTERS]> = LazyLock::new(|| {
        let mut sounds = [0; LETTERS];
        for (place, alike) in ALIKE.iter().enumerate() {
            alike.chars().for_each(|letter| sounds[letter as usize] |= 1 << place);
        }
        sounds
    });
    SOUNDS.get(letter as usize).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_words_allow_more_typos() {
        for (word, slips) in
            [("gul", 0), ("saat", 1), ("hediyye", 1), ("oyuncaqlar", 2), ("цветы", 1), ("iphone15", 0), ("", 0)]
        {
            assert_eq!(forgiven(word), slips, "{word}");
        }
    }

    #[test]
    fn misspelt_words_are_corrected() {
        for (typed, meant) in [
            ("telfon", "telefon"),
            ("koynk", "köynək"),
            ("qehfe", "qəhvə"),
            ("падарок", "подарок"),
            ("чимадан", "чемодан"),
            ("klavyatura", "klaviatura"),
            ("smarfton", "smartfon"),
            ("notbuk", "noutbuk"),
            ("headphnes", "headphones"),
        ] {
            assert_eq!(respell(typed), Some(meant), "{typed}");
        }
        for typed in ["gul", "128", "qwrtpsdfg", ""] {
            assert_eq!(respell(typed), None, "{typed}");
        }
    }

    #[test]
    fn only_misspelt_words_are_corrected() {
        let query = crate::text::query("qadın çanatsı");
        assert_eq!(respelt(&query, &[1]), None, "no base is so near");
        let query = crate::text::query("Qadın canat");
        assert_eq!(respelt(&query, &[1]).as_deref(), Some("qadın çanta"));
    }

    #[test]
    fn similar_sounding_letters_cost_half() {
        let between =
            |one: &str, other: &str| distance(&one.chars().collect::<Vec<_>>(), &other.chars().collect::<Vec<_>>(), 4);
        assert_eq!(between("saat", "saat"), Some(0));
        assert_eq!(between("saat", "sat"), Some(2));
        assert_eq!(between("saat", "saad"), Some(1));
        assert_eq!(between("asat", "saat"), Some(2));
        assert_eq!(between("saat", "telefon"), None);
    }
}
