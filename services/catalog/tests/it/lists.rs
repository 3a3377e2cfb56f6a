//! Product lists, except what `model.rs` checks.

use kit::Language;
use proto::catalog::{FieldFilter, ListProductsRequest, ProductSort};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    shop::{Customer, TestShop, in_language, product, refusal, slugs},
    statements::record_statements,
};

fn of_category(category: &str) -> ListProductsRequest {
    ListProductsRequest { category: Some(category.to_owned()), ..Default::default() }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn product_in_several_categories_counts_once(pool: PgPool) {
    let everywhere =
        product("everywhere", &json!({"category": "qizilgul", "also": ["lale", "buketler", "hediyyeler"]}));
    let shop = TestShop::start_with(pool, [everywhere, product("lale-buketi", &json!({"category": "lale"}))]).await;
    for (category, count) in
        [("guller", 2), ("buketler", 2), ("qizilgul", 1), ("lale", 2), ("hediyyeler", 1), ("dibcek", 0)]
    {
        let page = shop.list(of_category(category)).await.unwrap();
        assert_eq!((page.products.len(), page.meta.unwrap().total), (count, count as i64), "{category}");
    }
    assert_eq!(shop.list(ListProductsRequest::default()).await.unwrap().meta.unwrap().total, 2);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn categories_and_stores_are_found_by_slug_or_id(pool: PgPool) {
    let shop =
        TestShop::start_with(pool, [product("a", &json!({})), product("b", &json!({"store": "sirin-ev"}))]).await;
    let category = shop.page_of("a").await.unwrap().breadcrumbs[0].id;
    assert_eq!(shop.slugs(of_category(&category.to_string())).await.len(), 2);

    let of_store = |store: &str| ListProductsRequest { store: Some(store.to_owned()), ..Default::default() };
    assert_eq!(shop.slugs(of_store("sirin-ev")).await, ["b"]);
    assert_eq!(shop.slugs(of_store("2")).await, ["b"]);
    let both = ListProductsRequest { category: Some("qizilgul".to_owned()), ..of_store("gul-evi") };
    assert_eq!(shop.slugs(both).await, ["a"]);

    for unknown in ["no-such-slug", "", "999", "-1", "99999999999999999999", "a\0b", "'"] {
        assert_eq!(refusal(shop.list(of_category(unknown)).await), "category_not_found", "{unknown}");
        assert_eq!(refusal(shop.list(of_store(unknown)).await), "store_not_found", "{unknown}");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn toggles_filter_and_unknown_fields_match_nothing(pool: PgPool) {
    let fresh = product("fresh", &json!({"fields": {"fresh": true, "stems": 25}}));
    let shop = TestShop::start_with(pool, [fresh, product("dry", &json!({"fields": {"fresh": false}}))]).await;
    let with = |key: &str, values: &[&str]| {
        let values = values.iter().map(ToString::to_string).collect();
        let fields = vec![FieldFilter { key: key.to_owned(), values, ..Default::default() }];
        ListProductsRequest { fields, ..Default::default() }
    };

    assert_eq!(shop.slugs(with("fresh", &["true"])).await, ["fresh"]);
    assert_eq!(shop.slugs(with("fresh", &["false"])).await, ["dry"]);
    assert_eq!(shop.slugs(with("fresh", &["true", "false"])).await.len(), 2);
    assert_eq!(shop.slugs(with("taste", &["sweet"])).await.len(), 0);
    assert_eq!(shop.slugs(with("fresh", &[])).await.len(), 2, "an empty value list filters nothing");

    let at_most_25_stems = FieldFilter { key: "stems".to_owned(), max: Some(25.0), ..Default::default() };
    assert_eq!(
        shop.slugs(ListProductsRequest { fields: vec![at_most_25_stems], ..Default::default() }).await,
        ["fresh"]
    );
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn card_has_all_members(pool: PgPool) {
    let mut demo = crate::shop::Demo::with([
        product("few", &json!({"price": 4500, "discounted": 3900, "stock": 3, "popularity": 3})),
        product("many", &json!({"stock": 6, "popularity": 2})),
        product("none", &json!({"stock": 0, "popularity": 1, "rating": 0, "reviews": 0})),
    ]);
    demo.pictures = json!({"products": {"few": ["/media/abc/640.webp", "/media/def/640.webp"]}});
    let shop = TestShop::start(pool).await;
    shop.load(&demo).await.unwrap();
    let page = shop.list(ListProductsRequest::default()).await.unwrap();
    let cards = &page.products;
    insta::assert_json_snapshot!(cards[0], @r#"
    {
      "id": 1,
      "name": "few",
      "slug": "few",
      "imageUrl": "/media/abc/640.webp",
      "price": 4500,
      "discountedPrice": 3900,
      "category": {
        "id": 4,
        "name": "Qızılgül",
        "slug": "qizilgul"
      },
      "store": {
        "id": 1,
        "name": "Gül evi",
        "slug": "gul-evi"
      },
      "rating": 4.5,
      "reviewCount": 3,
      "inStock": true,
      "isLiked": false,
      "left": 3,
      "hasSizes": false,
      "preparationDays": 0
    }
    "#);
    assert_eq!(
        (cards[1].left, cards[1].in_stock, cards[1].image_url.as_str()),
        (None, true, ""),
        "only up to five left are shown"
    );
    assert_eq!((cards[2].left, cards[2].in_stock, cards[2].rating), (None, false, 0.0));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn cards_are_read_again_only_when_their_product_changed(pool: PgPool) {
    let popular = |slug: &str, popularity: i64| product(slug, &json!({"popularity": popularity, "stock": 10}));
    let shop = TestShop::start_with(pool.clone(), [popular("a", 3), popular("b", 2), popular("c", 1)]).await;

    // Name and "only n left" of each card, and how many statements read cards.
    let first_page = async |language: Language| {
        let request = in_language(language, ListProductsRequest::default());
        let (page, statements) = record_statements(shop.products().list(request)).await;
        let cards = page.unwrap().into_inner().products.into_iter().map(|card| (card.name, card.left));
        (
            cards.collect::<Vec<_>>(),
            statements.iter().filter(|statement| statement.starts_with("select product.product_id")).count(),
        )
    };
    let names_without_left = |names: [&str; 3]| names.map(|name| (name.to_owned(), None)).to_vec();
    assert_eq!(first_page(Language::Az).await, (names_without_left(["a", "b", "c"]), 1));
    assert_eq!(first_page(Language::Az).await, (names_without_left(["a", "b", "c"]), 0));

    let change = async |change: &'static str| sqlx::raw_sql(change).execute(&pool).await.map(drop).unwrap();

    change(r#"update product set name = '{"az": "Dolça", "ru": "Кружка"}' where slug = 'b'"#).await;
    assert_eq!(first_page(Language::Ru).await, (names_without_left(["a (ru)", "Кружка", "c (ru)"]), 1));
    assert_eq!(first_page(Language::Az).await, (names_without_left(["a", "Dolça", "c"]), 1));
    assert_eq!(first_page(Language::Az).await, (names_without_left(["a", "Dolça", "c"]), 0));

    change("update product set reserved = 7 where slug = 'c'").await;
    assert_eq!(first_page(Language::Az).await.0[2], ("c".to_owned(), Some(3)), "7 of 10 are reserved");

    change("update product set state = 'withdrawn' where slug = 'a'").await;
    let names: Vec<_> = first_page(Language::Az).await.0.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Dolça", "c"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn liked_flag_is_the_visitors_own(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({})), product("b", &json!({}))]).await;
    let (aygun, murad) = (Customer(1), Customer(2));
    let liked = shop.id_of("a").await;
    shop.like(aygun, liked).await.unwrap();

    // Slugs that a customer or guest sees as liked.
    let liked_slugs = async |customer: Option<Customer>| {
        let all = ListProductsRequest::default();
        let request = match customer {
            Some(customer) => shop.signed(customer, all),
            None => tonic::Request::new(all),
        };
        let page = shop.products().list(request).await.unwrap().into_inner();
        let liked_cards = page.products.into_iter().filter(|card| card.is_liked);
        liked_cards.map(|card| card.slug).collect::<Vec<_>>()
    };

    assert_eq!(liked_slugs(Some(aygun)).await, ["a"]);
    assert!(liked_slugs(Some(murad)).await.is_empty());
    assert!(liked_slugs(None).await.is_empty());
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn products_by_id_keep_the_requested_order(pool: PgPool) {
    let cup = |slug: &str, price: i64, preparation_days: i64| {
        product(slug, &json!({"price": price, "preparationDays": preparation_days}))
    };
    let shop = TestShop::start_with(pool, [cup("a", 300, 0), cup("b", 100, 1), cup("c", 200, 2)]).await;
    let (a, b, c) = (shop.id_of("a").await, shop.id_of("b").await, shop.id_of("c").await);
    let products_with_ids = |ids: &[i64]| ListProductsRequest { ids: ids.to_vec(), ..Default::default() };
    assert_eq!(shop.slugs(products_with_ids(&[c, a, 999, -1, c])).await, ["c", "a"]);

    let cheapest = ListProductsRequest { sort: ProductSort::PriceAsc.into(), ..products_with_ids(&[a, c, b]) };
    assert_eq!(shop.slugs(cheapest).await, ["b", "c", "a"]);
    let soonest = ListProductsRequest { sort: ProductSort::Soonest.into(), ..products_with_ids(&[c, b, a]) };
    assert_eq!(shop.slugs(soonest).await, ["a", "b", "c"]);
    assert_eq!(shop.page_of("c").await.unwrap().preparation_days, 2);

    let second = ListProductsRequest { page: 2, per_page: 2, ..products_with_ids(&[a, b, c]) };
    let page = shop.list(second).await.unwrap();
    assert_eq!((slugs(&page), page.meta.unwrap().total), (vec!["c".to_owned()], 3));

    let many: Vec<_> = (1..=101).collect();
    assert_eq!(refusal(shop.list(products_with_ids(&many)).await), "validation_failed ids: too_many");
}
