//! Runs, results and findings of the nightly auditor.

pub mod cashouts;
pub mod compare;
pub mod ordered;

use chrono::{DateTime, NaiveDate, Utc};
use kit::page::Page;
use sqlx::PgConnection;

use crate::domain::auditor::{Area, Difference};

/// Stored per area and run.
pub const MAX_FINDINGS: i64 = 1_000;
/// Advisory lock (`SQAUDIT` and 1): one process audits at a time.
const LOCK: i64 = 0x5351_4155_4449_5401;

pub struct Run {
    pub id: i64,
    /// `None` for a run that an operator requested.
    pub night: Option<NaiveDate>,
    pub asked_at: DateTime<Utc>,
    pub started_at: Option<DateTime<Utc>>,
    pub finished_at: Option<DateTime<Utc>>,
}

pub struct AreaResult {
    pub run: i64,
    pub area: Area,
    pub compared: i64,
    pub differing: i64,
    /// Why the area could not be compared completely.
    pub failure: Option<String>,
}

pub struct Finding {
    pub id: i64,
    pub area: Area,
    /// For example an order's code.
    pub subject: String,
    pub field: String,
    pub expected: String,
    pub found: String,
    pub first_found_at: DateTime<Utc>,
    pub last_found_at: DateTime<Utc>,
    pub gone_at: Option<DateTime<Utc>>,
    pub note: Option<String>,
    pub noted_at: Option<DateTime<Utc>>,
}

/// Held until the session ends.
pub async fn try_lock(session: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select pg_try_advisory_lock($1) as "locked!""#, LOCK).fetch_one(session).await
}

pub async fn unlock(session: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query_scalar!("select pg_advisory_unlock($1)", LOCK).fetch_one(session).await.map(drop)
}

/// Checks first, because a conflict uses up an id.
pub async fn insert_nightly(tx: &mut PgConnection, night: NaiveDate, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into auditor_run (night, asked_at)
         select $1, $2
         where not exists (select from auditor_run where night = $1)
         on conflict (night) do nothing",
        night,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns the requested run that has not begun, or a new one.
pub async fn request_run(tx: &mut PgConnection, operator: i64, now: DateTime<Utc>) -> sqlx::Result<i64> {
    let waiting = sqlx::query_scalar!(
        "select run_id from auditor_run where started_at is null and asked_by is not null order by run_id limit 1"
    )
    .fetch_optional(&mut *tx)
    .await?;
    match waiting {
        Some(run) => Ok(run),
        None => {
            sqlx::query_scalar!(
                "insert into auditor_run (asked_by, asked_at) values ($1, $2) returning run_id",
                operator,
                now,
            )
            .fetch_one(tx)
            .await
        }
    }
}

pub async fn next(tx: &mut PgConnection) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select run_id from auditor_run where finished_at is null order by run_id limit 1")
        .fetch_optional(tx)
        .await
}

/// Also restarts a run after a crash.
pub async fn begin(tx: &mut PgConnection, run: i64, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("delete from auditor_result where run_id = $1", run).execute(&mut *tx).await?;
    sqlx::query!("update auditor_run set started_at = $2 where run_id = $1", run, now).execute(tx).await?;
    Ok(())
}

pub async fn finish(tx: &mut PgConnection, run: i64, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update auditor_run set finished_at = $2 where run_id = $1", run, now).execute(tx).await?;
    Ok(())
}

pub async fn write_result(tx: &mut PgConnection, result: &AreaResult) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into auditor_result (run_id, area, compared, differing, failure) values ($1, $2, $3, $4, $5)",
        result.run,
        result.area.key(),
        result.compared,
        result.differing,
        result.failure,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Updates open findings that were found again.
pub async fn write_findings(tx: &mut PgConnection, run: i64, area: Area, found: &[Difference]) -> sqlx::Result<()> {
    let column = |value: fn(&Difference) -> &String| {
        found.iter().map(|difference| value(difference).clone()).collect::<Vec<_>>()
    };
    sqlx::query!(
        "insert into auditor_finding (area, subject, field, expected, found, first_run, last_run)
         select $2, subject, field, expected, found, $1, $1
         from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as difference (subject, field, expected, found)
         on conflict (area, subject, field) where gone_in is null do update
         set expected = excluded.expected, found = excluded.found, last_run = excluded.last_run",
        run,
        area.key(),
        &column(|difference| &difference.subject),
        &column(|difference| &difference.field),
        &column(|difference| &difference.expected),
        &column(|difference| &difference.found),
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn close_gone(tx: &mut PgConnection, run: i64, area: Area) -> sqlx::Result<()> {
    sqlx::query!(
        "update auditor_finding set gone_in = $1 where area = $2 and gone_in is null and last_run < $1",
        run,
        area.key(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn runs(tx: &mut PgConnection, limit: i64) -> sqlx::Result<Vec<Run>> {
    sqlx::query_as!(
        Run,
        "select run_id as id, night, asked_at, started_at, finished_at
         from auditor_run
         order by run_id desc
         limit $1",
        limit,
    )
    .fetch_all(tx)
    .await
}

pub async fn results(tx: &mut PgConnection, runs: &[i64]) -> sqlx::Result<Vec<AreaResult>> {
    let rows = sqlx::query!(
        "select run_id, area, compared, differing, failure from auditor_result where run_id = any ($1)",
        runs,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let area = parse(&row.area)?;
            let (compared, differing) = (row.compared, row.differing);
            Ok(AreaResult { run: row.run_id, area, compared, differing, failure: row.failure })
        })
        .collect()
}

pub async fn finished_at(tx: &mut PgConnection) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!("select max(finished_at) from auditor_run").fetch_one(tx).await
}

pub async fn count(tx: &mut PgConnection, is_open: bool) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from auditor_finding where (gone_in is null) = $1"#, is_open,)
        .fetch_one(tx)
        .await
}

pub async fn page(tx: &mut PgConnection, is_open: bool, page: Page) -> sqlx::Result<Vec<Finding>> {
    find(tx, Filter { is_open: Some(is_open), id: None }, page.limit(), page.offset()).await
}

pub async fn find_one(tx: &mut PgConnection, finding: i64) -> sqlx::Result<Option<Finding>> {
    Ok(find(tx, Filter { is_open: None, id: Some(finding) }, 1, 0).await?.pop())
}

/// `None` does not filter.
struct Filter {
    is_open: Option<bool>,
    id: Option<i64>,
}

async fn find(tx: &mut PgConnection, filter: Filter, limit: i64, offset: i64) -> sqlx::Result<Vec<Finding>> {
    let rows = sqlx::query!(
        r#"select finding_id, area, subject, field, expected, found, note, noted_at,
                  coalesce(first.started_at, first.asked_at) as "first_found_at!",
                  coalesce(latest.started_at, latest.asked_at) as "last_found_at!", gone.started_at as "gone_at?"
           from auditor_finding
           join auditor_run as first on first.run_id = first_run
           join auditor_run as latest on latest.run_id = last_run
           left join auditor_run as gone on gone.run_id = gone_in
           where ($1::boolean is null or (gone_in is null) = $1) and ($2::bigint is null or finding_id = $2)
           order by finding_id desc
           limit $3 offset $4"#,
        filter.is_open,
        filter.id,
        limit,
        offset,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Finding {
                id: row.finding_id,
                area: parse(&row.area)?,
                subject: row.subject,
                field: row.field,
                expected: row.expected,
                found: row.found,
                first_found_at: row.first_found_at,
                last_found_at: row.last_found_at,
                gone_at: row.gone_at,
                note: row.note,
                noted_at: row.noted_at,
            })
        })
        .collect()
}

pub async fn set_note(
    tx: &mut PgConnection,
    finding: i64,
    note: &str,
    operator: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let noted = sqlx::query!(
        "update auditor_finding set note = $2, noted_by = $3, noted_at = $4 where finding_id = $1",
        finding,
        note,
        operator,
        now,
    )
    .execute(tx)
    .await?;
    Ok(noted.rows_affected() == 1)
}

fn parse(area: &str) -> sqlx::Result<Area> {
    Area::of_key(area).ok_or_else(|| sqlx::Error::Decode(area.to_owned().into()))
}
