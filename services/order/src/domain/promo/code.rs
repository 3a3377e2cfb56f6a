//! Promo codes ignore case and Azerbaijani diacritics, which people leave out when they type from paper.

const LENGTH: std::ops::RangeInclusive<usize> = 6..=40;

/// Folded, so that codes which look alike are equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code(String);

impl Code {
    pub fn parse(raw: &str) -> Result<Self, &'static str> {
        let folded = fold(raw);
        match folded.chars().count() {
            length if length < *LENGTH.start() => Err("too_short"),
            length if length > *LENGTH.end() => Err("too_long"),
            _ => Ok(Self(folded)),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// I, İ, ı and i count as one letter.
pub fn fold(raw: &str) -> String {
    let plain = |letter: char| match letter {
        'ı' | 'I' | 'İ' => 'i',
        'ə' | 'Ə' => 'e',
        'ö' | 'Ö' => 'o',
        'ü' | 'Ü' => 'u',
        'ğ' | 'Ğ' => 'g',
        'ş' | 'Ş' => 's',
        'ç' | 'Ç' => 'c',
        letter => letter,
    };
    // U+0307 is the combining dot of a decomposed İ.
    let letters = raw.chars().filter(|letter| !letter.is_whitespace() && *letter != '\u{307}');
    letters.flat_map(|letter| plain(letter).to_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn spelling_variants_are_the_same_code() {
        let code = Code::parse("XOSGELDIN").unwrap();
        for typed in
            ["xosgeldin", "XoşGəldin", "XOŞGƏLDİN", "xoşgəldın", " xos geldin ", "XOSGELDI\u{307}N", "xosgeldi\u{307}n"]
        {
            assert_eq!(Code::parse(typed).unwrap(), code, "{typed}");
        }
        assert_ne!(Code::parse("XOSGELDIN1").unwrap(), code);
    }

    #[test]
    fn a_code_has_six_to_forty_letters() {
        assert_eq!(Code::parse("NOVRU"), Err("too_short"));
        assert_eq!(Code::parse("NOV   RU"), Err("too_short"));
        assert!(Code::parse("NOVRUZ").is_ok());
        assert_eq!(Code::parse(&"A".repeat(41)), Err("too_long"));
    }

    proptest! {
        #[test]
        fn folding_twice_is_folding_once(raw in "\\PC{0,20}") {
            let once = fold(&raw);
            prop_assert_eq!(fold(&once), once);
        }
    }
}
