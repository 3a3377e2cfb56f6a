//! Requests a password reset: sends a link to a known address. For an unknown one it stores the same rows without a
//! recipient, so neither the response nor its time reveals which addresses have accounts.

use kit::Result;

use crate::{
    App,
    app::{
        link, messages,
        throttle::{self, Attempt},
        visitor::Visitor,
    },
    db,
    domain::{email::Email, link::Purpose},
};

pub async fn request_reset(app: &App, visitor: &Visitor, email: &Email) -> Result<()> {
    let network = throttle::by_network(app, Attempt::Mail, visitor);
    throttle::charge(app, network.into_iter().chain([throttle::by_mailbox(app, email.as_str())])).await?;
    let mut tx = app.pool.begin().await?;
    let mailbox = db::credentials::find_mailbox(&mut tx, email).await?;
    let (account, language) = match mailbox {
        Some(mailbox) => (Some(mailbox.account_id), messages::parse_language(&mailbox.language)),
        None => (None, visitor.language),
    };
    link::send(app, &mut tx, Purpose::PasswordReset, account, email.as_str(), language).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    Ok(())
}
