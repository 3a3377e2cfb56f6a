//! Mails a link that resets a forgotten password, if the e-mail address is the verified address of an account. For any
//! other address, the same rows are stored without a recipient, so that neither the response nor its time reveals who
//! has an account.

use kit::Result;

use crate::{
    App,
    app::{link, throttle, visitor::Visitor},
    domain::email::Email,
};

/// Mails a reset link to the address, or stores a decoy if no account has verified the address.
pub async fn request_reset(app: &App, visitor: &Visitor, email: &Email) -> Result<()> {
    let signed_in_account = None;
    throttle::charge(app, throttle::by_mail(app, visitor, signed_in_account, email.as_str())).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    link::send_reset(app, &mut tx, email.as_str(), visitor.language).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    Ok(())
}
