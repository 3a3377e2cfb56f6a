//! How far the paying of an order is.

use chrono::{DateTime, TimeDelta, Utc};

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Payment {
    Unpaid,
    /// The shopper is with the bank.
    Pending,
    Paid,
    Failed,
    PartlyRefunded,
    Refunded,
}

impl Payment {
    pub const ALL: [Self; 6] =
        [Self::Unpaid, Self::Pending, Self::Paid, Self::Failed, Self::PartlyRefunded, Self::Refunded];

    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }

    /// The shop has had the money, and may have given it back since.
    pub fn came_in(self) -> bool {
        matches!(self, Self::Paid | Self::PartlyRefunded | Self::Refunded)
    }
}

/// How much time a shopper has to pay. What is ordered is held for longer, so that nobody pays for what is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentTime(TimeDelta);

/// Shoppers' orders hold stock for a day at most; wholesale has a term of its own.
const LONGEST: TimeDelta = TimeDelta::hours(7);
/// How often the time to pay may begin anew, all in all.
const TURNS: i32 = 2;

impl PaymentTime {
    /// Between a minute and seven hours.
    pub fn of(time: TimeDelta) -> Self {
        Self(time.clamp(TimeDelta::minutes(1), LONGEST))
    }

    /// How long a shopper has, in whole minutes.
    pub fn minutes(self) -> i64 {
        self.0.num_minutes()
    }

    /// Whoever tries again has their time again, once.
    pub fn until(self, placed_at: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        (now + self.0).min(placed_at + self.0 * TURNS)
    }

    /// How long the stock is held: until nobody can pay any more, and then as long again for the bank's word to arrive.
    pub fn hold(self) -> TimeDelta {
        self.0 * (TURNS + 1)
    }
}
