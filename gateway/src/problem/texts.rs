//! Texts of problems in the three languages, from the web app's locale files.

use std::{collections::HashMap, sync::LazyLock};

use axum::http::StatusCode;
use kit::Language;
use serde::Deserialize;

/// The texts of one language.
#[derive(Debug, Deserialize)]
pub struct ErrorTexts {
    /// Texts for invalid fields, by the code of the error.
    fields: HashMap<String, String>,
    /// Texts of problems, by code.
    #[serde(flatten)]
    codes: HashMap<String, ProblemTexts>,
}

#[derive(Debug, Deserialize)]
struct ProblemTexts {
    title: String,
    detail: String,
}

static AZ: LazyLock<ErrorTexts> = LazyLock::new(|| parse(include_str!("../../../web/locales/az/errors.json")));
static RU: LazyLock<ErrorTexts> = LazyLock::new(|| parse(include_str!("../../../web/locales/ru/errors.json")));
static EN: LazyLock<ErrorTexts> = LazyLock::new(|| parse(include_str!("../../../web/locales/en/errors.json")));

fn parse(text: &str) -> ErrorTexts {
    serde_json::from_str(text).expect("the texts are compiled in, and tests parse them")
}

pub fn of(language: Language) -> &'static ErrorTexts {
    match language {
        Language::Az => &AZ,
        Language::Ru => &RU,
        Language::En => &EN,
    }
}

impl ErrorTexts {
    /// Returns title and detail of a code, or those of its status if the code has none.
    pub fn problem(&self, code: &str, status: StatusCode) -> (&str, &str) {
        let general = match status {
            StatusCode::NOT_FOUND => "not_found",
            status if status.is_client_error() => "validation_failed",
            _ => "internal",
        };
        let texts = self.codes.get(code).or_else(|| self.codes.get(general));
        texts.map_or(("", ""), |texts| (&texts.title, &texts.detail))
    }

    /// Returns the text of a field error. Prefers the text for this field, such as `password_too_short`.
    pub fn field(&self, field: &str, code: &str) -> &str {
        let specific = self.fields.get(&format!("{field}_{code}"));
        specific.or_else(|| self.fields.get(code)).or_else(|| self.fields.get("invalid")).map_or("", String::as_str)
    }

    #[cfg(test)]
    pub fn has(&self, code: &str) -> bool {
        self.codes.contains_key(code)
    }

    #[cfg(test)]
    pub fn has_field(&self, code: &str) -> bool {
        self.fields.contains_key(code)
    }
}
