//! Push subscriptions, and the key that signs pushes.

use kit::{Error, Result};
use rand::{RngCore as _, rngs::OsRng};
use sha2::{Digest as _, Sha256};

use crate::{
    App,
    config::Config,
    db,
    push::{Subscription, Vapid},
    sender::Sender,
};

const MAX_SUBSCRIPTIONS: i64 = 20;
const KEY_CONTEXT: &str = "push_key";

/// Without a configured key, local mode generates one, and in production pushes stay off.
pub async fn enable(sender: Sender, config: &Config) -> anyhow::Result<Sender> {
    let contact = config.mail.mail_from.email.to_string();
    let vapid = match config.push_key()? {
        Some(secret) => Vapid::new(&secret, &contact)?,
        None if config.process.is_local() => local_key(&sender, &contact).await?,
        None => return Ok(sender),
    };
    Ok(sender.with_push(vapid))
}

/// Deletes the account's oldest subscriptions beyond the limit.
pub async fn add(sender: &Sender, account: i64, subscription: &Subscription) -> Result<()> {
    let endpoint = subscription.endpoint.as_str();
    let plaintext = subscription.to_json().map_err(Error::Internal)?;
    let sealed = sender.seal.close(&context_of(&hash(endpoint)), &plaintext, &mut OsRng).map_err(Error::Internal)?;
    let mut tx = kit::db::begin(&sender.app.pool).await?;
    db::erased_account::lock_shared(&mut tx).await?;
    if db::erased_account::is_erased(&mut tx, account).await? {
        return Err(Error::NotFound("user_not_found"));
    }
    db::push_subscription::upsert(&mut tx, account, &hash(endpoint), &sealed, sender.app.clock.now()).await?;
    db::push_subscription::prune_for(&mut tx, account, MAX_SUBSCRIPTIONS).await?;
    tx.commit().await?;
    Ok(())
}

pub async fn remove(app: &App, account: i64, endpoint: &str) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    db::push_subscription::delete_for(&mut tx, account, &hash(endpoint)).await?;
    tx.commit().await?;
    Ok(())
}

/// Returns `None` if the subscription was deleted or belongs to another account.
pub async fn find(sender: &Sender, account: i64, subscription: i64) -> anyhow::Result<Option<Subscription>> {
    let mut connection = sender.app.pool.acquire().await?;
    let Some(row) = db::push_subscription::find_for(&mut connection, account, subscription).await? else {
        return Ok(None);
    };
    let plaintext = sender.seal.open(&context_of(&row.endpoint_hash), &row.sealed)?;
    Ok(Some(Subscription::from_json(&plaintext, &sender.push_hosts)?))
}

/// Generates the key at the first start.
async fn local_key(sender: &Sender, contact: &str) -> anyhow::Result<Vapid> {
    let mut secret = [0; 32];
    OsRng.fill_bytes(&mut secret);
    let sealed = sender.seal.close(KEY_CONTEXT, &secret, &mut OsRng)?;
    let mut tx = kit::db::begin(&sender.app.pool).await?;
    let stored = db::push_subscription::insert_or_get_key(&mut tx, &sealed).await?;
    tx.commit().await?;
    let secret = sender.seal.open(KEY_CONTEXT, &stored)?;
    Vapid::new(secret.as_slice().try_into()?, contact)
}

fn hash(endpoint: &str) -> Vec<u8> {
    Sha256::digest(endpoint.as_bytes()).to_vec()
}

/// Binds the encrypted subscription to its endpoint.
fn context_of(hash: &[u8]) -> String {
    hash.iter().fold(String::from("push:"), |name, byte| name + &format!("{byte:02x}"))
}
