//! Former slugs still lead to their product or category.

use proto::catalog::{AncestorsRequest, GetCategoryRequest, ListProductsRequest, ListReviewsRequest};
use serde_json::json;
use sqlx::PgPool;

use crate::shop::{TestShop, product, refusal};

/// Triggers of the database keep the former slug.
async fn rename(pool: &PgPool, table: &'static str, from: &str, to: &str) {
    let statement = format!("update {table} set slug = $2 where slug = $1");
    sqlx::query(sqlx::AssertSqlSafe(statement)).bind(from).bind(to).execute(pool).await.unwrap();
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn product_is_found_by_every_former_slug(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), ["a", "b"].map(|slug| product(slug, &json!({})))).await;
    rename(&pool, "product", "a", "a2").await;
    rename(&pool, "product", "a2", "a3").await;
    for slug in ["a", "a2", "a3"] {
        assert_eq!(shop.page_of(slug).await.unwrap().slug, "a3", "{slug}");
        let reviews = ListReviewsRequest { product: slug.to_owned(), ..Default::default() };
        assert!(shop.reviews().list(reviews).await.is_ok(), "{slug}");
    }

    // A slug in use leads to its current owner.
    rename(&pool, "product", "b", "a").await;
    assert_eq!(shop.page_of("a").await.unwrap().id, shop.id_of("b").await);

    rename(&pool, "product", "a", "b").await;
    assert_eq!(shop.page_of("a").await.unwrap().slug, "b", "the latest former owner is found");

    let withdrawn = shop.id_of("a3").await;
    catalog::publish(&shop.app, withdrawn, catalog::State::Withdrawn).await.unwrap();
    assert_eq!(refusal(shop.page_of("a2").await), "product_withdrawn");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn category_is_found_by_every_former_slug(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("a", &json!({}))]).await;
    rename(&pool, "category", "qizilgul", "gul").await;
    rename(&pool, "category", "gul", "rose").await;
    for slug in ["qizilgul", "gul", "rose"] {
        let category = shop.categories().get(GetCategoryRequest { category: slug.to_owned() }).await.unwrap();
        assert_eq!(category.into_inner().slug, "rose");
        let chain = shop.categories().ancestors(AncestorsRequest { slug: slug.to_owned() }).await.unwrap().into_inner();
        assert_eq!(chain.categories.last().unwrap().slug, "rose");
        for discounted in [None, Some(false)] {
            let list = ListProductsRequest { category: Some(slug.to_owned()), discounted, ..Default::default() };
            assert_eq!(shop.slugs(list).await, ["a"]);
        }
        let filtered =
            ListProductsRequest { category: Some(slug.to_owned()), in_stock: Some(true), ..Default::default() };
        assert_eq!(shop.slugs(filtered).await, ["a"]);
    }
    assert_eq!(shop.page_of("a").await.unwrap().category.unwrap().slug, "rose");
}
