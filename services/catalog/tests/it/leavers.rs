//! Whose account is erased leaves no favourites behind.

use outbox::{Event, Outbox};
use proto::auth::AccountErased;
use serde_json::json;
use sqlx::PgPool;
use testkit::{database::eventually, server::TestServer};
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use crate::shop::{Customer, TestShop, product};

#[derive(serde::Serialize)]
#[serde(transparent)]
struct Erased(AccountErased);

impl Event for Erased {
    const KIND: &'static str = "account_erased";
}

/// The auth service, as far as its feed goes. It writes into the catalogue's own outbox: a consumer is sent only the kinds it
/// asks for, so each hears what is meant for it.
struct Auth {
    pool: PgPool,
    server: TestServer,
}

impl Auth {
    async fn heard_by(shop: &TestShop) -> Self {
        let pool = shop.app.pool.clone();
        let outbox = Outbox::new(pool.clone());
        let mut routes = Routes::builder();
        routes.add_service(outbox.service(CancellationToken::new()));
        let server = TestServer::start(routes.routes()).await;
        tokio::spawn(outbox.run(server.stopping()));
        let auth = Self { pool, server };
        auth.also_heard_by(shop);
        auth
    }

    fn also_heard_by(&self, shop: &TestShop) {
        tokio::spawn(catalog::auth_feed(&shop.app, self.server.streaming_channel()).run(self.server.stopping()));
    }

    async fn erase(&self, customer: Customer) {
        let mut tx = self.pool.begin().await.unwrap();
        outbox::append(&mut tx, &Erased(AccountErased { account_id: customer.0 })).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Everything so far.
    async fn is_heard(&self) -> bool {
        let question = "select exists (
                            select
                            from feed_cursor
                            where feed = 'auth'
                              and position = (
                                  select position from outbox where kind = 'account_erased' order by outbox_id desc limit 1
                              )
                        )";
        sqlx::query_scalar(question).fetch_one(&self.pool).await.unwrap()
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn the_favourites_of_who_has_left_are_gone_once(pool: PgPool) {
    let shop = TestShop::selling(pool, [product("a", &json!({})), product("b", &json!({}))]).await;
    let (aygun, leyla) = (Customer(7), Customer(8));
    for slug in ["a", "b"] {
        let id = shop.id_of(slug).await;
        shop.like(aygun, id).await.unwrap();
        shop.like(leyla, id).await.unwrap();
    }
    let auth = Auth::heard_by(&shop).await;
    auth.also_heard_by(&shop);
    auth.erase(aygun).await;
    // Told twice, as when an operator replays it: the second time nothing is left to do.
    auth.erase(aygun).await;
    auth.erase(Customer(404)).await;
    eventually("the feed of accounts", async || auth.is_heard().await).await;
    assert_eq!((shop.favourite_count(aygun).await, shop.favourite_count(leyla).await), (0, 2));
    let likes = shop.announced().await.into_iter().filter(|kind| kind == "product_liked").count();
    assert_eq!(likes, 4 + 2, "each like is announced as gone, once");
}
