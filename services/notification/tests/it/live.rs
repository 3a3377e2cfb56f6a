//! Notifications as they come: who is woken, and what they find when they ask.

use std::{collections::BTreeSet, time::Duration};

use proto::notification::PulseBeat;
use sqlx::PgPool;
use testkit::database::eventually;
use tonic::Streaming;

use crate::house::{House, NOBODY, registered, reused};

const AYGUN: i64 = 7;
const RASHAD: i64 = 8;

/// Whom the next beat names, or the end. The beats by which a [`House::pulse`] finds out that it is heard are nobody's.
async fn next(beats: &mut Streaming<PulseBeat>) -> Option<Vec<i64>> {
    loop {
        let beat = tokio::time::timeout(Duration::from_secs(10), beats.message()).await.expect("something in time");
        let named = beat.expect("the stream ends in good order")?.account_ids;
        if named != NOBODY {
            return Some(named);
        }
    }
}

/// To each of these accounts at once.
async fn tell_all(pool: &PgPool, first: i64, last: i64) {
    sqlx::query(
        "insert into notification (account_id, kind, created_at)
         select account, 'welcome', now() from generate_series($1, $2) as account",
    )
    .bind(first)
    .bind(last)
    .execute(pool)
    .await
    .unwrap();
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn every_change_is_heard_once_by_whoever_asks(pool: PgPool) {
    let house = House::open(pool).await;
    let (mut here, mut there) = (house.pulse().await, house.pulse().await);
    let welcome = house.welcomed(AYGUN).await;
    house.read(AYGUN, welcome.id).await.unwrap();
    house.read(AYGUN, welcome.id).await.unwrap();
    house.read_all(AYGUN).await;
    house.welcomed(RASHAD).await;
    house.read_all(RASHAD).await;
    for beats in [&mut here, &mut there] {
        for account in [AYGUN, AYGUN, RASHAD, RASHAD] {
            assert_eq!(next(beats).await.unwrap(), [account]);
        }
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_crowd_that_is_told_at_once_is_woken_in_parts(pool: PgPool) {
    let house = House::open(pool.clone()).await;
    let mut beats = house.pulse().await;
    let (first, last) = (i64::MAX - 1_999, i64::MAX - 1);
    tell_all(&pool, first, last).await;
    let mut woken = BTreeSet::new();
    while woken.len() < 1_999 {
        let part = next(&mut beats).await.unwrap();
        assert!(part.len() <= 1_000);
        assert!(part.iter().all(|account| woken.insert(*account)), "somebody was woken twice");
    }
    assert!(woken.into_iter().eq(first..=last));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn what_is_taken_back_wakes_nobody(pool: PgPool) {
    let house = House::open(pool.clone()).await;
    let mut beats = house.pulse().await;
    let mut tx = pool.begin().await.unwrap();
    let insert = "insert into notification (account_id, kind, created_at) values ($1, 'welcome', now())";
    sqlx::query(insert).bind(AYGUN).execute(&mut *tx).await.unwrap();
    tx.rollback().await.unwrap();
    house.announce(&registered(RASHAD)).await;
    assert_eq!(next(&mut beats).await.unwrap(), [RASHAD]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn who_may_have_missed_something_is_let_go_and_comes_again(pool: PgPool) {
    let house = House::open(pool.clone()).await;
    let mut beats = house.pulse().await;
    let cut = "select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and query ilike 'listen \"notification_changed\"%'";
    assert_eq!(sqlx::query(cut).execute(&pool).await.unwrap().rows_affected(), 1);
    assert_eq!(next(&mut beats).await, None);
    let mut again = house.pulse().await;
    house.announce(&registered(AYGUN)).await;
    assert_eq!(next(&mut again).await.unwrap(), [AYGUN]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn who_knows_one_is_told_all_that_came_after(pool: PgPool) {
    let house = House::open(pool).await;
    let nothing = house.since(AYGUN, None).await;
    assert_eq!((nothing.notifications.len(), nothing.unread_count, nothing.last_id), (0, 0, 0));
    let welcome = house.welcomed(AYGUN).await;
    let counted = house.since(AYGUN, None).await;
    assert_eq!((counted.notifications.len(), counted.unread_count, counted.last_id), (0, 1, welcome.id));
    for account in [AYGUN, RASHAD, AYGUN] {
        house.announce(&reused(account)).await;
    }
    house.all_is_heard().await;
    let news = house.since(AYGUN, Some(welcome.id)).await;
    let list = house.list(AYGUN, "az").await;
    assert!(news.notifications.iter().eq(list[..2].iter().rev()), "{news:?}");
    assert_eq!((news.unread_count, news.last_id), (3, list[0].id));
    let later = house.since(AYGUN, Some(news.last_id)).await;
    assert_eq!((later.notifications.len(), later.unread_count, later.last_id), (0, 3, news.last_id));
    assert_eq!(house.since(AYGUN, Some(nothing.last_id)).await.notifications.len(), 3, "the first one too");
    let confused = house.since(AYGUN, Some(i64::MAX)).await;
    assert_eq!((confused.notifications.len(), confused.last_id), (0, news.last_id), "and goes on from here");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn who_was_away_for_long_is_told_the_newest(pool: PgPool) {
    let house = House::open(pool.clone()).await;
    for _ in 0..60 {
        tell_all(&pool, AYGUN, AYGUN).await;
    }
    let news = house.since(AYGUN, Some(0)).await;
    let ids: Vec<i64> = news.notifications.iter().map(|told| told.id).collect();
    assert!(ids.into_iter().eq(11..=60));
    assert_eq!((news.unread_count, news.last_id), (60, 60));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn what_takes_long_to_be_told_is_not_overtaken(pool: PgPool) {
    let house = House::open(pool.clone()).await;
    let mut slow = pool.begin().await.unwrap();
    let insert = "insert into notification (account_id, kind, created_at) values ($1, 'security', now())";
    sqlx::query(insert).bind(AYGUN).execute(&mut *slow).await.unwrap();
    house.announce(&registered(AYGUN)).await;
    eventually("the other's waiting for its turn", async || {
        let waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted
                       and database = (select oid from pg_database where datname = current_database())";
        sqlx::query_scalar::<_, i64>(waiting).fetch_one(&pool).await.unwrap() == 1
    })
    .await;
    let before = house.since(AYGUN, Some(0)).await;
    slow.commit().await.unwrap();
    house.all_is_heard().await;
    let after = house.since(AYGUN, Some(before.last_id)).await;
    let kinds: Vec<&str> = after.notifications.iter().map(|told| told.kind.as_str()).collect();
    assert_eq!((before.last_id, kinds.as_slice()), (0, ["security", "welcome"].as_slice()));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_crowd_that_asks_at_once_is_told_each_their_own(pool: PgPool) {
    let house = House::open(pool.clone()).await;
    let accounts = 100..400;
    tell_all(&pool, accounts.start, accounts.end - 1).await;
    for account in accounts.clone().step_by(3) {
        tell_all(&pool, account, account).await;
    }
    let asked = accounts.map(|account| house.since(account, (account % 2 == 0).then_some(0)));
    for (place, news) in futures::future::join_all(asked).await.into_iter().enumerate() {
        let (told, listed) = (if place % 3 == 0 { 2 } else { 1 }, house.list(100 + place as i64, "az").await);
        assert_eq!((news.unread_count, news.last_id), (told, listed[0].id), "{place}");
        let expected: &[_] = if place % 2 == 0 { &listed } else { &[] };
        assert!(news.notifications.iter().eq(expected.iter().rev()), "{place}: {news:?}");
    }
}
