//! What this service announces. It listens to nobody.

mod current;

use outbox::Event;
use proto::auth::{
    AccountErased, BirthdayNear, BirthdayToday, EmailChanged, InfluencerDecided, PasswordChanged, SessionReuseDetected,
    UserRegistered,
};

pub use current::Current;

/// An account exists that did not before.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Registered(pub UserRegistered);

impl Event for Registered {
    const KIND: &'static str = "user_registered";
}

/// A copy of a refresh token came; its session was ended.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct ReuseDetected(pub SessionReuseDetected);

impl Event for ReuseDetected {
    const KIND: &'static str = "session_reuse_detected";
}

/// By its owner, or by a link mailed to them.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct NewPassword(pub PasswordChanged);

impl Event for NewPassword {
    const KIND: &'static str = "password_changed";
}

/// An account is written to at another address from now on.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct NewEmail(pub EmailChanged);

impl Event for NewEmail {
    const KIND: &'static str = "email_changed";
}

/// Somebody of an account's family has a birthday soon.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Near(pub BirthdayNear);

impl Event for Near {
    const KIND: &'static str = "birthday_near";
}

/// The owner of an account has their birthday.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Today(pub BirthdayToday);

impl Event for Today {
    const KIND: &'static str = "birthday_today";
}

/// An operator answered an application.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Decided(pub InfluencerDecided);

impl Event for Decided {
    const KIND: &'static str = "influencer_decided";
}

/// An account is no more.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Erased(pub AccountErased);

impl Event for Erased {
    const KIND: &'static str = "account_erased";
}
