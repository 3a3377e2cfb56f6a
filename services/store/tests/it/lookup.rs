//! Finding a store by slug or id.

use insta::assert_json_snapshot;
use sqlx::PgPool;
use tonic::Code;

use crate::test_store::{TestStore, store, three_stores};

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_store_is_found_by_slug_and_by_id(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let found = service.find("gul-evi", "en").await.unwrap();
    assert_eq!(service.find("1", "en").await.unwrap(), found);
    assert_json_snapshot!(found, @r#"
    {
      "id": 1,
      "name": "Gül evi",
      "slug": "gul-evi",
      "logoUrl": "/media/l/640.webp",
      "coverUrl": "/media/c/640.webp",
      "about": "Fresh flowers",
      "rating": 0.0,
      "subscriberCount": 0,
      "productCount": 0,
      "isSubscribed": false,
      "reviewCount": 0
    }
    "#);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_slug_that_looks_like_an_id_wins_over_the_id(pool: PgPool) {
    let service = TestStore::loaded(pool, &[store(1, "2", "İki", 1), store(2, "bir", "Bir", 1)]).await;
    assert_eq!(service.find("2", "az").await.unwrap().name, "İki");
    assert_eq!(service.find("1", "az").await.unwrap().name, "İki");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_language_without_a_text_falls_back_to_azerbaijani(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    assert_eq!(service.find("gul-evi", "ru").await.unwrap().about, "Свежие цветы");
    for language in ["ru", "en", "de", "az"] {
        assert_eq!(service.find("sirin-ev", language).await.unwrap().about, "Şirin ev haqqında", "in {language}");
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn unknown_and_closed_stores_are_not_found(pool: PgPool) {
    let service = TestStore::loaded(pool.clone(), &three_stores()).await;
    sqlx::query("update store set is_open = false where slug = 'ciraq'").execute(&pool).await.unwrap();
    let long_slug = "a".repeat(10_000);
    // The store `ciraq` (id 3) is closed.
    for unknown in
        ["yoxdur", "ciraq", "3", "99", "-1", "0", "", " ", "1.0", "9223372036854775808", "GUL-EVI", &long_slug]
    {
        let status = service.find(unknown, "az").await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::NotFound, "store_not_found"), "`{unknown:.20}`");
    }
}

/// PostgreSQL refuses NUL; the error must be the caller's.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_nul_in_a_slug_is_bad_input(pool: PgPool) {
    let service = TestStore::open(pool).await;
    let status = service.find("gul\0evi", "az").await.unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
}
