//! Offers that carts read: current price and available units of each line.

use proto::catalog::{LookupLine, LookupRequest, Offer};
use serde_json::json;
use sqlx::PgPool;

use crate::shop::{TestShop, product, refusal, size_line};

/// Lines of product id and size id.
async fn offers(shop: &TestShop, lines: &[(i64, Option<i64>)]) -> Vec<Offer> {
    let lines = lines.iter().map(|&(product_id, size_id)| LookupLine { product_id, size_id }).collect();
    shop.products().lookup(LookupRequest { lines }).await.unwrap().into_inner().offers
}

/// Product, size, unit price, full price and available units.
fn terms(offer: &Offer) -> (i64, Option<i64>, i64, i64, i64) {
    (offer.product_id, offer.size_id, offer.unit_price, offer.full_price, offer.available)
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn offers_have_the_current_price(pool: PgPool) {
    let with_sizes = json!({"price": 4500, "discounted": 3900, "stock": 9, "sizes": [
        {"name": {"az": "15 ədəd", "en": "15 stems"}, "price": 4500, "stock": 7},
        {"name": {"az": "25 ədəd", "en": "25 stems"}, "price": 7000, "stock": 2}]});
    let shop =
        TestShop::start_with(pool, [product("plain", &json!({"stock": 4})), product("with-sizes", &with_sizes)]).await;
    let (plain, page) = (shop.id_of("plain").await, shop.page_of("with-sizes").await.unwrap());
    let (with_sizes, small, large) = (page.id, page.sizes[0].id, page.sizes[1].id);

    // A size with the product's price has its discounted price; others are reduced in the same ratio.
    assert_eq!((page.sizes[0].price, page.sizes[1].price), (3900, 6067));
    let lines = [
        (with_sizes, Some(large)),
        (plain, None),
        (with_sizes, Some(small)),
        (with_sizes, None),
        (with_sizes, Some(large)),
    ];
    let offers = offers(&shop, &lines).await;
    assert_eq!(
        offers.iter().map(terms).collect::<Vec<_>>(),
        [
            (with_sizes, Some(large), 6067, 7000, 2),
            (plain, None, 1000, 1000, 4),
            (with_sizes, Some(small), 3900, 4500, 7),
            (with_sizes, None, 3900, 4500, 9),
            (with_sizes, Some(large), 6067, 7000, 2),
        ]
    );

    let first = &offers[0];
    assert_eq!(
        first.size.as_ref().map(|size| (size.name.as_str(), size.price, size.stock)),
        Some(("25 ədəd", 6067, 2))
    );
    assert!(first.product.as_ref().is_some_and(|card| card.has_sizes && card.slug == "with-sizes"));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn offers_have_all_categories_and_ancestors(pool: PgPool) {
    let also = json!({"also": ["lale", "hediyyeler"]});
    let shop =
        TestShop::start_with(pool.clone(), [product("rose", &also), product("pot", &json!({"category": "dibcek"}))])
            .await;
    let lines = [(shop.id_of("rose").await, None), (shop.id_of("pot").await, None)];
    let mut slugs = Vec::new();
    for offer in offers(&shop, &lines).await {
        let query = sqlx::query_scalar("select slug from category where category_id = any ($1) order by slug");
        let category_slugs: Vec<String> = query.bind(&offer.category_ids).fetch_all(&pool).await.unwrap();
        assert_eq!(category_slugs.len(), offer.category_ids.len(), "no category is repeated");
        slugs.push(category_slugs.join(" "));
    }
    // The default category qizilgul is below buketler, below guller.
    assert_eq!(slugs, ["buketler guller hediyyeler lale qizilgul", "dibcek guller"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn unavailable_lines_have_no_offer(pool: PgPool) {
    let with_sizes = json!({"sizes": [size_line("S", 1000, 10)]});
    let products = [product("plain", &json!({})), product("with-sizes", &with_sizes), product("withdrawn", &json!({}))];
    let shop = TestShop::start_with(pool.clone(), products).await;
    let (plain, withdrawn) = (shop.id_of("plain").await, shop.id_of("withdrawn").await);
    let size = shop.page_of("with-sizes").await.unwrap().sizes[0].id;
    sqlx::query("update product set state = 'withdrawn' where product_id = $1")
        .bind(withdrawn)
        .execute(&pool)
        .await
        .unwrap();
    let lines = [
        (withdrawn, None),
        (plain, Some(size)),
        (plain, Some(0)),
        (-1, None),
        (i64::MAX, Some(i64::MAX)),
        (plain, None),
    ];
    let offers = offers(&shop, &lines).await;
    assert_eq!(offers.iter().map(terms).collect::<Vec<_>>(), [(plain, None, 1000, 1000, 10)]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn number_of_lines_is_limited(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let lookup = async |count: i64| {
        let lines = (1..=count).map(|product_id| LookupLine { product_id, size_id: None }).collect();
        refusal(shop.products().lookup(LookupRequest { lines }).await)
    };
    assert_eq!(lookup(200).await, "accepted");
    assert_eq!(lookup(201).await, "validation_failed lines: too_many");
}
