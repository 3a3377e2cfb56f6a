//! Links sent by e-mail. The hash of the token and the message are stored together. Only the newest link per purpose
//! and address is valid.

use kit::{Language, Result};
use rand::rngs::OsRng;
use sqlx::PgConnection;

use crate::{
    App,
    app::messages::{self, Message},
    db,
    domain::{link::Purpose, token::Token},
    keyed::Digest,
};

/// Sends a link to the account's address. Without an account it stores the same rows but sends nothing.
pub async fn send(
    app: &App,
    tx: &mut PgConnection,
    purpose: Purpose,
    account: Option<i64>,
    email: &str,
    language: Language,
) -> Result<()> {
    let (token, expires_at) = (Token::random(&mut OsRng), app.clock.now() + purpose.ttl());
    let new = db::link::NewLink {
        link_key: &link_key(app, purpose, email),
        purpose,
        token: &token.hash(),
        account_id: account,
        expires_at,
    };
    db::link::put(tx, &new).await?;
    let message = Message::mail(account.map(|_| email), purpose.key(), language);
    messages::enqueue(app, tx, &message.with("link", purpose.url(&app.site, language, &token)), expires_at).await
}

/// Returns the account of a valid link; `None` for one sent to a former address of the account.
pub async fn find_target(
    app: &App,
    tx: &mut PgConnection,
    purpose: Purpose,
    token: &Token,
) -> Result<Option<db::link::Target>> {
    let target = db::link::lock_target(tx, purpose, &token.hash(), app.clock.now()).await?;
    Ok(target.filter(|target| target.link_key == link_key(app, purpose, &target.email)))
}

fn link_key(app: &App, purpose: Purpose, email: &str) -> Digest {
    app.keyed_hasher.hash("link", &[purpose.key(), email])
}
