//! What is new for somebody, and how their list stands with it: asked by thousands at once whenever thousands are told something,
//! hence one statement for many of them, and one moment.

use chrono::{DateTime, Utc};
use kit::db::together;
use sqlx::PgConnection;

use super::notification::Row;

/// Of what came after a notification, so much is told. Who was away for longer looks at the list.
const MOST: i64 = 50;

#[derive(Clone, Copy)]
pub struct Question {
    pub account: i64,
    /// What they were told last. Nothing is told to who knows of none yet, and everything that comes later: they ask again with
    /// `last_id`.
    pub after: Option<i64>,
}

#[derive(Default)]
pub struct News {
    /// Oldest first.
    pub rows: Vec<Row>,
    pub unread: i64,
    /// The id of what was told last; 0 when nothing ever was.
    pub last_id: i64,
}

/// How the list stands, beside each of the news, or beside none.
struct Told {
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

impl together::Question for Question {
    type Answer = News;

    async fn answer(tx: &mut PgConnection, questions: &[Self]) -> kit::Result<Vec<News>> {
        Ok(news_of(tx, questions).await?)
    }
}

/// For each question what was told after a notification, and the newest of it when it is too much; nothing after none. Ids
/// follow the order of commits: whoever knows the last one has seen all before it.
async fn news_of(tx: &mut PgConnection, questions: &[Question]) -> sqlx::Result<Vec<News>> {
    let (accounts, known): (Vec<_>, Vec<_>) = questions.iter().map(|asked| (asked.account, asked.after)).unzip();
    let told = sqlx::query_as!(
        Told,
        r#"select place as "place!", last_id as "last_id!", unread as "unread!", notification_id as "notification_id?",
                  kind as "kind?", subject as "subject?", link as "link?", viewed_at as "viewed_at?", created_at as "created_at?"
           from news_of($1, $2, $3)"#,
        &accounts,
        &known as &[Option<i64>],
        MOST,
    )
    .fetch_all(tx)
    .await?;
    let mut news: Vec<News> = questions.iter().map(|_| News::default()).collect();
    for told in told {
        let Some(news) = news.get_mut(told.place as usize - 1) else { continue };
        (news.last_id, news.unread) = (told.last_id, told.unread);
        news.rows.extend(told.row());
    }
    Ok(news)
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
