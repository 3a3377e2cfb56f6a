//! Titles and texts of notifications. Kinds of a newer release are unknown and get a general text.

use std::borrow::Cow;

use kit::Language;
use serde::Deserialize as _;

use crate::domain::{
    birthday::Birthday,
    cashout::EndedCashout,
    kind::Kind,
    offers::{BackInStock, Campaign, ExpiringBonuses, PriceDrop},
    order_step::{OrderStep, OrderSubject},
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationText {
    pub title: &'static str,
    pub text: Cow<'static, str>,
}

/// `key` is a kind or a step of an order.
pub fn notification_text(key: &str, subject: &serde_json::Value, language: Language) -> NotificationText {
    if let Some(step) = OrderStep::from_key(key) {
        let text = step.text(OrderSubject::deserialize(subject).ok().as_ref(), language);
        return NotificationText { title: step.title(language), text: text.into() };
    }
    let kind = Kind::from_key(key);
    let (title, text) = kind.map_or_else(|| unknown_kind_text(language), |kind| kind.default_text(language));
    let detail = kind.and_then(|kind| detail_text(kind, subject, language));
    NotificationText { title, text: detail.map_or(Cow::Borrowed(text), Cow::Owned) }
}

fn detail_text(kind: Kind, subject: &serde_json::Value, language: Language) -> Option<String> {
    match kind {
        Kind::BirthdayNear => Some(Birthday::deserialize(subject).ok()?.text(language)),
        Kind::CampaignStarted => Some(Campaign::deserialize(subject).ok()?.text(language)),
        Kind::PriceDropped => Some(PriceDrop::deserialize(subject).ok()?.text(language)),
        Kind::BonusesExpiring => Some(ExpiringBonuses::deserialize(subject).ok()?.text(language)),
        Kind::CashoutPaid | Kind::CashoutFailed | Kind::CashoutDeclined => {
            Some(EndedCashout::deserialize(subject).ok()?.text(kind, language))
        }
        Kind::BackInStock => Some(BackInStock::deserialize(subject).ok()?.text(language)),
        _ => None,
    }
}

fn unknown_kind_text(language: Language) -> (&'static str, &'static str) {
    match language {
        Language::Az => ("Sovqatdan xəbər var", "Təfərrüatlara hesabınızda baxa bilərsiniz."),
        Language::Ru => ("Новость от Sovqat", "Подробности смотрите в вашем аккаунте."),
        Language::En => ("News from Sovqat", "You will find the details in your account."),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_kind_has_texts_in_every_language() {
        let mut distinct_texts = HashSet::new();
        let keys = Kind::ALL.iter().map(|kind| kind.key()).chain(OrderStep::ALL.map(OrderStep::key));
        for key in keys.chain(["unknown_kind"]) {
            for language in Language::ALL {
                let NotificationText { title, text } = notification_text(key, &serde_json::Value::Null, language);
                let name = format!("{key} in {}", language.code());
                assert!(distinct_texts.insert(title.to_owned()), "{name} repeats a title");
                assert!(distinct_texts.insert(text.to_string()), "{name} repeats a text");
                let is_cyrillic = |c: char| ('а'..='я').contains(&c);
                assert_eq!(text.contains(is_cyrillic), language == Language::Ru, "{name}");
            }
        }
    }

    #[test]
    fn every_link_is_a_path() {
        assert!(Kind::ALL.iter().all(|kind| kind.link().starts_with('/')));
    }
}
