//! Codes of bloggers' links: readable, unique, and never changed once they are made.

use super::plain;

const LONGEST_NAME: usize = 24;
/// For names without a letter that can be written in an address.
const NAMELESS: &str = "blogger";

/// Returns how a blogger's code begins: `leyla-h` for Leyla Hüseynzadə. Their lists name them by the same letters.
pub fn stem(first_name: &str, last_name: &str) -> String {
    let first: String = plain::words(first_name).concat().chars().take(LONGEST_NAME).collect();
    if first.len() < 2 {
        return NAMELESS.to_owned();
    }
    let initial = plain::words(last_name).concat().chars().next();
    initial.map_or_else(|| format!("{first}-x"), |initial| format!("{first}-{initial}"))
}

/// Returns the first code of this stem that is not among `taken`: the stem itself, then `leyla-h-2`, and so on.
pub fn free(stem: &str, taken: &[String]) -> String {
    let is_taken = |code: &str| taken.iter().any(|one| one == code);
    let mut code = stem.to_owned();
    let mut number = 1;
    while is_taken(&code) {
        number += 1;
        code = format!("{stem}-{number}");
    }
    code
}

/// Why a blogger earns nothing from an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SelfDealing {
    /// The blogger buys.
    Purchase,
    /// The buyer uses a browser of the blogger.
    Device,
    /// It goes to an address of the blogger.
    Address,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_made_of_names_and_numbered_when_they_are_taken() {
        assert_eq!(stem("Leyla", "Hüseynzadə"), "leyla-h");
        assert_eq!(stem("Şəhla Günay", "Əliyeva"), "sehlagunay-e");
        assert_eq!(stem("Анна", "Щукина"), "anna-s");
        assert_eq!(stem("李", "雷"), "blogger");
        assert_eq!(stem("Aygün", "李"), "aygun-x");
        assert!(stem(&"a".repeat(60), "B").len() <= 40 - "-1000000".len());
        let taken = ["leyla-h", "leyla-h-2", "leyla-h-4"].map(str::to_owned);
        assert_eq!(free("leyla-h", &taken), "leyla-h-3");
        assert_eq!(free("anna-s", &taken), "anna-s");
    }
}
