//! Days without delivery.

use chrono::{DateTime, NaiveDate, Utc};
use kit::cursor;
use sqlx::{PgConnection, types::Json};

use crate::domain::bonus::Title;

/// Date and id of the last holiday of a page.
pub type Position = (NaiveDate, i64);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewHoliday {
    pub date: NaiveDate,
    /// `None` closes all zones.
    pub zone: Option<i64>,
    pub title: Title,
}

pub struct Holiday {
    pub id: i64,
    pub date: NaiveDate,
    /// `None` closes all zones.
    pub zone: Option<i64>,
    pub title: Title,
    pub booked: i64,
}

struct HolidayRow {
    holiday_id: i64,
    date: NaiveDate,
    zone_id: Option<i64>,
    title: Json<Title>,
    booked: i64,
}

impl From<HolidayRow> for Holiday {
    fn from(row: HolidayRow) -> Self {
        Self { id: row.holiday_id, date: row.date, zone: row.zone_id, title: row.title.0, booked: row.booked }
    }
}

macro_rules! holidays {
    ($ending:literal, $($value:expr),+ $(,)?) => {
        sqlx::query_as!(
            HolidayRow,
            r#"select holiday_id, date, zone_id, title as "title: Json<Title>",
                      (
                          select coalesce(sum(taken), 0)::bigint
                          from slot
                          where slot.date = delivery_holiday.date
                            and (delivery_holiday.zone_id is null or delivery_holiday.zone_id = slot.zone_id)
                      ) as "booked!"
               from delivery_holiday "# + $ending,
            $($value),+
        )
    };
}

/// Earliest first, with the position after which the next page begins.
pub async fn page(
    tx: &mut PgConnection,
    since: NaiveDate,
    after: Option<Position>,
    limit: i64,
) -> sqlx::Result<(Vec<Holiday>, Option<Position>)> {
    let rows = holidays!(
        "where date >= $1 and ($2::date is null or (date, holiday_id) > ($2, $3))
         order by date, holiday_id
         limit $4",
        since,
        after.map(|(date, _)| date),
        after.map_or(0, |(_, id)| id),
        limit + 1,
    );
    let mut rows = rows.fetch_all(tx).await?;
    let next = cursor::split(&mut rows, limit, |row| (row.date, row.holiday_id));
    Ok((rows.into_iter().map(Holiday::from).collect(), next))
}

pub async fn find(tx: &mut PgConnection, id: i64) -> sqlx::Result<Option<Holiday>> {
    Ok(holidays!("where holiday_id = $1", id).fetch_optional(tx).await?.map(Holiday::from))
}

/// Returns `None` if the day is closed already.
pub async fn insert(
    tx: &mut PgConnection,
    new: &NewHoliday,
    operator: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into delivery_holiday (date, zone_id, title, created_by, created_at)
         values ($1, $2, $3, $4, $5)
         on conflict (date, zone_id) do nothing
         returning holiday_id",
        new.date,
        new.zone,
        Json(&new.title) as _,
        operator,
        now,
    )
    .fetch_optional(tx)
    .await
}

pub async fn delete(tx: &mut PgConnection, id: i64) -> sqlx::Result<Option<NewHoliday>> {
    let row = sqlx::query!(
        r#"delete from delivery_holiday
           where holiday_id = $1
           returning date, zone_id, title as "title: Json<Title>""#,
        id,
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| NewHoliday { date: row.date, zone: row.zone_id, title: row.title.0 }))
}
