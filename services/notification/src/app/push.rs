//! Browsers that agree to be pushed to, and no longer do.

use kit::{Error, Result};
use rand::{RngCore as _, rngs::OsRng};
use sha2::{Digest as _, Sha256};

use crate::{
    App, db,
    post::Post,
    push::{Subscription, Vapid},
};

/// Browsers of one account: more nobody has open.
const MOST: i64 = 20;
const KEY: &str = "push_key";

pub async fn add(post: &Post, account: i64, subscription: &Subscription) -> Result<()> {
    let endpoint = subscription.endpoint.as_str();
    let clear = subscription.spell().map_err(Error::Internal)?;
    let sealed = post.seal.close(&name_of(&hash(endpoint)), &clear, &mut OsRng).map_err(Error::Internal)?;
    let mut tx = post.app.pool.begin().await?;
    db::departed::hold_the_door(&mut tx).await?;
    if db::departed::has_left(&mut tx, account).await? {
        return Err(Error::NotFound("user_not_found"));
    }
    db::push_subscription::upsert(&mut tx, account, &hash(endpoint), &sealed, post.app.clock.now()).await?;
    db::push_subscription::prune_for(&mut tx, account, MOST).await?;
    tx.commit().await?;
    Ok(())
}

/// Removing what is not there is removing it.
pub async fn remove(app: &App, account: i64, endpoint: &str) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    db::push_subscription::delete_for(&mut tx, account, &hash(endpoint)).await?;
    tx.commit().await?;
    Ok(())
}

/// `None` when the browser is no more.
pub async fn find(post: &Post, account: i64, subscription: i64) -> anyhow::Result<Option<Subscription>> {
    let mut connection = post.app.pool.acquire().await?;
    let Some(row) = db::push_subscription::find_for(&mut connection, account, subscription).await? else {
        return Ok(None);
    };
    let clear = post.seal.open(&name_of(&row.endpoint_hash), &row.sealed)?;
    Ok(Some(Subscription::read(&clear, &post.hosts)?))
}

/// Local mode's own key, made at the first start.
pub async fn own_key(post: &Post, contact: &str) -> anyhow::Result<Vapid> {
    let mut secret = [0; 32];
    OsRng.fill_bytes(&mut secret);
    let sealed = post.seal.close(KEY, &secret, &mut OsRng)?;
    let mut tx = post.app.pool.begin().await?;
    let kept = db::push_subscription::keep_key(&mut tx, &sealed).await?;
    tx.commit().await?;
    let secret = post.seal.open(KEY, &kept)?;
    Vapid::new(secret.as_slice().try_into()?, contact)
}

fn hash(endpoint: &str) -> Vec<u8> {
    Sha256::digest(endpoint.as_bytes()).to_vec()
}

fn name_of(hash: &[u8]) -> String {
    let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("push:{hex}")
}
