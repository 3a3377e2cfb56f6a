//! Channels, recipients and ends of deliveries.

use crate::domain::{NotificationChannel, Template, recipient};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeliveryChannel {
    Sms,
    Email,
    Push,
}

impl DeliveryChannel {
    pub const ALL: [Self; 3] = [Self::Sms, Self::Email, Self::Push];

    pub fn key(self) -> &'static str {
        match self {
            Self::Sms => "sms",
            Self::Email => "email",
            Self::Push => "push",
        }
    }

    pub fn notification_channel(self) -> NotificationChannel {
        match self {
            Self::Sms => NotificationChannel::Sms,
            Self::Email => NotificationChannel::Email,
            Self::Push => NotificationChannel::Push,
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.key() == key)
    }
}

/// No `Debug`, so that recipients are not logged by mistake.
#[derive(Clone, PartialEq, Eq)]
pub enum Recipient {
    /// In E.164 format.
    Phone(String),
    Mailbox(String),
    /// Id of the push subscription.
    Browser(i64),
    /// The address is looked up when the message is sent.
    Support,
}

const SUPPORT: &str = "support";

impl Recipient {
    pub fn parse(raw: &str, channel: DeliveryChannel) -> Option<Self> {
        match channel {
            DeliveryChannel::Sms => recipient::is_phone(raw).then(|| Self::Phone(raw.to_owned())),
            DeliveryChannel::Email if raw == SUPPORT => Some(Self::Support),
            DeliveryChannel::Push => raw.parse().ok().map(Self::Browser),
            DeliveryChannel::Email => recipient::is_mailbox(raw).then(|| Self::Mailbox(raw.to_ascii_lowercase())),
        }
    }

    /// The form that [`Recipient::parse`] reads.
    pub fn to_text(&self) -> String {
        match self {
            Self::Phone(raw) | Self::Mailbox(raw) => raw.clone(),
            Self::Browser(subscription) => subscription.to_string(),
            Self::Support => SUPPORT.to_owned(),
        }
    }

    /// Recognizable, but not usable as an address.
    pub fn masked(&self) -> String {
        match self {
            Self::Phone(raw) => recipient::mask_phone(raw),
            Self::Mailbox(raw) => recipient::mask_mailbox(raw),
            Self::Browser(subscription) => subscription.to_string(),
            Self::Support => SUPPORT.to_owned(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Sent,
    /// A carrier reported a permanent failure.
    Refused,
    /// All attempts failed.
    GivenUp,
    Expired,
    /// The reader turned the topic off before the message was sent.
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

pub fn fits_channel(template: Template, channel: DeliveryChannel) -> bool {
    channel
        == match template {
            template if template.is_sms() => DeliveryChannel::Sms,
            Template::Push => DeliveryChannel::Push,
            _ => DeliveryChannel::Email,
        }
}
