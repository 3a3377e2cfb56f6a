//! Mailed links. Only the newest for each purpose, account and address is valid.

use kit::{Language, Result};
use rand::rngs::OsRng;
use sqlx::PgConnection;

use crate::{
    App,
    app::messages::{self, Message},
    db,
    domain::{
        link::{Purpose, SIGN_IN_PAGE, page},
        token::Token,
    },
    keyed::Digest,
};

/// For an unverified address, stores the same rows but sends nothing.
pub async fn send_reset(app: &App, tx: &mut PgConnection, email: &str, language: Language) -> Result<()> {
    let mailbox = db::credentials::find_mailbox(tx, email).await?;
    let (account, language) = match mailbox {
        Some(mailbox) => (Some(mailbox.account_id), messages::parse_language(&mailbox.language)),
        None => (None, language),
    };
    let purpose = Purpose::PasswordReset;
    let key = link_key(app, purpose, account, email);
    let token = put(app, tx, purpose, &key, account).await?;
    let message = Message::mail(account.map(|_| email), purpose.key(), language);
    let message = message.with("link", purpose.url(&app.site, language, &token));
    messages::enqueue(app, tx, &message, app.clock.now() + purpose.ttl()).await
}

/// If another account has verified the address, the mail says so instead. Only the owner of the mailbox learns the
/// difference.
pub async fn send_verification(
    app: &App,
    tx: &mut PgConnection,
    account: i64,
    email: &str,
    language: Language,
) -> Result<()> {
    let purpose = Purpose::EmailVerification;
    let owner = db::credentials::find_mailbox(tx, email).await?.filter(|owner| owner.account_id != account);
    let key = link_key(app, purpose, Some(account), email);
    let token = put(app, tx, purpose, &key, owner.is_none().then_some(account)).await?;
    let message = match owner {
        None => {
            Message::mail(Some(email), purpose.key(), language).with("link", purpose.url(&app.site, language, &token))
        }
        Some(owner) => {
            let language = messages::parse_language(&owner.language);
            Message::mail(Some(email), "email_in_use", language).with("link", page(&app.site, language, SIGN_IN_PAGE))
        }
    };
    messages::enqueue(app, tx, &message, app.clock.now() + purpose.ttl()).await
}

async fn put(
    app: &App,
    tx: &mut PgConnection,
    purpose: Purpose,
    link_key: &Digest,
    account_id: Option<i64>,
) -> Result<Token> {
    let (token, expires_at) = (Token::random(&mut OsRng), app.clock.now() + purpose.ttl());
    db::link::put(tx, &db::link::NewLink { link_key, purpose, token: &token.hash(), account_id, expires_at }).await?;
    Ok(token)
}

/// Refuses a link to a former address of the account.
pub async fn find_target(
    app: &App,
    tx: &mut PgConnection,
    purpose: Purpose,
    token: &Token,
) -> Result<Option<db::link::Target>> {
    let target = db::link::lock_target(tx, purpose, &token.hash(), app.clock.now()).await?;
    Ok(target.filter(|target| target.link_key == link_key(app, purpose, Some(target.account_id), &target.email)))
}

fn link_key(app: &App, purpose: Purpose, account: Option<i64>, email: &str) -> Digest {
    let account = account.map(|account| account.to_string()).unwrap_or_default();
    app.keyed_hasher.hash("link", &[purpose.key(), &account, email])
}
