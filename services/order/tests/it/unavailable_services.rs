//! Tests that calls about carts which need an unavailable service fail and write nothing, and that other calls work.

use proto::order::CheckRequest;
use sqlx::PgPool;

use crate::{
    scripted_auth::HOME,
    shop::{TestShop, refused},
};

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_unavailable_catalog_leaves_the_cart_unchanged(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 9);
    shop.catalog.add_offer(2, 100, 9);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 2).await.unwrap();
    aygun.add((2, None), 2).await.unwrap();
    shop.catalog_server.kill();
    for outcome in [
        aygun.add((1, None), 1).await,
        aygun.update((1, None), 1).await,
        aygun.remove((1, None)).await,
        aygun.cart().await,
    ] {
        assert_eq!(refused(outcome), "service_unavailable");
    }
    assert_eq!(refused(aygun.check(CheckRequest::default()).await), "service_unavailable");
    assert_eq!(aygun.units().await.unwrap(), 4);
    assert_eq!(aygun.clear().await.unwrap().items.len(), 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_cart_needs_no_auth_service_but_an_address_does(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 9);
    let aygun = shop.shopper(1);
    shop.auth_server.kill();
    aygun.add((1, None), 2).await.unwrap();
    let with_address = CheckRequest { address_id: Some(HOME), ..CheckRequest::default() };
    assert_eq!(refused(aygun.check(with_address).await), "service_unavailable");
    assert_eq!(aygun.check(CheckRequest::default()).await.unwrap().problems[0].code, "address_required");
}
