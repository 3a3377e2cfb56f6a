//! Limits unconfirmed and unpaid orders, which cost nothing and could otherwise take every slot and all stock. Orders
//! are counted by subject: account, phone number, building and network.

use std::net::IpAddr;

use kit::budget::{self, Budget};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum SubjectKind {
    Account,
    /// The account's verified number.
    Phone,
    /// The recipient's number. It is separate from [`Phone`](Self::Phone), so that others cannot use up its owner's
    /// budget.
    Recipient,
    Address,
    Network,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    /// A keyed hash, so that the table stores no personal data.
    pub key: [u8; 16],
    pub kind: SubjectKind,
}

pub struct SubjectValues<'a> {
    pub account: i64,
    /// Empty if the account has none.
    pub phone: &'a str,
    pub recipient_phone: &'a str,
    pub city: i64,
    pub street: &'a str,
    pub building: &'a str,
    pub network: Option<IpAddr>,
}

/// The number of orders per subject. 0 means no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderLimits {
    pub account: u32,
    pub phone: u32,
    pub address: u32,
    pub network: u32,
}

/// The orders that count against a subject's limits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Held {
    /// Orders that are neither confirmed nor paid.
    pub open: i64,
    /// Orders that were cancelled or not paid within the budget's period.
    pub dropped: i64,
    /// Units in open orders.
    pub units: i64,
}

/// An order to be placed, or to be paid in cash instead.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    pub account: i64,
    pub subjects: &'a [Subject],
    pub is_cash: bool,
    pub units: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exceeded {
    pub code: &'static str,
    pub budget: Budget,
}

impl SubjectKind {
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }

    pub fn budget(self) -> Budget {
        match self {
            Self::Account => budget::ORDERS_BY_ACCOUNT,
            Self::Phone | Self::Recipient => budget::ORDERS_BY_PHONE,
            Self::Address => budget::ORDERS_TO_ADDRESS,
            Self::Network => budget::ORDERS_FROM_NETWORK,
        }
    }

    /// Many honest customers may share the subject, so only orders of accounts without delivered orders count.
    fn is_shared(self) -> bool {
        matches!(self, Self::Address | Self::Network)
    }
}

impl Default for OrderLimits {
    fn default() -> Self {
        Self {
            account: budget::ORDERS_BY_ACCOUNT.max,
            phone: budget::ORDERS_BY_PHONE.max,
            address: budget::ORDERS_TO_ADDRESS.max,
            network: budget::ORDERS_FROM_NETWORK.max,
        }
    }
}

impl OrderLimits {
    /// Demos and load tests have no limits.
    pub const OFF: Self = Self { account: 0, phone: 0, address: 0, network: 0 };

    fn of(self, kind: SubjectKind) -> u32 {
        match kind {
            SubjectKind::Account => self.account,
            SubjectKind::Phone | SubjectKind::Recipient => self.phone,
            SubjectKind::Address => self.address,
            SubjectKind::Network => self.network,
        }
    }

    /// Returns the limited subjects. `delivered` is the number of the account's delivered orders.
    pub fn subjects_of(self, subjects: &[Subject], delivered: i64) -> Vec<Subject> {
        let is_limited =
            |subject: &&Subject| self.of(subject.kind) > 0 && (delivered == 0 || !subject.kind.is_shared());
        subjects.iter().filter(is_limited).copied().collect()
    }

    /// The limit of a person grows with delivered orders. Orders paid by card may exceed the cash limit by half.
    pub fn check(self, kind: SubjectKind, held: Held, wanted: &Wanted<'_>, delivered: i64) -> Result<(), Exceeded> {
        let growth = if kind.is_shared() { 0 } else { delivered.min(budget::ORDER_HISTORY.into()) };
        let cash_limit = i64::from(self.of(kind)) + growth;
        let limit = if wanted.is_cash { cash_limit } else { cash_limit + cash_limit / 2 };
        // A budget without a period counts only open orders.
        let dropped = if kind.budget().seconds > 0 { held.dropped } else { 0 };
        if held.open + dropped >= limit {
            let code = if wanted.is_cash { "cash_orders_exceeded" } else { "unpaid_orders_exceeded" };
            return Err(Exceeded { code, budget: kind.budget() });
        }
        let max_units = cash_limit * i64::from(budget::UNITS_PER_ORDER.max);
        if held.units + wanted.units > max_units {
            return Err(Exceeded { code: "order_units_exceeded", budget: budget::UNITS_PER_ORDER });
        }
        Ok(())
    }
}

impl Held {
    pub fn add(&mut self, wanted: &Wanted<'_>) {
        self.open += 1;
        self.units += wanted.units;
    }
}

impl SubjectValues<'_> {
    pub fn subjects(&self, hash: impl Fn(&[&str]) -> [u8; 32]) -> Vec<Subject> {
        let subject = |kind: SubjectKind, parts: &[&str]| {
            let full_hash = hash(&[&["order subject", kind.key()], parts].concat());
            let mut key = [0; 16];
            key.copy_from_slice(&full_hash[..16]);
            Subject { key, kind }
        };
        let mut subjects = vec![subject(SubjectKind::Account, &[&self.account.to_string()])];
        if !self.phone.is_empty() {
            subjects.push(subject(SubjectKind::Phone, &[self.phone]));
        }
        if self.recipient_phone != self.phone {
            subjects.push(subject(SubjectKind::Recipient, &[self.recipient_phone]));
        }
        let address = [self.city.to_string(), fold(self.street), fold(self.building)];
        subjects.push(subject(SubjectKind::Address, &address.each_ref().map(String::as_str)));
        let network = self.network.map(|network| subject(SubjectKind::Network, &[&network.to_string()]));
        subjects.extend(network);
        subjects
    }
}

/// Folds different spellings of a building, such as `10 A` and `10-a`.
fn fold(text: &str) -> String {
    let folded = text.chars().flat_map(char::to_lowercase).filter(|letter| letter.is_alphanumeric());
    folded.map(|letter| if letter == 'ı' { 'i' } else { letter }).collect()
}

#[cfg(test)]
mod tests;
