use std::sync::Arc;

use kit::{Error, Result};
use rand::rngs::OsRng;

use crate::{
    App, db,
    keyring::{SealedKey, Signer},
};

/// Returns the key that signs now. Creates a key if there is none.
pub async fn signer(app: &App) -> Result<Arc<Signer>> {
    if let Some(signer) = app.keyring.current(app.clock.now()) {
        return Ok(signer);
    }
    rotate(app).await?;
    app.keyring
        .current(app.clock.now())
        .ok_or_else(|| Error::internal(anyhow::anyhow!("no key signs after a rotation")))
}

/// Creates the keys that are due, deletes those whose last token has expired, and loads all keys.
pub async fn rotate(app: &App) -> Result<()> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    db::signing_key::lock_table(&mut tx).await?;
    db::signing_key::delete_retired_before(&mut tx, app.rotation.published_since(now)).await?;
    let mut keys = db::signing_key::all(&mut tx).await?;
    let mut terms: Vec<_> = keys.iter().map(|key| key.term).collect();
    while let Some(term) = app.rotation.due(&terms, now) {
        let key = SealedKey::generate(term, &app.seal, &mut OsRng).map_err(Error::Internal)?;
        db::signing_key::insert(&mut tx, &key, now).await?;
        tracing::info!(kid = key.kid, "Key {} will sign from {}", key.kid, term.active_from);
        terms.push(term);
        keys.push(key);
    }
    tx.commit().await?;
    app.keyring.replace(&keys, &app.seal).map_err(Error::Internal)
}
