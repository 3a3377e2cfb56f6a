//! Tests that only the owner can use a cart, with a valid token.

use chrono::TimeDelta;
use proto::order::CheckRequest;
use sqlx::PgPool;
use testkit::tokens::TestKeys;

use crate::shop::{Shopper, TestShop, refused};

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn carts_are_independent(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 9);
    let (aygun, rauf) = (shop.shopper(1), shop.shopper(2));
    aygun.add((1, None), 2).await.unwrap();
    rauf.add((1, None), 3).await.unwrap();
    rauf.update((1, None), 4).await.unwrap();
    assert_eq!((aygun.units().await.unwrap(), rauf.units().await.unwrap()), (2, 4));
    rauf.remove((1, None)).await.unwrap();
    rauf.clear().await.unwrap();
    assert_eq!((aygun.units().await.unwrap(), rauf.units().await.unwrap()), (2, 0));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn every_call_needs_a_valid_token(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 9);
    let forged = TestKeys::forged(&shop.clock).token(1);
    let expired = shop.keys.token(1);
    // A token is valid for ten minutes.
    shop.clock.advance(TimeDelta::minutes(11));
    for (token, code) in
        [(None, "unauthenticated"), (Some(forged), "unauthenticated"), (Some(expired), "token_expired")]
    {
        for refusal in every_call(&shop.client_with_token(token)).await {
            assert_eq!(refusal, code);
        }
    }
    assert_eq!((shop.shopper(1).units().await.unwrap(), shop.catalog.lookups()), (0, 0));
}

async fn every_call(stranger: &Shopper) -> [String; 7] {
    [
        refused(stranger.cart().await),
        refused(stranger.units().await),
        refused(stranger.add((1, None), 1).await),
        refused(stranger.update((1, None), 1).await),
        refused(stranger.remove((1, None)).await),
        refused(stranger.clear().await),
        refused(stranger.check(CheckRequest::default()).await),
    ]
}
