//! Renders messages from the files in `templates/`. The first line of a mail's file is the subject.

use std::borrow::Cow;

use chrono::NaiveDate;
use kit::{
    Language,
    template::{TemplateError, escape, escape_lines, fill},
};

use crate::domain::{Template, dates, template::ValueKind};

#[derive(Clone, PartialEq, Eq)]
pub enum Content {
    Sms(String),
    Email {
        subject: String,
        text: String,
        html: String,
    },
    Push {
        title: String,
        text: String,
        /// Without the prefix of a language.
        link: String,
        language: &'static str,
        is_urgent: bool,
    },
}

struct Files {
    text: &'static str,
    html: &'static str,
}

macro_rules! sms_files {
    ($language:literal, $name:literal) => {
        Files { text: include_str!(concat!("../../templates/", $language, "/", $name, ".txt")), html: "" }
    };
}

macro_rules! mail_files {
    ($language:literal, $name:literal) => {
        Files {
            text: include_str!(concat!("../../templates/", $language, "/", $name, ".txt")),
            html: include_str!(concat!("../../templates/", $language, "/", $name, ".html")),
        }
    };
}

macro_rules! template_files {
    ($language:literal, $template:expr) => {
        match $template {
            Template::Code => sms_files!($language, "code"),
            Template::NoticeSms => sms_files!($language, "notice_sms"),
            Template::PhoneChangedSms => sms_files!($language, "phone_changed_sms"),
            // Only tests read this: `render_push` needs no file.
            Template::Push => Files { text: "{{title}}{{text}}{{path}}", html: "" },
            Template::Notice => mail_files!($language, "notice"),
            Template::AccountNotice => mail_files!($language, "account_notice"),
            Template::Digest => mail_files!($language, "digest"),
            Template::PasswordReset => mail_files!($language, "password_reset"),
            Template::EmailVerification => mail_files!($language, "email_verification"),
            Template::EmailInUse => mail_files!($language, "email_in_use"),
            Template::EmailChanged => mail_files!($language, "email_changed"),
            Template::PasswordChanged => mail_files!($language, "password_changed"),
            Template::PhoneChanged => mail_files!($language, "phone_changed"),
            Template::NewDevice => mail_files!($language, "new_device"),
            Template::PasskeyAdded => mail_files!($language, "passkey_added"),
            Template::PhoneReleased => mail_files!($language, "phone_released"),
            Template::SecondFactorChanged => mail_files!($language, "second_factor_changed"),
            Template::AccountDeletion => mail_files!($language, "account_deletion"),
            Template::SupportReport => mail_files!($language, "support_report"),
            Template::TicketOpened => mail_files!($language, "ticket_opened"),
            Template::TicketAnswered => mail_files!($language, "ticket_answered"),
            Template::Wholesale => mail_files!($language, "wholesale"),
        }
    };
}

fn files(template: Template, language: Language) -> Files {
    match language {
        Language::Az => template_files!("az", template),
        Language::Ru => template_files!("ru", template),
        Language::En => template_files!("en", template),
    }
}

fn layout(language: Language) -> &'static str {
    match language {
        Language::Az => include_str!("../../templates/az/layout.html"),
        Language::Ru => include_str!("../../templates/ru/layout.html"),
        Language::En => include_str!("../../templates/en/layout.html"),
    }
}

pub fn render<'v>(
    template: Template,
    language: Language,
    value_of: impl Fn(&str) -> Option<&'v str>,
) -> Result<Content, TemplateError> {
    if template == Template::Push {
        return render_push(language, value_of);
    }
    let Files { text, html } = files(template, language);
    let formatted = |name: &str| {
        let (_, kind) = template.values().iter().find(|(known, _)| *known == name)?;
        Some(format_value(*kind, value_of(name)?, language))
    };
    let text = fill(text, formatted)?;
    if template.is_sms() {
        return Ok(Content::Sms(text.trim_end().to_owned()));
    }

    let (subject, text) = text.split_once("\n\n").unwrap_or((&text, ""));
    let content = fill(html, |name| formatted(name).map(|value| Cow::Owned(escape_lines(&value))))?;
    let html = fill(layout(language), |name| match name {
        "subject" => Some(Cow::Owned(escape(subject))),
        "content" => Some(Cow::Borrowed(content.trim_end())),
        _ => None,
    })?;
    Ok(Content::Email { subject: subject.to_owned(), text: text.to_owned(), html })
}

/// A push has no file, because the browser lays it out.
fn render_push<'v>(language: Language, value_of: impl Fn(&str) -> Option<&'v str>) -> Result<Content, TemplateError> {
    let required =
        |name: &str| value_of(name).map(str::to_owned).ok_or_else(|| TemplateError::Unknown(name.to_owned()));
    Ok(Content::Push {
        title: required("title")?,
        text: required("text")?,
        link: required("path")?,
        language: language.code(),
        is_urgent: value_of("hurries").is_some(),
    })
}

fn format_value(kind: ValueKind, value: &str, language: Language) -> Cow<'_, str> {
    match (kind, value.parse::<NaiveDate>()) {
        (ValueKind::Date, Ok(date)) => Cow::Owned(dates::day_and_year(date, language)),
        _ => Cow::Borrowed(value),
    }
}

#[cfg(test)]
#[path = "rendering_tests.rs"]
mod tests;
