//! Makes the anchors of headings: `Ödəniş üsulları` becomes `odenis-usullari`, and `Возврат` becomes `vozvrat`.

/// In bytes.
const MAX_LENGTH: usize = 60;
/// The slug of a heading without letters: "section" in Azerbaijani.
const FALLBACK: &str = "bolme";

pub fn slug(title: &str) -> String {
    let mut slug = String::new();
    for c in title.chars() {
        match transliterate(c) {
            Some(letters) => slug.push_str(letters),
            None if c.is_ascii_alphanumeric() => slug.push(c.to_ascii_lowercase()),
            None if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            None => {}
        }
        if slug.len() >= MAX_LENGTH {
            break;
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { FALLBACK.to_owned() } else { slug.to_owned() }
}

/// Transliterates Azerbaijani and Russian letters.
fn transliterate(c: char) -> Option<&'static str> {
    Some(match c {
        'ə' | 'Ə' | 'э' | 'Э' | 'е' | 'Е' | 'ё' | 'Ё' => "e",
        'ı' | 'İ' | 'и' | 'И' => "i",
        'ö' | 'Ö' | 'о' | 'О' => "o",
        'ü' | 'Ü' | 'у' | 'У' => "u",
        'ğ' | 'Ğ' | 'г' | 'Г' => "g",
        'ş' | 'Ş' | 'с' | 'С' => "s",
        'ç' | 'Ç' => "c",
        'а' | 'А' => "a",
        'б' | 'Б' => "b",
        'в' | 'В' => "v",
        'д' | 'Д' => "d",
        'ж' | 'Ж' => "zh",
        'з' | 'З' => "z",
        'й' | 'Й' | 'ы' | 'Ы' => "y",
        'к' | 'К' => "k",
        'л' | 'Л' => "l",
        'м' | 'М' => "m",
        'н' | 'Н' => "n",
        'п' | 'П' => "p",
        'р' | 'Р' => "r",
        'т' | 'Т' => "t",
        'ф' | 'Ф' => "f",
        'х' | 'Х' => "kh",
        'ц' | 'Ц' => "ts",
        'ч' | 'Ч' => "ch",
        'ш' | 'Ш' | 'щ' | 'Щ' => "sh",
        'ю' | 'Ю' => "yu",
        'я' | 'Я' => "ya",
        // Silent letters, and U+0307, the dot of a lower-cased İ.
        'ъ' | 'Ъ' | 'ь' | 'Ь' | '\u{307}' => "",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn headings_are_transliterated() {
        for (title, expected) in [
            ("Ödəniş üsulları", "odenis-usullari"),
            ("Возврат и обмен: 14 дней", "vozvrat-i-obmen-14-dney"),
            ("What if it breaks?", "what-if-it-breaks"),
            ("İADƏ", "iade"),
            ("???", FALLBACK),
            ("", FALLBACK),
        ] {
            assert_eq!(slug(title), expected);
        }
    }

    proptest! {
        #[test]
        fn slug_is_short_ascii_for_any_heading(title in "\\PC{0,200}") {
            let slug = slug(&title);
            // The last character may become several letters.
            prop_assert!((1..=MAX_LENGTH + 1).contains(&slug.len()));
            prop_assert!(slug.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
        }
    }
}
