//! Request codes like `TS-7K4M-29`, in the alphabet of order codes.

use crate::domain::code;

const PREFIX: &str = "TS";
/// Characters without the prefix and dashes.
const LENGTH: usize = 6;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RequestCode(String);

impl RequestCode {
    pub fn from_random(random: u64) -> Self {
        Self(code::from_random(PREFIX, LENGTH, random))
    }

    /// Accepts either case, and missing dashes.
    pub fn parse(raw: &str) -> Option<Self> {
        code::parse(PREFIX, &[LENGTH], raw).map(Self)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_code_is_parsed_and_is_not_an_order_code() {
        let code = RequestCode::from_random(123_456_789);
        assert_eq!(code.as_str(), "TS-PMZJ-2J");
        assert_eq!(RequestCode::parse("ts pmzj2j"), Some(code));
        let wrong_check_character = "TS-PMZJ-2K";
        assert_eq!(RequestCode::parse(wrong_check_character), None);
        assert_eq!(RequestCode::parse("SQ-PMZJ-2J"), None);
    }
}
