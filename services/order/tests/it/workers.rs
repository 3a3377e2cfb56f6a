//! Tests that a job takes effect once although runs are dropped halfway, as if the process had stopped.

use std::time::Duration;

use chrono::TimeDelta;
use kit::{config::FeedConfig, worker::Worker};
use proto::order::DecideRefundRequest;
use sqlx::PgPool;
use testkit::{
    cancellation::{drop_at_every_await, drop_at_every_nth_await},
    workers::{listed, named},
};

use crate::{
    auditor::AREAS,
    cashouts::CARD,
    influencer_clicks::BROWSER,
    influencers::{LEYLA, LIST, figures_text},
    ordering::stages,
    scripted_stock::{Call, Failure},
    shop::TestShop,
    wholesale::{request_form, state},
};

fn worker(shop: &TestShop, name: &str) -> Worker {
    named(order::workers(&shop.app, &FeedConfig::default(), Duration::from_secs(1)), name)
}

/// Drops each run one await point later. The clock then passes the longest lease (a minute), in which a dropped run
/// keeps its rows.
async fn drop_runs(pool: &PgPool, shop: &TestShop, name: &str) {
    drop_at_every_await(pool, &worker(shop, name), || shop.clock.advance(TimeDelta::seconds(61))).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn metrics_list_every_worker(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let names = listed(order::workers(&shop.app, &FeedConfig::default(), Duration::from_secs(1))).await;
    assert_eq!(
        names,
        [
            "auditor",
            "auditor_metrics",
            "bonuses",
            "cashout_cleanup",
            "cashouts",
            "clicks",
            "money_returns",
            "order_subjects",
            "orders",
            "outbox_retention",
            "payment_questions",
            "quotes",
            "restocking",
            "wholesale_letters",
        ]
    );
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_stock_call_dropped_halfway_sells_once(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    shop.stock.set_count(1, 9);
    shop.shopper(1).order_one().await;
    drop_runs(&pool, &shop, "orders").await;
    let stages: Vec<_> = stages(&pool).await.into_iter().map(|order| order.stage).collect();
    assert_eq!((stages.join(" ").as_str(), shop.stock.free(1)), ("sold", 8));
}

/// One of three sold units waits to be restocked.
async fn shop_with_a_return(pool: &PgPool) -> TestShop {
    let shop = TestShop::start(pool.clone()).await;
    shop.stock.set_count(1, 10);
    let aygun = shop.shopper(1);
    let order = shop.deliver_order(&aygun).await;
    let requested =
        aygun.request_refund(&order.code, &[(order.lines[0].id, 1)], "back").await.expect("the order can be refunded");
    let decision = DecideRefundRequest { id: requested.id, approve: true, answer: None, restock: true };
    shop.any_operator().decide_refund(decision).await.expect("the refund can be approved");
    shop
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_return_dropped_halfway_is_restocked_once(pool: PgPool) {
    let shop = shop_with_a_return(&pool).await;
    drop_runs(&pool, &shop, "restocking").await;
    let pending: i64 =
        sqlx::query_scalar("select count(*) from refund where restock_at is not null").fetch_one(&pool).await.unwrap();
    // Three of ten units were sold, and one has come back.
    assert_eq!((pending, shop.stock.free(1)), (0, 10 - 3 + 1));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_return_that_keeps_failing_is_parked_and_tried_once_a_day(pool: PgPool) {
    let shop = shop_with_a_return(&pool).await;
    shop.stock.fail_calls(Call::Restock, Failure::Before);
    // After twelve failures the return is parked: tried once a day.
    for _ in 0..12 {
        order::restock_due(&shop.app).await.unwrap_err();
        shop.clock.advance(TimeDelta::hours(1));
    }
    shop.stock.stop_failing();
    order::restock_due(&shop.app).await.unwrap();
    assert_eq!(shop.stock.free(1), 7, "the parked return is not due yet");
    shop.clock.advance(TimeDelta::hours(24));
    order::restock_due(&shop.app).await.unwrap();
    assert_eq!(shop.stock.free(1), 8);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_quote_dropped_halfway_is_reminded_of_and_expires_once(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool.clone()).await;
    let guest = shop.guest();
    let requested = shop.request_and_quote(&guest).await;
    // The quote is valid for seven days, and the reminder is due a day before.
    for days in [6, 1] {
        shop.clock.advance(TimeDelta::days(days));
        drop_runs(&pool, &shop, "quotes").await;
    }
    assert_eq!(state(&guest.open_request(&requested).await.unwrap()), "expired");
    let repeated_emails: i64 = sqlx::query_scalar("select count(*) - count(distinct kind) from wholesale_letter")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(repeated_emails, 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn emails_dropped_halfway_are_sent_once_each(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool.clone()).await;
    shop.guest().request_wholesale(request_form("requested")).await.unwrap();
    drop_runs(&pool, &shop, "wholesale_letters").await;
    let pending: i64 = sqlx::query_scalar("select count(*) from wholesale_letter where due_at is not null")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!((pending, shop.notification.titles().len()), (0, 2));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_card_of_an_old_cashout_is_erased_however_often_that_is_dropped(pool: PgPool) {
    let shop = TestShop::with_earnings(&pool, 3).await;
    let cashout = shop.shopper(LEYLA).request_cashout(5_000, CARD, "first").await.unwrap();
    shop.cashier().approve_cashout(&cashout.code).await.unwrap();
    shop.send_payouts().await;
    shop.clock.advance(TimeDelta::days(31));
    drop_runs(&pool, &shop, "cashout_cleanup").await;
    let stored_cards = "select count(*) from cashout where card_sealed is not null";
    let cards: i64 = sqlx::query_scalar(stored_cards).fetch_one(&pool).await.unwrap();
    assert_eq!(cards, 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn visitors_are_deleted_and_their_clicks_stay_however_often_it_is_dropped(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    shop.visitor(1, BROWSER).click_list(LIST, 1).await.unwrap();
    shop.clock.advance(TimeDelta::days(2));
    drop_runs(&pool, &shop, "clicks").await;
    assert_eq!(order::delete_click_visitors(&shop.app).await.unwrap(), 0, "all visitors are deleted already");
    assert_eq!(figures_text(shop.shopper(LEYLA).earnings().await.total.as_ref()), "1 clicks, 0 orders, +0 −0");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_audit_dropped_halfway_is_restarted_and_finished(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let operator = shop.any_operator();
    let run = operator.request_audit().await.unwrap();
    let auditor = worker(&shop, "auditor");
    while operator.runs().await.unwrap().iter().any(|run| run.finished_at.is_none()) {
        // Every await point would take too long.
        drop_at_every_nth_await(&pool, &auditor, 9, || {}).await;
    }
    let runs = operator.runs().await.unwrap();
    let finished_run = runs.iter().find(|finished| finished.id == run).unwrap();
    assert_eq!(finished_run.results.len(), AREAS);
}
