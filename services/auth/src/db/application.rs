//! Applications to become a blogger.

use chrono::{DateTime, Utc};
use kit::{Error, db::OnConstraint as _, page::Page};
use sqlx::PgConnection;

use crate::domain::application::Status;

pub struct ApplicationRow {
    pub application_id: i64,
    pub status: String,
    pub about: String,
    pub instagram: Option<String>,
    pub youtube: Option<String>,
    pub facebook: Option<String>,
    pub tiktok: Option<String>,
    pub other: Option<String>,
    pub created_at: DateTime<Utc>,
    pub decided_at: Option<DateTime<Utc>>,
    pub reason: Option<String>,
}

#[derive(Debug)]
pub struct NewApplication {
    pub about: String,
    pub instagram: Option<String>,
    pub youtube: Option<String>,
    pub facebook: Option<String>,
    pub tiktok: Option<String>,
    pub other: Option<String>,
}

/// `$tail` is the rest of the statement after the table.
macro_rules! applications {
    ($tail:literal, $($value:expr),+ $(,)?) => {
        sqlx::query_as!(
            ApplicationRow,
            "select application_id, status, about, instagram, youtube, facebook, tiktok, other, created_at, decided_at,
                    reason
             from application " + $tail,
            $($value),+
        )
    };
}

/// Fails with `application_pending` if another application is pending.
pub async fn insert_for(
    tx: &mut PgConnection,
    account: i64,
    new: &NewApplication,
    at: DateTime<Utc>,
) -> kit::Result<ApplicationRow> {
    sqlx::query_as!(
        ApplicationRow,
        "insert into application (account_id, about, instagram, youtube, facebook, tiktok, other, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         returning application_id, status, about, instagram, youtube, facebook, tiktok, other, created_at, decided_at,
                   reason",
        account,
        new.about,
        new.instagram,
        new.youtube,
        new.facebook,
        new.tiktok,
        new.other,
        at,
    )
    .fetch_one(tx)
    .await
    .on_constraint("application_pending", || Error::conflict("application_pending"))
}

pub async fn find_last_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<Option<ApplicationRow>> {
    applications!("where account_id = $1 order by application_id desc limit 1", account).fetch_optional(tx).await
}

pub async fn newest_for(tx: &mut PgConnection, account: i64, limit: i64) -> sqlx::Result<Vec<ApplicationRow>> {
    applications!("where account_id = $1 order by application_id desc limit $2", account, limit).fetch_all(tx).await
}

/// Pending applications first, then the oldest.
pub async fn page(tx: &mut PgConnection, status: Option<Status>, page: Page) -> sqlx::Result<Vec<ApplicationRow>> {
    applications!(
        "where $1::text is null or status = $1
         order by (status <> 'pending'), created_at, application_id
         limit $2
         offset $3",
        status.map(Status::key),
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

pub async fn count(tx: &mut PgConnection, status: Option<Status>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from application where $1::text is null or status = $1"#,
        status.map(Status::key),
    )
    .fetch_one(tx)
    .await
}

pub async fn applicant(tx: &mut PgConnection, application: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select account_id from application where application_id = $1", application)
        .fetch_optional(tx)
        .await
}

/// Returns `None` if the application is not pending.
pub async fn decide(
    tx: &mut PgConnection,
    application: i64,
    status: Status,
    operator: i64,
    reason: Option<&str>,
    at: DateTime<Utc>,
) -> sqlx::Result<Option<ApplicationRow>> {
    sqlx::query_as!(
        ApplicationRow,
        "update application
         set status = $2, reason = $3, decided_at = $4, decided_by = $5
         where application_id = $1 and status = 'pending'
         returning application_id, status, about, instagram, youtube, facebook, tiktok, other, created_at, decided_at,
                   reason",
        application,
        status.key(),
        reason,
        at,
        operator,
    )
    .fetch_optional(tx)
    .await
}
