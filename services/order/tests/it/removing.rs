//! Tests removing products from the cart, and clearing it.

use insta::assert_snapshot;
use sqlx::PgPool;

use crate::shop::{TestShop, cart_text};

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn removing_a_size_keeps_other_sizes_and_removing_a_product_removes_all_sizes(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let aygun = shop.shopper(1);
    for size in [7, 8, 9] {
        shop.catalog.add_size_offer(2, size, 500, 4);
        aygun.add((2, Some(size)), 1).await.unwrap();
    }
    shop.catalog.add_offer(1, 100, 4);
    aygun.add_one(1).await.unwrap();
    let remaining = aygun.remove((2, Some(8))).await.unwrap();
    assert_snapshot!(cart_text(&remaining), @"2/7 ×1 = 500; 2/9 ×1 = 500; 1 ×1 = 100 | 1100 − 0 = 1100");
    let remaining = aygun.remove((2, None)).await.unwrap();
    assert_snapshot!(cart_text(&remaining), @"1 ×1 = 100 | 100 − 0 = 100");
    // Removing a product that is not in the cart changes nothing.
    let remaining = aygun.remove((2, None)).await.unwrap();
    assert_snapshot!(cart_text(&remaining), @"1 ×1 = 100 | 100 − 0 = 100");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_product_that_is_no_longer_sold_can_be_removed(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 4);
    let aygun = shop.shopper(1);
    aygun.add_one(1).await.unwrap();
    shop.catalog.withdraw(1);
    assert_snapshot!(cart_text(&aygun.remove((1, None)).await.unwrap()), @" | 0 − 0 = 0");
    assert_eq!(aygun.units().await.unwrap(), 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn clearing_empties_the_cart_and_is_idempotent(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 4);
    shop.catalog.add_offer(2, 100, 4);
    let aygun = shop.shopper(1);
    aygun.add_one(1).await.unwrap();
    aygun.add_one(2).await.unwrap();
    for _ in 0..2 {
        assert_eq!(aygun.clear().await.unwrap().items.len(), 0);
    }
    assert_eq!(aygun.units().await.unwrap(), 0);
}
