//! Birthday reminders and wishes are published once, between 10:00 and 20:00 in Baku.

use chrono::{DateTime, TimeDelta, Utc};
use futures::future::join_all;
use serde_json::Value;
use sqlx::PgPool;

use crate::{
    owner::{Owner, family_request},
    test_auth::TestAuth,
};

/// `to` is a time in Baku.
fn set_time(auth: &TestAuth, to: &str) {
    let time: DateTime<Utc> = format!("{to}:00+04:00").parse().expect("a moment");
    auth.clock.advance(time - auth.clock.now());
}

async fn published_reminders(auth: &TestAuth) -> Vec<Value> {
    let query = "select payload from outbox where kind = 'birthday_near' order by outbox_id";
    sqlx::query_scalar(query).fetch_all(&auth.app.pool).await.expect("the outbox can be read")
}

/// Runs the worker's job, and returns the number of all reminders so far.
async fn publish_and_count_reminders(auth: &TestAuth) -> usize {
    auth::publish_birthday_events(&auth.app).await.expect("reminders");
    published_reminders(auth).await.len()
}

async fn owner_with_mother(pool: PgPool, birth_date: &str) -> (TestAuth, Owner) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    aygun.add_family(family_request("Ana", birth_date)).await.expect("a valid relative");
    (auth, aygun)
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_birthday_is_reminded_three_times_without_personal_data(pool: PgPool) {
    let (auth, aygun) = owner_with_mother(pool, "1960-11-28").await;
    for day in 10..=30 {
        set_time(&auth, &format!("2026-11-{day}T10:00"));
        auth::publish_birthday_events(&auth.app).await.unwrap();
    }
    let expected = [("2026-11-28", 14), ("2026-11-28", 7), ("2026-11-28", 1)].map(|(date, days)| {
        serde_json::json!({"accountId": aygun.account(), "relation": "mother", "date": date, "daysLeft": days})
    });
    assert_eq!(published_reminders(&auth).await, expected);

    set_time(&auth, "2027-11-14T10:00");
    assert_eq!(publish_and_count_reminders(&auth).await, 4, "again the next year");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn reminders_are_sent_in_the_daytime_and_missed_ones_later_the_same_day(pool: PgPool) {
    let (auth, _) = owner_with_mother(pool, "1960-11-28").await;
    for moment in ["2026-11-21T00:00", "2026-11-21T09:59", "2026-11-21T20:00", "2026-11-21T23:59"] {
        set_time(&auth, moment);
        assert_eq!(publish_and_count_reminders(&auth).await, 0, "{moment}");
    }
    set_time(&auth, "2026-11-21T19:59");
    assert_eq!(publish_and_count_reminders(&auth).await, 1);
    assert_eq!(publish_and_count_reminders(&auth).await, 1);
    set_time(&auth, "2026-11-22T10:00");
    assert_eq!(publish_and_count_reminders(&auth).await, 1, "not on the following day");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn several_replicas_remind_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    join_all((0..40).map(|_| aygun.add_family(family_request("Dost", "1990-11-28")))).await;
    set_time(&auth, "2026-11-27T12:00");
    let replicas = [auth.replica().await, auth.replica().await, auth.replica().await];
    let apps = [&auth.app, &replicas[0].app, &replicas[1].app, &replicas[2].app];
    for outcome in join_all(apps.map(auth::publish_birthday_events)).await {
        outcome.unwrap();
    }
    assert_eq!(publish_and_count_reminders(&auth).await, 40);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_failed_reminder_is_repeated_completely(pool: PgPool) {
    let (auth, _) = owner_with_mother(pool, "1960-11-28").await;
    set_time(&auth, "2026-11-21T12:00");
    // Publishing fails without the outbox.
    let execute = |sql: &'static str| sqlx::query(sql).execute(&auth.app.pool);
    execute("alter table outbox rename to outbox_away").await.unwrap();
    auth::publish_birthday_events(&auth.app).await.unwrap_err();
    assert_eq!(auth.count("select count(*) from family_reminder").await, 0);
    execute("alter table outbox_away rename to outbox").await.unwrap();
    assert_eq!(publish_and_count_reminders(&auth).await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn leap_day_birthdays_are_reminded_every_year(pool: PgPool) {
    let (auth, _) = owner_with_mother(pool, "1960-02-29").await;
    set_time(&auth, "2027-02-27T12:00");
    assert_eq!(publish_and_count_reminders(&auth).await, 1, "celebrated on the 28th");
    set_time(&auth, "2028-02-27T12:00");
    assert_eq!(publish_and_count_reminders(&auth).await, 1, "not on the 28th of a year that has a 29th");
    set_time(&auth, "2028-02-28T12:00");
    assert_eq!(publish_and_count_reminders(&auth).await, 2);
    assert_eq!(published_reminders(&auth).await[1]["date"], "2028-02-29");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn removed_relatives_are_not_reminded_of(pool: PgPool) {
    let (auth, aygun) = owner_with_mother(pool, "1960-09-29").await;
    aygun.remove_family(aygun.families().await.unwrap()[0].id).await.unwrap();
    auth.clock.advance(TimeDelta::days(1));
    assert_eq!(publish_and_count_reminders(&auth).await, 0);
}

const NOBODY: [i64; 0] = [];

/// Runs the worker's job, and returns the accounts of all wishes so far.
async fn publish_and_list_wishes(auth: &TestAuth) -> Vec<i64> {
    auth::publish_birthday_events(&auth.app).await.expect("wishes");
    let query = "select (payload ->> 'accountId')::bigint from outbox where kind = 'birthday_today' order by outbox_id";
    sqlx::query_scalar(query).fetch_all(&auth.app.pool).await.expect("the outbox can be read")
}

async fn set_birth_date(auth: &TestAuth, owner: &Owner, birth_date: &str) {
    let update = sqlx::query("update account set birth_date = $2::date where account_id = $1");
    update.bind(owner.account()).bind(birth_date).execute(&auth.app.pool).await.expect("an account");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn owners_get_one_birthday_wish_per_year(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, leyla) = (auth.owner(1).await, auth.owner(2).await);
    set_birth_date(&auth, &aygun, "1990-11-28").await;
    set_time(&auth, "2026-11-27T12:00");
    assert_eq!(publish_and_list_wishes(&auth).await, NOBODY);
    set_time(&auth, "2026-11-28T09:59");
    assert_eq!(publish_and_list_wishes(&auth).await, NOBODY, "not before 10:00");
    set_time(&auth, "2026-11-28T10:00");
    let replica = auth.replica().await;
    let (ours, theirs) =
        tokio::join!(auth::publish_birthday_events(&auth.app), auth::publish_birthday_events(&replica.app));
    ours.and(theirs).unwrap();
    assert_eq!(publish_and_list_wishes(&auth).await, [aygun.account()]);
    set_birth_date(&auth, &leyla, "2026-11-28").await;
    assert_eq!(publish_and_list_wishes(&auth).await, [aygun.account()], "the day of birth does not count");
    set_time(&auth, "2027-11-28T10:00");
    assert_eq!(publish_and_list_wishes(&auth).await, [aygun.account(), aygun.account(), leyla.account()]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_birthday_on_a_leap_day_is_wished_every_year(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    set_birth_date(&auth, &aygun, "2000-02-29").await;
    set_time(&auth, "2027-02-28T12:00");
    assert_eq!(publish_and_list_wishes(&auth).await.len(), 1);
    set_time(&auth, "2028-02-28T12:00");
    assert_eq!(publish_and_list_wishes(&auth).await.len(), 1, "not on the 28th of a year that has a 29th");
    set_time(&auth, "2028-02-29T12:00");
    assert_eq!(publish_and_list_wishes(&auth).await.len(), 2);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_account_scheduled_for_deletion_gets_no_wish(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    set_birth_date(&auth, &aygun, "1990-11-28").await;
    sqlx::query("update account set deletes_at = '2026-12-20T00:00:00Z'").execute(&auth.app.pool).await.unwrap();
    set_time(&auth, "2026-11-28T12:00");
    assert_eq!(publish_and_list_wishes(&auth).await, NOBODY);
}
