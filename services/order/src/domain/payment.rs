//! The payment status of an order, and the time that a shopper has to pay.

use chrono::{DateTime, TimeDelta, Utc};

/// How far an order is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Payment {
    Unpaid,
    /// The shopper is at the bank.
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

    /// Returns whether the shop received the money, even if it was returned since.
    pub fn is_received(self) -> bool {
        matches!(self, Self::Paid | Self::PartlyRefunded | Self::Refunded)
    }
}

/// How long a shopper has to pay. The stock is reserved for longer, so that no shopper pays for goods that are gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentTime(TimeDelta);

/// The longest time keeps the reservation, three times as long, below one day.
const MAX_PAYMENT_TIME: TimeDelta = TimeDelta::hours(7);
/// How often the time to pay can start for one order: when it is placed, and when the shopper pays again.
const MAX_STARTS: i32 = 2;

impl PaymentTime {
    /// Clamps `time` to between one minute and seven hours.
    pub fn of(time: TimeDelta) -> Self {
        Self(time.clamp(TimeDelta::minutes(1), MAX_PAYMENT_TIME))
    }

    pub fn minutes(self) -> i64 {
        self.0.num_minutes()
    }

    /// Returns the deadline. Paying again restarts the time, but the deadline is at most twice its length after
    /// `placed_at`.
    pub fn until(self, placed_at: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        (now + self.0).min(placed_at + self.0 * MAX_STARTS)
    }

    /// Returns the time until the last deadline, and as long again for the bank's notification.
    pub fn reservation_period(self) -> TimeDelta {
        self.0 * (MAX_STARTS + 1)
    }
}
