//! Content pages, such as the FAQ. Their texts are Markdown with placeholders, such as `{{company}}`. Bundled texts are
//! compiled into the program, so that no page is ever missing and a release can correct texts that staff have not
//! edited.

use std::borrow::Cow;

use chrono::{DateTime, NaiveDate, Utc};
use kit::{
    Language,
    template::{TemplateError, fill},
};

use crate::domain::{
    markdown::Split,
    settings::Settings,
    shop_rules::{ShopRules, escaped},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Page {
    Privacy,
    Delivery,
    Bonuses,
    Faq,
    Help,
    Payment,
    Terms,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    pub title: String,
    pub markdown: String,
}

macro_rules! markdown_file {
    ($language:literal, $page:expr) => {
        match $page {
            Page::Privacy => include_str!(concat!("../../texts/", $language, "/privacy.md")),
            Page::Delivery => include_str!(concat!("../../texts/", $language, "/delivery.md")),
            Page::Bonuses => include_str!(concat!("../../texts/", $language, "/bonuses.md")),
            Page::Faq => include_str!(concat!("../../texts/", $language, "/faq.md")),
            Page::Help => include_str!(concat!("../../texts/", $language, "/help.md")),
            Page::Payment => include_str!(concat!("../../texts/", $language, "/payment.md")),
            Page::Terms => include_str!(concat!("../../texts/", $language, "/terms.md")),
        }
    };
}

impl Page {
    pub const ALL: [Self; 7] =
        [Self::Privacy, Self::Delivery, Self::Bonuses, Self::Faq, Self::Help, Self::Payment, Self::Terms];

    pub fn key(self) -> &'static str {
        match self {
            Self::Privacy => "privacy",
            Self::Delivery => "delivery",
            Self::Bonuses => "bonuses",
            Self::Faq => "faq",
            Self::Help => "help",
            Self::Payment => "payment",
            Self::Terms => "terms",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page| page.key() == key)
    }

    /// The FAQ has one section per question.
    pub fn split(self) -> Split {
        if self == Self::Faq { Split::Questions } else { Split::Headings }
    }

    /// Version 0. The first line of its file is the title.
    pub fn bundled_text(self, language: Language) -> Text {
        let file = match language {
            Language::Az => markdown_file!("az", self),
            Language::Ru => markdown_file!("ru", self),
            Language::En => markdown_file!("en", self),
        };
        let (title, markdown) = file.split_once('\n').unwrap_or((file, ""));
        Text { title: title.trim_start_matches("# ").to_owned(), markdown: markdown.trim().to_owned() }
    }
}

/// Developers update the date with each change of a bundled text.
pub fn revised_at() -> DateTime<Utc> {
    NaiveDate::from_ymd_opt(2026, 11, 25).and_then(|day| day.and_hms_opt(0, 0, 0)).unwrap_or_default().and_utc()
}

/// The values of other placeholders are rules of the order service.
const SETTING_PLACEHOLDERS: [&str; 6] = ["company", "taxNumber", "address", "email", "phone", "app"];

pub fn needs_rules(markdown: &str) -> bool {
    let after_braces = markdown.split("{{").skip(1);
    let mut names = after_braces.filter_map(|rest| rest.split("}}").next());
    names.any(|name| !SETTING_PLACEHOLDERS.contains(&name))
}

pub fn fill_placeholders(
    markdown: &str,
    settings: &Settings,
    rules: &ShopRules,
    language: Language,
) -> Result<String, TemplateError> {
    let Settings { contact, office, app, .. } = settings;
    fill(markdown, |name| {
        let value = match name {
            "company" => &office.company,
            "taxNumber" => &office.tax_number,
            "address" => office.address.in_language(language),
            "email" => &contact.email,
            "phone" => &contact.phone_number,
            "app" => return Some(Cow::Owned(app.markdown_sentence(language))),
            _ => return rules.markdown(name, language).map(Cow::Owned),
        };
        Some(Cow::Owned(escaped(value)))
    })
}

#[cfg(test)]
mod tests;
