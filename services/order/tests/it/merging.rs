//! Tests merging: at sign-in, the web shop moves the guest's basket into the cart of the account.

use chrono::TimeDelta;
use futures::future::join_all;
use insta::assert_snapshot;
use proto::{
    json::{to_name, to_timestamp},
    order::{GuestLine, MergeCartRequest, MergedCart, Referral},
};
use sqlx::PgPool;
use tonic::Status;

use crate::shop::{Item, Shopper, TestShop, cart_text, refused};

/// An idempotency key.
const KEY: &str = "basket-0001";

fn line((product_id, size_id): Item, count: i64) -> GuestLine {
    GuestLine { product_id, size_id, count, ..GuestLine::default() }
}

impl Shopper {
    async fn merge(&self, key: &str, lines: &[GuestLine]) -> Result<MergedCart, Status> {
        let request = MergeCartRequest { lines: lines.to_vec(), idempotency_key: key.to_owned() };
        Ok(self.carts.clone().merge(self.context.sign(request)).await?.into_inner())
    }
}

/// Returns for example `1 ×3: 2 shortened (not_enough_stock)`: product, requested units, added units, outcome, and
/// reason.
fn outcomes(merged: &MergedCart) -> String {
    let lines = merged.lines.iter().map(|line| {
        let size = line.size_id.map(|size| format!("/{size}")).unwrap_or_default();
        let reason = line.reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
        format!("{}{size} ×{}: {} {}{reason}", line.product_id, line.count, line.added, to_name(line.outcome()))
    });
    lines.collect::<Vec<_>>().join("; ")
}

fn cart(merged: &MergedCart) -> String {
    cart_text(merged.cart.as_ref().expect("a merge returns the cart"))
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn counts_and_sizes_are_merged_into_the_cart(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 9);
    shop.catalog.add_size_offer(2, 7, 500, 9);
    shop.catalog.add_size_offer(2, 8, 900, 9);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 2).await.unwrap();
    let basket = [line((2, Some(8)), 1), line((1, None), 3), line((2, Some(7)), 2)];
    let merged = aygun.merge(KEY, &basket).await.unwrap();
    assert_snapshot!(outcomes(&merged), @"2/8 ×1: 1 added; 1 ×3: 3 added; 2/7 ×2: 2 added");
    assert_snapshot!(cart(&merged), @"1 ×5 = 500; 2/8 ×1 = 900; 2/7 ×2 = 1000 | 2400 − 0 = 2400");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn lines_that_cannot_be_added_as_they_are_have_a_reason(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 2);
    shop.catalog.add_offer(2, 100, 0);
    shop.catalog.add_offer(3, 100, 9);
    shop.catalog.add_size_offer(4, 7, 500, 9);
    let aygun = shop.shopper(1);
    let basket =
        [line((1, None), 3), line((2, None), 1), line((3, Some(5)), 1), line((4, Some(6)), 2), line((99, None), 1)];
    let merged = aygun.merge(KEY, &basket).await.unwrap();
    let expected = "1 ×3: 2 shortened (not_enough_stock); 2 ×1: 0 gone (out_of_stock); 3/5 ×1: 1 replaced (size_not_found); \
                    4/6 ×2: 2 replaced (size_not_found); 99 ×1: 0 gone (product_not_found)";
    assert_eq!(outcomes(&merged), expected);
    assert_snapshot!(cart(&merged), @"1 ×2 = 200; 3 ×1 = 100; 4 ×2 = 0 size_required | 300 − 0 = 300");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_price_that_changed_for_the_guest_is_shown(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_200, 9);
    let aygun = shop.shopper(1);
    let line_with_old_price = GuestLine { unit_price: Some(1_000), ..line((1, None), 1) };
    let merged = aygun.merge(KEY, &[line_with_old_price]).await.unwrap();
    let item = &merged.cart.unwrap().items[0];
    assert_eq!((item.unit_price, item.previous_price), (1_200, Some(1_000)));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_repeated_merge_returns_the_first_result(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 5);
    let aygun = shop.shopper(1);
    let basket = [line((1, None), 4)];
    let first = aygun.merge(KEY, &basket).await.unwrap();
    aygun.update((1, None), 1).await.unwrap();
    let repeated = aygun.merge(KEY, &basket).await.unwrap();
    assert_eq!(repeated.lines, first.lines);
    assert_snapshot!(cart(&repeated), @"1 ×1 = 100 | 100 − 0 = 100");
    assert_eq!(refused(aygun.merge(KEY, &[line((1, None), 2)]).await), "idempotency_key_reused");
    // The same key of another account, or another key, is another request.
    assert_eq!(outcomes(&shop.shopper(2).merge(KEY, &basket).await.unwrap()), "1 ×4: 4 added");
    assert_eq!(outcomes(&aygun.merge("basket-0002", &basket).await.unwrap()), "1 ×4: 4 added");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn concurrent_merges_with_one_key_add_the_basket_once(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 99);
    let tabs = [shop.shopper(1), shop.shopper(1)];
    let basket = [line((1, None), 3)];
    let merged = join_all((0..20).map(|number| tabs[number % 2].merge(KEY, &basket))).await;
    for merged in merged {
        assert_eq!(outcomes(&merged.unwrap()), "1 ×3: 3 added");
    }
    assert_eq!(tabs[0].units().await.unwrap(), 3);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn lines_beyond_a_full_cart_are_returned_with_the_reason(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    for product in 1..=501 {
        shop.catalog.add_offer(product, 100, 9);
    }
    let aygun = shop.shopper(1);
    let basket: Vec<_> = (1..=501).map(|product| line((product, None), 2)).collect();
    assert_eq!(refused(aygun.merge(KEY, &basket).await), "validation_failed lines: too_many");
    assert_eq!(aygun.units().await.unwrap(), 0);

    // A merge has at most 500 lines, and a cart at most 100.
    let merged = aygun.merge(KEY, &basket[..500]).await.unwrap();
    let refused_lines = merged.lines.iter().filter(|line| line.reason.as_deref() == Some("cart_full")).count();
    assert_eq!((merged.cart.unwrap().items.len(), refused_lines), (100, 400));
    assert_eq!(aygun.units().await.unwrap(), 200);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn invalid_lines_are_named_by_position_and_nothing_is_merged(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 9);
    let aygun = shop.shopper(1);
    let basket = [
        line((1, None), 1),
        GuestLine::default(),
        line((-1, Some(0)), 1_000),
        GuestLine { unit_price: Some(-1), ..line((1, None), i64::MIN) },
        GuestLine { referral: Some(Referral::default()), ..line((1, None), 1) },
    ];
    let refusal = refused(aygun.merge(KEY, &basket).await);
    for field_error in [
        "lines[1].productId: required",
        "lines[1].count: required",
        "lines[2].productId: invalid",
        "lines[2].sizeId: required",
        "lines[2].count: out_of_range",
        "lines[3].count: out_of_range",
        "lines[3].unitPrice: out_of_range",
        "lines[4].referral.list: required",
        "lines[4].referral.clickedAt: required",
    ] {
        assert!(refusal.contains(field_error), "{field_error}: {refusal}");
    }
    assert_eq!(refused(aygun.merge(KEY, &[]).await), "validation_failed lines: required");
    assert_eq!(refused(aygun.merge("short", &basket[..1]).await), "validation_failed idempotencyKey: too_short");
    assert_eq!(refused(shop.client_with_token(None).merge(KEY, &basket[..1]).await), "unauthenticated");
    assert_eq!(aygun.units().await.unwrap(), 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn with_an_unavailable_catalog_the_merge_can_be_repeated(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 100, 9);
    let basket = [line((1, None), 2)];
    shop.catalog_server.kill();
    assert_eq!(refused(shop.shopper(1).merge(KEY, &basket).await), "service_unavailable");
    assert_eq!(shop.shopper(1).units().await.unwrap(), 0);

    // Restarts the services with the same database.
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 9);
    assert_eq!(outcomes(&shop.shopper(1).merge(KEY, &basket).await.unwrap()), "1 ×2: 2 added");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn merged_lines_keep_the_blogger_whose_link_led_to_them(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 100, 9);
    shop.catalog.add_offer(2, 100, 9);
    shop.catalog.add_list(5, 77, "anama-b3kd9x");
    let clicked_at = to_timestamp(shop.app.clock.now() - TimeDelta::days(3));
    let referral = Some(Referral { list: Some("anama-b3kd9x".to_owned()), code: None, clicked_at: Some(clicked_at) });
    let basket = [GuestLine { referral, ..line((1, None), 1) }, line((2, None), 1)];
    shop.shopper(1).merge(KEY, &basket).await.unwrap();
    let referrers = sqlx::query_scalar::<_, Option<i64>>("select referrer_id from cart_line order by product_id");
    assert_eq!(referrers.fetch_all(&pool).await.unwrap(), [Some(77), None]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn keys_of_merges_are_deleted_after_thirty_days(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 100, 99);
    let aygun = shop.shopper(1);
    aygun.merge(KEY, &[line((1, None), 1)]).await.unwrap();
    shop.clock.advance(TimeDelta::days(31));
    let aygun = shop.shopper(1);
    aygun.merge("basket-0002", &[line((1, None), 1)]).await.unwrap();
    let keys = sqlx::query_scalar::<_, String>("select request_key from cart_merge").fetch_all(&pool).await.unwrap();
    assert_eq!(keys, ["basket-0002"]);
}
