//! Finds the new notifications of many readers in one statement.

use chrono::{DateTime, Utc};
use kit::db::batch;
use sqlx::PgConnection;

use super::notification::NotificationRow;

/// A reader who missed more has to load the list.
const LIMIT: i64 = 50;

#[derive(Clone, Copy)]
pub struct UpdatesQuery {
    pub account: i64,
    /// The last known notification. `None` returns only the totals.
    pub after: Option<i64>,
}

#[derive(Default)]
pub struct Updates {
    /// Oldest first.
    pub notifications: Vec<NotificationRow>,
    pub unread: i64,
    /// The newest notification, or 0.
    pub last_id: i64,
}

struct UpdateRow {
    /// Position of the query, from 1.
    place: i64,
    last_id: i64,
    unread: i64,
    notification_id: Option<i64>,
    kind: Option<String>,
    subject: Option<serde_json::Value>,
    link: Option<String>,
    viewed_at: Option<DateTime<Utc>>,
    created_at: Option<DateTime<Utc>>,
}

impl batch::BatchQuery for UpdatesQuery {
    type Output = Updates;

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<Updates>> {
        Ok(find_all(tx, queries).await?)
    }
}

/// Ids follow the order of commits, so a reader who knows an id has missed nothing before it.
async fn find_all(tx: &mut PgConnection, queries: &[UpdatesQuery]) -> sqlx::Result<Vec<Updates>> {
    let (accounts, known_ids): (Vec<_>, Vec<_>) = queries.iter().map(|query| (query.account, query.after)).unzip();
    let rows = sqlx::query_as!(
        UpdateRow,
        r#"select place as "place!", last_id as "last_id!", unread as "unread!", notification_id as "notification_id?",
                  kind as "kind?", subject as "subject?", link as "link?", viewed_at as "viewed_at?", created_at as "created_at?"
           from news_of($1, $2, $3)"#,
        &accounts,
        &known_ids as &[Option<i64>],
        LIMIT,
    )
    .fetch_all(tx)
    .await?;
    let mut updates: Vec<Updates> = queries.iter().map(|_| Updates::default()).collect();
    for row in rows {
        let Some(updates) = updates.get_mut(row.place as usize - 1) else { continue };
        (updates.last_id, updates.unread) = (row.last_id, row.unread);
        updates.notifications.extend(row.notification());
    }
    Ok(updates)
}

impl UpdateRow {
    fn notification(self) -> Option<NotificationRow> {
        Some(NotificationRow {
            notification_id: self.notification_id?,
            kind: self.kind?,
            subject: self.subject?,
            link: self.link,
            viewed_at: self.viewed_at,
            created_at: self.created_at?,
        })
    }
}
