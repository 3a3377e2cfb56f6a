//! The types of fields, and labels of values.

use kit::Language;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldType {
    /// Such as a colour.
    Choice,
    Range,
    Toggle,
}

impl FieldType {
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "choice" => Some(Self::Choice),
            "range" => Some(Self::Range),
            "toggle" => Some(Self::Toggle),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Choice => "choice",
            Self::Range => "range",
            Self::Toggle => "toggle",
        }
    }
}

pub const YES: &str = "true";
pub const NO: &str = "false";

/// Every value except [`YES`] counts as no.
pub fn yes_or_no(value: &str, language: Language) -> &'static str {
    match (value == YES, language) {
        (true, Language::Az) => "Bəli",
        (true, Language::Ru) => "Да",
        (true, Language::En) => "Yes",
        (false, Language::Az) => "Xeyr",
        (false, Language::Ru) => "Нет",
        (false, Language::En) => "No",
    }
}

/// Azerbaijani and Russian use a decimal comma.
pub fn format_with_unit(number: f64, unit: Option<&str>, language: Language) -> String {
    let mut text = number.to_string();
    if language != Language::En {
        text = text.replace('.', ",");
    }
    match unit {
        Some(unit) if !unit.is_empty() => format!("{text} {unit}"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_with_unit_depends_on_language() {
        assert_eq!(format_with_unit(25.0, Some("ədəd"), Language::Az), "25 ədəd");
        assert_eq!(format_with_unit(6.1, Some("дюйма"), Language::Ru), "6,1 дюйма");
        assert_eq!(format_with_unit(6.1, Some("in"), Language::En), "6.1 in");
        assert_eq!(format_with_unit(3.0, None, Language::En), "3");
    }
}
