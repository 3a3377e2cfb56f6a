//! Table `choice` has the channels per topic, `consent` the log of consents. An account without rows has the defaults.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kit::{Language, db::batch};
use sqlx::PgConnection;

use crate::domain::{ConsentChange, Digest, NotificationChannel, Preferences, QuietHours, Topic};

pub async fn find_all(tx: &mut PgConnection, accounts: &[i64]) -> sqlx::Result<HashMap<i64, Preferences>> {
    let mut preferences_by_account: HashMap<i64, Preferences> = HashMap::new();
    // `(select …)` hides the array's length from the planner, so that one plan is cached for all lengths.
    let rows = sqlx::query!(
        "select account_id, language, digest, quiet_is_on, quiet_from, quiet_until
         from preference
         where account_id = any ((select $1::bigint[])::bigint[])",
        accounts,
    )
    .fetch_all(&mut *tx)
    .await?;
    for row in rows {
        let preferences = preferences_by_account.entry(row.account_id).or_default();
        preferences.quiet_hours = QuietHours { is_on: row.quiet_is_on, from: row.quiet_from, until: row.quiet_until };
        preferences.digest = Digest::from_key(&row.digest).unwrap_or_default();
        preferences.language = row.language.as_deref().and_then(Language::from_tag);
    }
    let rows = sqlx::query!(
        "select account_id, topic, ways from choice where account_id = any ((select $1::bigint[])::bigint[])",
        accounts,
    )
    .fetch_all(tx)
    .await?;
    for row in rows {
        let Some(topic) = Topic::from_key(&row.topic) else { continue };
        let channels = row.ways.iter().filter_map(|key| NotificationChannel::from_key(key)).collect();
        preferences_by_account.entry(row.account_id).or_default().choices.insert(topic, channels);
    }
    Ok(preferences_by_account)
}

pub struct PreferencesQuery {
    pub account: i64,
}

impl batch::BatchQuery for PreferencesQuery {
    type Output = Preferences;

    async fn load_batch(connection: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<Preferences>> {
        let accounts: Vec<_> = queries.iter().map(|query| query.account).collect();
        let preferences_by_account = find_all(connection, &accounts).await?;
        Ok(accounts.iter().map(|account| preferences_by_account.get(account).cloned().unwrap_or_default()).collect())
    }
}

pub async fn find_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<Preferences> {
    Ok(find_all(tx, &[account]).await?.remove(&account).unwrap_or_default())
}

/// An advisory lock, because there may be no row yet to lock.
pub async fn lock_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('sovqat.notification.preference', $1))", account)
        .fetch_one(tx)
        .await?;
    Ok(())
}

pub async fn save_for(
    tx: &mut PgConnection,
    account: i64,
    preferences: &Preferences,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into preference (account_id, language, digest, quiet_is_on, quiet_from, quiet_until, changed_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (account_id) do update
         set language = excluded.language,
             digest = excluded.digest,
             quiet_is_on = excluded.quiet_is_on,
             quiet_from = excluded.quiet_from,
             quiet_until = excluded.quiet_until,
             changed_at = excluded.changed_at",
        account,
        preferences.language.map(Language::code),
        preferences.digest.key(),
        preferences.quiet_hours.is_on,
        preferences.quiet_hours.from,
        preferences.quiet_hours.until,
        at,
    )
    .execute(&mut *tx)
    .await?;
    for (topic, channels) in &preferences.choices {
        let channels: Vec<String> = channels.iter().map(|channel| channel.key().to_owned()).collect();
        sqlx::query!(
            "insert into choice (account_id, topic, ways)
             values ($1, $2, $3)
             on conflict (account_id, topic) do update
             set ways = excluded.ways",
            account,
            topic.key(),
            &channels,
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// The law requires proof of consents. `source` is where one was given or withdrawn.
pub async fn record_for(
    tx: &mut PgConnection,
    account: i64,
    changes: &[ConsentChange],
    source: &str,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    for ConsentChange { topic, channel, is_given } in changes {
        sqlx::query!(
            "insert into consent (account_id, topic, way, is_given, source, given_at)
             values ($1, $2, $3, $4, $5, $6)",
            account,
            topic.key(),
            channel.key(),
            is_given,
            source,
            at,
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from preference where account_id = $1", account).execute(&mut *tx).await?;
    sqlx::query!("delete from choice where account_id = $1", account).execute(&mut *tx).await?;
    sqlx::query!("delete from consent where account_id = $1", account).execute(tx).await?;
    Ok(())
}
