//! Changes a reader's preferences, and logs consents.

use kit::{Error, Result};

use crate::{
    App, db,
    domain::{ConsentChange, Preferences, Topic, policy::digest_topics},
    unsubscribe::Unsubscription,
};

pub async fn save(app: &App, account: i64, update: impl FnOnce(Preferences) -> Preferences) -> Result<Preferences> {
    change(app, account, "preferences", update).await
}

/// Idempotent. Topics that cannot be turned off stay on.
pub async fn unsubscribe(app: &App, unsubscription: Unsubscription) -> Result<()> {
    let topics: Vec<Topic> = unsubscription.topic.map_or_else(digest_topics, |topic| vec![topic]);
    let turn_off = |mut preferences: Preferences| {
        for topic in topics {
            preferences.turn_off(topic, unsubscription.channel);
        }
        preferences
    };
    match change(app, unsubscription.account, "link", turn_off).await {
        // An erased account gets no messages anyway.
        Ok(_) | Err(Error::NotFound(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Logs each consent that was given or withdrawn. `source` says where: in the preferences or by a link.
async fn change(
    app: &App,
    account: i64,
    source: &str,
    update: impl FnOnce(Preferences) -> Preferences,
) -> Result<Preferences> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    db::erased_account::lock_shared(&mut tx).await?;
    if db::erased_account::is_erased(&mut tx, account).await? {
        return Err(Error::NotFound("user_not_found"));
    }
    db::preference::lock_for(&mut tx, account).await?;
    let before = db::preference::find_for(&mut tx, account).await?;
    let after = update(before.clone());
    let changes: Vec<ConsentChange> = after.changes_since(&before);
    db::preference::save_for(&mut tx, account, &after, now).await?;
    db::preference::record_for(&mut tx, account, &changes, source, now).await?;
    tx.commit().await?;
    Ok(after)
}
