//! A signed quote of an order's cost, for one account and ten minutes. Only the shopper stores it. Placing an order
//! sends it back, and differences to the current terms are reported.

use std::collections::BTreeMap;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::{
    cart::LineKey,
    engine::Bill,
    method::Method,
    price::{PricedCart, PricedLine},
    promo::Applied,
};

pub const VALID_FOR: TimeDelta = TimeDelta::minutes(10);
const MIN_SECRET_LENGTH: usize = 32;
/// In bytes. A quote with one hundred lines of the longest numbers is shorter.
const MAX_TOKEN_LENGTH: usize = 16 * 1024;
/// The bytes of an HMAC-SHA256.
const MAC_LENGTH: usize = 32;
/// Separates quotes from other values signed with the secret.
const PURPOSE: &[u8] = b"sovqat.order.quote.v1";

#[derive(Clone)]
pub struct QuoteKey(Hmac<Sha256>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    account: i64,
    /// Unix time.
    expires_at: i64,
    total: i64,
    lines: Vec<QuotedLine>,
    /// The delivery fee.
    fee: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    zone: Option<i64>,
    /// The slot that the shopper chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    slot: Option<String>,
    /// The promo id and its discount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    promo: Option<(i64, i64)>,
    #[serde(default, skip_serializing_if = "is_zero")]
    bonuses: i64,
    /// The method's name, and the months of an instalment plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    method: Option<(String, Option<i32>)>,
}

/// The terms that a quote promises, or is compared with.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'a> {
    pub cart: &'a PricedCart,
    pub bill: &'a Bill,
    pub promo: Option<&'a Applied>,
    pub zone: Option<i64>,
    /// The slot that the shopper chose.
    pub slot: Option<&'a str>,
    pub method: Option<Method>,
}

/// Short names keep the token small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct QuotedLine {
    #[serde(rename = "p")]
    product: i64,
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    size: Option<i64>,
    #[serde(rename = "c")]
    count: i64,
    #[serde(rename = "u")]
    unit_price: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Untrusted {
    Forged,
    /// The quote is for another account.
    NotYours,
    Expired,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// A quoted line is no longer in the cart.
    Gone {
        key: LineKey,
    },
    /// A line of the cart is not in the quote.
    New {
        key: LineKey,
    },
    Count {
        key: LineKey,
        before: i64,
        after: i64,
    },
    Price {
        key: LineKey,
        before: i64,
        after: i64,
    },
    /// The code or discount differs.
    Promo {
        before: i64,
        after: i64,
    },
    Bonus {
        before: i64,
        after: i64,
    },
    /// The fee, zone or slot differs.
    Delivery {
        before: i64,
        after: i64,
    },
    Payment,
    Total {
        before: i64,
        after: i64,
    },
}

impl Quote {
    pub fn of(account: i64, terms: &Terms<'_>, now: DateTime<Utc>) -> Self {
        Self {
            account,
            expires_at: (now + VALID_FOR).timestamp(),
            total: terms.bill.total,
            lines: terms.cart.lines.iter().map(QuotedLine::of).collect(),
            fee: terms.bill.delivery_fee,
            zone: terms.zone,
            slot: terms.slot.map(str::to_owned),
            promo: terms.promo.map(quoted_promo),
            bonuses: terms.bill.bonus_spent,
            method: terms.method.map(|method| (method.name().to_owned(), method.months())),
        }
    }

    /// A slot or method that the shopper did not choose is not compared.
    pub fn differences(&self, terms: &Terms<'_>) -> Vec<Difference> {
        let mut found = self.line_differences(terms.cart);
        let promo = terms.promo.map(quoted_promo);
        if self.promo != promo {
            let discount_of = |promo: Option<(i64, i64)>| promo.map_or(0, |(_, discount)| discount);
            found.push(Difference::Promo { before: discount_of(self.promo), after: discount_of(promo) });
        }
        if self.bonuses != terms.bill.bonus_spent {
            found.push(Difference::Bonus { before: self.bonuses, after: terms.bill.bonus_spent });
        }
        let is_other_zone = self.zone != terms.zone;
        let is_other_slot = self.slot.is_some() && self.slot.as_deref() != terms.slot;
        if is_other_zone || is_other_slot || self.fee != terms.bill.delivery_fee {
            found.push(Difference::Delivery { before: self.fee, after: terms.bill.delivery_fee });
        }
        if self.method.as_ref().is_some_and(|method| !is_same_method(method, terms.method)) {
            found.push(Difference::Payment);
        }
        if self.total != terms.bill.total {
            found.push(Difference::Total { before: self.total, after: terms.bill.total });
        }
        found
    }

    fn line_differences(&self, cart: &PricedCart) -> Vec<Difference> {
        let mut current: BTreeMap<_, _> = cart.lines.iter().map(|line| (line.key, QuotedLine::of(line))).collect();
        let mut found = Vec::new();
        for before in &self.lines {
            let key = before.key();
            let Some(after) = current.remove(&key) else {
                found.push(Difference::Gone { key });
                continue;
            };
            if before.count != after.count {
                found.push(Difference::Count { key, before: before.count, after: after.count });
            }
            if before.unit_price != after.unit_price {
                found.push(Difference::Price { key, before: before.unit_price, after: after.unit_price });
            }
        }
        found.extend(current.into_keys().map(|key| Difference::New { key }));
        found
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(amount: &i64) -> bool {
    *amount == 0
}

fn quoted_promo(promo: &Applied) -> (i64, i64) {
    (promo.promo_id, promo.discount)
}

fn is_same_method((name, months): &(String, Option<i32>), method: Option<Method>) -> bool {
    method.is_some_and(|method| method.name() == name && method.months() == *months)
}

impl Difference {
    pub fn code(self) -> &'static str {
        match self {
            Self::Gone { .. } => "gone",
            Self::New { .. } => "new",
            Self::Count { .. } => "count",
            Self::Price { .. } => "price",
            Self::Promo { .. } => "promo",
            Self::Bonus { .. } => "bonus",
            Self::Delivery { .. } => "delivery",
            Self::Payment => "payment",
            Self::Total { .. } => "total",
        }
    }
}

impl QuotedLine {
    fn of(line: &PricedLine) -> Self {
        Self { product: line.key.product, size: line.key.size, count: line.count, unit_price: line.unit_price }
    }

    fn key(self) -> LineKey {
        LineKey { product: self.product, size: self.size }
    }
}

impl QuoteKey {
    pub fn new(secret: &str) -> Option<Self> {
        if secret.len() < MIN_SECRET_LENGTH {
            return None;
        }
        let mut mac = Hmac::new_from_slice(secret.as_bytes()).ok()?;
        mac.update(PURPOSE);
        Some(Self(mac))
    }

    pub fn sign(&self, quote: &Quote) -> kit::Result<String> {
        let mut token = serde_json::to_vec(quote).map_err(kit::Error::internal)?;
        let mac = self.0.clone().chain_update(&token).finalize().into_bytes();
        token.extend_from_slice(&mac);
        Ok(URL_SAFE_NO_PAD.encode(token))
    }

    /// Hides personal data in a keyed hash. It cannot equal a quote's signature, because quotes begin with a brace.
    pub fn pseudonym(&self, parts: &[&str]) -> [u8; 32] {
        let mut mac = self.0.clone().chain_update(b"pseudonym");
        for part in parts {
            mac.update(&[0]);
            mac.update(part.as_bytes());
        }
        mac.finalize().into_bytes().into()
    }

    pub fn verify(&self, token: &str, account: i64, now: DateTime<Utc>) -> Result<Quote, Untrusted> {
        if token.len() > MAX_TOKEN_LENGTH {
            return Err(Untrusted::Forged);
        }
        let bytes = URL_SAFE_NO_PAD.decode(token).map_err(|_| Untrusted::Forged)?;
        let (text, mac) = bytes.split_last_chunk::<MAC_LENGTH>().ok_or(Untrusted::Forged)?;
        self.0.clone().chain_update(text).verify_slice(mac).map_err(|_| Untrusted::Forged)?;
        let quote: Quote = serde_json::from_slice(text).map_err(|_| Untrusted::Forged)?;
        if quote.account != account {
            return Err(Untrusted::NotYours);
        }
        if quote.expires_at <= now.timestamp() {
            return Err(Untrusted::Expired);
        }
        Ok(quote)
    }
}

#[cfg(test)]
mod tests;
