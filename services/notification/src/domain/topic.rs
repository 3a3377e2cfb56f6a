//! What the shop has to say, by topic, and which ways a topic takes when nobody has chosen.
//!
//! The law wants consent before anybody is advertised to by mail, SMS or push: those topics stay inside of the shop until their
//! reader lets them out. A browser that agreed to pushes has agreed to its reader's own affairs, not to advertising.

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// Codes, passwords, devices.
    Account,
    Orders,
    /// Birthdays of the family, and the reader's own.
    Reminders,
    /// Campaigns of followed stores.
    Stores,
    /// Lower prices and new stock of favourites.
    Favourites,
    Reviews,
}

/// What a mail with a bit of every topic is about.
pub const DIGEST: &str = "digest";

/// How something reaches its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// In the shop itself.
    InApp,
    Email,
    Sms,
    Push,
}

impl Topic {
    /// In the order they are shown.
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

    /// Whether nobody may turn it off: who takes over an account would begin with that.
    pub fn is_fixed(self) -> bool {
        self == Self::Account
    }

    pub fn by_default(self) -> &'static [Way] {
        match self {
            Self::Account => &Way::ALL,
            Self::Orders => &[Way::InApp, Way::Email, Way::Push],
            Self::Reminders | Self::Reviews => &[Way::InApp, Way::Push],
            Self::Stores | Self::Favourites => &[Way::InApp],
        }
    }
}

impl Way {
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
        Self::ALL.into_iter().find(|way| way.key() == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_advertised_to_outside_of_the_shop_without_having_asked_for_it() {
        for topic in [Topic::Stores, Topic::Favourites] {
            assert_eq!(topic.by_default(), [Way::InApp], "{}", topic.key());
        }
        assert!(Topic::ALL.iter().all(|topic| topic.by_default().contains(&Way::InApp)));
    }

    #[test]
    fn keys_lead_back() {
        assert!(Topic::ALL.into_iter().all(|topic| Topic::from_key(topic.key()) == Some(topic)));
        assert!(Way::ALL.into_iter().all(|way| Way::from_key(way.key()) == Some(way)));
    }
}
