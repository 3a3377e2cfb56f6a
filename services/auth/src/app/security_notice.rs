//! Messages about a security event, with a link by which the owner undoes a change by somebody else.

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

/// Longer than the delivery of a notice is attempted.
const LINK_TTL: TimeDelta = TimeDelta::days(7);

pub struct Notice<'a> {
    pub account: i64,
    pub kind: EventKind,
    pub device: Device,
    pub language: Language,
    /// The verified address, if any.
    pub email: Option<&'a str>,
    pub former: Former<'a>,
}

/// What a change replaced, and `disown` restores.
#[derive(Default)]
pub struct Former<'a> {
    /// Receives the notice instead of `Notice::email`.
    pub email: Option<&'a str>,
    /// Receives the notice as well.
    pub phone: Option<&'a str>,
}

/// Without a recipient, stores only the event.
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

fn template(kind: EventKind) -> &'static str {
    match kind {
        // Both have the same text.
        EventKind::PasswordReset => EventKind::PasswordChanged.key(),
        kind => kind.key(),
    }
}

pub async fn get(app: &App, visitor: &Visitor, token: Option<&Token>) -> Result<NoticeRow> {
    throttle::charge(app, throttle::by_network(app, Attempt::Link, visitor)).await?;
    find(app, &mut *app.pool.acquire().await?, token).await
}

/// Like [`get`], without rate limits.
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

fn refused(error: Error) -> Error {
    security::refused("security_notice");
    error
}
