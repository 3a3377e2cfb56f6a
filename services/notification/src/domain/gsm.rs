//! The basic alphabet of SMS (GSM 03.38). A part of an SMS holds 160 of its characters, but 70 with any other
//! character. The shop pays per part.

const BASIC: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/// Each counts as two characters.
const EXTENDED: &str = "^{}\\[~]|€";

pub fn is_gsm(text: &str) -> bool {
    text.chars().all(|c| BASIC.contains(c) || EXTENDED.contains(c))
}

/// Replaces letters and signs outside the alphabet. Russian letters stay.
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
