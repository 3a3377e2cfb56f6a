//! A quote is our signed word on what a cart costs: for one account, these lines at these prices, for ten minutes. It is kept
//! by the shopper and by nobody here; placing an order brings it back, and what has changed since is told line by line.
//!
//! It says nothing of stock: stock is held by reserving it, not by a promise.

use std::collections::BTreeMap;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::{
    cart::LineKey,
    price::{Priced, PricedLine},
};

pub const VALID_FOR: TimeDelta = TimeDelta::minutes(10);
const SHORTEST_SECRET: usize = 32;
/// A hundred lines of the longest numbers stay below this.
const LONGEST_TOKEN: usize = 16 * 1024;
const MAC_LENGTH: usize = 32;
/// What is signed with the same secret for another purpose is no quote.
const PURPOSE: &[u8] = b"sovqat.order.quote.v1";

#[derive(Clone)]
pub struct QuoteKey(Hmac<Sha256>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    account: i64,
    /// Unix seconds.
    expires_at: i64,
    total: i64,
    lines: Vec<QuotedLine>,
}

/// The names are short because the token travels.
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

/// Why a token is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Untrusted {
    /// Not one of our quotes, or one that somebody changed.
    Forged,
    /// Made for another account.
    NotYours,
    Expired,
}

/// What is not as it was quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    Gone { key: LineKey },
    New { key: LineKey },
    Count { key: LineKey, was: i64, is: i64 },
    Price { key: LineKey, was: i64, is: i64 },
    Total { was: i64, is: i64 },
}

impl Quote {
    pub fn of(account: i64, cart: &Priced, total: i64, now: DateTime<Utc>) -> Self {
        let lines = cart.lines.iter().map(QuotedLine::of).collect();
        Self { account, expires_at: (now + VALID_FOR).timestamp(), total, lines }
    }

    /// Nothing, when the cart still is what was quoted and still costs it.
    pub fn differences(&self, cart: &Priced, total: i64) -> Vec<Difference> {
        let mut now: BTreeMap<_, _> = cart.lines.iter().map(|line| (line.key, QuotedLine::of(line))).collect();
        let mut found = Vec::new();
        for was in &self.lines {
            let key = was.key();
            let Some(is) = now.remove(&key) else {
                found.push(Difference::Gone { key });
                continue;
            };
            if was.count != is.count {
                found.push(Difference::Count { key, was: was.count, is: is.count });
            }
            if was.unit_price != is.unit_price {
                found.push(Difference::Price { key, was: was.unit_price, is: is.unit_price });
            }
        }
        found.extend(now.into_keys().map(|key| Difference::New { key }));
        if self.total != total {
            found.push(Difference::Total { was: self.total, is: total });
        }
        found
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
    /// `None` when the secret is too short to be one.
    pub fn new(secret: &str) -> Option<Self> {
        if secret.len() < SHORTEST_SECRET {
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

    /// The quote, if it is ours, this account's, and still good.
    pub fn verify(&self, token: &str, account: i64, now: DateTime<Utc>) -> Result<Quote, Untrusted> {
        if token.len() > LONGEST_TOKEN {
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
