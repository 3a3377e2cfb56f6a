//! Tests attempts to find promo codes by guessing. The limits of accounts and networks are in `kit::budget`.

use futures::future::join_all;
use kit::client::ClientInfo;
use proto::order::{CheckRequest, CheckedCart};
use sqlx::PgPool;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::{
    promos::insert_promo,
    shop::{Shopper, TestShop},
};

const NETWORK: [u8; 4] = [203, 0, 113, 7];
const HOUR_IN_SECONDS: u64 = 3_600;

/// Starts a shop with product 1 and the promo code `NOVRUZ26`.
async fn start(pool: &PgPool) -> TestShop {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 9);
    insert_promo(pool, "NOVRUZ26", "fixed", "value", "500").await;
    shop
}

/// Returns a shopper with a product in the cart.
async fn shopper(shop: &TestShop, account: i64, address: [u8; 4]) -> Shopper {
    let mut shopper = shop.shopper(account);
    shopper.context.origin = ClientInfo::new(Some(address.into()), b"");
    shopper.add((1, None), 1).await.expect("the product is for sale");
    shopper
}

async fn attempt(shopper: &Shopper, code: &str) -> Result<CheckedCart, Status> {
    shopper.check(CheckRequest { promo_code: Some(code.to_owned()), ..CheckRequest::default() }).await
}

async fn is_wrong(shopper: &Shopper, code: &str) -> bool {
    let checked = attempt(shopper, code).await.expect("the budget is not used up");
    checked.problems.iter().any(|problem| problem.code == "promo_not_found")
}

/// Returns the seconds after which another code may be tried.
fn seconds_to_wait(outcome: Result<CheckedCart, Status>) -> u64 {
    let status = outcome.expect_err("the code is refused");
    assert_eq!((status.code(), status.message()), (Code::ResourceExhausted, "too_many_promo_codes"));
    let details = status.get_error_details();
    let retry = details.retry_info().and_then(|info| info.retry_delay);
    retry.expect("the refusal says when to try again").as_secs()
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_account_guesses_twenty_codes_an_hour(pool: PgPool) {
    let shop = start(&pool).await;
    let thief = shopper(&shop, 1, NETWORK).await;
    for number in 0..20 {
        assert!(is_wrong(&thief, &format!("GUESS{number}")).await);
    }
    // An existing code is refused like any other, so the refusal does not reveal it.
    assert_eq!(seconds_to_wait(attempt(&thief, "NOVRUZ26").await), HOUR_IN_SECONDS);
    assert_eq!(seconds_to_wait(attempt(&thief, "GUESS20").await), HOUR_IN_SECONDS);
    assert!(thief.check(CheckRequest::default()).await.is_ok(), "the cart can be ordered without a code");
    assert!(!is_wrong(&shopper(&shop, 2, NETWORK).await, "NOVRUZ26").await, "another account is not affected");

    shop.clock.advance(chrono::TimeDelta::hours(1));
    let thief = shopper(&shop, 1, NETWORK).await;
    assert!(!is_wrong(&thief, "NOVRUZ26").await);
    assert!(is_wrong(&thief, "GUESS20").await);
    shop.clock.advance(chrono::TimeDelta::minutes(61));
    let thief = shopper(&shop, 1, NETWORK).await;
    assert!(is_wrong(&thief, "GUESS21").await);
    let rows: i64 = sqlx::query_scalar("select count(*) from promo_guess").fetch_one(&pool).await.unwrap();
    assert_eq!(rows, 2, "older guesses are deleted: one row for the account, one for the network");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn concurrent_guesses_do_not_exceed_the_budget(pool: PgPool) {
    let shop = start(&pool).await;
    let thief = shopper(&shop, 1, NETWORK).await;
    let codes: Vec<_> = (0..60).map(|number| format!("GUESS{number}")).collect();
    let outcomes = join_all(codes.iter().map(|code| attempt(&thief, code))).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 20);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_accounts_of_one_network_guess_a_hundred_codes_an_hour(pool: PgPool) {
    let shop = start(&pool).await;
    for account in 1..=10 {
        let thief = shopper(&shop, account, NETWORK).await;
        for number in 0..10 {
            assert!(is_wrong(&thief, &format!("GUESS{account}X{number}")).await);
        }
    }
    seconds_to_wait(attempt(&shopper(&shop, 11, NETWORK).await, "GUESS11").await);
    assert!(is_wrong(&shopper(&shop, 11, [203, 0, 113, 8]).await, "GUESS11").await);
}

/// The page sends the typed code with every change of the form. The same wrong code counts once.
#[sqlx::test(migrator = "order::MIGRATOR")]
async fn honest_shoppers_are_never_refused(pool: PgPool) {
    let shop = start(&pool).await;
    let honest = shopper(&shop, 1, NETWORK).await;
    // A typing mistake, and the real code.
    for (code, is_mistyped) in [("NOVRUZ62", true), ("NOVRUZ26", false)] {
        for _ in 0..50 {
            assert_eq!(is_wrong(&honest, code).await, is_mistyped);
        }
    }
    let guesses: i64 = sqlx::query_scalar("select count(*) from promo_guess").fetch_one(&pool).await.unwrap();
    assert_eq!(guesses, 2, "one for the account, one for the network");
}
