//! Texts about offers and bonuses. Each struct is stored as the subject of a notification.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Language, number_format::money};
use serde::{Deserialize, Serialize};

use crate::domain::{dates, quiet_hours};

/// Keyed by language.
pub type Names = BTreeMap<String, String>;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Campaign {
    pub store: String,
    pub names: Names,
    pub percent: i64,
    pub ends_at: DateTime<Utc>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceDrop {
    pub names: Names,
    /// In qəpik (1/100 manat).
    pub from: i64,
    pub to: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackInStock {
    pub names: Names,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExpiringBonuses {
    pub amount: i64,
    pub expires_at: DateTime<Utc>,
}

impl ExpiringBonuses {
    /// Bonuses expire at midnight after their last day.
    pub fn text(&self, language: Language) -> String {
        let amount = self.amount;
        let last_day = dates::day(quiet_hours::baku_date(self.expires_at - TimeDelta::seconds(1)), language);
        match language {
            Language::Az => format!("{amount} bonusun müddəti bitir: son gün {last_day}."),
            Language::Ru => format!("Сгорят бонусы: {amount}. Последний день, чтобы их потратить, — {last_day}."),
            Language::En => format!("Bonuses about to expire: {amount}. The last day to spend them is {last_day}."),
        }
    }
}

impl Campaign {
    pub fn text(&self, language: Language) -> String {
        let Self { store, percent, .. } = self;
        let name = name_in(&self.names, language);
        let last_day = dates::day(quiet_hours::baku_date(self.ends_at), language);
        match language {
            Language::Az => format!("{store}: {name}. {percent}% endirim, son gün {last_day}."),
            Language::Ru => format!("{store}: {name}. Скидка {percent}%, последний день — {last_day}."),
            Language::En => format!("{store}: {name}. {percent}% off, last day {last_day}."),
        }
    }
}

impl PriceDrop {
    pub fn text(&self, language: Language) -> String {
        let (name, from, to) = (name_in(&self.names, language), money(self.from, language), money(self.to, language));
        match language {
            Language::Az => format!("{name}: indi {to}, əvvəl {from} idi."),
            Language::Ru => format!("{name}: теперь {to}, было {from}."),
            Language::En => format!("{name}: now {to}, it was {from}."),
        }
    }
}

impl BackInStock {
    pub fn text(&self, language: Language) -> String {
        let name = name_in(&self.names, language);
        match language {
            Language::Az => format!("{name} yenidən satışdadır. Bitməmiş sifariş verin."),
            Language::Ru => format!("{name} снова в продаже. Успейте заказать."),
            Language::En => format!("{name} is available again. Order it while it lasts."),
        }
    }
}

/// Falls back to the shop's default language, then to any.
fn name_in(names: &Names, language: Language) -> &str {
    let codes = [language.code(), Language::default().code()];
    codes.iter().find_map(|code| names.get(*code)).or_else(|| names.values().next()).map_or("Sovqat", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        [("az", "Novruz xonçası"), ("ru", "Хонча")].map(|(code, name)| (code.to_owned(), name.to_owned())).into()
    }

    #[test]
    fn offers_are_written_in_every_language_and_names_fall_back_to_azerbaijani() {
        // 03:00 of March 21 in Baku.
        let ends_at = "2026-03-20T23:00:00Z".parse().unwrap();
        let campaign = Campaign { store: "Şirin ev".to_owned(), names: names(), percent: 20, ends_at };
        assert_eq!(
            Language::ALL.map(|language| campaign.text(language)),
            [
                "Şirin ev: Novruz xonçası. 20% endirim, son gün 21 mart.",
                "Şirin ev: Хонча. Скидка 20%, последний день — 21 марта.",
                "Şirin ev: Novruz xonçası. 20% off, last day March 21.",
            ]
        );
        let price_drop = PriceDrop { names: names(), from: 123_400, to: 3995 };
        let expected = "Novruz xonçası: indi 39,95\u{a0}₼, əvvəl 1\u{a0}234,00\u{a0}₼ idi.";
        assert_eq!(price_drop.text(Language::Az), expected);
        assert_eq!(BackInStock { names: names() }.text(Language::Ru), "Хонча снова в продаже. Успейте заказать.");
    }
}
