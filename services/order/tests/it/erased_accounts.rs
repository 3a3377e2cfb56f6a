//! Tests that erasing an account deletes its cart and bonuses, and masks its finished orders.

use outbox::Outbox;
use proto::{
    auth::AccountErased,
    order::{DeskListRequest, OrderStatus, WholesaleState},
};
use sqlx::PgPool;
use testkit::{database::eventually, server::TestServer};
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use crate::shop::{TestShop, refused};

/// A fake auth service. It writes to the outbox of the order service, so the positions of its feed also count that
/// service's events.
struct Auth {
    pool: PgPool,
    server: TestServer,
}

impl Auth {
    async fn start(shop: &TestShop) -> Self {
        let pool = shop.app.pool.clone();
        let outbox = Outbox::new(pool.clone());
        let mut routes = Routes::builder();
        routes.add_service(outbox.service(CancellationToken::new()));
        let server = TestServer::start(routes.routes()).await;
        tokio::spawn(outbox.run(server.stopping()));
        let auth = Self { pool, server };
        auth.start_consumer(shop);
        auth
    }

    fn start_consumer(&self, shop: &TestShop) {
        tokio::spawn(order::auth_feed(&shop.app, self.server.streaming_channel()).run(self.server.stopping()));
    }

    async fn erase(&self, account_id: i64) {
        let mut tx = kit::db::begin(&self.pool).await.expect("a transaction begins");
        outbox::append(&mut tx, &AccountErased { account_id }).await.expect("the event is stored");
        tx.commit().await.expect("the transaction is committed");
    }

    /// Returns whether exactly this number of events is applied.
    async fn has_applied(&self, events: i64) -> bool {
        let position: Option<i64> = sqlx::query_scalar("select position from feed_cursor where feed = 'auth'")
            .fetch_optional(&self.pool)
            .await
            .expect("the cursor can be read");
        position == Some(events)
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn erasing_an_account_deletes_its_cart_only(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 100, 9);
    shop.catalog.add_offer(2, 200, 9);
    let (aygun, rauf) = (shop.shopper(1), shop.shopper(2));
    for shopper in [&aygun, &rauf] {
        shopper.add((1, None), 2).await.unwrap();
        shopper.add((2, None), 1).await.unwrap();
    }
    let auth = Auth::start(&shop).await;
    // A second consumer, as in another replica.
    auth.start_consumer(&shop);
    auth.erase(1).await;
    eventually("the feed of accounts", async || auth.has_applied(1).await).await;
    assert_eq!((aygun.units().await.unwrap(), rauf.units().await.unwrap()), (0, 3));
    let carts: i64 = sqlx::query_scalar("select count(*) from cart").fetch_one(&shop.app.pool).await.unwrap();
    assert_eq!(carts, 1, "no empty cart is left");

    let unknown_account = 404;
    auth.erase(1).await;
    auth.erase(unknown_account).await;
    eventually("the feed of accounts", async || auth.has_applied(3).await).await;
    assert_eq!(rauf.units().await.unwrap(), 3);
    // Events that cannot be applied are parked.
    let parked: i64 = sqlx::query_scalar("select count(*) from feed_parked").fetch_one(&shop.app.pool).await.unwrap();
    assert_eq!(parked, 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn orders_stay_and_lose_personal_data_when_finished(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 99);
    shop.auth.add_contact_to_home();
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    let finished = aygun.order_one().await.code;
    aygun.cancel(&finished).await.unwrap();
    let open = aygun.order_one().await.code;
    shop.run_due_jobs().await;
    let find_codes = async |text: &str| {
        let request = DeskListRequest { text: Some(text.to_owned()), ..DeskListRequest::default() };
        let orders = desk.search_orders(request).await.unwrap().orders;
        orders.into_iter().map(|order| order.code).collect::<Vec<_>>()
    };
    for text in ["aygun", "memmedova", "0501234567"] {
        assert_eq!(find_codes(text).await, [open.clone(), finished.clone()], "{text}");
    }
    let published: i64 = sqlx::query_scalar("select count(*) from outbox").fetch_one(&shop.app.pool).await.unwrap();
    let auth = Auth::start(&shop).await;
    auth.erase(1).await;
    eventually("the feed of accounts", async || auth.has_applied(published + 1).await).await;

    let recipient_name = async |code: &str| desk.order_as_operator(code).await.unwrap().recipient.unwrap().first_name;
    assert_eq!(recipient_name(&finished).await, "");
    assert_eq!(recipient_name(&open).await, "Aygün", "the address is kept until the delivery");
    for text in ["aygun", "memmedova", "0501234567"] {
        assert_eq!(find_codes(text).await, std::slice::from_ref(&open), "{text}");
    }
    desk.move_order(&open, OrderStatus::Cancelled, None).await.unwrap();
    shop.run_due_jobs().await;
    order::mask_erased_accounts(&shop.app).await.unwrap();
    for text in ["aygun", "memmedova", "0501234567"] {
        assert_eq!(find_codes(text).await, [] as [String; 0], "{text}");
    }
    assert_eq!(find_codes(&open).await, std::slice::from_ref(&open));
    let masked = desk.order_as_operator(&open).await.unwrap();
    let address = masked.address.unwrap();
    assert_eq!((masked.recipient.unwrap().phone_number, address.street), (String::new(), String::new()));
    assert_eq!((address.phone_number, address.station, address.postcode), (None, None, None));
    assert_eq!(masked.amounts.unwrap().subtotal, 1_000);
    let not_masked: i64 = sqlx::query_scalar("select count(*) from leaver").fetch_one(&shop.app.pool).await.unwrap();
    assert_eq!((not_masked, refused(aygun.order(&finished).await)), (0, "order_not_found".to_owned()));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn open_wholesale_requests_of_an_erased_account_are_masked_and_cancelled(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let quoted = shop.request_and_quote(&shop.shopper(1)).await.code;
    let published: i64 = sqlx::query_scalar("select count(*) from outbox").fetch_one(&shop.app.pool).await.unwrap();
    let auth = Auth::start(&shop).await;
    auth.erase(1).await;
    eventually("the feed of accounts", async || auth.has_applied(published + 1).await).await;

    let masked = shop.any_operator().wholesale_as_operator(&quoted).await.unwrap();
    assert_eq!((masked.status(), masked.phone_number.as_str()), (WholesaleState::Cancelled, ""));
    let last = masked.changes.last().unwrap();
    assert_eq!((last.status(), last.actor()), (WholesaleState::Cancelled, "customer"), "the history says so");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn bonuses_of_an_erased_account_are_written_off(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    sqlx::query(r#"insert into bonus_rule (title, basis_points) values ('{"az": "a", "ru": "b", "en": "c"}', 1000)"#)
        .execute(&pool)
        .await
        .unwrap();
    shop.catalog.add_offer(1, 1_000, 9);
    let aygun = shop.shopper(1);
    let mut codes = Vec::new();
    for _ in 0..2 {
        aygun.add((1, None), 1).await.unwrap();
        codes.push(aygun.order_cart(proto::order::PaymentMethod::Cash).await.code);
    }
    shop.deliver(&codes[0]).await;
    // Returns the owed bonuses, and the number of their entries.
    let owed_bonuses = async || -> (i64, i64) {
        let statement = "select coalesce(-sum(amount), 0)::bigint, count(*) from entry where account = 'bonus'";
        sqlx::query_as(statement).fetch_one(&pool).await.unwrap()
    };
    assert_eq!(owed_bonuses().await, (100, 1));
    let auth = Auth::start(&shop).await;
    auth.erase(1).await;
    // Orders write to the same feed, so its position does not tell when the event is applied.
    eventually("the bonuses to be written off", async || owed_bonuses().await == (0, 2)).await;
    // An open order is still delivered, but earns no bonuses.
    shop.deliver(&codes[1]).await;
    assert_eq!(owed_bonuses().await, (0, 2));
    let holders: Vec<Option<i64>> = sqlx::query_scalar("select account_id from holder").fetch_all(&pool).await.unwrap();
    assert_eq!(holders, [None]);
}
