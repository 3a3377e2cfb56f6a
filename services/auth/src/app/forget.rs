//! Forgetting one's password: a link is mailed to a known address. For an unknown one the same is written, and sent to nobody:
//! neither the answer nor the time it takes tells which it was.

use kit::Result;

use crate::{
    App,
    app::{
        link, post,
        throttle::{self, Attempt},
        visitor::Visitor,
    },
    db,
    domain::{email::Email, link::Purpose},
};

pub async fn forget(app: &App, visitor: &Visitor, email: &Email) -> Result<()> {
    let place = throttle::by_place(app, Attempt::Mail, visitor);
    throttle::charge(app, place.into_iter().chain([throttle::by_mailbox(app, email.as_str())])).await?;
    let mut tx = app.pool.begin().await?;
    let mailbox = db::credentials::find_mailbox(&mut tx, email).await?;
    let (account, language) = match mailbox {
        Some(mailbox) => (Some(mailbox.account_id), post::language(&mailbox.language)),
        None => (None, visitor.language),
    };
    link::mail(app, &mut tx, Purpose::PasswordReset, account, email.as_str(), language).await?;
    tx.commit().await?;
    app.bell.notify_one();
    Ok(())
}
