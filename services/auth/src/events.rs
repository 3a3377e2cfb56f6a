//! The events that this service publishes. It consumes none.

mod snapshot;

use outbox::Event;
use proto::auth::{
    AccountErased, BirthdayNear, BirthdayToday, EmailChanged, InfluencerDecided, PasswordChanged, SessionReuseDetected,
    UserRegistered,
};

pub use snapshot::AuthSnapshot;

/// An account was created.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Registered(pub UserRegistered);

impl Event for Registered {
    const KIND: &'static str = "user_registered";
}

/// A refresh token was used again after its exchange, and its session was ended.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct ReuseDetected(pub SessionReuseDetected);

impl Event for ReuseDetected {
    const KIND: &'static str = "session_reuse_detected";
}

/// The password was changed by its owner, or reset through a link.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct NewPassword(pub PasswordChanged);

impl Event for NewPassword {
    const KIND: &'static str = "password_changed";
}

/// The e-mail address of an account was changed.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct NewEmail(pub EmailChanged);

impl Event for NewEmail {
    const KIND: &'static str = "email_changed";
}

/// A relative of the account's owner has their birthday soon.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Near(pub BirthdayNear);

impl Event for Near {
    const KIND: &'static str = "birthday_near";
}

/// The owner of an account has their birthday today.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Today(pub BirthdayToday);

impl Event for Today {
    const KIND: &'static str = "birthday_today";
}

/// An operator decided an application.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Decided(pub InfluencerDecided);

impl Event for Decided {
    const KIND: &'static str = "influencer_decided";
}

/// An account was erased.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Erased(pub AccountErased);

impl Event for Erased {
    const KIND: &'static str = "account_erased";
}
