//! App installations register a key, which signs sensitive requests. Each nonce is stored in the transaction that
//! accepts its request, so requests are accepted once.

use kit::{Error, Result, identity::Caller};
use sqlx::PgConnection;

use crate::{
    App,
    app::{keys, session, sign_out::session_id, tokens},
    db::{
        self,
        client::{ClientRow, NewClient},
    },
    domain::client::{MAX_PER_ACCOUNT, PublicKey, Signed},
};

/// Moves a registered key to the caller's session.
pub async fn register(app: &App, caller: &Caller, new: &NewClient, signed: &Signed) -> Result<ClientRow> {
    let now = app.clock.now();
    let key_id = new.key.thumbprint();
    if signed.key_id != key_id {
        return Err(Error::NotAllowed("signature_invalid"));
    }
    verify_signature(app, &new.key, signed)?;
    let attested = app.attestations.check(&new.platform, &key_id, new.attestation.as_deref()).await?;

    let mut tx = kit::db::begin(&app.pool).await?;
    let owner = session::owner(&mut tx, caller).await?.account_id;
    if !db::profile::lock(&mut tx, owner).await? {
        return Err(Error::unauthenticated());
    }
    let session = session_id(caller)?;
    // The session must not end before the key is stored, because its end revokes its keys.
    db::session::lock_open(&mut tx, owner, session).await?.ok_or_else(Error::unauthenticated)?;

    let row = match db::client::find(&mut tx, &key_id).await? {
        Some(client) if client.account_id != owner => return Err(Error::conflict("client_taken")),
        Some(client) if client.is_revoked => return Err(Error::conflict("client_revoked")),
        Some(_) => db::client::renew_for(&mut tx, owner, session, new, attested).await?,
        None => {
            if db::client::count_for(&mut tx, owner).await? >= MAX_PER_ACCOUNT {
                return Err(Error::conflict("too_many_clients"));
            }
            let row = db::client::insert_for(&mut tx, owner, session, new, attested, now).await?;
            row.ok_or_else(|| Error::conflict("client_taken"))?
        }
    };
    use_nonce(&mut tx, signed).await?;
    tx.commit().await?;
    tracing::info!(account.id = owner, "Account {owner} registered a key of an app on {}", row.platform);
    Ok(row)
}

pub async fn list(app: &App, caller: &Caller) -> Result<Vec<ClientRow>> {
    let mut connection = app.pool.acquire().await?;
    let owner = session::owner(&mut connection, caller).await?.account_id;
    Ok(db::client::all_for(&mut connection, owner).await?)
}

/// Repeated calls succeed.
pub async fn revoke(app: &App, caller: &Caller, key_id: &str) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let owner = session::owner(&mut tx, caller).await?.account_id;
    if !db::client::revoke_for(&mut tx, owner, key_id, app.clock.now()).await? {
        return Err(Error::NotFound("client_not_found"));
    }
    tx.commit().await?;
    Ok(())
}

/// Returns an access token that contains the key's id.
pub async fn verify(app: &App, caller: &Caller, signed: &Signed) -> Result<String> {
    let signer = keys::signer(app).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let owner = session::owner(&mut tx, caller).await?.account_id;
    let client = db::client::find(&mut tx, &signed.key_id).await?.ok_or(Error::NotAllowed("client_not_found"))?;
    let key = PublicKey::from_bytes(&client.public_key)
        .ok_or_else(|| Error::internal(anyhow::anyhow!("a stored key is not a point on the curve")))?;
    verify_signature(app, &key, signed)?;
    if client.account_id != owner {
        return Err(Error::NotAllowed("client_taken"));
    }
    if client.is_revoked {
        return Err(Error::NotAllowed("client_revoked"));
    }
    use_nonce(&mut tx, signed).await?;
    db::client::touch(&mut tx, &signed.key_id, app.clock.now()).await?;
    tx.commit().await?;
    tokens::for_client(app, &signer, caller, &signed.key_id)
}

fn verify_signature(app: &App, key: &PublicKey, signed: &Signed) -> Result<()> {
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
