//! Makes slugs from names. A slug is the readable part of a page's address.

use kit::slug::latin;
use rand::RngCore;
use search::fold;

/// Maximum length of the readable part, in bytes.
const MAX_NAME_BYTES: usize = 60;
/// Characters of the random suffix: letters and digits that are not easily confused.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const SUFFIX_LENGTH: usize = 6;

/// Returns the name in ASCII letters with a random suffix that cannot be guessed.
pub fn generate(name: &str, random: &mut impl RngCore) -> String {
    let suffix: String =
        (0..SUFFIX_LENGTH).map(|_| char::from(ALPHABET[random.next_u32() as usize % ALPHABET.len()])).collect();
    match readable(name) {
        readable if readable.is_empty() => suffix,
        readable => format!("{readable}-{suffix}"),
    }
}

/// Returns the first words of the name in ASCII letters, at most 59 bytes, or empty if it has none.
pub fn readable(name: &str) -> String {
    let mut slug = String::new();
    for word in words(name).iter().map(|word| latin(word)).filter(|word| !word.is_empty()) {
        if slug.len() + word.len() >= MAX_NAME_BYTES {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(&word);
    }
    slug
}

/// Returns the words of a name, folded (without case and accents).
pub fn words(name: &str) -> Vec<String> {
    let folded = fold(name);
    let words = folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator that always returns the same number.
    struct FixedRandom(u32);

    impl RngCore for FixedRandom {
        fn next_u32(&mut self) -> u32 {
            self.0
        }
        fn next_u64(&mut self) -> u64 {
            self.0.into()
        }
        fn fill_bytes(&mut self, bytes: &mut [u8]) {
            bytes.fill(0);
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand::Error> {
            bytes.fill(0);
            Ok(())
        }
    }

    #[test]
    fn slugs_are_ascii_and_short() {
        // 33 modulo 32 is 1, so each letter of the suffix is the second one of the alphabet: b.
        let slug = |name: &str| generate(name, &mut FixedRandom(33));
        assert_eq!(slug("Şəhərin ən gözəl gülləri!"), "seherin-en-gozel-gulleri-bbbbbb");
        assert_eq!(slug("Подарки для мамы"), "podarki-dlya-mami-bbbbbb");
        assert_eq!(slug("🎁🎁"), "bbbbbb");
        assert_eq!(slug(&"uzun ".repeat(40)).len(), 60 + 6);
    }
}
