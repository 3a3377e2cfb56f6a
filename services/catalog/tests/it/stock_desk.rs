//! Stock movements, which record each change of a quantity by staff, orders and imports.

use chrono::{DateTime, TimeDelta, Utc};
use kit::client::Channel;
use proto::{
    catalog::{
        MoveStockRequest, StockMovement, StockMovementKind as Kind, StockMovementPage, StockMovementsRequest,
        stock_desk_client::StockDeskClient,
    },
    json::to_timestamp,
};
use serde_json::json;
use sqlx::PgPool;
use tonic::Status;

use crate::{
    shop::{Demo, TestShop, product, refusal, size_line},
    stock::{line, of_size},
};

impl TestShop {
    fn stock_desk(&self) -> StockDeskClient<Channel> {
        StockDeskClient::new(self.channel())
    }

    pub async fn move_stock(&self, request: MoveStockRequest) -> Result<StockMovement, Status> {
        Ok(self.stock_desk().record(self.signed_by_operator(request)).await?.into_inner())
    }

    async fn movement_page(&self, request: StockMovementsRequest) -> Result<StockMovementPage, Status> {
        Ok(self.stock_desk().list_movements(self.signed_by_operator(request)).await?.into_inner())
    }

    /// Kind, change and stock after each movement, newest first.
    async fn movements(&self, product_id: i64, size_id: Option<i64>) -> Vec<(Kind, i64, i64)> {
        let mut request = StockMovementsRequest { product_id, size_id, cursor: None, limit: Some(2) };
        let mut movements = Vec::new();
        loop {
            let page = self.movement_page(request.clone()).await.unwrap();
            movements.extend(page.movements.iter().map(|row| (row.kind(), row.change, row.stock_after)));
            match page.next_cursor {
                Some(cursor) => request.cursor = Some(cursor),
                None => return movements,
            }
        }
    }

    /// Asserts that every stock is its opening stock plus the sum of its movements.
    async fn expect_stock_is_sum_of_movements(&self) {
        let query = "select product_id, null::bigint, stock, opening_stock + coalesce((
                         select sum(change) from stock_movement as movement
                         where movement.product_id = product.product_id
                     ), 0)::bigint
                     from product

                     union all

                     select product_id, size_id, stock, opening_stock + coalesce((
                         select sum(change) from stock_movement as movement
                         where movement.size_id = product_size.size_id
                     ), 0)::bigint
                     from product_size";
        let stocks: Vec<(i64, Option<i64>, i64, i64)> = sqlx::query_as(query).fetch_all(&self.app.pool).await.unwrap();
        let different: Vec<_> = stocks.iter().filter(|(_, _, stock, sum)| stock != sum).collect();
        assert!(different.is_empty(), "{different:?}");
    }
}

/// A movement with a new idempotency key.
pub fn movement(product_id: i64, kind: Kind, count: i64) -> MoveStockRequest {
    let key = sqlx::types::Uuid::new_v4().to_string();
    MoveStockRequest { product_id, kind: kind.into(), count, key, ..MoveStockRequest::default() }
}

/// A count of all units in the store.
fn counted(product_id: i64, count: i64, at: DateTime<Utc>) -> MoveStockRequest {
    MoveStockRequest { counted_at: Some(to_timestamp(at)), ..movement(product_id, Kind::Counted, count) }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn movements_change_the_stock_and_are_listed(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({"stock": 10}))]).await;
    let a = shop.id_of("a").await;
    let note = Some("Anbardan".to_owned());
    let received = shop.move_stock(MoveStockRequest { note, ..movement(a, Kind::Received, 5) }).await.unwrap();
    assert_eq!((received.change, received.stock_after, received.operator_id), (5, 15, Some(100)));
    assert_eq!(received.note.as_deref(), Some("Anbardan"));
    shop.clock.advance(TimeDelta::minutes(1));
    assert_eq!(shop.move_stock(movement(a, Kind::Damaged, 2)).await.unwrap().stock_after, 13);

    shop.reserve("1", &[line(a, 3)]).await.unwrap();
    shop.sell("1").await.unwrap();
    shop.clock.advance(TimeDelta::minutes(1));
    shop.restock("1", "r", &[line(a, 1)]).await.unwrap();
    assert_eq!(shop.move_stock(movement(a, Kind::Returned, 1)).await.unwrap().stock_after, 12);
    assert_eq!(shop.move_stock(movement(a, Kind::Counted, 11)).await.unwrap().change, -1);

    let expected = [
        (Kind::Counted, -1, 11),
        (Kind::Returned, 1, 12),
        (Kind::Returned, 1, 11),
        (Kind::Sold, -3, 10),
        (Kind::Damaged, -2, 13),
        (Kind::Received, 5, 15),
    ];
    assert_eq!(shop.movements(a, None).await, expected);

    let all = StockMovementsRequest { product_id: a, ..Default::default() };
    let page = shop.movement_page(all).await.unwrap();
    let keys: Vec<_> = page.movements.iter().map(|row| row.order_key.as_deref()).collect();
    assert_eq!(keys, [None, None, Some("1"), Some("1"), None, None]);
    assert_eq!((page.next_cursor, shop.available("a").await), (None, 11));
    shop.expect_stock_is_sum_of_movements().await;
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn count_does_not_cancel_sales_made_after_it(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({"stock": 10}))]).await;
    let a = shop.id_of("a").await;
    shop.reserve("before", &[line(a, 1)]).await.unwrap();
    shop.sell("before").await.unwrap();
    shop.clock.advance(TimeDelta::minutes(10));

    let counted_at = shop.clock.now();
    shop.clock.advance(TimeDelta::minutes(10));
    shop.reserve("after", &[line(a, 4)]).await.unwrap();
    shop.sell("after").await.unwrap();
    shop.move_stock(movement(a, Kind::Received, 2)).await.unwrap();
    assert_eq!(shop.available("a").await, 7);

    // Eight were in the store, although nine were left before the later sales: one was missing.
    let count = shop.move_stock(counted(a, 8, counted_at)).await.unwrap();
    assert_eq!((count.change, count.stock_after, count.counted), (-1, 6, Some(8)));
    assert_eq!(count.counted_at, Some(to_timestamp(counted_at)));

    let again = shop.move_stock(counted(a, 8, counted_at)).await.unwrap();
    assert_eq!((again.change, again.stock_after), (0, 6), "the count is true already");
    assert_eq!(refusal(shop.move_stock(counted(a, 8, counted_at - TimeDelta::minutes(1))).await), "count_outdated");

    shop.load(&Demo::with([product("a", &json!({"stock": 50}))])).await.unwrap();
    assert_eq!(refusal(shop.move_stock(counted(a, 8, counted_at)).await), "count_outdated", "the import was later");
    shop.expect_stock_is_sum_of_movements().await;
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn reserved_units_stay_in_stock(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({"stock": 5}))]).await;
    let a = shop.id_of("a").await;
    shop.reserve("1", &[line(a, 3)]).await.unwrap();
    assert_eq!(refusal(shop.move_stock(movement(a, Kind::Damaged, 3)).await), "stock_reserved");
    assert_eq!(refusal(shop.move_stock(movement(a, Kind::Counted, 2)).await), "stock_reserved");
    assert_eq!(shop.move_stock(movement(a, Kind::Damaged, 2)).await.unwrap().stock_after, 3);

    shop.sell("1").await.unwrap();
    assert_eq!(shop.movements(a, None).await, [(Kind::Sold, -3, 0), (Kind::Damaged, -2, 3)]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn repeated_request_moves_once(pool: PgPool) {
    let shop = TestShop::start_with(pool, ["a", "b"].map(|slug| product(slug, &json!({"stock": 5})))).await;
    let (a, b) = (shop.id_of("a").await, shop.id_of("b").await);
    let request = movement(a, Kind::Received, 4);
    let copies = (0..6).map(|_| shop.move_stock(request.clone()));
    let first: Vec<_> = futures::future::try_join_all(copies).await.unwrap();
    assert!(first.iter().all(|movement| *movement == first[0]), "{first:?}");
    shop.move_stock(movement(a, Kind::Damaged, 1)).await.unwrap();

    let later = shop.move_stock(request.clone()).await.unwrap();
    assert_eq!((later, shop.available("a").await), (first[0].clone(), 8));

    for other in [
        MoveStockRequest { count: 5, ..request.clone() },
        MoveStockRequest { kind: Kind::Returned.into(), ..request.clone() },
        MoveStockRequest { product_id: b, ..request.clone() },
        MoveStockRequest { note: Some("x".to_owned()), ..request.clone() },
    ] {
        assert_eq!(refusal(shop.move_stock(other).await), "idempotency_key_reused");
    }
    assert_eq!((shop.available("a").await, shop.available("b").await), (8, 5));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn sizes_move_separately(pool: PgPool) {
    let sizes = json!({"stock": 0, "sizes": [size_line("S", 1000, 2), size_line("L", 1000, 3)]});
    let shop = TestShop::start_with(pool, [product("a", &sizes), product("b", &json!({}))]).await;
    let (page, b) = (shop.page_of("a").await.unwrap(), shop.id_of("b").await);
    let (a, small, large) = (page.id, page.sizes[0].id, page.sizes[1].id);
    let sized =
        |size_id: i64, count: i64| MoveStockRequest { size_id: Some(size_id), ..movement(a, Kind::Received, count) };
    assert_eq!(shop.move_stock(sized(small, 4)).await.unwrap().stock_after, 9);

    shop.reserve("1", &[of_size(a, large, 1), of_size(a, small, 1)]).await.unwrap();
    shop.sell("1").await.unwrap();
    assert_eq!(shop.movements(a, Some(small)).await, [(Kind::Sold, -1, 5), (Kind::Received, 4, 6)]);
    assert_eq!(shop.movements(a, Some(large)).await, [(Kind::Sold, -1, 2)]);
    let all = shop.movements(a, None).await;
    assert_eq!((all.len(), all[0].2), (3, 7));
    shop.expect_stock_is_sum_of_movements().await;

    for (request, expected) in [
        (movement(a, Kind::Received, 1), "sizeId: required"),
        (sized(404, 1), "sizeId: unknown_value"),
        (MoveStockRequest { product_id: b, ..sized(small, 1) }, "sizeId: unknown_value"),
    ] {
        assert_eq!(refusal(shop.move_stock(request).await), format!("validation_failed {expected}"));
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn imports_record_what_they_change(pool: PgPool) {
    let size = |name: &str, stock: i64| size_line(name, 1000, stock);
    let with = |sizes: Vec<serde_json::Value>, b: i64| {
        Demo::with([product("a", &json!({"stock": 0, "sizes": sizes})), product("b", &json!({"stock": b}))])
    };
    let shop = TestShop::start(pool).await;
    shop.load(&with(vec![size("S", 4), size("L", 6)], 3)).await.unwrap();
    let (page, b) = (shop.page_of("a").await.unwrap(), shop.id_of("b").await);
    assert!(shop.movements(b, None).await.is_empty(), "the first stock is no movement");

    shop.load(&with(vec![size("S", 5)], 9)).await.unwrap();
    assert_eq!(shop.movements(b, None).await, [(Kind::Imported, 6, 9)]);
    assert_eq!(shop.movements(page.id, Some(page.sizes[0].id)).await, [(Kind::Imported, 1, 5)]);
    // One more of size S, and six fewer of the removed size L.
    assert_eq!(shop.movements(page.id, None).await.iter().map(|row| row.1).sum::<i64>(), -5);

    shop.load(&with(vec![size("S", 5), size("M", 8)], 9)).await.unwrap();
    shop.load(&with(vec![], 9)).await.unwrap();
    shop.load(&with(vec![size("S", 1), size("M", 2), size("L", 3)], 9)).await.unwrap();
    shop.expect_stock_is_sum_of_movements().await;
}

/// Orders and operators change the same stocks at once.
#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn concurrent_sales_and_counts_add_up(pool: PgPool) {
    let shop = TestShop::start_with(pool, ["a", "b"].map(|slug| product(slug, &json!({"stock": 100})))).await;
    let (a, b) = (shop.id_of("a").await, shop.id_of("b").await);
    let order = async |number: i64| {
        let key = format!("o{number}");
        shop.reserve(&key, &[line(b, 1), line(a, 2)]).await.unwrap();
        shop.sell(&key).await.unwrap();
    };

    let operator = async |number: i64| {
        let product = if number % 2 == 0 { a } else { b };
        let kind = [Kind::Received, Kind::Damaged, Kind::Counted][usize::try_from(number).unwrap() % 3];
        let count = if kind == Kind::Counted { 90 } else { 1 };
        drop(shop.move_stock(movement(product, kind, count)).await);
    };

    let orders = futures::future::join_all((0..12).map(order));
    let operators = futures::future::join_all((0..12).map(operator));
    tokio::join!(orders, operators);
    shop.expect_stock_is_sum_of_movements().await;

    let sold: i64 = sqlx::query_scalar("select sum(change)::bigint from stock_movement where kind = 'sold'")
        .fetch_one(&shop.app.pool)
        .await
        .unwrap();
    // Twelve orders of three units.
    assert_eq!(sold, -36);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn received_units_are_published_as_back_in_stock(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({"stock": 0}))]).await;
    let a = shop.id_of("a").await;
    let before = shop.published_kinds().await.len();
    shop.move_stock(movement(a, Kind::Received, 1)).await.unwrap();
    shop.move_stock(movement(a, Kind::Received, 1)).await.unwrap();
    assert_eq!(shop.published_kinds().await[before..], ["back_in_stock", "product_changed"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn invalid_movements_are_refused(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let a = shop.id_of("a").await;
    let (now, valid) = (shop.clock.now(), movement(a, Kind::Received, 1));
    for (request, expected) in [
        (MoveStockRequest { count: 0, ..valid.clone() }, "count: out_of_range"),
        (MoveStockRequest { count: 1_000_001, ..valid.clone() }, "count: out_of_range"),
        (movement(a, Kind::Counted, -1), "count: out_of_range"),
        (MoveStockRequest { kind: 0, ..valid.clone() }, "kind: required"),
        (MoveStockRequest { kind: Kind::Sold.into(), ..valid.clone() }, "kind: unknown_value"),
        (counted(a, 1, now + TimeDelta::seconds(1)), "countedAt: out_of_range"),
        (counted(a, 1, now - TimeDelta::days(8)), "countedAt: out_of_range"),
        (MoveStockRequest { counted_at: Some(to_timestamp(now)), ..valid.clone() }, "countedAt: must_be_empty"),
        (MoveStockRequest { note: Some("a".repeat(501)), ..valid.clone() }, "note: too_long"),
        (MoveStockRequest { key: "7".to_owned(), ..valid.clone() }, "key: invalid"),
        (MoveStockRequest { size_id: Some(0), ..valid.clone() }, "sizeId: out_of_range"),
    ] {
        assert_eq!(refusal(shop.move_stock(request).await), format!("validation_failed {expected}"));
    }

    assert_eq!(refusal(shop.move_stock(movement(404, Kind::Received, 1)).await), "product_not_found");
    let unknown = StockMovementsRequest { product_id: 404, ..Default::default() };
    assert_eq!(refusal(shop.movement_page(unknown).await), "product_not_found");
    let broken = StockMovementsRequest { product_id: a, cursor: Some("x".to_owned()), ..Default::default() };
    assert_eq!(refusal(shop.movement_page(broken).await), "validation_failed cursor: invalid");
}
