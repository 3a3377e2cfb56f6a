//! Tests reading a cart after the catalog has changed.

use insta::assert_snapshot;
use sqlx::PgPool;

use crate::shop::{TestShop, cart_text};

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn unavailable_lines_are_shown_but_not_charged(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let aygun = shop.shopper(1);
    for product in 1..=4 {
        shop.catalog.add_offer(product, 100, 5);
        aygun.add((product, None), 4).await.unwrap();
    }
    shop.catalog.withdraw(1);
    shop.catalog.set_stock(2, 0);
    shop.catalog.set_stock(3, 3);
    let cart = aygun.cart().await.unwrap();
    assert_snapshot!(
        cart_text(&cart),
        @"1 ×4 = 0 product_not_found; 2 ×4 = 0 out_of_stock; 3 ×4 = 300 not_enough_stock; 4 ×4 = 400 | 700 − 0 = 700"
    );
    assert!(cart.items[0].product.is_none());
    assert_eq!(cart.items[2].available, 3);
    assert_eq!(aygun.units().await.unwrap(), 16, "the number in the page's header counts the units of every line");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn discounts_and_changed_prices_are_shown(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_990, 5);
    let aygun = shop.shopper(1);
    assert_eq!(aygun.add((1, None), 2).await.unwrap().items[0].previous_price, None);
    shop.catalog.set_discounted_price(1, 1_490);
    let cart = aygun.cart().await.unwrap();
    assert_snapshot!(cart_text(&cart), @"1 ×2 = 2980 | 3980 − 1000 = 2980");
    assert_eq!((cart.items[0].unit_price, cart.items[0].previous_price), (1_490, Some(1_990)));
    let updated = aygun.update((1, None), 3).await.unwrap();
    assert_eq!(updated.items[0].previous_price, None, "updating the line accepts the new price");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_cart_needs_one_call_to_the_catalog(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let aygun = shop.shopper(1);
    for product in 1..=30 {
        shop.catalog.add_offer(product, 100, 9);
        aygun.add_one(product).await.unwrap();
    }
    assert_eq!(shop.catalog.lookups(), 30, "one call for each added product");
    let cart = aygun.cart().await.unwrap();
    assert_eq!((cart.items.len(), shop.catalog.lookups()), (30, 31));
    let names: Vec<_> = cart.items.into_iter().map(|item| item.product.unwrap().name).collect();
    assert_eq!(names, (1..=30).map(|product| format!("Product {product}")).collect::<Vec<_>>());
    shop.shopper(2).cart().await.unwrap();
    assert_eq!(shop.catalog.lookups(), 31, "an empty cart needs no call");
}
