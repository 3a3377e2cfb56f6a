//! Each text falls back to Azerbaijani separately, and languages are written independently.

use kit::Language;
use proto::catalog::ListProductsRequest;
use serde_json::json;
use sqlx::PgPool;

use crate::shop::{Demo, TestShop, in_language, product};

/// Name and description on the page of product "a", and its name in the list.
async fn shown_texts(shop: &TestShop, language: Language) -> (String, String, String) {
    let page = shop.page_in(language, "a").await.unwrap();
    let list = shop.products().list(in_language(language, ListProductsRequest::default())).await.unwrap().into_inner();
    (page.name, page.description, list.products[0].name.clone())
}

fn to_owned_texts((name, description, card): (&str, &str, &str)) -> (String, String, String) {
    (name.to_owned(), description.to_owned(), card.to_owned())
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn missing_texts_fall_back_to_az_separately(pool: PgPool) {
    let texts = json!({"name": {"az": "Gül", "ru": "Роза"}, "description": {"az": "Təzə", "en": "Fresh"}});
    let shop = TestShop::start_with(pool, [product("a", &texts)]).await;
    assert_eq!(shown_texts(&shop, Language::Az).await, to_owned_texts(("Gül", "Təzə", "Gül")));
    assert_eq!(
        shown_texts(&shop, Language::Ru).await,
        to_owned_texts(("Роза", "Təzə", "Роза")),
        "name given, description missing"
    );
    assert_eq!(
        shown_texts(&shop, Language::En).await,
        to_owned_texts(("Gül", "Fresh", "Gül")),
        "description given, name missing"
    );
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn change_in_one_language_leaves_others_unwritten(pool: PgPool) {
    let texts = |russian_name: &str| {
        json!({
            "name": {"az": "Gül", "ru": russian_name, "en": "Rose"},
            "description": {"az": "Təzə", "ru": "Свежая", "en": "Fresh"},
        })
    };
    let shop = TestShop::start_with(pool.clone(), [product("a", &texts("Роза"))]).await;
    // PostgreSQL changes `xmin` whenever a row is written.
    let versions = async || -> Vec<(String, String)> {
        sqlx::query_as("select language, xmin::text from product_text order by language")
            .fetch_all(&pool)
            .await
            .unwrap()
    };

    let before = versions().await;
    shop.load(&Demo::with([product("a", &texts("Розочка"))])).await.unwrap();
    let after = versions().await;

    assert_eq!(shown_texts(&shop, Language::Ru).await.0, "Розочка");
    assert_eq!(shown_texts(&shop, Language::Az).await, to_owned_texts(("Gül", "Təzə", "Gül")));
    let rewritten: Vec<_> = before.iter().zip(&after).filter(|(a, b)| a != b).map(|(a, _)| a.0.as_str()).collect();
    assert_eq!(rewritten, ["ru"], "rows of other languages were not written");
}
