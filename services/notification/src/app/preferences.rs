//! What people want to be told: their choices, and the links that end one of them.

use kit::{Error, Result};

use crate::{
    App, db,
    domain::{Change, Preferences, Topic, nature::gathered},
    unsubscribe::Ending,
};

pub async fn save(app: &App, account: i64, chosen: impl FnOnce(Preferences) -> Preferences) -> Result<Preferences> {
    change(app, account, "preferences", chosen).await
}

/// Ends what a link names; doing it twice is doing it once. What is fixed stays.
pub async fn unsubscribe(app: &App, ending: Ending) -> Result<()> {
    let topics: Vec<Topic> = ending.topic.map_or_else(gathered, |topic| vec![topic]);
    let end = |mut preferences: Preferences| {
        for topic in topics {
            preferences.end(topic, ending.way);
        }
        preferences
    };
    match change(app, ending.account, "link", end).await {
        // Who has left is told nothing anyway.
        Ok(_) | Err(Error::NotFound(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

async fn change(
    app: &App,
    account: i64,
    source: &str,
    change: impl FnOnce(Preferences) -> Preferences,
) -> Result<Preferences> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    db::departed::hold_the_door(&mut tx).await?;
    if db::departed::has_left(&mut tx, account).await? {
        return Err(Error::NotFound("user_not_found"));
    }
    db::preference::lock_for(&mut tx, account).await?;
    let before = db::preference::find_for(&mut tx, account).await?;
    let after = change(before.clone());
    let changes: Vec<Change> = after.changes_since(&before);
    db::preference::save_for(&mut tx, account, &after, now).await?;
    db::preference::record_for(&mut tx, account, &changes, source, now).await?;
    tx.commit().await?;
    Ok(after)
}
