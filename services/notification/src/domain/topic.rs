//! The topics of notifications, and the channels by which each is sent by default.
//!
//! The law requires consent before advertising by mail, SMS or push. Topics with advertising are therefore shown in the
//! app only, until their reader chooses other channels. Allowing notifications in the browser is no consent.

/// The topic of a notification. Readers choose the channels for each topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// Security of the account, bonuses and payouts.
    Account,
    Orders,
    /// Birthdays of the reader and of relatives.
    Reminders,
    /// Campaigns of stores that the reader follows.
    Stores,
    /// Lower prices and new stock of favourites.
    Favourites,
    Reviews,
}

/// The stored topic of a digest, which contains several topics.
pub const DIGEST: &str = "digest";

/// A way by which a notification reaches its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotificationChannel {
    /// The list of notifications in the shop.
    InApp,
    Email,
    Sms,
    Push,
}

impl Topic {
    /// The topics in the order of the settings.
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

    /// Whether the topic cannot be turned off. An intruder would otherwise turn off the warnings first.
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
