//! Finds new notifications for many readers in one statement. After a fan-out, thousands of readers load them at the
//! same time.

use chrono::{DateTime, Utc};
use kit::db::batch;
use sqlx::PgConnection;

use super::notification::NotificationRow;

/// The most notifications per reader. A reader who missed more has to load the list.
const LIMIT: i64 = 50;

/// A query for the news of a reader.
#[derive(Clone, Copy)]
pub struct UpdatesQuery {
    pub account: i64,
    /// The last notification that the reader knows. `None` returns only the totals.
    pub after: Option<i64>,
}

/// The new notifications of a reader, and the number of unread ones.
#[derive(Default)]
pub struct Updates {
    /// The new notifications, oldest first.
    pub notifications: Vec<NotificationRow>,
    pub unread: i64,
    /// The id of the reader's newest notification, or 0 when there is none.
    pub last_id: i64,
}

/// A notification with the totals of its list, or only the totals.
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

/// Finds the new notifications of each query. Ids follow the order of commits, so no smaller id can appear later, and a
/// reader who knows an id has missed nothing before it.
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
