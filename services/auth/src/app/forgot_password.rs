//! For an unknown address, the same rows are stored without a recipient, so that response times reveal nothing.

use kit::Result;

use crate::{
    App,
    app::{link, throttle, visitor::Visitor},
    domain::email::Email,
};

pub async fn request_reset(app: &App, visitor: &Visitor, email: &Email) -> Result<()> {
    let signed_in_account = None;
    throttle::charge(app, throttle::by_mail(app, visitor, signed_in_account, email.as_str())).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    link::send_reset(app, &mut tx, email.as_str(), visitor.language).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    Ok(())
}
