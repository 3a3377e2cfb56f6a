//! Registering and revoking keys of the app, and verifying what they signed. A nonce is used in the transaction that accepts
//! the request, and its table is shared by all replicas: of two requests with one nonce, one is accepted.

use kit::{Error, Result, identity::Caller};
use sqlx::PgConnection;

use crate::{
    App,
    app::{keys, session, sign_out::session_of, tokens},
    db::{
        self,
        client::{New, Row},
    },
    domain::client::{MOST, PublicKey, Signed},
};

/// Registers the key that signed the request; again is renewing it in this session.
pub async fn register(app: &App, caller: &Caller, new: &New, signed: &Signed) -> Result<Row> {
    let now = app.clock.now();
    let key_id = new.key.thumbprint();
    if signed.key_id != key_id {
        return Err(Error::NotAllowed("signature_invalid"));
    }
    check(app, &new.key, signed)?;
    let attested = app.attestations.check(&new.platform, &key_id, new.attestation.as_deref()).await?;
    let mut tx = app.pool.begin().await?;
    let owner = session::owner(&mut tx, caller).await?.account_id;
    if !db::profile::lock(&mut tx, owner).await? {
        return Err(Error::unauthenticated());
    }
    let session = session_of(caller)?;
    // The session is held: it does not end before its key is written, and then takes the key along.
    db::session::lock_for(&mut tx, owner, session).await?.ok_or_else(Error::unauthenticated)?;
    let row = match db::client::find(&mut tx, &key_id).await? {
        Some(known) if known.account_id != owner => return Err(Error::conflict("client_taken")),
        Some(known) if known.is_revoked => return Err(Error::conflict("client_revoked")),
        Some(_) => db::client::renew_for(&mut tx, owner, session, new, attested).await?,
        None => {
            if db::client::count_for(&mut tx, owner).await? >= MOST {
                return Err(Error::conflict("too_many_clients"));
            }
            let row = db::client::insert_for(&mut tx, owner, session, new, attested, now).await?;
            row.ok_or_else(|| Error::conflict("client_taken"))?
        }
    };
    use_nonce(&mut tx, signed).await?;
    tx.commit().await?;
    tracing::info!(account.id = owner, "Account {owner} registered an app on {}", row.platform);
    Ok(row)
}

pub async fn list(app: &App, caller: &Caller) -> Result<Vec<Row>> {
    let mut connection = app.pool.acquire().await?;
    let owner = session::owner(&mut connection, caller).await?.account_id;
    Ok(db::client::all_for(&mut connection, owner).await?)
}

/// Revoking twice is revoking once.
pub async fn revoke(app: &App, caller: &Caller, key_id: &str) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    let owner = session::owner(&mut tx, caller).await?.account_id;
    if !db::client::revoke_for(&mut tx, owner, key_id, app.clock.now()).await? {
        return Err(Error::NotFound("client_not_found"));
    }
    tx.commit().await?;
    Ok(())
}

/// Returns an access token for a request that a key of the caller's signed. It names the key.
pub async fn verify(app: &App, caller: &Caller, signed: &Signed) -> Result<String> {
    let signer = keys::signer(app).await?;
    let mut tx = app.pool.begin().await?;
    let owner = session::owner(&mut tx, caller).await?.account_id;
    let known = db::client::find(&mut tx, &signed.key_id).await?.ok_or(Error::NotAllowed("client_not_found"))?;
    let key = PublicKey::from_bytes(&known.public_key)
        .ok_or_else(|| Error::internal(anyhow::anyhow!("a stored key is no point of the curve")))?;
    check(app, &key, signed)?;
    if known.account_id != owner {
        return Err(Error::NotAllowed("client_taken"));
    }
    if known.is_revoked {
        return Err(Error::NotAllowed("client_revoked"));
    }
    use_nonce(&mut tx, signed).await?;
    db::client::touch(&mut tx, &signed.key_id, app.clock.now()).await?;
    tx.commit().await?;
    tokens::for_client(app, &signer, caller, &signed.key_id)
}

/// Says whether the key has signed this, about now.
fn check(app: &App, key: &PublicKey, signed: &Signed) -> Result<()> {
    if !key.has_signed(signed) {
        return Err(Error::NotAllowed("signature_invalid"));
    }
    if !signed.is_timely(app.clock.now()) {
        return Err(Error::NotAllowed("signature_expired"));
    }
    Ok(())
}

async fn use_nonce(tx: &mut PgConnection, signed: &Signed) -> Result<()> {
    if db::client::use_nonce(tx, signed).await? { Ok(()) } else { Err(Error::NotAllowed("signature_replayed")) }
}
