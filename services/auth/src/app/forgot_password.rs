//! Sends a reset link to a verified address. For other addresses it stores the same rows without a recipient, so
//! neither the response nor its time reveals which addresses have accounts.

use kit::Result;

use crate::{
    App,
    app::{link, throttle, visitor::Visitor},
    domain::email::Email,
};

pub async fn request_reset(app: &App, visitor: &Visitor, email: &Email) -> Result<()> {
    throttle::charge(app, throttle::by_mail(app, visitor, None, email.as_str())).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    link::send_reset(app, &mut tx, email.as_str(), visitor.language).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    Ok(())
}
