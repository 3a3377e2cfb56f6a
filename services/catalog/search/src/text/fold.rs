//! Folds text to lower case without diacritics, as people often type Azerbaijani. I, İ, ı and i all become i.

use unicode_normalization::UnicodeNormalization as _;

pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars() {
        let Some(plain) = fold_simple(letter) else { return fold_unicode(text) };
        folded.push(plain);
    }
    folded
}

pub fn is_simple(text: &str) -> bool {
    text.chars().all(|letter| fold_simple(letter).is_some())
}

/// Returns `None` for characters that need Unicode normalization.
fn fold_simple(letter: char) -> Option<char> {
    Some(match letter {
        '`' | '’' | '‘' => '\'',
        '\0'..='@' | '['..='_' | 'a'..='\u{7f}' | 'а'..='я' | '«' | '»' | '“' | '”' | '—' | '–' => letter,
        'A'..='Z' => letter.to_ascii_lowercase(),
        'А'..='Я' => char::from_u32(u32::from(letter) + 32)?,
        'ə' | 'Ə' => 'e',
        'ı' | 'İ' => 'i',
        'ş' | 'Ş' => 's',
        'ç' | 'Ç' => 'c',
        'ğ' | 'Ğ' => 'g',
        'ü' | 'Ü' => 'u',
        'ö' | 'Ö' => 'o',
        'ё' | 'Ё' => 'е',
        _ => return None,
    })
}

/// Returns letters that fold to `folded`.
pub fn unfold(folded: char) -> impl Iterator<Item = char> {
    let marked = match folded {
        'e' => Some('ə'),
        'i' => Some('ı'),
        's' => Some('ş'),
        'c' => Some('ç'),
        'g' => Some('ğ'),
        'u' => Some('ü'),
        'o' => Some('ö'),
        'е' => Some('ё'),
        _ => None,
    };
    std::iter::once(folded).chain(marked)
}

fn fold_unicode(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    // NFKC decomposes some apostrophes and produces others.
    for letter in text.chars().map(plain_apostrophe).nfkc().map(plain_apostrophe) {
        match letter {
            'ə' | 'Ə' => folded.push('e'),
            'ı' | 'I' | 'İ' => folded.push('i'),
            _ => folded.extend(letter.to_lowercase()),
        }
    }
    let mut plain = String::with_capacity(folded.len());
    for letter in folded.nfd() {
        match letter {
            // й is a separate letter. ё becomes е, because people type it so.
            '\u{306}' if plain.ends_with('и') => {
                plain.pop();
                plain.push('й');
            }
            '\u{300}'..='\u{36f}' => {}
            _ => plain.push(letter),
        }
    }
    plain
}

pub fn plain_apostrophe(letter: char) -> char {
    if matches!(letter, '\u{2018}' | '\u{2019}' | '\u{2bc}' | '`' | '\u{b4}') { '\'' } else { letter }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn fold_returns_the_same_text_for_all_spellings() {
        for (typed, folded) in [
            ("Hədiyyə", "hediyye"),
            ("İSTANBUL", "istanbul"),
            ("IŞIQ ışıq isiq", "isiq isiq isiq"),
            ("ÇİÇƏK Gül öküz", "cicek gul okuz"),
            ("Ёлка ёж", "елка еж"),
            ("Йогурт й", "йогурт й"),
            ("kâğıt été señor", "kagit ete senor"),
            ("i\u{307}phone", "iphone"),
            ("\u{ff40} \u{1fef} \u{149}", "' ' 'n"),
            ("ﬁ Ⅳ", "fi iv"),
            ("L’Oréal Samsung´un", "l'oreal samsung'un"),
        ] {
            assert_eq!(fold(typed), folded, "{typed}");
        }
    }

    #[test]
    fn unfold_returns_letters_that_fold_back() {
        for letter in ('a'..='z').chain('а'..='я') {
            assert!(unfold(letter).all(|unfolded| fold(&unfolded.to_string()) == letter.to_string()), "{letter}");
        }
        for letter in "əışçğüöё".chars() {
            let folded = fold(&letter.to_string()).chars().next().unwrap();
            assert!(unfold(folded).any(|unfolded| unfolded == letter), "{letter}");
        }
    }

    proptest! {
        #[test]
        fn fast_folding_equals_unicode_folding(text in "[ -~а-яА-ЯёЁəƏıİşŞçÇğĞüÜöÖ«»“”’‘—–]{0,40}") {
            prop_assert!(is_simple(&text));
            prop_assert_eq!(fold(&text), fold_unicode(&text));
        }

        #[test]
        fn folding_is_idempotent(text in "\\PC{0,40}") {
            prop_assert_eq!(fold(&fold(&text)), fold(&text));
        }
    }
}
