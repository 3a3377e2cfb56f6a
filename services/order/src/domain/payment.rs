//! The payment status of an order, and the time to pay.

use chrono::{DateTime, TimeDelta, Utc};

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

    /// Includes payments that were returned since.
    pub fn is_received(self) -> bool {
        matches!(self, Self::Paid | Self::PartlyRefunded | Self::Refunded)
    }
}

/// How long a shopper has to pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentTime(TimeDelta);

/// Keeps the reservation period (three times as long) below one day.
const MAX_PAYMENT_TIME: TimeDelta = TimeDelta::hours(7);
/// The time starts when the order is placed, and once more when the shopper pays again.
const MAX_STARTS: i32 = 2;

impl PaymentTime {
    pub fn of(time: TimeDelta) -> Self {
        Self(time.clamp(TimeDelta::minutes(1), MAX_PAYMENT_TIME))
    }

    pub fn minutes(self) -> i64 {
        self.0.num_minutes()
    }

    /// Returns the deadline of a payment that starts now.
    pub fn until(self, placed_at: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        (now + self.0).min(placed_at + self.0 * MAX_STARTS)
    }

    /// Leaves time for a late notification of the bank after the last deadline.
    pub fn reservation_period(self) -> TimeDelta {
        self.0 * (MAX_STARTS + 1)
    }
}
