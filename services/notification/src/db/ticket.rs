//! Support tickets. `ticket_budget.rs` counts them, and `ticket_answer.rs` has their answers.

use chrono::{DateTime, Utc};
use kit::page::Page;
use sqlx::PgConnection;

pub struct TicketRow {
    pub ticket_id: i64,
    pub code: String,
    pub status: String,
    pub name: String,
    pub email: String,
    pub phone_number: Option<String>,
    pub message: String,
    pub created_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
    /// The account of a member of staff.
    pub assignee_id: Option<i64>,
    pub order_code: Option<String>,
}

pub async fn find_duplicate(
    tx: &mut PgConnection,
    email: &str,
    message: &str,
    since: DateTime<Utc>,
) -> sqlx::Result<Option<TicketRow>> {
    sqlx::query_as!(
        TicketRow,
        "select ticket_id, code, status, name, email, phone_number, message, created_at, closed_at,
                assignee_id, order_code
         from ticket
         where email = $1 and created_at > $3 and message = $2
         order by created_at desc
         limit 1",
        email,
        message,
        since,
    )
    .fetch_optional(tx)
    .await
}

pub struct NewTicket<'a> {
    pub code: &'a str,
    pub name: &'a str,
    pub email: &'a str,
    pub mailbox: &'a str,
    /// The keyed hash, or `None` for a signed-in writer.
    pub network: Option<&'a [u8]>,
    pub phone_number: Option<&'a str>,
    pub message: &'a str,
    pub language: &'a str,
    pub account: Option<i64>,
    pub order_code: Option<&'a str>,
    pub at: DateTime<Utc>,
}

/// Returns `None` when the code is taken.
pub async fn insert(tx: &mut PgConnection, new: &NewTicket<'_>) -> sqlx::Result<Option<TicketRow>> {
    sqlx::query_as!(
        TicketRow,
        "insert into ticket (
             code, name, email, phone_number, message, language, account_id, created_at, mailbox, network, order_code
         )
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict on constraint ticket_code_key do nothing
         returning ticket_id, code, status, name, email, phone_number, message, created_at, closed_at, assignee_id,
                   order_code",
        new.code,
        new.name,
        new.email,
        new.phone_number,
        new.message,
        new.language,
        new.account,
        new.at,
        new.mailbox,
        new.network,
        new.order_code,
    )
    .fetch_optional(tx)
    .await
}

/// `None` does not filter.
#[derive(Default)]
pub struct Filter<'a> {
    pub status: Option<&'a str>,
    pub assignee: Option<i64>,
    pub order_code: Option<&'a str>,
}

pub async fn count(tx: &mut PgConnection, filter: &Filter<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from ticket
           where ($1::text is null or status = $1)
             and ($2::bigint is null or assignee_id = $2)
             and ($3::text is null or order_code = $3)"#,
        filter.status,
        filter.assignee,
        filter.order_code,
    )
    .fetch_one(tx)
    .await
}

/// Open tickets, oldest first, then closed ones, newest first.
pub async fn page(tx: &mut PgConnection, filter: &Filter<'_>, page: Page) -> sqlx::Result<Vec<TicketRow>> {
    sqlx::query_as!(
        TicketRow,
        "select ticket_id, code, status, name, email, phone_number, message, created_at, closed_at,
                assignee_id, order_code
         from ticket
         where ($1::text is null or status = $1)
           and ($2::bigint is null or assignee_id = $2)
           and ($3::text is null or order_code = $3)
         order by status desc, case status when 'open' then ticket_id end, ticket_id desc
         limit $4 offset $5",
        filter.status,
        filter.assignee,
        filter.order_code,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

pub async fn set_assignee(tx: &mut PgConnection, ticket: i64, assignee: Option<i64>) -> sqlx::Result<()> {
    sqlx::query!("update ticket set assignee_id = $2 where ticket_id = $1", ticket, assignee).execute(tx).await?;
    Ok(())
}

pub async fn set_order(tx: &mut PgConnection, ticket: i64, order_code: Option<&str>) -> sqlx::Result<()> {
    sqlx::query!("update ticket set order_code = $2 where ticket_id = $1", ticket, order_code).execute(tx).await?;
    Ok(())
}

pub async fn find(tx: &mut PgConnection, code: &str) -> sqlx::Result<Option<TicketRow>> {
    sqlx::query_as!(
        TicketRow,
        "select ticket_id, code, status, name, email, phone_number, message, created_at, closed_at,
                assignee_id, order_code
         from ticket
         where code = $1",
        code,
    )
    .fetch_optional(tx)
    .await
}

/// Locks the ticket until the transaction ends, and returns its language.
pub async fn lock(tx: &mut PgConnection, code: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select language from ticket where code = $1 for update", code).fetch_optional(tx).await
}

/// Returns whether the ticket was open.
pub async fn close(tx: &mut PgConnection, code: &str, at: DateTime<Utc>) -> sqlx::Result<bool> {
    let closed = sqlx::query!(
        "update ticket set status = 'closed', closed_at = $2 where code = $1 and status = 'open'",
        code,
        at
    )
    .execute(tx)
    .await?;
    Ok(closed.rows_affected() == 1)
}

pub async fn count_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from ticket where account_id = $1"#, account).fetch_one(tx).await
}

/// Newest first.
pub async fn page_for(tx: &mut PgConnection, account: i64, page: Page) -> sqlx::Result<Vec<TicketRow>> {
    sqlx::query_as!(
        TicketRow,
        "select ticket_id, code, status, name, email, phone_number, message, created_at, closed_at,
                assignee_id, order_code
         from ticket
         where account_id = $1
         order by ticket_id desc
         limit $2 offset $3",
        account,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from ticket where account_id = $1", account).execute(tx).await?;
    Ok(())
}

pub async fn delete_closed_before(tx: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from ticket
         where ticket_id in (
             select ticket_id
             from ticket
             where status = 'closed' and closed_at < $1
             limit $2
         )",
        before,
        limit,
    )
    .execute(tx)
    .await?;
    Ok(deleted.rows_affected())
}
