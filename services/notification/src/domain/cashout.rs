//! A cash-out pays an influencer's earnings to a card.

use kit::{Language, number_format::money};
use serde::{Deserialize, Serialize};

use crate::domain::kind::Kind;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndedCashout {
    /// In qəpik (1/100 manat).
    pub amount: i64,
    /// Masked, as 4169 •••• •••• 1234.
    pub card: String,
}

impl EndedCashout {
    /// `status` is one of the order service.
    pub fn kind(status: &str) -> Option<Kind> {
        match status {
            "paid" => Some(Kind::CashoutPaid),
            "failed" => Some(Kind::CashoutFailed),
            "declined" => Some(Kind::CashoutDeclined),
            _ => None,
        }
    }

    pub fn text(&self, kind: Kind, language: Language) -> String {
        let (sum, card) = (money(self.amount, language), &self.card);
        match (kind, language) {
            (Kind::CashoutPaid, Language::Az) => format!("{card} kartına {sum} göndərdik."),
            (Kind::CashoutPaid, Language::Ru) => format!("Мы отправили {sum} на карту {card}."),
            (Kind::CashoutPaid, Language::En) => format!("We sent {sum} to the card {card}."),
            (Kind::CashoutDeclined, Language::Az) => {
                format!("{sum} qazanc balansınıza qaytarıldı. Səbəbi qazanc səhifənizdə yazmışıq.")
            }
            (Kind::CashoutDeclined, Language::Ru) => {
                format!("{sum} вернулись на баланс заработка. Причина указана на странице заработка.")
            }
            (Kind::CashoutDeclined, Language::En) => {
                format!("{sum} is back in your earnings. You will find the reason on your earnings page.")
            }
            // The remaining kind is `CashoutFailed`.
            (_, Language::Az) => {
                format!("Bank {card} kartına köçürməni aparmadı. {sum} qazanc balansınıza qaytarıldı.")
            }
            (_, Language::Ru) => {
                format!("Банк не выполнил перевод на карту {card}. {sum} вернулись на баланс заработка.")
            }
            (_, Language::En) => {
                format!("The bank did not make the transfer to the card {card}. {sum} is back in your earnings.")
            }
        }
    }
}
