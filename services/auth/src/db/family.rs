//! Stores the people whose birthdays an account wants to be reminded of, and the reminders that were published. The
//! gRPC contract calls such a person a `Family`.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::domain::{phone::Phone, relation::Relation};

/// A person as stored.
pub struct FamilyRow {
    pub family_id: i64,
    pub name: String,
    pub relation: String,
    pub birth_date: NaiveDate,
    pub phone_number: Option<String>,
}

/// A person to insert.
pub struct NewFamily {
    pub name: String,
    pub relation: Relation,
    pub birth_date: NaiveDate,
    pub phone: Option<Phone>,
}

/// Returns an account's people in the order in which they were added, at most `app::families::MAX_PER_ACCOUNT`.
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

/// Inserts a person and returns the stored row.
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

/// Deletes a person, if the account has one with this id.
pub async fn delete_for(tx: &mut PgConnection, account: i64, family: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from family where account_id = $1 and family_id = $2", account, family).execute(tx).await?;
    Ok(())
}

/// A day whose birthdays are announced.
pub struct Occasion<'a> {
    pub date: NaiveDate,
    /// The birth dates celebrated on that day, as month * 100 + day, such as 1123 for 23 November.
    pub month_days: &'a [i32],
    pub year: i32,
    /// How many days ahead the birthdays are announced.
    pub days: i32,
}

/// A reminder to publish to an account, with the relation of the person whose birthday it is.
pub struct ReminderRow {
    pub account_id: i64,
    pub relation: String,
}

/// Records and returns the reminders that are due for the occasion. Skips reminders that were recorded before, and
/// people whose birth date is not before the occasion.
pub async fn remind(
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
