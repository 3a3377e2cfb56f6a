//! Many are told, each once, whatever dies meanwhile.

use std::time::Duration;

use proto::notification::Topic;
use sqlx::PgPool;

use crate::{
    news,
    town::{Town, mailbox},
};

const AYGUN: i64 = 7;
const RASHAD: i64 = 8;
/// More than two pages.
const MANY: i64 = 12_345;

async fn told_once(town: &Town) -> bool {
    let told: (i64, i64) =
        sqlx::query_as("select count(*), count(distinct account_id) from notification where kind = 'campaign_started'")
            .fetch_one(town.pool())
            .await
            .unwrap();
    told == (MANY, MANY)
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_campaign_reaches_every_follower_once(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.are_fans(1..=MANY);
    town.hears(&news::campaign(1)).await;
    town.everybody_is_told().await;
    assert!(told_once(&town).await);
    let told = town.in_app(AYGUN).await.remove(0);
    assert_eq!(told.title, "İzlədiyiniz mağazada endirim");
    assert_eq!(told.text, "Şirin ev: Novruz xonçası. 20% endirim, son gün 21 mart.");
    assert_eq!(told.link.as_deref(), Some("/kampaniya/1"));
    town.hears(&news::campaign(1)).await;
    town.everybody_is_told().await;
    assert!(told_once(&town).await, "told again, it is no news");
    sqlx::query("delete from fanout").execute(town.pool()).await.unwrap();
    town.hears(&news::campaign(1)).await;
    town.everybody_is_told().await;
    assert!(told_once(&town).await, "nor when nobody remembers having told it");
    assert_eq!(town.people.addresses_asked_for(), 0, "nobody's address is needed for that");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn killed_at_any_moment_it_goes_on_where_it_was(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.are_fans(1..=MANY);
    for account in [AYGUN, MANY] {
        town.wants(account, Topic::Stores, &["in_app", "email"]).await;
    }
    town.hears(&news::campaign(1)).await;
    for milliseconds in (0..400).step_by(7) {
        let patience = Duration::from_millis(milliseconds);
        // Dropped wherever it is: its transaction is rolled back, as that of a killed process is.
        let _ = tokio::time::timeout(patience, notification::fan_out_all(&town.herald)).await;
        let _ = tokio::time::timeout(patience, notification::tell_all(&town.herald)).await;
    }
    town.everybody_is_told().await;
    assert!(told_once(&town).await);
    let mut to: Vec<String> = town.letters().into_iter().map(|letter| letter.to).collect();
    to.sort();
    assert_eq!(to, [mailbox(MANY), mailbox(AYGUN)]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn two_replicas_at_once_tell_once(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.are_fans(1..=MANY);
    town.wants(AYGUN, Topic::Stores, &["email"]).await;
    town.hears(&news::campaign(1)).await;
    let (one, other) = tokio::join!(notification::fan_out_all(&town.herald), notification::fan_out_all(&town.herald));
    one.and(other).unwrap();
    let (one, other) = tokio::join!(notification::tell_all(&town.herald), notification::tell_all(&town.herald));
    one.and(other).unwrap();
    town.everybody_is_told().await;
    assert_eq!(town.number("select count(*) from notification").await, MANY - 1, "one wants mail only");
    assert_eq!(town.letters().len(), 1);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_favourite_is_news_once_a_day(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.are_fans([AYGUN]);
    for price in [3995, 3500, 3000] {
        town.hears(&news::cheaper(5, price)).await;
        town.hears(&news::back(5)).await;
    }
    town.hears(&news::cheaper(6, 100)).await;
    town.everybody_is_told().await;
    let mut kinds: Vec<String> = town.in_app(AYGUN).await.into_iter().map(|told| told.kind).collect();
    kinds.sort();
    assert_eq!(kinds, ["back_in_stock", "price_dropped", "price_dropped"]);
    assert_eq!(town.in_app(AYGUN).await[0].link.as_deref(), Some("/mehsullar/novruz-xoncasi"));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn who_wants_nothing_of_it_is_not_told(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.are_fans([AYGUN, RASHAD]);
    town.wants(AYGUN, Topic::Stores, &[]).await;
    town.hears(&news::campaign(1)).await;
    town.everybody_is_told().await;
    assert_eq!((town.in_app(AYGUN).await.len(), town.in_app(RASHAD).await.len()), (0, 1));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_campaign_that_is_over_is_told_to_nobody_any_more(pool: PgPool) {
    let town = Town::open(pool).await;
    town.people.are_fans([AYGUN]);
    town.hears(&news::campaign(1)).await;
    town.hears(&news::campaign_over(1)).await;
    town.hears(&news::campaign(2)).await;
    town.clock.advance(chrono::TimeDelta::days(300));
    town.everybody_is_told().await;
    assert_eq!(town.in_app(AYGUN).await.len(), 0);
}
