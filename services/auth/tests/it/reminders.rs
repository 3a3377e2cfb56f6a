//! Reminders of birthdays: fourteen, seven and one day ahead, by day, and once. Wishes on the day itself.

use chrono::{DateTime, TimeDelta, Utc};
use futures::future::join_all;
use serde_json::Value;
use sqlx::PgPool;

use crate::{
    house::TestAuth,
    owner::{Owner, family},
};

/// Turns the clock to a moment in Baku.
fn turn(auth: &TestAuth, to: &str) {
    let then: DateTime<Utc> = format!("{to}:00+04:00").parse().expect("a moment");
    auth.clock.advance(then - auth.clock.now());
}

async fn reminded(auth: &TestAuth) -> Vec<Value> {
    let told = "select payload from outbox where kind = 'birthday_near' order by outbox_id";
    sqlx::query_scalar(told).fetch_all(&auth.app.pool).await.expect("the outbox can be read")
}

async fn times_reminded(auth: &TestAuth) -> usize {
    auth::remind(&auth.app).await.expect("the database is there");
    reminded(auth).await.len()
}

async fn with_mother(pool: PgPool, birth_date: &str) -> (TestAuth, Owner) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    aygun.add_family(family("Ana", birth_date)).await.expect("a good one");
    (auth, aygun)
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_birthday_is_announced_three_times_and_names_no_one(pool: PgPool) {
    let (auth, aygun) = with_mother(pool, "1960-11-28").await;
    for day in 10..=30 {
        turn(&auth, &format!("2026-11-{day}T10:00"));
        auth::remind(&auth.app).await.unwrap();
    }
    let expected = [("2026-11-28", 14), ("2026-11-28", 7), ("2026-11-28", 1)].map(|(date, days)| {
        serde_json::json!({"accountId": aygun.account(), "relation": "mother", "date": date, "daysLeft": days})
    });
    assert_eq!(reminded(&auth).await, expected);

    turn(&auth, "2027-11-14T10:00");
    assert_eq!(times_reminded(&auth).await, 4, "and so again next year");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn nobody_is_woken_and_an_outage_is_caught_up_with_on_the_day(pool: PgPool) {
    let (auth, _) = with_mother(pool, "1960-11-28").await;
    for moment in ["2026-11-21T00:00", "2026-11-21T09:59", "2026-11-21T20:00", "2026-11-21T23:59"] {
        turn(&auth, moment);
        assert_eq!(times_reminded(&auth).await, 0, "{moment}");
    }
    turn(&auth, "2026-11-21T19:59");
    assert_eq!(times_reminded(&auth).await, 1);
    assert_eq!(times_reminded(&auth).await, 1);
    turn(&auth, "2026-11-22T10:00");
    assert_eq!(times_reminded(&auth).await, 1, "what is over is not told late");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn many_replicas_remind_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    join_all((0..40).map(|_| aygun.add_family(family("Dost", "1990-11-28")))).await;
    turn(&auth, "2026-11-27T12:00");
    let replicas = [auth.replica().await, auth.replica().await, auth.replica().await];
    let apps = [&auth.app, &replicas[0].app, &replicas[1].app, &replicas[2].app];
    for outcome in join_all(apps.map(auth::remind)).await {
        outcome.unwrap();
    }
    assert_eq!(times_reminded(&auth).await, 40);
}

/// What dies between writing it down and announcing it has done neither.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_reminder_that_died_half_way_comes_whole(pool: PgPool) {
    let (auth, _) = with_mother(pool, "1960-11-28").await;
    turn(&auth, "2026-11-21T12:00");
    let outbox = |name: &'static str| sqlx::query(name).execute(&auth.app.pool);
    outbox("alter table outbox rename to outbox_away").await.unwrap();
    auth::remind(&auth.app).await.unwrap_err();
    assert_eq!(auth.count("select count(*) from family_reminder").await, 0);
    outbox("alter table outbox_away rename to outbox").await.unwrap();
    assert_eq!(times_reminded(&auth).await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn who_was_born_on_a_leap_day_is_not_forgotten(pool: PgPool) {
    let (auth, _) = with_mother(pool, "1960-02-29").await;
    turn(&auth, "2027-02-27T12:00");
    assert_eq!(times_reminded(&auth).await, 1, "celebrated on the 28th");
    turn(&auth, "2028-02-27T12:00");
    assert_eq!(times_reminded(&auth).await, 1, "not on the 28th of a year that has a 29th");
    turn(&auth, "2028-02-28T12:00");
    assert_eq!(times_reminded(&auth).await, 2);
    assert_eq!(reminded(&auth).await[1]["date"], "2028-02-29");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn who_was_removed_is_not_reminded_of(pool: PgPool) {
    let (auth, aygun) = with_mother(pool, "1960-09-29").await;
    aygun.remove_family(aygun.families().await.unwrap()[0].id).await.unwrap();
    auth.clock.advance(TimeDelta::days(1));
    assert_eq!(times_reminded(&auth).await, 0);
}

async fn wished(auth: &TestAuth) -> Vec<i64> {
    auth::remind(&auth.app).await.expect("the database is there");
    let told = "select (payload ->> 'accountId')::bigint from outbox where kind = 'birthday_today' order by outbox_id";
    sqlx::query_scalar(told).fetch_all(&auth.app.pool).await.expect("the outbox can be read")
}

async fn is_born(auth: &TestAuth, owner: &Owner, birth_date: &str) {
    let born = sqlx::query("update account set birth_date = $2::date where account_id = $1");
    born.bind(owner.account()).bind(birth_date).execute(&auth.app.pool).await.expect("an account");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn people_are_wished_a_happy_birthday_once_a_year(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, leyla) = (auth.owner(1).await, auth.owner(2).await);
    is_born(&auth, &aygun, "1990-11-28").await;
    turn(&auth, "2026-11-27T12:00");
    assert_eq!(wished(&auth).await, [0; 0]);
    turn(&auth, "2026-11-28T09:59");
    assert_eq!(wished(&auth).await, [0; 0], "nobody is woken");
    turn(&auth, "2026-11-28T10:00");
    let replica = auth.replica().await;
    let (ours, theirs) = tokio::join!(auth::remind(&auth.app), auth::remind(&replica.app));
    ours.and(theirs).unwrap();
    assert_eq!(wished(&auth).await, [aygun.account()]);
    is_born(&auth, &leyla, "2026-11-28").await;
    assert_eq!(wished(&auth).await, [aygun.account()], "the day of birth is no birthday");
    turn(&auth, "2027-11-28T10:00");
    assert_eq!(wished(&auth).await, [aygun.account(), aygun.account(), leyla.account()]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_birthday_on_a_leap_day_is_wished_every_year(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    is_born(&auth, &aygun, "2000-02-29").await;
    turn(&auth, "2027-02-28T12:00");
    assert_eq!(wished(&auth).await.len(), 1);
    turn(&auth, "2028-02-28T12:00");
    assert_eq!(wished(&auth).await.len(), 1, "not on the 28th of a year that has a 29th");
    turn(&auth, "2028-02-29T12:00");
    assert_eq!(wished(&auth).await.len(), 2);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_account_that_is_to_be_deleted_is_not_wished_anything(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let aygun = auth.owner(1).await;
    is_born(&auth, &aygun, "1990-11-28").await;
    sqlx::query("update account set deletes_at = '2026-12-20T00:00:00Z'").execute(&auth.app.pool).await.unwrap();
    turn(&auth, "2026-11-28T12:00");
    assert_eq!(wished(&auth).await, [0; 0]);
}
