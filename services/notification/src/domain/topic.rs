//! Topics of notifications. The law requires consent before advertising by mail, SMS or push, so by default, topics
//! with advertising are only shown in the app.

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// Security of the account, bonuses and payouts.
    Account,
    Orders,
    /// Birthdays of the reader and of relatives.
    Reminders,
    /// Campaigns of followed stores.
    Stores,
    /// Lower prices and new stock.
    Favourites,
    Reviews,
}

/// The stored topic of a digest, which contains several topics.
pub const DIGEST: &str = "digest";

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotificationChannel {
    InApp,
    Email,
    Sms,
    Push,
}

impl Topic {
    /// In the order of the settings.
    pub const ALL: [Self; 6] =
        [Self::Account, Self::Orders, Self::Reminders, Self::Stores, Self::Favourites, Self::Reviews];

    pub fn key(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Orders => "orders",
            Self::Reminders => "reminders",
            Self::Stores => "stores",
            Self::Favourites => "favourites",
            Self::Reviews => "reviews",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.key() == key)
    }

    /// Cannot be turned off: an intruder would otherwise turn off the warnings first.
    pub fn is_fixed(self) -> bool {
        self == Self::Account
    }

    pub fn default_channels(self) -> &'static [NotificationChannel] {
        match self {
            Self::Account => &NotificationChannel::ALL,
            Self::Orders => &[NotificationChannel::InApp, NotificationChannel::Email, NotificationChannel::Push],
            Self::Reminders | Self::Reviews => &[NotificationChannel::InApp, NotificationChannel::Push],
            Self::Stores | Self::Favourites => &[NotificationChannel::InApp],
        }
    }
}

impl NotificationChannel {
    pub const ALL: [Self; 4] = [Self::InApp, Self::Email, Self::Sms, Self::Push];

    pub fn key(self) -> &'static str {
        match self {
            Self::InApp => "in_app",
            Self::Email => "email",
            Self::Sms => "sms",
            Self::Push => "push",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.key() == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advertising_outside_the_app_needs_consent() {
        for topic in [Topic::Stores, Topic::Favourites] {
            assert_eq!(topic.default_channels(), [NotificationChannel::InApp], "{}", topic.key());
        }
        assert!(Topic::ALL.iter().all(|topic| topic.default_channels().contains(&NotificationChannel::InApp)));
    }

    #[test]
    fn keys_can_be_parsed() {
        assert!(Topic::ALL.into_iter().all(|topic| Topic::from_key(topic.key()) == Some(topic)));
        assert!(
            NotificationChannel::ALL
                .into_iter()
                .all(|channel| NotificationChannel::from_key(channel.key()) == Some(channel))
        );
    }
}
