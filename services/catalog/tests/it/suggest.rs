//! Suggestions while a search text is typed.

use catalog::write_searches;
use kit::{
    Language,
    client::{CallContext, ClientInfo},
};
use proto::catalog::{ListProductsRequest, SuggestRequest, Suggestions};
use serde_json::json;
use sqlx::PgPool;

use crate::shop::{TestShop, in_language, product};

async fn suggest(shop: &TestShop, query: &str) -> Suggestions {
    shop.search().suggest(SuggestRequest { query: query.to_owned() }).await.unwrap().into_inner()
}

/// The slugs of suggested products, best first.
fn products(suggestions: &Suggestions) -> Vec<&str> {
    suggestions.products.iter().map(|card| card.slug.as_str()).collect()
}

/// Eight roses with increasing popularity, a watch of the other store, and a more popular tulip.
async fn shop_with_roses(pool: PgPool) -> TestShop {
    let rose = |number: i64| {
        product(
            &format!("qizilgul-{number}"),
            &json!({"name": {"az": format!("Qızılgül {number}")}, "popularity": number}),
        )
    };
    let others = [
        product("saat", &json!({"name": {"az": "Qol saatı"}, "category": "hediyyeler", "store": "sirin-ev"})),
        product("lale", &json!({"name": {"az": "Lalə"}, "category": "lale", "popularity": 500})),
    ];
    TestShop::start_with(pool, (1..=8).map(rose).chain(others)).await
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn suggestions_are_sorted_by_popularity(pool: PgPool) {
    let shop = shop_with_roses(pool).await;
    let suggestions = suggest(&shop, "qız").await;
    let roses = ["qizilgul-8", "qizilgul-7", "qizilgul-6", "qizilgul-5", "qizilgul-4", "qizilgul-3"];
    assert_eq!(products(&suggestions), roses);

    let categories: Vec<_> = suggestions.categories.iter().map(|category| category.slug.as_str()).collect();
    assert_eq!(categories, ["qizilgul"]);

    let stores = suggest(&shop, "gül").await.stores;
    assert_eq!(stores.iter().map(|store| store.slug.as_str()).collect::<Vec<_>>(), ["gul-evi"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn categories_are_suggested_in_the_callers_language(pool: PgPool) {
    let shop = shop_with_roses(pool).await;
    let request = SuggestRequest { query: "bou".to_owned() };
    let suggestions = shop.search().suggest(in_language(Language::Ru, request)).await.unwrap().into_inner();
    let names: Vec<_> = suggestions.categories.into_iter().map(|category| category.name).collect();
    assert_eq!(names, ["Букеты"]);
    assert!(suggest(&shop, "dibçək").await.categories.is_empty(), "the category has no products");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn texts_below_two_letters_suggest_popular_products(pool: PgPool) {
    let shop = shop_with_roses(pool).await;
    for text in ["", " ", "q"] {
        let suggestions = suggest(&shop, text).await;
        assert_eq!(products(&suggestions)[0], "lale", "{text:?}");
        assert_eq!(suggestions.products.len(), 6);
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn suggestions_understand_a_wrong_keyboard_layout(pool: PgPool) {
    let shop = shop_with_roses(pool).await;
    // "saat" (watch) typed with the Russian layout.
    let suggestions = suggest(&shop, "ыффе").await;
    assert_eq!((products(&suggestions), suggestions.corrected.as_deref()), (vec!["saat"], Some("saat")));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn frequent_successful_queries_are_suggested(pool: PgPool) {
    let shop = shop_with_roses(pool).await;
    // Each search comes from another network; three make a text frequent.
    let typed = ["Qızılgül", "QIZILGÜL", "qizilgul", "qızılgül 5", "qırx teleskop", "qırx teleskop", "qırx teleskop"];
    for (typed, number) in typed.into_iter().zip(0..) {
        let origin = ClientInfo::new(Some([198, 51, number, 7].into()), b"");
        let search = ListProductsRequest { search: Some(typed.to_owned()), ..Default::default() };
        shop.products().list(CallContext { origin, ..Default::default() }.sign(search)).await.unwrap();
    }

    assert!(suggest(&shop, "qı").await.queries.is_empty(), "counts are not written yet");
    write_searches(&shop.app).await.unwrap();
    assert_eq!(suggest(&shop, "qı").await.queries, ["qızılgül"], "rare and unsuccessful queries are not suggested");

    let russian = SuggestRequest { query: "qı".to_owned() };
    assert!(shop.search().suggest(in_language(Language::Ru, russian)).await.unwrap().into_inner().queries.is_empty());

    shop.clock.advance(chrono::TimeDelta::days(15));
    write_searches(&shop.app).await.unwrap();
    assert!(suggest(&shop, "qı").await.queries.is_empty(), "queries older than two weeks are not suggested");
}
