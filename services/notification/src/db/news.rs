//! What is new for somebody, and how their list stands with it: asked by thousands at once whenever thousands are told something,
//! hence one statement, and one moment.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::notification::Row;

pub struct News {
    /// Oldest first.
    pub rows: Vec<Row>,
    pub unread: i64,
    /// The id of what was told last; 0 when nothing ever was.
    pub last_id: i64,
}

/// How the list stands, beside each of the news, or beside none.
struct Told {
    last_id: i64,
    unread: i64,
    notification_id: Option<i64>,
    kind: Option<String>,
    subject: Option<serde_json::Value>,
    link: Option<String>,
    viewed_at: Option<DateTime<Utc>>,
    created_at: Option<DateTime<Utc>>,
}

/// What was told after a notification, and the newest of it when it is more than `most`; nothing after none. Ids follow the order
/// of commits: whoever knows the last one has seen all before it.
pub async fn news_for(tx: &mut PgConnection, account: i64, after: Option<i64>, most: i64) -> sqlx::Result<News> {
    let told = sqlx::query_as!(
        Told,
        r#"select
               standing.last_id as "last_id!",
               standing.unread as "unread!",
               told.notification_id as "notification_id?",
               told.kind as "kind?",
               told.subject as "subject?",
               told.link as "link?",
               told.viewed_at as "viewed_at?",
               told.created_at as "created_at?"
           from (
               select
                   (select coalesce(max(notification_id), 0) from notification where account_id = $1) as last_id,
                   (select count(*) from notification where account_id = $1 and viewed_at is null) as unread
           ) as standing
           left join lateral (
               select notification_id, kind, subject, link, viewed_at, created_at
               from notification
               where account_id = $1 and notification_id > $2
               order by notification_id desc
               limit $3
           ) as told on true
           order by told.notification_id"#,
        account,
        after,
        most,
    )
    .fetch_all(tx)
    .await?;
    let (last_id, unread) = told.first().map_or((0, 0), |told| (told.last_id, told.unread));
    Ok(News { rows: told.into_iter().filter_map(Told::row).collect(), unread, last_id })
}

impl Told {
    fn row(self) -> Option<Row> {
        Some(Row {
            notification_id: self.notification_id?,
            kind: self.kind?,
            subject: self.subject?,
            link: self.link,
            viewed_at: self.viewed_at,
            created_at: self.created_at?,
        })
    }
}
