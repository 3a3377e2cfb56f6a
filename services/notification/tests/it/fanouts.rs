//! Fan-outs, which notify a whole audience.

use std::time::Duration;

use proto::notification::Topic;
use sqlx::PgPool;

use crate::{fake_services::mailbox, test_events, test_shop::TestShop};

const AYGUN: i64 = 7;
const RASHAD: i64 = 8;
/// Five pages of 2,500 accounts.
const FOLLOWERS: i64 = 12_345;

async fn every_follower_has_one_notification(shop: &TestShop) -> bool {
    let counts: (i64, i64) =
        sqlx::query_as("select count(*), count(distinct account_id) from notification where kind = 'campaign_started'")
            .fetch_one(shop.pool())
            .await
            .unwrap();
    counts == (FOLLOWERS, FOLLOWERS)
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn campaign_notifies_every_follower_once(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.add_to_audience(1..=FOLLOWERS);
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    shop.process_everything().await;
    assert!(every_follower_has_one_notification(&shop).await);
    let notification = shop.in_app(AYGUN).await.remove(0);
    assert_eq!(notification.title, "İzlədiyiniz mağazada endirim");
    assert_eq!(notification.text, "Şirin ev: Novruz xonçası. 20% endirim, son gün 21 mart.");
    assert_eq!(notification.link.as_deref(), Some("/kampaniya/1"));

    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    shop.process_everything().await;
    assert!(every_follower_has_one_notification(&shop).await, "the same event does not notify again");

    sqlx::query("delete from fanout").execute(shop.pool()).await.unwrap();
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    shop.process_everything().await;
    assert!(every_follower_has_one_notification(&shop).await, "not even after the fan-out was deleted");
    assert_eq!(shop.services.contact_lookups(), 0, "in-app notifications need no addresses");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn fanout_continues_after_a_crash(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.add_to_audience(1..=FOLLOWERS);
    for account in [AYGUN, FOLLOWERS] {
        shop.choose_channels(account, Topic::Stores, &["in_app", "email"]).await;
    }
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    for milliseconds in (0..400).step_by(7) {
        let timeout = Duration::from_millis(milliseconds);
        // Crashes at later and later points: dropping the future rolls its transaction back.
        let _ = tokio::time::timeout(timeout, notification::fan_out_all(&shop.context)).await;
        let _ = tokio::time::timeout(timeout, notification::dispatch_all(&shop.context)).await;
    }
    shop.process_everything().await;
    assert!(every_follower_has_one_notification(&shop).await);
    let mut recipients: Vec<String> = shop.mails().into_iter().map(|mail| mail.to).collect();
    recipients.sort();
    assert_eq!(recipients, [mailbox(FOLLOWERS), mailbox(AYGUN)]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn concurrent_fanouts_notify_once(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.add_to_audience(1..=FOLLOWERS);
    shop.choose_channels(AYGUN, Topic::Stores, &["email"]).await;
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    let (first, second) =
        tokio::join!(notification::fan_out_all(&shop.context), notification::fan_out_all(&shop.context));
    first.and(second).unwrap();
    let (first, second) =
        tokio::join!(notification::dispatch_all(&shop.context), notification::dispatch_all(&shop.context));
    first.and(second).unwrap();
    shop.process_everything().await;
    assert_eq!(
        shop.query_number("select count(*) from notification").await,
        FOLLOWERS - 1,
        "one account wants only mail"
    );
    assert_eq!(shop.mails().len(), 1);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn messages_of_a_fanout_begin_traces_of_their_own(pool: PgPool) {
    const TRACE: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let shop = TestShop::open(pool).await;
    shop.services.add_to_audience([AYGUN]);
    shop.choose_channels(AYGUN, Topic::Stores, &["email"]).await;
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    sqlx::query("update fanout set traceparent = $1").bind(TRACE).execute(shop.pool()).await.unwrap();
    notification::fan_out_all(&shop.context).await.unwrap();
    let traces: Vec<Option<String>> =
        sqlx::query_scalar("select traceparent from telling").fetch_all(shop.pool()).await.unwrap();
    assert_eq!(traces, [None]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn each_favourite_raises_one_notification_per_kind_and_day(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.add_to_audience([AYGUN]);
    for price in [3995, 3500, 3000] {
        shop.publish_and_apply(&test_events::price_dropped(5, price)).await;
        shop.publish_and_apply(&test_events::back_in_stock(5)).await;
    }
    // Another product raises another notification.
    shop.publish_and_apply(&test_events::price_dropped(6, 100)).await;
    shop.process_everything().await;
    let mut kinds: Vec<String> = shop.in_app(AYGUN).await.into_iter().map(|notification| notification.kind).collect();
    kinds.sort();
    assert_eq!(kinds, ["back_in_stock", "price_dropped", "price_dropped"]);
    assert_eq!(shop.in_app(AYGUN).await[0].link.as_deref(), Some("/mehsullar/novruz-xoncasi"));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn opted_out_followers_are_not_notified(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.add_to_audience([AYGUN, RASHAD]);
    shop.choose_channels(AYGUN, Topic::Stores, &[]).await;
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    shop.process_everything().await;
    assert_eq!((shop.in_app(AYGUN).await.len(), shop.in_app(RASHAD).await.len()), (0, 1));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn ended_campaign_stops_its_fanout(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    shop.services.add_to_audience([AYGUN]);
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    shop.publish_and_apply(&test_events::campaign_ended(1)).await;
    // The second campaign ends by its date, half a year after its start, before its fan-out begins.
    shop.publish_and_apply(&test_events::campaign_started(2)).await;
    shop.clock.advance(chrono::TimeDelta::days(300));
    shop.process_everything().await;
    assert_eq!(shop.in_app(AYGUN).await.len(), 0);
}
