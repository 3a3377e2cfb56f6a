//! Test cards.

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Card {
    Approved,
    /// Approved after a code was entered.
    WithCode,
    Declined {
        code: String,
    },
    /// The bank does not answer.
    Silent,
    /// Not a card number.
    Invalid,
}

/// Removes spaces and hyphens.
pub fn digits(number: &str) -> String {
    number.chars().filter(char::is_ascii_digit).collect()
}

pub fn recognise(number: &str) -> Card {
    let digits = digits(number);
    match digits.as_str() {
        "4111111111111111" => Card::Approved,
        "4000000000003220" => Card::WithCode,
        "4000000000009999" => Card::Silent,
        _ if digits.len() != 16 => Card::Invalid,
        _ => match digits.strip_prefix("4000000000000") {
            Some(code) if code != "000" => Card::Declined { code: code.to_owned() },
            // Unknown cards are declined as invalid.
            _ => Card::Declined { code: "111".to_owned() },
        },
    }
}

/// Returns for example `411111******1111`.
pub fn mask(number: &str) -> String {
    let digits = digits(number);
    let (Some(first), Some(last)) = (digits.get(..6), digits.len().checked_sub(4).and_then(|at| digits.get(at..)))
    else {
        return String::new();
    };
    format!("{first}******{last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_cards_are_recognised() {
        let declined = |code: &str| Card::Declined { code: code.to_owned() };
        for (number, card) in [
            ("4111 1111 1111 1111", Card::Approved),
            ("4000-0000-0000-3220", Card::WithCode),
            ("4000000000009999", Card::Silent),
            ("4000000000000116", declined("116")),
            ("4000000000000209", declined("209")),
            ("5555555555554444", declined("111")),
            ("4111", Card::Invalid),
            ("", Card::Invalid),
        ] {
            assert_eq!(recognise(number), card, "{number}");
        }
        assert_eq!(mask("4111 1111 1111 1111"), "411111******1111");
        assert_eq!(mask("41"), "");
    }
}
