//! The test cards. Payouts to all but declined and invalid cards succeed.

/// Every other code is the reason of a decline.
pub const SUCCESS_CODE: &str = "000";
pub const UNKNOWN_CARD_CODE: &str = "111";
pub const CARD_WITH_CONFIRMATION: &str = "4000000000003220";
/// The last three digits of such a card are its decline code.
const DECLINED_PREFIX: &str = "4000000000000";

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardBehaviour {
    Approved,
    /// Asks for the confirmation code first.
    WithConfirmation,
    Declined {
        code: String,
    },
    /// No test card. Payments are declined.
    Unknown,
    /// Payments get no response.
    Silent,
    Invalid,
}

pub fn digits(number: &str) -> String {
    number.chars().filter(char::is_ascii_digit).collect()
}

impl CardBehaviour {
    pub fn of(number: &str) -> Self {
        let digits = digits(number);
        match digits.as_str() {
            "4111111111111111" => Self::Approved,
            CARD_WITH_CONFIRMATION => Self::WithConfirmation,
            "4000000000009999" => Self::Silent,
            _ if digits.len() != 16 => Self::Invalid,
            _ => match digits.strip_prefix(DECLINED_PREFIX) {
                Some(code) if code != SUCCESS_CODE => Self::Declined { code: code.to_owned() },
                _ => Self::Unknown,
            },
        }
    }
}

/// Returns, for example, `411111******1111`, or an empty text for a number that is too short.
pub fn mask(number: &str) -> String {
    let digits = digits(number);
    let first_six = digits.get(..6);
    let last_four = digits.len().checked_sub(4).and_then(|start| digits.get(start..));
    let (Some(first_six), Some(last_four)) = (first_six, last_four) else { return String::new() };
    format!("{first_six}******{last_four}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_test_card_has_its_behaviour() {
        let declined = |code: &str| CardBehaviour::Declined { code: code.to_owned() };
        for (number, behaviour) in [
            ("4111 1111 1111 1111", CardBehaviour::Approved),
            ("4000-0000-0000-3220", CardBehaviour::WithConfirmation),
            ("4000000000009999", CardBehaviour::Silent),
            ("4000000000000116", declined("116")),
            ("4000000000000209", declined("209")),
            ("4000000000000000", CardBehaviour::Unknown),
            ("5555555555554444", CardBehaviour::Unknown),
            ("4111", CardBehaviour::Invalid),
            ("", CardBehaviour::Invalid),
        ] {
            assert_eq!(CardBehaviour::of(number), behaviour, "{number}");
        }
        assert_eq!(mask("4111 1111 1111 1111"), "411111******1111");
        assert_eq!(mask("41"), "");
    }
}
