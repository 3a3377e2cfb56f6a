//! Tests failures of a process, service or connection at any step of an order.

use std::time::Duration;

use chrono::TimeDelta;
use kit::config::FeedConfig;
use proto::order::{OrderStatus, PaymentMethod};
use sqlx::PgPool;
use testkit::workers::named;
use tokio_util::sync::CancellationToken;

use crate::{
    ordering::{assert_all_settled, order_request, stages},
    scripted_stock::{Call, Failure, State},
    shop::{Shopper, TestShop, refused},
};

/// Two units of product 1 are in the cart. Can be called repeatedly with the same database, in which the shopper then
/// has orders.
async fn shop_with_a_cart(pool: &PgPool) -> (TestShop, Shopper) {
    let shop = TestShop::start_without_limits(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    shop.stock.set_count(1, 9);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 2).await.expect("product 1 is for sale");
    (shop, aygun)
}

async fn retry_interrupted_work(shop: &TestShop) {
    for _ in 0..4 {
        shop.clock.advance(TimeDelta::seconds(30));
        shop.run_due_jobs().await;
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_interrupted_order_is_cancelled_and_its_cart_kept(pool: PgPool) {
    for (round, failure) in Failure::ALL.into_iter().enumerate() {
        let (shop, _) = shop_with_a_cart(&pool).await;
        let aygun = shop.shopper(1);
        shop.stock.fail_calls(Call::Reserve, failure);
        let request = order_request(&aygun.quote().await, PaymentMethod::Cash, &format!("broken {round}"));
        // The call fails, or the client stops waiting for it.
        let outcome = tokio::time::timeout(Duration::from_millis(500), aygun.place(request.clone())).await;
        assert!(outcome.is_err() || outcome.unwrap().is_err());

        shop.stock.stop_failing();
        retry_interrupted_work(&shop).await;
        assert_all_settled(&shop).await;
        assert_eq!(shop.stock.free(1), 9, "{failure:?}");
        let aygun = shop.shopper(1);
        assert_eq!(aygun.history(1, 10).await.unwrap().orders, []);
        assert_eq!(refused(aygun.place(request).await), "order_failed");
        assert!(aygun.units().await.unwrap() > 0);
        aygun.clear().await.unwrap();
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_repeated_request_resumes_the_interrupted_order(pool: PgPool) {
    for failure in [Failure::Before, Failure::After] {
        let (shop, aygun) = shop_with_a_cart(&pool).await;
        shop.stock.fail_calls(Call::Reserve, failure);
        let request = order_request(&aygun.quote().await, PaymentMethod::Cash, &format!("again {failure:?}"));
        assert_eq!(refused(aygun.place(request.clone()).await), "service_unavailable");
        let another_request = order_request(&aygun.quote().await, PaymentMethod::Cash, &format!("other {failure:?}"));
        assert_eq!(refused(aygun.place(another_request).await), "order_in_progress");
        shop.stock.stop_failing();
        let order = aygun.place(request).await.unwrap().order.unwrap();
        assert_eq!((order.status(), aygun.units().await.unwrap()), (OrderStatus::Waiting, 0));
        retry_interrupted_work(&shop).await;
        assert_eq!(shop.stock.state(&order.code), Some(State::Sold));
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_abandoned_order_does_not_block_the_next(pool: PgPool) {
    let (shop, aygun) = shop_with_a_cart(&pool).await;
    shop.stock.fail_calls(Call::Reserve, Failure::After);
    let request = order_request(&aygun.quote().await, PaymentMethod::Cash, "left behind");
    assert_eq!(refused(aygun.place(request).await), "service_unavailable");
    shop.stock.stop_failing();
    // An order may take 20 seconds to place. Then the shopper can place another.
    shop.clock.advance(TimeDelta::seconds(21));
    let order = aygun.order_cart(PaymentMethod::Cash).await;
    retry_interrupted_work(&shop).await;
    assert_all_settled(&shop).await;
    let final_stages: Vec<_> = stages(&pool).await.into_iter().map(|order| order.stage).collect();
    assert_eq!((final_stages, shop.stock.free(1)), (vec!["refused".to_owned(), "sold".to_owned()], 7));
    assert_eq!(aygun.history(1, 10).await.unwrap().orders[0].code, order.code);
}

async fn orders_with_pending_calls(pool: &PgPool) -> i64 {
    let count = sqlx::query_scalar("select count(*) from purchase where errand is not null").fetch_one(pool).await;
    count.expect("orders can be counted")
}

/// The call fails once the order has reached the step that makes it.
async fn order_whose_stock_call_fails(shop: &TestShop, shopper: &Shopper, call: Call, failure: Failure) {
    // A cash order is sold at once. Stock of an unpaid card order is reserved, so cancelling it releases the stock.
    let method = if call == Call::Release { PaymentMethod::Card } else { PaymentMethod::Cash };
    let order = shopper.order_cart(method).await;
    if call == Call::Restock {
        shop.run_due_jobs().await;
    }
    if call != Call::Sell {
        shopper.cancel(&order.code).await.expect("no courier has the order yet");
    }
    shop.stock.fail_calls(call, failure);
    shop.run_due_jobs().await;
    shop.stock.stop_failing();
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn stock_calls_are_repeated_until_they_succeed(pool: PgPool) {
    for (call, stage, units_sold) in
        [(Call::Sell, "sold", 2), (Call::Release, "cancelled", 0), (Call::Restock, "cancelled", 0)]
    {
        for failure in [Failure::Before, Failure::After] {
            let (shop, aygun) = shop_with_a_cart(&pool).await;
            let free = shop.stock.free(1);
            order_whose_stock_call_fails(&shop, &aygun, call, failure).await;
            assert_eq!(orders_with_pending_calls(&pool).await, 1, "{call:?} {failure:?} has not failed");

            retry_interrupted_work(&shop).await;
            let last_stage = stages(&pool).await.pop().expect("an order was placed").stage;
            assert_eq!(
                (last_stage.as_str(), orders_with_pending_calls(&pool).await),
                (stage, 0),
                "{call:?} {failure:?}"
            );
            assert_eq!(shop.stock.free(1), free - units_sold, "{call:?} {failure:?}");
        }
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn each_order_is_handled_by_one_of_many_workers(pool: PgPool) {
    let (shop, _) = shop_with_a_cart(&pool).await;
    shop.stock.set_count(1, 500);
    for account in 1..=30 {
        shop.shopper(account).order_one().await;
    }
    let workers = (0..6).map(|_| order::run_order_jobs(&shop.app));
    let handled: usize = futures::future::join_all(workers).await.into_iter().map(Result::unwrap).sum();
    assert_eq!(handled, 30, "each worker handled different orders");
    assert_all_settled(&shop).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_placed_order_wakes_the_worker(pool: PgPool) {
    let (shop, _) = shop_with_a_cart(&pool).await;
    shop.stock.set_count(1, 500);
    let stop = CancellationToken::new();
    // The worker looks for due jobs when it starts, and then not for an hour.
    let worker = named(order::workers(&shop.app, &FeedConfig::default(), Duration::from_hours(1)), "orders");
    let worker_task = tokio::spawn(worker.run(stop.clone()));
    tokio::time::sleep(Duration::from_millis(300)).await;
    for account in 1..=5 {
        shop.shopper(account).order_one().await;
    }
    let everything_is_sold = async {
        while stages(&pool).await.iter().filter(|order| order.stage == "sold").count() < 5 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), everything_is_sold)
        .await
        .expect("all orders are sold within 20 seconds");
    stop.cancel();
    worker_task.await.unwrap().unwrap();
    assert_all_settled(&shop).await;
}
