//! The alphabet of a plain SMS (GSM 03.38). One letter outside of it, and the whole message is sent in UCS-2: 70 characters a
//! part instead of 160.

const BASIC: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/// Each of these takes the room of two.
const EXTENDED: &str = "^{}\\[~]|€";

pub fn is_plain(text: &str) -> bool {
    text.chars().all(|c| BASIC.contains(c) || EXTENDED.contains(c))
}

/// The same in letters that are cheap to send, where the language has any: nobody in Azerbaijan stumbles over `Sevimliniz ucuzlasdi`.
/// Russian stays as it is.
pub fn in_plain_letters(text: &str) -> String {
    let plain = |c: char| match c {
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
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn azerbaijani_becomes_plain_and_stays_readable() {
        let plain = in_plain_letters("İzlədiyiniz mağazada endirim: Şirin çörək, ılıq süd");
        assert_eq!(plain, "Izlediyiniz magazada endirim: Sirin cörek, iliq süd");
        assert!(is_plain(&plain));
    }

    #[test]
    fn azerbaijani_and_russian_letters_make_a_message_dear() {
        assert!(is_plain("Sovqat: 1234 tesdiq kodudur. Kodu hec kime vermeyin"));
        assert!(is_plain("ÖÜöüÇ€[]"));
        for letter in ["ə", "ı", "ş", "ğ", "ç", "İ", "Ж", "•", "—"] {
            assert!(!is_plain(letter), "{letter}");
        }
    }
}
