//! Corrects typos. A letter that sounds alike is half a typo: падарок, qəhfə, чимадан.

use std::sync::LazyLock;

use super::{Query, synonyms};

/// A letter that sounds alike costs half.
const TYPO_COST: u8 = 2;

const MAX_MISSPELT: usize = 3;

const SIMILAR_SOUNDS: &[&str] = &[
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

/// None with a digit: 128 is not 129.
pub fn allowed_typos(folded: &str) -> u8 {
    if folded.chars().any(char::is_numeric) {
        return 0;
    }
    match folded.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// `misspelt` has indexes of words. Returns `None` if one has no correction.
pub fn correct_query(query: &Query, misspelt: &[usize]) -> Option<String> {
    if misspelt.len() > MAX_MISSPELT {
        return None;
    }
    let words = query.words.iter().enumerate().map(|(index, word)| {
        if misspelt.contains(&index) { correct_word(&word.folded) } else { Some(word.exact.as_str()) }
    });
    Some(words.collect::<Option<Vec<_>>>()?.join(" "))
}

pub fn correct_word(folded: &str) -> Option<&'static str> {
    let typed: Vec<char> = folded.chars().collect();
    let max = allowed_typos(folded) * TYPO_COST;
    if max == 0 {
        return None;
    }
    // With two typos allowed, the first letter must be right.
    let is_plausible = |letters: &[char]| max == TYPO_COST || letters.first() == typed.first();
    let candidates = synonyms::words().iter().filter(|word| is_plausible(&word.letters));
    let candidates = candidates.filter_map(|word| Some((distance(&typed, &word.letters, max)?, word.written.as_str())));
    candidates.min_by_key(|(distance, _)| *distance).map(|(_, word)| word)
}

/// Damerau-Levenshtein distance. Returns `None` above `max`.
fn distance(typed: &[char], candidate: &[char], max: u8) -> Option<u8> {
    if typed.len().abs_diff(candidate.len()) * usize::from(TYPO_COST) > usize::from(max) {
        return None;
    }

    let first: Vec<u8> = (0..=candidate.len()).map(|length| length as u8 * TYPO_COST).collect();
    let (mut row_before_previous, mut previous_row) = (first.clone(), first);
    for (row, letter) in typed.iter().enumerate() {
        let mut row_costs = vec![(row as u8 + 1) * TYPO_COST];
        for (column, other) in candidate.iter().enumerate() {
            let replacement_cost = previous_row[column] + cost(*letter, *other);
            let mut min = replacement_cost.min(previous_row[column + 1] + TYPO_COST).min(row_costs[column] + TYPO_COST);
            let is_swapped = row > 0 && column > 0 && *letter == candidate[column - 1] && typed[row - 1] == *other;
            if is_swapped {
                min = min.min(row_before_previous[column - 1] + TYPO_COST);
            }
            row_costs.push(min);
        }
        if row_costs.iter().all(|distance| *distance > max) {
            return None;
        }
        row_before_previous = std::mem::replace(&mut previous_row, row_costs);
    }
    previous_row.last().copied().filter(|distance| *distance <= max)
}

fn cost(typed: char, candidate: char) -> u8 {
    if typed == candidate {
        0
    } else if sound_groups(typed) & sound_groups(candidate) != 0 {
        TYPO_COST / 2
    } else {
        TYPO_COST
    }
}

/// One bit for each group of [`SIMILAR_SOUNDS`].
fn sound_groups(letter: char) -> u32 {
    /// Includes Cyrillic, which ends at U+052F.
    const CODE_POINTS: usize = 0x530;
    static GROUPS: LazyLock<[u32; CODE_POINTS]> = LazyLock::new(|| {
        let mut sound_groups = [0; CODE_POINTS];
        for (index, group) in SIMILAR_SOUNDS.iter().enumerate() {
            group.chars().for_each(|letter| sound_groups[letter as usize] |= 1 << index);
        }
        sound_groups
    });
    GROUPS.get(letter as usize).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowed_typos_grow_with_length() {
        for (word, typos) in
            [("gul", 0), ("saat", 1), ("hediyye", 1), ("oyuncaqlar", 2), ("цветы", 1), ("iphone15", 0), ("", 0)]
        {
            assert_eq!(allowed_typos(word), typos, "{word}");
        }
    }

    #[test]
    fn correct_word_finds_the_nearest_known_word() {
        for (typed, expected) in [
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
            assert_eq!(correct_word(typed), Some(expected), "{typed}");
        }
        for typed in ["gul", "128", "qwrtpsdfg", ""] {
            assert_eq!(correct_word(typed), None, "{typed}");
        }
    }

    #[test]
    fn correct_query_corrects_only_misspelt_words() {
        let query = crate::text::query("qadın çanatsı");
        assert_eq!(correct_query(&query, &[1]), None, "no base is similar enough");
        let query = crate::text::query("Qadın canat");
        assert_eq!(correct_query(&query, &[1]).as_deref(), Some("qadın çanta"));
    }

    #[test]
    fn distance_of_similar_sounding_letters_is_half() {
        let between =
            |one: &str, other: &str| distance(&one.chars().collect::<Vec<_>>(), &other.chars().collect::<Vec<_>>(), 4);
        assert_eq!(between("saat", "saat"), Some(0));
        assert_eq!(between("saat", "sat"), Some(2));
        assert_eq!(between("saat", "saad"), Some(1));
        assert_eq!(between("asat", "saat"), Some(2));
        assert_eq!(between("saat", "telefon"), None);
    }
}
