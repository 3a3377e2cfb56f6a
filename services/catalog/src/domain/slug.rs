//! Makes slugs from names.

use kit::slug::latin;
use rand::RngCore;
use search::fold;

const MAX_NAME_BYTES: usize = 60;
/// Letters and digits that are not easily confused.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const SUFFIX_LENGTH: usize = 6;

/// The random suffix cannot be guessed.
pub fn generate(name: &str, random: &mut impl RngCore) -> String {
    let suffix: String =
        (0..SUFFIX_LENGTH).map(|_| char::from(ALPHABET[random.next_u32() as usize % ALPHABET.len()])).collect();
    match readable(name) {
        readable if readable.is_empty() => suffix,
        readable => format!("{readable}-{suffix}"),
    }
}

/// The first words of the name in ASCII letters.
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

/// Splits a name into words without case and accents.
pub fn words(name: &str) -> Vec<String> {
    let folded = fold(name);
    let words = folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        // 33 modulo 32 is 1: each letter of the suffix is b.
        let slug = |name: &str| generate(name, &mut FixedRandom(33));
        assert_eq!(slug("Şəhərin ən gözəl gülləri!"), "seherin-en-gozel-gulleri-bbbbbb");
        assert_eq!(slug("Подарки для мамы"), "podarki-dlya-mami-bbbbbb");
        assert_eq!(slug("🎁🎁"), "bbbbbb");
        // Twelve whole words with their hyphens, and the suffix.
        assert_eq!(slug(&"uzun ".repeat(40)).len(), 60 + 6);
    }
}
