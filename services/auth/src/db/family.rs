//! The people of whose birthdays an account is reminded (`Family` in the gRPC contract).

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::domain::{phone::Phone, relation::Relation};

pub struct FamilyRow {
    pub family_id: i64,
    pub name: String,
    pub relation: String,
    pub birth_date: NaiveDate,
    pub phone_number: Option<String>,
}

pub struct NewFamily {
    pub name: String,
    pub relation: Relation,
    pub birth_date: NaiveDate,
    pub phone: Option<Phone>,
}

pub async fn all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<Vec<FamilyRow>> {
    sqlx::query_as!(
        FamilyRow,
        "select family_id, name, relation, birth_date, phone_number
         from family
         where account_id = $1
         order by family_id",
        account,
    )
    .fetch_all(tx)
    .await
}

pub async fn count_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from family where account_id = $1"#, account).fetch_one(tx).await
}

pub async fn insert_for(
    tx: &mut PgConnection,
    account: i64,
    new: &NewFamily,
    at: DateTime<Utc>,
) -> sqlx::Result<FamilyRow> {
    sqlx::query_as!(
        FamilyRow,
        "insert into family (account_id, name, relation, birth_date, phone_number, created_at)
         values ($1, $2, $3, $4, $5, $6)
         returning family_id, name, relation, birth_date, phone_number",
        account,
        new.name,
        new.relation.key(),
        new.birth_date,
        new.phone.as_ref().map(Phone::as_str),
        at,
    )
    .fetch_one(tx)
    .await
}

pub async fn delete_for(tx: &mut PgConnection, account: i64, family: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from family where account_id = $1 and family_id = $2", account, family).execute(tx).await?;
    Ok(())
}

/// A day whose birthdays are announced.
pub struct Occasion<'a> {
    pub date: NaiveDate,
    /// Birth dates celebrated on that day, as month * 100 + day.
    pub month_days: &'a [i32],
    pub year: i32,
    /// How many days ahead.
    pub days: i32,
}

pub struct ReminderRow {
    pub account_id: i64,
    pub relation: String,
}

/// Records and returns the reminders that are due.
pub async fn record_reminders(
    tx: &mut PgConnection,
    occasion: &Occasion<'_>,
    at: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<ReminderRow>> {
    sqlx::query_as!(
        ReminderRow,
        "with due as (
             select family_id
             from family
             where month_day = any ($1)
               and birth_date < $2
               and not exists (
                   select
                   from family_reminder
                   where family_reminder.family_id = family.family_id and year = $3 and days = $4
               )
             order by family_id
             limit $6
             for key share skip locked
         ), reminded as (
             insert into family_reminder (family_id, year, days, reminded_at)
             select family_id, $3, $4, $5
             from due
             on conflict do nothing
             returning family_id
         )
         select account_id, relation
         from family
         join reminded using (family_id)
         order by family_id",
        occasion.month_days,
        occasion.date,
        occasion.year,
        occasion.days,
        at,
        limit,
    )
    .fetch_all(tx)
    .await
}
