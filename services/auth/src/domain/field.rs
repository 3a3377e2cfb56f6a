//! Fields that several forms contain.

use super::phone::Phone;

/// An empty field counts as missing.
pub fn optional<T>(
    raw: Option<&str>,
    parse: impl FnOnce(&str) -> Result<T, &'static str>,
) -> Result<Option<T>, &'static str> {
    raw.filter(|raw| !raw.trim().is_empty()).map(parse).transpose()
}

pub fn parse_phone(raw: &str) -> Result<Phone, &'static str> {
    Phone::parse(raw).ok_or("invalid_phone")
}
