//! The basic alphabet of SMS (GSM 03.38). Each part of an SMS holds 160 characters of this alphabet, but only 70 if a
//! single character is outside of it. The shop pays for each part.

/// The characters of the GSM alphabet that count as one character of a message.
const BASIC: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/// Each of these counts as two characters of a message.
const EXTENDED: &str = "^{}\\[~]|€";

/// Returns whether the text uses only the basic alphabet.
pub fn is_gsm(text: &str) -> bool {
    text.chars().all(|c| BASIC.contains(c) || EXTENDED.contains(c))
}

/// Replaces Azerbaijani letters and typographic signs by similar characters of the alphabet, as people do in SMS.
/// Russian letters stay.
pub fn transliterate(text: &str) -> String {
    let replace = |c: char| match c {
        'ə' => 'e',
        'Ə' => 'E',
        'ı' => 'i',
        'İ' => 'I',
        'ş' => 's',
        'Ş' => 'S',
        'ğ' => 'g',
        'Ğ' => 'G',
        'ç' => 'c',
        'Ç' => 'C',
        '“' | '”' | '«' | '»' => '"',
        '—' | '–' => '-',
        c => c,
    };
    text.chars().map(replace).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn azerbaijani_is_transliterated_to_gsm_characters() {
        let plain = transliterate("İzlədiyiniz mağazada endirim: Şirin çörək, ılıq süd");
        assert_eq!(plain, "Izlediyiniz magazada endirim: Sirin cörek, iliq süd");
        assert!(is_gsm(&plain));
    }

    #[test]
    fn characters_outside_gsm_are_detected() {
        assert!(is_gsm("Sovqat: 1234 tesdiq kodudur. Kodu hec kime vermeyin"));
        assert!(is_gsm("ÖÜöüÇ€[]"));
        for letter in ["ə", "ı", "ş", "ğ", "ç", "İ", "Ж", "•", "—"] {
            assert!(!is_gsm(letter), "{letter}");
        }
    }
}
