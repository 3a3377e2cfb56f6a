//! Tests concurrent changes of one cart.

use std::time::Duration;

use futures::future::join_all;
use sqlx::PgPool;
use tokio::time::timeout;

use crate::shop::{TestShop, refused};

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn twenty_concurrent_additions_add_up(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 999);
    let aygun = shop.shopper(1);
    let added = join_all((1..=20).map(|count| aygun.add((1, None), count))).await;
    assert!(added.iter().all(Result::is_ok), "{added:?}");
    let cart = aygun.cart().await.unwrap();
    // 1 + 2 + … + 20 = 210 units.
    assert_eq!((cart.items.len(), cart.items[0].count, cart.total), (1, 210, 21_000));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn twenty_concurrent_additions_stop_at_the_stock(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 7);
    let aygun = shop.shopper(1);
    let added = join_all((0..20).map(|_| aygun.add((1, None), 1))).await;
    let (accepted, refusals): (Vec<_>, Vec<_>) = added.into_iter().partition(Result::is_ok);
    assert_eq!((accepted.len(), refusals.len()), (7, 20 - 7));
    for refusal in refusals {
        assert_eq!(refused(refusal), "not_enough_stock available=7");
    }
    assert_eq!(aygun.units().await.unwrap(), 7);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn two_tabs_see_each_others_lines_in_every_answer(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let tabs = [shop.shopper(1), shop.shopper(1)];
    for product in 1..=20 {
        shop.catalog.add_offer(product, 100, 9);
    }
    let added = join_all((1..=20).map(|product| tabs[usize::from(product % 2 == 0)].add_one(product))).await;
    let mut line_counts = Vec::new();
    for cart in added {
        let cart = cart.unwrap();
        assert!(cart.items.iter().all(|item| item.problem.is_none()), "lines of the other tab are priced as well");
        line_counts.push(cart.items.len());
    }
    line_counts.sort_unstable();
    assert_eq!(line_counts, (1..=20).collect::<Vec<_>>(), "each answer has the lines that were added before it");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn concurrent_additions_keep_the_limit_of_a_hundred_lines(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let aygun = shop.shopper(1);
    for product in 1..=115 {
        shop.catalog.add_offer(product, 100, 9);
    }
    for product in 1..=95 {
        aygun.add_one(product).await.unwrap();
    }
    let added = join_all((96..=115).map(|product| aygun.add_one(product))).await;
    assert_eq!(added.iter().filter(|outcome| outcome.is_ok()).count(), 100 - 95);
    assert_eq!(aygun.units().await.unwrap(), 100);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn adding_while_clearing_is_atomic(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 999);
    let (desktop, phone) = (shop.shopper(1), shop.shopper(1));
    for _ in 0..10 {
        desktop.add((1, None), 5).await.unwrap();
        let (cleared, added) = tokio::join!(phone.clear(), desktop.add((1, None), 3));
        cleared.unwrap();
        added.unwrap();
        // Either the clearing came last, or it removed five units and then three were added.
        let units = desktop.units().await.unwrap();
        assert!(units == 0 || units == 3, "{units}");
        desktop.clear().await.unwrap();
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn many_requests_leave_connections_for_others(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 100, 999);
    let aygun = shop.shopper(1);
    assert!(join_all((0..20).map(|_| aygun.add((1, None), 1))).await.iter().all(Result::is_ok));
    // Connections may return to the pool after their requests have ended.
    let half_of_pool = pool.options().get_max_connections().div_ceil(2);
    let free_connections = timeout(Duration::from_secs(5), join_all((0..half_of_pool).map(|_| pool.acquire()))).await;
    assert!(free_connections.expect("half of the connections become free").iter().all(Result::is_ok));
}
