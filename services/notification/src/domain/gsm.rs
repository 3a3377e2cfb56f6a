//! The alphabet of a plain SMS (GSM 03.38). One letter outside of it, and the whole message is sent in UCS-2: 70 characters a
//! part instead of 160.

const BASIC: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/// Each of these takes the room of two.
const EXTENDED: &str = "^{}\\[~]|€";

pub fn is_plain(text: &str) -> bool {
    text.chars().all(|c| BASIC.contains(c) || EXTENDED.contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn azerbaijani_and_russian_letters_make_a_message_dear() {
        assert!(is_plain("Sovqat: 1234 tesdiq kodudur. Kodu hec kime vermeyin"));
        assert!(is_plain("ÖÜöüÇ€[]"));
        for letter in ["ə", "ı", "ş", "ğ", "ç", "İ", "Ж", "•", "—"] {
            assert!(!is_plain(letter), "{letter}");
        }
    }
}
