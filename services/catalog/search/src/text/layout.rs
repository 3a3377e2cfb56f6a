//! Reads text of the wrong keyboard layout.

// The same keys in the same order.
const RUSSIAN: &str = "йцукенгшщзхъфывапролджэячсмитьбюё";
const US: &str = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const AZERBAIJANI: &str = "qüertyuiopöğasdfghjklıəzxcvbnmçş`";

pub fn to_russian(text: &str) -> String {
    map_keys(text, |letter| find_key(US, RUSSIAN, letter).or_else(|| find_key(AZERBAIJANI, RUSSIAN, letter)))
}

pub fn to_azerbaijani(text: &str) -> String {
    map_keys(text, |letter| find_key(RUSSIAN, AZERBAIJANI, letter))
}

pub fn to_english(text: &str) -> String {
    map_keys(text, |letter| find_key(RUSSIAN, US, letter))
}

fn map_keys(text: &str, key: impl Fn(char) -> Option<char>) -> String {
    let mut mapped = String::with_capacity(text.len() * 2);
    for letter in text.chars() {
        // The lower case of I and İ depends on the language.
        let lower = letter.to_lowercase().filter(|lower| *lower != '\u{307}');
        mapped.extend(lower.map(|letter| key(letter).unwrap_or(letter)));
    }
    mapped
}

fn find_key(from: &str, to: &str, letter: char) -> Option<char> {
    from.chars().position(|key| key == letter).and_then(|position| to.chars().nth(position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_map_keys_of_typed_letters() {
        for (typed, expected) in
            [("gjlfhjr", "подарок"), ("ıtycrbq", "женский"), (";tycrbq", "женский"), ("WDTNS", "цветы")]
        {
            assert_eq!(to_russian(typed), expected, "{typed}");
        }
        for (typed, expected) in [("рувшнну", "hediyye"), ("рэвшннэ", "hədiyyə"), ("ыффе", "saat"), ("ЬФЫФ", "masa")]
        {
            assert_eq!(to_azerbaijani(typed), expected, "{typed}");
        }
        assert_eq!(to_english("цфеср"), "watch");
        assert_eq!(to_azerbaijani("пüд 12"), "gül 12", "other characters stay");
    }
}
