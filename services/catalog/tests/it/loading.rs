//! The command `load`: for the first time, again, with changes, as a sample, and with mistakes.

use proto::catalog::ListProductsRequest;
use serde_json::json;
use sqlx::PgPool;

use crate::shop::{Demo, TestShop, product, size_line};

/// Digests of all tables, including the transaction that wrote each row (`xmin`).
async fn table_contents(pool: &PgPool) -> Vec<(String, String)> {
    let tables = [
        "category",
        "category_path",
        "field",
        "field_value",
        "product",
        "product_text",
        "product_size",
        "product_category",
        "product_field",
        "product_source",
        "store_ref",
        "outbox",
        "review",
        "review_reply",
        "demo_review",
    ];
    let mut table_contents = Vec::new();
    for table in tables {
        let digest = format!(
            "select coalesce(sum(hashtextextended(t::text || t.xmin::text, 0)::numeric), 0)::text from {table} as t"
        );
        table_contents
            .push((table.to_owned(), sqlx::query_scalar(sqlx::AssertSqlSafe(digest)).fetch_one(pool).await.unwrap()));
    }
    table_contents
}

/// One product with fields, one with two sizes, and a plain one.
fn demo() -> Demo {
    let sizes = json!({"sizes": [size_line("S", 1000, 4), size_line("L", 2000, 6)]});
    Demo::with([
        product("a", &json!({"fields": {"color": "red", "stems": 5}})),
        product("b", &sizes),
        product("c", &json!({})),
    ])
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn loading_twice_changes_nothing(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.load(&demo()).await.unwrap();
    let published_kinds = ["tree_changed", "product_changed", "product_changed", "product_changed"];
    assert_eq!(shop.published_kinds().await, published_kinds);

    let before = table_contents(&pool).await;
    shop.clock.advance(chrono::TimeDelta::days(3));
    shop.load(&demo()).await.unwrap();
    assert_eq!(table_contents(&pool).await, before, "no row was written");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn only_changes_are_published_and_ids_stay(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.load(&demo()).await.unwrap();
    let before = shop.page_of("b").await.unwrap();

    let mut changed = demo();
    changed.products[1]["price"] = json!(1100);
    changed.products[1]["sizes"] = json!([size_line("S", 1100, 10)]);
    changed.products.insert(0, product("first", &json!({})));
    shop.load(&changed).await.unwrap();
    assert_eq!(shop.published_kinds().await.len(), 1 + 3 + 2, "the tree, then products");

    let after = shop.page_of("b").await.unwrap();
    assert_eq!((after.id, after.price, after.sizes.len()), (before.id, 1100, 1));
    assert_eq!(after.sizes[0].id, before.sizes[0].id, "sizes keep their ids");
    assert_eq!(shop.id_of("first").await, 4, "a later product gets a later id");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn products_move_with_their_category(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.load(&demo()).await.unwrap();
    let mut moved = demo();
    for product in &mut moved.products {
        product["category"] = json!("hediyyeler");
        product["fields"] = json!({});
    }
    shop.load(&moved).await.unwrap();
    let counts: Vec<_> = shop.tree().await.categories.into_iter().map(|top| (top.slug, top.product_count)).collect();
    assert_eq!(counts, [("hediyyeler".to_owned(), 3), ("guller".to_owned(), 0)]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn renamed_category_appears_on_every_card(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.load(&demo()).await.unwrap();
    let mut renamed = demo();
    // Renames qizilgul, the category of all three products.
    renamed.categories[0]["children"][0]["children"][0]["name"]["az"] = json!("Güllərin şahı");
    // None of the three products is in the files any more.
    renamed.products = vec![product("elsewhere", &json!({"category": "hediyyeler"}))];
    shop.load(&renamed).await.unwrap();
    let cards = shop.list(ListProductsRequest { category: Some("qizilgul".to_owned()), ..Default::default() }).await;
    let names: Vec<_> = cards.unwrap().products.into_iter().map(|card| card.category.unwrap().name).collect();
    assert_eq!(names, ["Güllərin şahı"; 3]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn sampling_keeps_every_nth_product(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.load_sampled(&demo(), 2).await.unwrap();
    assert!(shop.page_of("a").await.is_ok());
    assert!(shop.page_of("b").await.is_err());
    assert!(shop.page_of("c").await.is_ok());
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn demo_with_an_invalid_product_is_refused_completely(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    for (invalid, expected_error) in [
        (json!({"category": "missing"}), "category_not_found (there is no category missing)"),
        (json!({"also": ["missing"]}), "category_not_found (there is no category missing)"),
        (json!({"store": "missing"}), "store: store_not_found"),
        (json!({"fields": {"taste": "sweet"}}), "fields.taste: unknown_field"),
        (json!({"fields": {"color": "black"}}), "fields.color: unknown_value"),
        (json!({"fields": {"color": true}}), "fields.color: wrong_type"),
        (json!({"price": -5}), "price: out_of_range"),
        (json!({"discounted": 1000}), "discounted: not_lower"),
        (json!({"discounted": 0}), "discounted: not_lower"),
        (json!({"stock": -1}), "stock: out_of_range"),
    ] {
        let outcome = shop.load(&Demo::with([product("good", &json!({})), product("bad", &invalid)])).await;
        let error = format!("{:#}", outcome.unwrap_err());
        assert!(error.contains(expected_error), "{invalid}: {error}");
    }
    let product_count: i64 = sqlx::query_scalar("select count(*) from product").fetch_one(&pool).await.unwrap();
    assert_eq!((product_count, shop.published_kinds().await.len()), (0, 0));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn checked_in_demo_can_be_loaded(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/local/demo").into();
    let args = kit::config::LoadArgs { folder, pictures: None, sample: 1 };
    let started = std::time::Instant::now();
    catalog::load(&shop.app, &args).await.unwrap();
    println!("the whole demo took {:?}", started.elapsed());

    let tops: Vec<_> = shop.tree().await.categories.into_iter().map(|top| top.slug).collect();
    assert_eq!(tops[..3], ["hediyyeler", "gul-ve-buketler", "sirniyyat-ve-cay"]);
    assert_eq!(shop.list_errors().await, Vec::<String>::new());
    assert_reviews_equal_lines(&pool).await;

    let before = table_contents(&pool).await;
    shop.clock.advance(chrono::TimeDelta::days(3));
    catalog::load(&shop.app, &args).await.unwrap();
    assert_eq!(table_contents(&pool).await, before, "no row was written");
}

/// Reviews must add up to the rating and the review count of each product's line.
async fn assert_reviews_equal_lines(pool: &PgPool) {
    let mut lines = 0;
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/local/demo/products")).unwrap() {
        for line in std::fs::read_to_string(file.unwrap().path()).unwrap().lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let slug = line["slug"].as_str().unwrap();
            // Rating and review count of the product, then count, average and wrong dates of its reviews.
            let query = "select product.rating::float8 / 10, product.review_count, count(review.review_id),
                                   coalesce(round(avg(review.rating), 1), 0)::float8,
                                   count(*) filter (where review.created_at not between product.published_at and $2)
                            from product
                            left join review on review.product_id = product.product_id
                            where product.slug = $1
                            group by product.product_id";
            // The test clock's start.
            let now = chrono::DateTime::from_timestamp(1_790_000_000, 0);
            let found: (f64, i64, i64, f64, i64) =
                sqlx::query_as(query).bind(slug).bind(now).fetch_one(pool).await.unwrap();
            let (rating, count) = (line["rating"].as_f64().unwrap(), line["reviews"].as_i64().unwrap());
            assert_eq!(found, (rating, count, count, rating, 0), "{slug}");
            lines += 1;
        }
    }
    assert!(lines > 400, "{lines}");
}

/// Changing a product's line replaces only its demo reviews.
#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn reviews_of_shoppers_survive_reloading_the_demo(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let demo = |reviews: i64| {
        let mut demo = Demo::with([product("a", &json!({"rating": 5.0, "reviews": reviews}))]);
        let words =
            json!({"az": ["Əladır, hamısı əla."], "ru": ["Отлично, всё отлично."], "en": ["Great, all of it."]});
        let mut text = words.clone();
        text["about"] = json!(["guller"]);
        text["stars"] = json!([1, 2, 3, 4, 5]);
        demo.reviews = Some(json!({"names": words, "initials": {}, "texts": [text], "endings": [], "replies": []}));
        demo
    };

    shop.load(&demo(2)).await.unwrap();
    let a = shop.id_of("a").await;
    assert_eq!(shop.rating_of("a").await, (5.0, 2));

    shop.review(crate::shop::Customer(1), a, 1, "Mən isə heç bəyənmədim.").await.unwrap();
    assert_eq!(shop.rating_of("a").await, (3.7, 3), "two of the demo with 5 stars and one with 1");

    shop.load(&demo(3)).await.unwrap();
    assert_eq!(shop.rating_of("a").await, (4.0, 4), "three of the demo and the shopper's");
    assert_eq!(
        shop.reviews_of("a").await.summary.unwrap().stars,
        [1, 0, 0, 0, 3],
        "numbers of reviews with 1 to 5 stars"
    );
}
