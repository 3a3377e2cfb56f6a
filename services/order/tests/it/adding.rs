//! Tests adding products to the cart and changing their counts. Snapshots show the lines, then subtotal − discount =
//! total.

use insta::assert_snapshot;
use sqlx::PgPool;

use crate::shop::{TestShop, cart_text, refused};

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn adding_increases_and_updating_sets_the_count(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_990, 10);
    // Product 2 in size 7 costs 500 qəpik, and 4 units are in stock.
    shop.catalog.add_size_offer(2, 7, 500, 4);
    let aygun = shop.shopper(1);
    assert_snapshot!(cart_text(&aygun.add((1, None), 2).await.unwrap()), @"1 ×2 = 3980 | 3980 − 0 = 3980");
    assert_snapshot!(cart_text(&aygun.add((2, Some(7)), 1).await.unwrap()), @"1 ×2 = 3980; 2/7 ×1 = 500 | 4480 − 0 = 4480");
    assert_snapshot!(cart_text(&aygun.add_one(1).await.unwrap()), @"1 ×3 = 5970; 2/7 ×1 = 500 | 6470 − 0 = 6470");
    assert_snapshot!(cart_text(&aygun.update((1, None), 1).await.unwrap()), @"1 ×1 = 1990; 2/7 ×1 = 500 | 2490 − 0 = 2490");
    assert_snapshot!(cart_text(&aygun.update((1, None), 1).await.unwrap()), @"1 ×1 = 1990; 2/7 ×1 = 500 | 2490 − 0 = 2490");
    assert_eq!(aygun.units().await.unwrap(), 2);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_refused_change_changes_nothing(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 5);
    shop.catalog.add_offer(2, 100, 0);
    shop.catalog.add_offer(3, 100, 5_000);
    shop.catalog.add_size_offer(4, 7, 100, 9);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 3).await.unwrap();
    // A line has at most 999 units.
    aygun.add((3, None), 990).await.unwrap();
    assert_snapshot!(refused(aygun.add((1, None), 3).await), @"not_enough_stock available=5");
    assert_snapshot!(refused(aygun.update((1, None), 6).await), @"not_enough_stock available=5");
    assert_snapshot!(refused(aygun.add((2, None), 1).await), @"out_of_stock");
    assert_snapshot!(refused(aygun.add((3, None), 10).await), @"validation_failed count: out_of_range");
    assert_snapshot!(refused(aygun.update((4, None), 1).await), @"validation_failed sizeId: required");
    assert_snapshot!(refused(aygun.add((4, Some(8)), 1).await), @"product_not_found");
    assert_snapshot!(refused(aygun.add((99, None), 1).await), @"product_not_found");
    assert_snapshot!(cart_text(&aygun.cart().await.unwrap()), @"1 ×3 = 300; 3 ×990 = 99000 | 99300 − 0 = 99300");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn absurd_numbers_are_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 5_000);
    let aygun = shop.shopper(1);
    for count in [0, -1, 1_000, i64::MAX, i64::MIN] {
        assert_eq!(refused(aygun.add((1, None), count).await), "validation_failed count: out_of_range");
        assert_eq!(refused(aygun.update((1, None), count).await), "validation_failed count: out_of_range");
    }
    for item in [(0, None), (-1, None), (i64::MIN, None), (1, Some(0)), (1, Some(-7))] {
        assert_eq!(refused(aygun.add(item, 1).await), "product_not_found");
        assert_eq!(refused(aygun.update(item, 1).await), "product_not_found");
        assert_eq!(refused(aygun.remove(item).await), "product_not_found");
    }
    assert_eq!(shop.catalog.lookups(), 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_cart_has_at_most_a_hundred_lines(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let aygun = shop.shopper(1);
    for product in 1..=101 {
        shop.catalog.add_offer(product, 100, 9);
    }
    for product in 1..=100 {
        aygun.add_one(product).await.unwrap();
    }
    assert_eq!(refused(aygun.add_one(101).await), "cart_full");
    assert_eq!(refused(aygun.update((101, None), 1).await), "cart_full");
    aygun.add_one(100).await.unwrap();
    aygun.remove((1, None)).await.unwrap();
    aygun.add_one(101).await.unwrap();
    // A hundred products, and a second unit of product 100.
    assert_eq!(aygun.units().await.unwrap(), 101);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_product_without_its_size_is_added_and_marked(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_size_offer(2, 7, 500, 4);
    let aygun = shop.shopper(1);
    assert_snapshot!(cart_text(&aygun.add_one(2).await.unwrap()), @"2 ×1 = 0 size_required | 0 − 0 = 0");
    assert_snapshot!(cart_text(&aygun.add((2, Some(7)), 1).await.unwrap()), @"2 ×1 = 0 size_required; 2/7 ×1 = 500 | 500 − 0 = 500");
}
