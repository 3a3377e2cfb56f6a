//! Mailing a link: its token's hash is written down, and the mail with it. Only the newest link of a purpose to an address is
//! good.

use kit::{Language, Result};
use rand::rngs::OsRng;
use sqlx::PgConnection;

use crate::{
    App,
    app::post::{self, Letter},
    db,
    domain::{link::Purpose, token::Token},
    keyed::Digest,
};

/// To the address of this account; with none, the same is done for nobody.
pub async fn mail(
    app: &App,
    tx: &mut PgConnection,
    purpose: Purpose,
    account: Option<i64>,
    email: &str,
    language: Language,
) -> Result<()> {
    let (token, expires_at) = (Token::random(&mut OsRng), app.clock.now() + purpose.ttl());
    let new = db::link::New {
        link_key: &key(app, purpose, email),
        purpose,
        token: &token.hash(),
        account_id: account,
        expires_at,
    };
    db::link::put(tx, &new).await?;
    let letter = Letter::mail(account.map(|_| email), purpose.key(), language);
    post::put(app, tx, &letter.with("link", purpose.url(&app.site, language, &token)), expires_at).await
}

/// Where a link leads that is good now. One that was mailed to an address the account has left leads nowhere.
pub async fn follow(
    app: &App,
    tx: &mut PgConnection,
    purpose: Purpose,
    token: &Token,
) -> Result<Option<db::link::Target>> {
    let target = db::link::lock_target(tx, purpose, &token.hash(), app.clock.now()).await?;
    Ok(target.filter(|target| target.link_key == key(app, purpose, &target.email)))
}

fn key(app: &App, purpose: Purpose, email: &str) -> Digest {
    app.keyed.hash("link", &[purpose.key(), email])
}
