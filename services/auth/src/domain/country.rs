//! Countries whose phone numbers are accepted. Only lengths and first digits are checked (from libphonenumber's
//! metadata).

use std::ops::RangeInclusive;

use kit::Language;

pub struct Country {
    /// ISO 3166-1.
    pub code: &'static str,
    /// Azerbaijani, Russian and English.
    names: [&'static str; 3],
    /// The calling code, without the plus.
    pub dial: &'static str,
    /// How many digits follow the calling code.
    pub length: RangeInclusive<usize>,
    /// First digits of mobile numbers.
    pub prefixes: &'static [&'static str],
    /// Each `#` is a digit.
    pub mask: &'static str,
    pub example: &'static str,
}

impl Country {
    pub fn name(&self, language: Language) -> &'static str {
        let [az, ru, en] = self.names;
        match language {
            Language::Az => az,
            Language::Ru => ru,
            Language::En => en,
        }
    }

    /// `national` is the number without the calling code.
    pub fn is_mobile(&self, national: &str) -> bool {
        self.length.contains(&national.len()) && self.prefixes.iter().any(|start| national.starts_with(start))
    }
}

/// The prefix 36554 belongs to Naxtel, the operator of Nakhchivan.
pub static AZERBAIJAN: Country = Country {
    code: "AZ",
    names: ["Azərbaycan", "Азербайджан", "Azerbaijan"],
    dial: "994",
    length: 9..=9,
    prefixes: &["10", "40", "44", "50", "51", "55", "60", "70", "77", "99", "36554"],
    mask: "## ### ## ##",
    example: "50 123 45 67",
};

pub static FOREIGN: [Country; 16] = [
    Country {
        code: "TR",
        names: ["Türkiyə", "Турция", "Türkiye"],
        dial: "90",
        length: 10..=10,
        prefixes: &["5"],
        mask: "### ### ## ##",
        example: "501 234 56 78",
    },
    Country {
        code: "GE",
        names: ["Gürcüstan", "Грузия", "Georgia"],
        dial: "995",
        length: 9..=9,
        prefixes: &["5"],
        mask: "### ## ## ##",
        example: "555 12 34 56",
    },
    Country {
        code: "RU",
        names: ["Rusiya", "Россия", "Russia"],
        dial: "7",
        length: 10..=10,
        prefixes: &["9"],
        mask: "### ###-##-##",
        example: "912 345-67-89",
    },
    Country {
        code: "KZ",
        names: ["Qazaxıstan", "Казахстан", "Kazakhstan"],
        dial: "7",
        length: 10..=10,
        prefixes: &["70", "74", "77"],
        mask: "### ### ## ##",
        example: "771 000 99 98",
    },
    Country {
        code: "UA",
        names: ["Ukrayna", "Украина", "Ukraine"],
        dial: "380",
        length: 9..=9,
        prefixes: &["39", "50", "63", "66", "67", "68", "73", "75", "77", "9"],
        mask: "## ### ## ##",
        example: "50 123 45 67",
    },
    Country {
        code: "DE",
        names: ["Almaniya", "Германия", "Germany"],
        dial: "49",
        length: 10..=11,
        prefixes: &["15", "16", "17"],
        mask: "#### #######",
        example: "1512 3456789",
    },
    Country {
        code: "GB",
        names: ["Böyük Britaniya", "Великобритания", "United Kingdom"],
        dial: "44",
        length: 10..=10,
        prefixes: &["7"],
        mask: "#### ######",
        example: "7400 123456",
    },
    Country {
        code: "US",
        names: ["ABŞ və Kanada", "США и Канада", "United States and Canada"],
        dial: "1",
        length: 10..=10,
        prefixes: &["2", "3", "4", "5", "6", "7", "8", "9"],
        mask: "(###) ###-####",
        example: "(201) 555-0123",
    },
    Country {
        code: "AE",
        names: ["BƏƏ", "ОАЭ", "United Arab Emirates"],
        dial: "971",
        length: 9..=9,
        prefixes: &["5"],
        mask: "## ### ####",
        example: "50 123 4567",
    },
    Country {
        code: "IL",
        names: ["İsrail", "Израиль", "Israel"],
        dial: "972",
        length: 9..=9,
        prefixes: &["5"],
        mask: "## ### ####",
        example: "50 234 5678",
    },
    Country {
        code: "IR",
        names: ["İran", "Иран", "Iran"],
        dial: "98",
        length: 10..=10,
        prefixes: &["9"],
        mask: "### ### ####",
        example: "912 345 6789",
    },
    Country {
        code: "UZ",
        names: ["Özbəkistan", "Узбекистан", "Uzbekistan"],
        dial: "998",
        length: 9..=9,
        prefixes: &["2", "3", "5", "7", "8", "9"],
        mask: "## ### ## ##",
        example: "91 234 56 78",
    },
    Country {
        code: "BY",
        names: ["Belarus", "Беларусь", "Belarus"],
        dial: "375",
        length: 9..=9,
        prefixes: &["25", "29", "33", "44"],
        mask: "## ###-##-##",
        example: "29 491-19-11",
    },
    Country {
        code: "PL",
        names: ["Polşa", "Польша", "Poland"],
        dial: "48",
        length: 9..=9,
        prefixes: &["45", "5", "6", "7", "88"],
        mask: "### ### ###",
        example: "512 345 678",
    },
    Country {
        code: "FR",
        names: ["Fransa", "Франция", "France"],
        dial: "33",
        length: 9..=9,
        prefixes: &["6", "7"],
        mask: "# ## ## ## ##",
        example: "6 12 34 56 78",
    },
    Country {
        code: "IT",
        names: ["İtaliya", "Италия", "Italy"],
        dial: "39",
        length: 9..=10,
        prefixes: &["3"],
        mask: "### ### ####",
        example: "312 345 6789",
    },
];

pub fn all() -> impl Iterator<Item = &'static Country> {
    std::iter::once(&AZERBAIJAN).chain(&FOREIGN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::phone::Phone;

    #[test]
    fn each_example_fits_its_mask_and_is_a_number() {
        for country in all() {
            let shape: String = country.example.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
            assert_eq!(shape, country.mask, "{}", country.code);
            let digits: String = country.example.chars().filter(char::is_ascii_digit).collect();
            assert_eq!(digits.len(), *country.length.end(), "{}", country.code);
            let phone = Phone::parse(&format!("+{} {}", country.dial, country.example));
            let e164 = format!("+{}{digits}", country.dial);
            assert_eq!(phone.as_ref().map(Phone::as_str), Some(e164.as_str()), "{}", country.code);
        }
    }

    /// Russia and Kazakhstan share +7.
    #[test]
    fn each_number_belongs_to_one_country() {
        for country in all() {
            let digits: String = country.example.chars().filter(char::is_ascii_digit).collect();
            let number = format!("{}{digits}", country.dial);
            let has_number =
                |owner: &&Country| number.strip_prefix(owner.dial).is_some_and(|national| owner.is_mobile(national));
            let owners: Vec<_> = all().filter(has_number).map(|owner| owner.code).collect();
            assert_eq!(owners, [country.code]);
        }
    }
}
