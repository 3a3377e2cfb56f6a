//! How far the paying of an order is.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
        match self {
            Self::Unpaid => "unpaid",
            Self::Pending => "pending",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::PartlyRefunded => "partly_refunded",
            Self::Refunded => "refunded",
        }
    }

    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|payment| payment.key() == key)
    }

    /// The shop has had the money, and may have given it back since.
    pub fn came_in(self) -> bool {
        matches!(self, Self::Paid | Self::PartlyRefunded | Self::Refunded)
    }
}
