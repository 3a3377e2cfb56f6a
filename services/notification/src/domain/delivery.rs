//! A message for one person: by which way, to whom, and how it may end.

use crate::domain::{Template, Way, recipient};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Channel {
    Sms,
    Email,
    Push,
}

impl Channel {
    pub const ALL: [Self; 3] = [Self::Sms, Self::Email, Self::Push];

    pub fn key(self) -> &'static str {
        match self {
            Self::Sms => "sms",
            Self::Email => "email",
            Self::Push => "push",
        }
    }

    pub fn way(self) -> Way {
        match self {
            Self::Sms => Way::Sms,
            Self::Email => Way::Email,
            Self::Push => Way::Push,
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.key() == key)
    }
}

/// Who gets it. An address that cannot exist is not one of these.
#[derive(Clone, PartialEq, Eq)]
pub enum Recipient {
    /// E.164.
    Phone(String),
    Mailbox(String),
    /// One of the account's browsers, by its subscription.
    Browser(i64),
    /// The shop's own address, whatever it is when the message leaves.
    Support,
}

const SUPPORT: &str = "support";

impl Recipient {
    pub fn parse(raw: &str, channel: Channel) -> Option<Self> {
        match channel {
            Channel::Sms => recipient::is_phone(raw).then(|| Self::Phone(raw.to_owned())),
            Channel::Email if raw == SUPPORT => Some(Self::Support),
            Channel::Push => raw.parse().ok().map(Self::Browser),
            Channel::Email => recipient::is_mailbox(raw).then(|| Self::Mailbox(raw.to_ascii_lowercase())),
        }
    }

    pub fn spelled(&self) -> String {
        match self {
            Self::Phone(raw) | Self::Mailbox(raw) => raw.clone(),
            Self::Browser(subscription) => subscription.to_string(),
            Self::Support => SUPPORT.to_owned(),
        }
    }

    /// What the log keeps: enough to recognise it by, not enough to reach it.
    pub fn masked(&self) -> String {
        match self {
            Self::Phone(raw) => recipient::mask_phone(raw),
            Self::Mailbox(raw) => recipient::mask_mailbox(raw),
            Self::Browser(subscription) => subscription.to_string(),
            Self::Support => SUPPORT.to_owned(),
        }
    }
}

/// How a delivery ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Sent,
    /// A carrier said that no repeat would help.
    Refused,
    /// Tried as often as is sensible.
    GivenUp,
    Expired,
    /// Its reader no longer wanted it when it was to leave.
    Withdrawn,
}

impl End {
    pub fn key(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Refused => "refused",
            Self::GivenUp => "given_up",
            Self::Expired => "expired",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// Which way a template goes.
pub fn may_go(template: Template, channel: Channel) -> bool {
    channel
        == match template {
            template if template.is_sms() => Channel::Sms,
            Template::Push => Channel::Push,
            _ => Channel::Email,
        }
}
