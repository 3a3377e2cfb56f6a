//! How an order is paid, and how far that is.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Cash,
    Card,
    Installment { months: i32 },
}

impl Method {
    pub fn of_parts(key: &str, months: Option<i32>) -> Option<Self> {
        match (key, months) {
            ("cash", None) => Some(Self::Cash),
            ("card", None) => Some(Self::Card),
            ("installment", Some(months)) => Some(Self::Installment { months }),
            _ => None,
        }
    }

    pub fn key(self) -> &'static str {
        match self {
            Self::Cash => "cash",
            Self::Card => "card",
            Self::Installment { .. } => "installment",
        }
    }

    pub fn months(self) -> Option<i32> {
        if let Self::Installment { months } = self { Some(months) } else { None }
    }
}

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
