//! Tests reading the shop's ids in analytics tools.

use sqlx::PgPool;

use crate::test_seo::{TestSeo, error};

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn new_installation_has_four_tools_turned_off(pool: PgPool) {
    let seo = TestSeo::start(pool.clone()).await;
    for tag in ["google-analytics", "google-tag-manager", "search-console", "yandex-metrica"] {
        assert_eq!(seo.tag(tag).await.unwrap(), "");
    }
    sqlx::query("update tag set value = 'G-TEST' where tag = 'google-analytics'").execute(&pool).await.unwrap();
    assert_eq!(seo.tag("google-analytics").await.unwrap(), "G-TEST");
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn unknown_tool_is_not_found(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    for tag in ["", "hotjar", "GOOGLE-ANALYTICS", "tag\0", &"t".repeat(100_000)] {
        assert_eq!(error(seo.tag(tag).await), "tag_not_found");
    }
}
