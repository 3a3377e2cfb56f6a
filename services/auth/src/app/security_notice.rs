//! Sends security notices. A notice is a message about a security event, with a link by which the account's owner
//! undoes a change that somebody else has made. Notices go to verified e-mail addresses and to replaced phone numbers.

use chrono::TimeDelta;
use kit::{Error, Language, Result, security};
use rand::rngs::OsRng;
use sqlx::PgConnection;

use crate::{
    App,
    app::{
        messages::{self, Message},
        throttle::{self, Attempt},
        visitor::Visitor,
    },
    db::{self, security_notice::NoticeRow},
    domain::{
        device::Device,
        link::{SECURITY_NOTICE_PAGE, page},
        security_event::EventKind,
        token::Token,
    },
};

/// How long the link works. This is longer than delivery of the message is attempted.
const LINK_TTL: TimeDelta = TimeDelta::days(7);

/// A security event, and who is told about it.
pub struct Notice<'a> {
    pub account: i64,
    pub kind: EventKind,
    pub device: Device,
    pub language: Language,
    /// The verified address of the account, which receives the notice.
    pub email: Option<&'a str>,
    pub former: Former<'a>,
}

/// The contact data that a change replaced, and that `disown` restores.
#[derive(Default)]
pub struct Former<'a> {
    /// The previous verified address. It receives the notice instead of `Notice::email`.
    pub email: Option<&'a str>,
    /// The previous number, which receives the notice as well.
    pub phone: Option<&'a str>,
}

/// Stores the event, the link and the messages. Without a recipient, stores only the event.
pub async fn send(app: &App, tx: &mut PgConnection, notice: &Notice<'_>) -> Result<()> {
    let now = app.clock.now();
    let &Notice { account, kind, device, language, .. } = notice;
    let event_id = db::security_event::insert(tx, account, kind, device, now).await?;
    let email = notice.former.email.or(notice.email);
    if email.is_none() && notice.former.phone.is_none() {
        return Ok(());
    }

    let token = Token::random(&mut OsRng);
    let new = db::security_notice::NewNotice {
        token: &token.hash(),
        event_id,
        account_id: account,
        former_email: notice.former.email,
        former_phone: notice.former.phone,
        expires_at: now + LINK_TTL,
    };
    db::security_notice::insert(tx, &new).await?;

    let link = format!("{}{}", page(&app.site, language, SECURITY_NOTICE_PAGE), token.reveal());
    let mail = email.map(|email| Message::mail(Some(email), template(kind), language));
    let sms = notice.former.phone.map(|phone| Message::sms(phone, "phone_changed_sms", language));
    for message in mail.into_iter().chain(sms) {
        let message = message.with("link", link.as_str()).with("device", device.name(language));
        messages::enqueue(app, tx, &message, now + messages::NOTICE_TTL).await?;
    }
    Ok(())
}

/// Sends a notice to the verified address of the account, for an event that replaced no contact data.
pub async fn notify_owner(
    app: &App,
    tx: &mut PgConnection,
    owner: &db::credentials::Owner,
    kind: EventKind,
    device: Device,
) -> Result<()> {
    let notice = Notice {
        account: owner.account_id,
        kind,
        device,
        language: messages::parse_language(&owner.language),
        email: owner.verified_email(),
        former: Former::default(),
    };
    send(app, tx, &notice).await
}

/// Returns the template of the mail. A reset password is reported like a changed one.
fn template(kind: EventKind) -> &'static str {
    match kind {
        EventKind::PasswordReset => EventKind::PasswordChanged.key(),
        kind => kind.key(),
    }
}

/// Returns the event of a link. Fails with `notice_not_found`, `notice_used` or `notice_expired`.
pub async fn get(app: &App, visitor: &Visitor, token: Option<&Token>) -> Result<NoticeRow> {
    throttle::charge(app, throttle::by_network(app, Attempt::Link, visitor)).await?;
    find(app, &mut *app.pool.acquire().await?, token).await
}

/// Like [`get`], but does not count the call against the visitor's limits.
pub async fn find(app: &App, tx: &mut PgConnection, token: Option<&Token>) -> Result<NoticeRow> {
    let found = match token {
        Some(token) => db::security_notice::find(tx, &token.hash()).await?,
        None => None,
    };
    let notice = found.ok_or_else(|| refused(Error::NotFound("notice_not_found")))?;
    if notice.used_at.is_some() {
        return Err(refused(Error::conflict("notice_used")));
    }
    if notice.expires_at <= app.clock.now() {
        return Err(refused(Error::conflict("notice_expired")));
    }
    Ok(notice)
}

/// Counts a refused link in the security metrics, and returns the error.
fn refused(error: Error) -> Error {
    security::refused("security_notice");
    error
}
