//! Services copy data from event feeds. A new consumer reads the whole history, or a snapshot if old events were
//! deleted, with the same result.

use chrono::TimeDelta;
use kit::identity::Identity;
use outbox::{Consumer, Outbox};
use proto::auth::keys_client::KeysClient;
use sqlx::{AssertSqlSafe, PgPool};
use tempfile::TempDir;
use testkit::{clock::TestClock, database::eventually, server::TestServer};
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use crate::{apps, databases};

/// The services without their APIs. Three of them serve their feeds.
struct Shop {
    auth: auth::App,
    catalog: catalog::App,
    order: order::App,
    store: store::App,
    notification: notification::App,
    clock: TestClock,
    auth_feed: TestServer,
    catalog_feed: TestServer,
    store_feed: TestServer,
    _index: TempDir,
}

/// Data that a consumer copies from the feed of a producer.
struct CopiedData<'a> {
    feed: &'static str,
    producer: &'a PgPool,
    /// The consumer's database.
    database: &'a PgPool,
    /// Resets the consumer to its initial state.
    reset_sql: &'static str,
    /// Selects one text for each row.
    copied_sql: &'static str,
}

/// Makes new consumers read the snapshot.
const DELETE_HISTORY: &str = "delete from outbox where position is not null; update outbox_head set pruned = position";

impl Shop {
    async fn open(test: PgPool) -> Self {
        let databases = databases::create(&test).await;
        let clock = TestClock::new();
        let auth = apps::auth(databases.auth, &clock);
        let auth_feed = serve(auth::outbox(&auth.pool)).await;
        let identity = || Identity::new(KeysClient::new(auth_feed.channel()), clock.clock());
        let index = TempDir::new().expect("a temporary folder");
        let catalog = apps::catalog(databases.catalog, &clock, identity(), auth_feed.channel(), index.path());
        let catalog_feed = serve(catalog::outbox(&catalog.pool)).await;
        let store = apps::store(databases.store, &clock, identity());
        let store_feed = serve(store::outbox(&store.pool)).await;
        let order = apps::order(databases.order, &clock, auth_feed.channel(), catalog_feed.channel(), &[]);
        let notification = notification::App::open(databases.notification, identity(), clock.clock());
        Self { auth, catalog, order, store, notification, clock, auth_feed, catalog_feed, store_feed, _index: index }
    }

    /// The other services do not know of the erasure yet.
    async fn erase_an_account(&self) -> i64 {
        let account: i64 = sqlx::query_scalar(
            "update account set deletes_at = $1 where account_id = (select min(account_id) from account) returning account_id",
        )
        .bind(self.clock.now())
        .fetch_one(&self.auth.pool)
        .await
        .expect("the statement succeeds");
        self.clock.advance(TimeDelta::seconds(1));
        auth::erase_due(&self.auth).await.expect("the account is due");
        account
    }
}

async fn serve(outbox: Outbox) -> TestServer {
    let mut routes = Routes::builder();
    routes.add_service(outbox.service(CancellationToken::new()));
    let server = TestServer::start(routes.routes()).await;
    tokio::spawn(outbox.run(server.stopping()));
    server
}

async fn execute(pool: &PgPool, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(pool).await.expect("the statement succeeds");
}

/// Returns the position of the newest event, or `None` while some events have no position yet.
async fn head(pool: &PgPool) -> Option<i64> {
    let head = "select position from outbox_head where not exists (select from outbox where position is null)";
    sqlx::query_scalar(head).fetch_optional(pool).await.expect("the statement succeeds")
}

impl CopiedData<'_> {
    async fn assert_same_state(&self, consumer: impl Fn() -> Consumer) {
        let from_history = self.read(&consumer).await;
        execute(self.producer, DELETE_HISTORY).await;
        let from_snapshot = self.read(&consumer).await;
        assert_eq!(from_snapshot, from_history);
    }

    async fn read(&self, consumer: &impl Fn() -> Consumer) -> Vec<String> {
        eventually("numbered events", async || head(self.producer).await.is_some()).await;
        let head = head(self.producer).await.unwrap_or_default();
        execute(self.database, "delete from feed_cursor").await;
        execute(self.database, self.reset_sql).await;
        let before = self.copied_rows().await;
        let stop = CancellationToken::new();
        let running = tokio::spawn(consumer().run(stop.clone()));
        eventually("the head", async || {
            let cursor: Option<i64> = sqlx::query_scalar("select position from feed_cursor where feed = $1")
                .bind(self.feed)
                .fetch_optional(self.database)
                .await
                .expect("the statement succeeds");
            cursor.is_some_and(|cursor| cursor >= head)
        })
        .await;
        stop.cancel();
        running.await.expect("no panic").expect("no failure");
        let copied = self.copied_rows().await;
        assert_ne!(copied, before, "the feed contains events for this consumer");
        let parked: i64 = sqlx::query_scalar("select count(*) from feed_parked")
            .fetch_one(self.database)
            .await
            .expect("the statement succeeds");
        assert_eq!(parked, 0, "the consumer has applied every event");
        copied
    }

    async fn copied_rows(&self) -> Vec<String> {
        sqlx::query_scalar(self.copied_sql).fetch_all(self.database).await.expect("the statement succeeds")
    }
}

#[sqlx::test(migrations = false)]
async fn store_has_the_same_products_and_ratings_from_snapshot_and_history(pool: PgPool) {
    let shop = Shop::open(pool).await;
    // The producer does not know the consumer's product 999999.
    execute(
        &shop.catalog.pool,
        "with withdrawn as (
             update product set state = 'withdrawn' where product_id = (select min(product_id) from product)
             returning product_id, store_id
         )
         insert into outbox (kind, payload)
         select 'product_changed', jsonb_build_object('productId', product_id, 'storeId', store_id, 'isPublished', false)
         from withdrawn",
    )
    .await;
    let copied_data = CopiedData {
        feed: "catalog",
        producer: &shop.catalog.pool,
        database: &shop.store.pool,
        reset_sql: "delete from store_product; delete from product_rating;
                 insert into store_product values (999999, (select min(store_id) from store));
                 insert into product_rating values (999999, 1, 5);
                 update store set product_count = 0, review_count = 0, star_sum = 0;
                 update store set product_count = 1, review_count = 1, star_sum = 5
                 where store_id = (select min(store_id) from store)",
        copied_sql: "select row_to_json(store_product)::text from store_product where product_id <> 999999
               union all
               select row_to_json(product_rating)::text from product_rating where review_count > 0 and product_id <> 999999
               union all
               select store_id || ' ' || product_count || ' ' || review_count || ' ' || star_sum from store
               where store_id <> (select min(store_id) from store)
               order by 1",
    };
    copied_data.assert_same_state(|| store::catalog_feed(&shop.store, shop.catalog_feed.streaming_channel())).await;
    // The consumer read a snapshot last, so it has deleted the unknown product.
    let stray: i64 = sqlx::query_scalar(
        "select (select count(*) from store_product where product_id = 999999)
             + (select count(*) from product_rating where product_id = 999999 and review_count > 0)",
    )
    .fetch_one(&shop.store.pool)
    .await
    .unwrap();
    assert_eq!(stray, 0);
}

#[sqlx::test(migrations = false)]
async fn catalog_has_the_same_stores_and_campaigns_from_snapshot_and_history(pool: PgPool) {
    let shop = Shop::open(pool).await;
    execute(
        &shop.store.pool,
        r#"insert into campaign (store_id, words, image_url, percent, starts_at, ends_at, is_whole_store, created_at)
           select store_id, '{"az": {"name": "A", "text": "B"}, "ru": {"name": "A", "text": "B"}, "en": {"name": "A", "text": "B"}}',
                  '', 10, now() - interval '1 day', '2027-01-01', true, now()
           from store
           order by store_id
           limit 1"#,
    )
    .await;
    assert!(store::advance_campaigns(&shop.store).await.unwrap() > 0);
    let copied_data = CopiedData {
        feed: "store",
        producer: &shop.store.pool,
        database: &shop.catalog.pool,
        reset_sql: "delete from campaign; update store_ref set name = '', slug = store_id::text, is_open = false",
        copied_sql: "select row_to_json(store_ref)::text from store_ref
               union all
               select row_to_json(campaign)::text from campaign
               union all
               select row_to_json(campaign_product)::text from campaign_product
               order by 1",
    };
    copied_data.assert_same_state(|| catalog::store_feed(&shop.catalog, shop.store_feed.streaming_channel())).await;
}

#[sqlx::test(migrations = false)]
async fn every_service_deletes_the_data_of_an_erased_account(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let account = shop.erase_an_account().await;
    let (catalog, store, order) = (&shop.catalog.pool, &shop.store.pool, &shop.order.pool);
    // Inserts data of the account into each consumer.
    let for_account =
        |sql: &str| -> &'static str { Box::leak(sql.replace("$1", &account.to_string()).into_boxed_str()) };
    let copied_data = |database, reset_sql, copied_sql| CopiedData {
        feed: "auth",
        producer: &shop.auth.pool,
        database,
        reset_sql,
        copied_sql,
    };
    let channel = || shop.auth_feed.streaming_channel();
    let of_catalog = copied_data(
        catalog,
        for_account(
            "insert into product_like (account_id, product_id, liked_at) select $1, min(product_id), now() from product",
        ),
        for_account("select 'like of ' || account_id from product_like where account_id = $1"),
    );
    let of_store = copied_data(
        store,
        for_account(
            "insert into follower (store_id, account_id, followed_at) select min(store_id), $1, now() from store;
              update store set subscriber_count = subscriber_count + 1
              where store_id = (select min(store_id) from store)",
        ),
        for_account("select 'follower ' || account_id from follower where account_id = $1"),
    );
    let of_order = copied_data(
        order,
        for_account("insert into cart (account_id, changed_at) values ($1, now())"),
        for_account("select 'cart of ' || account_id from cart where account_id = $1"),
    );
    let of_notification = copied_data(
        &shop.notification.pool,
        for_account("insert into notification (account_id, kind, created_at) values ($1, 'welcome', now())"),
        for_account("select 'told ' || account_id from notification where account_id = $1"),
    );
    for source in ["history", "snapshot"] {
        if source == "snapshot" {
            execute(&shop.auth.pool, DELETE_HISTORY).await;
        }
        for (copied_data, consumer) in [
            (&of_catalog, catalog::auth_feed(&shop.catalog, channel())),
            (&of_store, store::auth_feed(&shop.store, channel())),
            (&of_order, order::auth_feed(&shop.order, channel())),
            (&of_notification, notification::auth_feed(&shop.notification, channel())),
        ] {
            assert_eq!(copied_data.read(&|| consumer.clone()).await, [""; 0], "by {source}");
        }
    }
}
