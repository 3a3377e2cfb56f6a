//! Parses optional fields and phone numbers, which several forms contain. Errors are codes that the forms show as
//! texts.

use super::phone::Phone;

/// Parses an optional field. An empty field counts as missing.
pub fn optional<T>(
    raw: Option<&str>,
    parse: impl FnOnce(&str) -> Result<T, &'static str>,
) -> Result<Option<T>, &'static str> {
    raw.filter(|raw| !raw.trim().is_empty()).map(parse).transpose()
}

/// Parses a required phone number.
pub fn parse_phone(raw: &str) -> Result<Phone, &'static str> {
    Phone::parse(raw).ok_or("invalid_phone")
}
