//! The phone number of an unused account may have a new owner. The previous one can still sign in with a password, a
//! passkey or a verified address.

use kit::Result;
use sqlx::PgConnection;

use crate::{
    App,
    app::messages::{self, Message},
    db,
    domain::{
        device::Device,
        link::{SIGN_IN_PAGE, page},
        phone::Phone,
        security_event::EventKind,
        unused_account::unused_since,
    },
};

/// If sign-ins are no longer possible, the account is deleted after the grace period. If it was used since the new
/// owner entered the code, it keeps the number.
pub async fn release_number(app: &App, tx: &mut PgConnection, account: i64, phone: &Phone) -> Result<()> {
    let now = app.clock.now();
    let deletes_at = now + app.deletion_grace;
    let released = db::account_use::release_number(tx, account, phone, unused_since(now), deletes_at).await?;
    let Some(released) = released else { return Ok(()) };
    // No device, because the request is another person's.
    db::security_event::insert(tx, account, EventKind::PhoneChanged, Device::default(), now).await?;
    if let Some(email) = &released.email {
        let language = messages::parse_language(&released.language);
        let message = Message::mail(Some(email), "phone_released", language);
        let message = message.with("link", page(&app.site, language, SIGN_IN_PAGE));
        messages::enqueue(app, tx, &message, now + messages::NOTICE_TTL).await?;
    }
    tracing::info!(account.id = account, "A new owner has taken the phone number of the unused account {account}");
    Ok(())
}
