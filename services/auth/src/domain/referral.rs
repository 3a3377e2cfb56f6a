//! Codes in bloggers' links. Self-dealing is a purchase by a blogger through their own link.

use super::transliteration;

/// In letters.
const MAX_NAME_LENGTH: usize = 24;
/// For names that cannot be transliterated.
const STEM_WITHOUT_NAME: &str = "blogger";

/// Returns `leyla-h` for Leyla Hüseynzadə, and `leyla-x` if the last name cannot be transliterated.
pub fn stem_of(first_name: &str, last_name: &str) -> String {
    let first: String = transliteration::words(first_name).concat().chars().take(MAX_NAME_LENGTH).collect();
    if first.len() < 2 {
        return STEM_WITHOUT_NAME.to_owned();
    }
    let initial = transliteration::words(last_name).concat().chars().next();
    initial.map_or_else(|| format!("{first}-x"), |initial| format!("{first}-{initial}"))
}

/// Tries the stem, then `leyla-h-2`, and so on.
pub fn first_unused(stem: &str, taken: &[String]) -> String {
    let is_taken = |code: &str| taken.iter().any(|taken_code| taken_code == code);
    let mut code = stem.to_owned();
    let mut number = 1;
    while is_taken(&code) {
        number += 1;
        code = format!("{stem}-{number}");
    }
    code
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SelfDealing {
    /// The blogger is the buyer.
    Purchase,
    /// The blogger has signed in from the buyer's browser.
    Device,
    /// The order goes to one of the blogger's addresses.
    Address,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_made_of_names_and_numbered_if_taken() {
        assert_eq!(stem_of("Leyla", "Hüseynzadə"), "leyla-h");
        assert_eq!(stem_of("Şəhla Günay", "Əliyeva"), "sehlagunay-e");
        assert_eq!(stem_of("Анна", "Щукина"), "anna-s");
        assert_eq!(stem_of("李", "雷"), "blogger");
        assert_eq!(stem_of("Aygün", "李"), "aygun-x");
        // The database allows 40 characters; a number may follow.
        assert!(stem_of(&"a".repeat(60), "B").len() <= 40 - "-1000000".len());
        let taken = ["leyla-h", "leyla-h-2", "leyla-h-4"].map(str::to_owned);
        assert_eq!(first_unused("leyla-h", &taken), "leyla-h-3");
        assert_eq!(first_unused("anna-s", &taken), "anna-s");
    }
}
