//! Changes of many products at once, and their undo.

use proto::catalog::{
    ChangeProductsRequest, ProductForm, ProductRowsRequest, ProductState, ProductsChange, ProductsValue,
    UndoProductsChangeRequest,
};
use serde_json::json;
use sqlx::PgPool;
use tonic::Status;

use crate::shop::{TestShop, product, refusal, size_line};

impl TestShop {
    async fn send_many(&self, request: ChangeProductsRequest) -> Result<ProductsChange, Status> {
        Ok(self.product_desk().change_many(self.signed_by_operator(request)).await?.into_inner())
    }

    /// `key` becomes the idempotency key.
    pub async fn change_many(&self, ids: &[i64], change: ProductsValue, key: u128) -> Result<ProductsChange, Status> {
        self.send_many(request(ids, change, key)).await
    }

    pub async fn undo_many(&self, id: i64) -> Result<ProductsChange, Status> {
        let request = self.signed_by_operator(UndoProductsChangeRequest { id });
        Ok(self.product_desk().undo_change_many(request).await?.into_inner())
    }

    /// Price, discounted price, and the prices of the sizes.
    async fn prices_of(&self, slug: &str) -> (i64, Option<i64>, Vec<i64>) {
        let query = "select price, discounted_price,
                            array(select price from product_size where product_size.product_id = product.product_id
                                  order by position)
                     from product where slug = $1";
        sqlx::query_as(query).bind(slug).fetch_one(&self.app.pool).await.unwrap()
    }
}

fn request(ids: &[i64], change: ProductsValue, key: u128) -> ChangeProductsRequest {
    let key = Some(format!("{key:08x}-0000-4000-8000-000000000000"));
    ChangeProductsRequest { ids: ids.to_vec(), change: Some(change), key, ..ChangeProductsRequest::default() }
}

fn percent(percent: i64) -> ProductsValue {
    ProductsValue { price_percent: Some(percent), ..ProductsValue::default() }
}

/// Returns the ids of product a with a discount, b with sizes, and c.
async fn start_with_discount_and_sizes(pool: PgPool) -> (TestShop, [i64; 3]) {
    let sizes = json!([size_line("S", 705, 3), size_line("L", 900, 4)]);
    let products = [
        product("a", &json!({"price": 1000, "discounted": 900})),
        product("b", &json!({"price": 705, "sizes": sizes})),
        product("c", &json!({"price": 2000})),
    ];
    let shop = TestShop::start_with(pool, products).await;
    let ids = [shop.id_of("a").await, shop.id_of("b").await, shop.id_of("c").await];
    (shop, ids)
}

const UNKNOWN_ID: i64 = 999;

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn dry_run_counts_products_and_changes_nothing(pool: PgPool) {
    let (shop, [a, b, c]) = start_with_discount_and_sizes(pool).await;
    let dry_run = ChangeProductsRequest { dry_run: true, key: None, ..request(&[a, b, c, UNKNOWN_ID], percent(10), 1) };
    let preview = shop.send_many(dry_run).await.unwrap();
    assert_eq!((preview.id, preview.affected, preview.refused_count), (None, 3, 1));
    let sample = &preview.samples[0];
    assert_eq!((sample.id, &*sample.before, &*sample.after), (a, "1000", "1100"));
    assert_eq!(shop.prices_of("a").await, (1_000, Some(900), vec![]));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn prices_change_by_a_percentage_once_per_key(pool: PgPool) {
    let (shop, [a, b, c]) = start_with_discount_and_sizes(pool).await;
    let events = shop.product_changed_count().await;
    let changed = shop.change_many(&[c, b, a, UNKNOWN_ID], percent(10), 1).await.unwrap();
    assert_eq!((changed.affected, &*changed.refused[0].code), (3, "product_not_found"));
    let repeated = shop.change_many(&[c, b, a, UNKNOWN_ID], percent(10), 1).await.unwrap();
    assert_eq!(repeated, changed);
    assert_eq!(refusal(shop.change_many(&[a], percent(20), 1).await), "idempotency_key_reused");

    assert_eq!(shop.prices_of("a").await, (1_100, Some(990), vec![]));
    assert_eq!(shop.prices_of("b").await, (776, None, vec![776, 990]));
    assert_eq!(shop.product_changed_count().await - events, 3);
    let history = shop.details(a).await.unwrap();
    assert_eq!(history.version, 2);
    assert_eq!(history.changes[0].fields, ["discountedPrice", "price"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn undo_restores_prices_except_those_edited_since(pool: PgPool) {
    let (shop, [a, b, c]) = start_with_discount_and_sizes(pool).await;
    let change_id = shop.change_many(&[a, b, c], percent(10), 1).await.unwrap().id.unwrap();
    let form = shop.details(a).await.unwrap().form.unwrap();
    shop.update_product(a, ProductForm { price: 5_000, ..form }).await.unwrap();

    let undone = shop.undo_many(change_id).await.unwrap();
    assert_eq!((undone.affected, undone.is_undone, &*undone.refused[0].code), (2, true, "product_changed"));
    assert_eq!(shop.prices_of("a").await.0, 5_000);
    assert_eq!(shop.prices_of("b").await, (705, None, vec![705, 900]));
    assert_eq!(shop.prices_of("c").await.0, 2_000);
    assert_eq!(shop.undo_many(change_id).await.unwrap(), undone, "a repetition changes nothing");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn low_prices_refuse_a_percentage_or_stay_while_higher_prices_change(pool: PgPool) {
    let sizes = |price: i64| {
        let dear = size_line("L", 900, 4);
        json!([size_line("S", price, 3), dear])
    };
    let products = [
        product("a", &json!({"price": 4, "sizes": sizes(4)})),
        product("b", &json!({"price": 10, "sizes": sizes(10)})),
    ];
    let shop = TestShop::start_with(pool, products).await;
    let ids = [shop.id_of("a").await, shop.id_of("b").await];
    // 4 qəpik less 90 % would be 0; 1 % of 4 rounds to 0.
    let changed = shop.change_many(&ids, percent(-90), 1).await.unwrap();
    assert_eq!((changed.affected, &*changed.refused[0].code), (1, "out_of_range"));
    assert_eq!(shop.prices_of("a").await, (4, None, vec![4, 900]));
    assert_eq!(shop.prices_of("b").await, (1, None, vec![1, 90]));

    let changed = shop.change_many(&ids, percent(1), 2).await.unwrap();
    assert_eq!((changed.affected, changed.unchanged), (2, 0));
    assert_eq!(shop.prices_of("a").await, (4, None, vec![4, 909]));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn categories_and_states_change_unless_a_product_forbids_it(pool: PgPool) {
    let products = [
        product("a", &json!({"category": "lale"})),
        product("b", &json!({"fields": {"color": ["red"]}})),
        product("c", &json!({})),
    ];
    let shop = TestShop::start_with(pool, products).await;
    let ids = [shop.id_of("a").await, shop.id_of("b").await, shop.id_of("c").await];

    let query = "select category_id from category where slug = 'hediyyeler'";
    let gifts: i64 = sqlx::query_scalar(query).fetch_one(&shop.app.pool).await.unwrap();

    // Product b has a colour, and gifts have no such field.
    let value = ProductsValue { category_id: Some(gifts), ..ProductsValue::default() };
    let moved = shop.change_many(&ids, value, 1).await.unwrap();
    assert_eq!((moved.affected, &*moved.refused[0].code, moved.refused[0].id), (2, "field_in_use", ids[1]));
    assert_eq!(shop.page_of("a").await.unwrap().category.unwrap().slug, "hediyyeler");
    let again = shop.change_many(&ids, value, 2).await.unwrap();
    assert_eq!((again.affected, again.unchanged), (0, 2));

    // Changes all products of a list instead of products by id.
    let withdrawn = ProductsValue { state: ProductState::Withdrawn.into(), ..ProductsValue::default() };
    let filter = Some(ProductRowsRequest { category_id: Some(gifts), ..ProductRowsRequest::default() });
    let change = shop.send_many(ChangeProductsRequest { filter, ..request(&[], withdrawn, 3) }).await.unwrap();
    assert_eq!(change.affected, 2);

    assert_eq!(refusal(shop.page_of("a").await), "product_withdrawn");
    assert!(shop.page_of("b").await.is_ok());

    shop.undo_many(change.id.unwrap()).await.unwrap();
    shop.undo_many(moved.id.unwrap()).await.unwrap();
    assert!(shop.page_of("a").await.is_ok());
    // The move is not undone, because the version is higher than after the move.
    assert_eq!(shop.page_of("a").await.unwrap().category.unwrap().slug, "hediyyeler");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn change_without_exactly_one_value_and_a_key_is_refused(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let two = ProductsValue { price: Some(5), ..percent(1) };
    let draft = ProductsValue { state: ProductState::Draft.into(), ..ProductsValue::default() };
    let without_key = ChangeProductsRequest { key: None, ..request(&[1], percent(5), 1) };
    for (request, expected) in [
        (request(&[1], two, 1), "change: too_many"),
        (request(&[1], ProductsValue::default(), 1), "change: required"),
        (request(&[1], percent(-91), 1), "change.pricePercent: out_of_range"),
        (request(&[1], ProductsValue { price: Some(0), ..ProductsValue::default() }, 1), "change.price: out_of_range"),
        (request(&[1], draft, 1), "change.state: unknown_value"),
        (request(&vec![1; 10_001], percent(1), 1), "ids: too_many"),
        (without_key, "key: required"),
    ] {
        assert_eq!(refusal(shop.send_many(request).await), format!("validation_failed {expected}"));
    }
    assert_eq!(refusal(shop.undo_many(1).await), "products_change_not_found");
}
