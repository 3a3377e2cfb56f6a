//! The kinds of notifications, except those about orders (`order_step.rs`).

mod text;

use strum::VariantArray;

use crate::domain::{
    kind_policy::{
        ALL_OUTSIDE, KindPolicy, MAIL_AND_PUSH, NONE, PUSH,
        Urgency::{Immediate, Low, Normal},
    },
    topic::Topic,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    Welcome,
    /// A refresh token was used twice, so it may be stolen. Its session was ended.
    Security,
    PasswordChanged,
    EmailChanged,
    BirthdayNear,
    BirthdayToday,
    InfluencerApproved,
    InfluencerDeclined,
    CampaignStarted,
    PriceDropped,
    BackInStock,
    ReviewPublished,
    ReviewRejected,
    ReviewAnswered,
    BonusesExpiring,
    CashoutPaid,
    CashoutFailed,
    CashoutDeclined,
}

impl Kind {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn from_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }

    /// The default path. Campaigns and products link to their own pages.
    pub fn link(self) -> &'static str {
        match self {
            Self::Welcome | Self::BirthdayToday => "/",
            Self::Security | Self::PasswordChanged => "/profil/sifre",
            Self::EmailChanged => "/profil/epoct",
            Self::BirthdayNear => "/profil/dogum-gunleri",
            Self::InfluencerApproved => "/profil/influencer/lists",
            Self::InfluencerDeclined => "/profil/influencer/form",
            Self::CampaignStarted => "/profil/abunelikler",
            Self::PriceDropped | Self::BackInStock => "/beyendiklerim",
            Self::ReviewPublished | Self::ReviewRejected | Self::ReviewAnswered => "/profil/reylerim",
            Self::BonusesExpiring => "/profil/bonuslar",
            Self::CashoutPaid | Self::CashoutFailed | Self::CashoutDeclined => "/profil/influencer/qazanc",
        }
    }

    pub fn policy(self) -> KindPolicy {
        let policy = |topic, urgency, channels| KindPolicy { topic, urgency, channels };
        match self {
            Self::Welcome => policy(Topic::Account, Low, NONE),
            Self::Security => policy(Topic::Account, Immediate, MAIL_AND_PUSH),
            // No mails, because the auth service sends its own, also to the former address.
            Self::PasswordChanged | Self::EmailChanged => policy(Topic::Account, Immediate, PUSH),
            Self::BirthdayNear => policy(Topic::Reminders, Low, ALL_OUTSIDE),
            // Not `Low`: the greeting would wait for the digest and come a day late.
            Self::BirthdayToday => policy(Topic::Reminders, Normal, MAIL_AND_PUSH),
            Self::InfluencerApproved
            | Self::InfluencerDeclined
            | Self::BonusesExpiring
            | Self::CashoutPaid
            | Self::CashoutFailed
            | Self::CashoutDeclined => policy(Topic::Account, Normal, MAIL_AND_PUSH),
            Self::CampaignStarted => policy(Topic::Stores, Low, ALL_OUTSIDE),
            Self::PriceDropped | Self::BackInStock => policy(Topic::Favourites, Low, ALL_OUTSIDE),
            Self::ReviewPublished | Self::ReviewRejected | Self::ReviewAnswered => {
                policy(Topic::Reviews, Low, MAIL_AND_PUSH)
            }
        }
    }
}
