//! Each text falls back to Azerbaijani separately, and languages are written independently.

use kit::Language;
use proto::catalog::ListProductsRequest;
use serde_json::json;
use sqlx::PgPool;

use crate::shop::{Demo, TestShop, product, spoken};

async fn told(shop: &TestShop, language: Language) -> (String, String, String) {
    let page = shop.page_in(language, "a").await.unwrap();
    let list = shop.products().list(spoken(language, ListProductsRequest::default())).await.unwrap().into_inner();
    (page.name, page.description, list.products[0].name.clone())
}

fn owned((name, description, card): (&str, &str, &str)) -> (String, String, String) {
    (name.to_owned(), description.to_owned(), card.to_owned())
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn missing_texts_fall_back_to_az_separately(pool: PgPool) {
    let texts = json!({"name": {"az": "Gül", "ru": "Роза"}, "description": {"az": "Təzə", "en": "Fresh"}});
    let shop = TestShop::selling(pool, [product("a", &texts)]).await;
    assert_eq!(told(&shop, Language::Az).await, owned(("Gül", "Təzə", "Gül")));
    assert_eq!(
        told(&shop, Language::Ru).await,
        owned(("Роза", "Təzə", "Роза")),
        "the name is there, the description is not"
    );
    assert_eq!(
        told(&shop, Language::En).await,
        owned(("Gül", "Fresh", "Gül")),
        "the description is there, the name is not"
    );
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn change_in_one_language_leaves_others_unwritten(pool: PgPool) {
    let texts = |ru: &str| json!({"name": {"az": "Gül", "ru": ru, "en": "Rose"}, "description": {"az": "Təzə", "ru": "Свежая", "en": "Fresh"}});
    let shop = TestShop::selling(pool.clone(), [product("a", &texts("Роза"))]).await;
    let versions = async || -> Vec<(String, String)> {
        sqlx::query_as("select language, xmin::text from product_text order by language")
            .fetch_all(&pool)
            .await
            .unwrap()
    };
    let before = versions().await;
    shop.load(&Demo::with([product("a", &texts("Розочка"))])).await.unwrap();
    let after = versions().await;
    assert_eq!(told(&shop, Language::Ru).await.0, "Розочка");
    assert_eq!(told(&shop, Language::Az).await, owned(("Gül", "Təzə", "Gül")));
    let touched: Vec<_> = before.iter().zip(&after).filter(|(a, b)| a != b).map(|(a, _)| a.0.as_str()).collect();
    assert_eq!(touched, ["ru"], "the rows of the other languages were not even written");
}
