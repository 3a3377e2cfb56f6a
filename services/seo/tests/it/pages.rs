//! Tests the SEO texts of each kind of page.

use insta::assert_snapshot;
use kit::Language;
use sqlx::PgPool;

use crate::test_seo::{KINDS, TestSeo, error};

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn new_installation_has_texts_for_every_kind_of_page(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    for page in KINDS {
        for language in Language::ALL {
            for subject in [None, Some("Gül evi")] {
                let texts = seo.page(language, page, subject).await.unwrap();
                assert!(texts.title.contains("Sovqat"), "{page} {language:?}");
                assert!(!texts.heading.is_empty(), "{page} {language:?}");
                let length = texts.description.chars().count();
                assert!((30..=180).contains(&length), "{page} {language:?}: {}", texts.description);
            }
        }
    }
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn texts_name_the_subject_unless_it_is_blank(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    let title = async |subject| seo.page(Language::En, "category-page", subject).await.unwrap().title;
    assert_snapshot!(title(Some(" Roses ")).await, @"Roses: choice, prices, delivery · Sovqat");
    assert_snapshot!(title(None).await, @"All categories · Sovqat");
    assert_snapshot!(title(Some("  ")).await, @"All categories · Sovqat");
    assert_snapshot!(
        title(Some("</title><script>{shop}[a|b]")).await,
        @"</title><script>{shop}[a|b]: choice, prices, delivery · Sovqat"
    );
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn untranslated_page_falls_back_to_azerbaijani(pool: PgPool) {
    sqlx::query("delete from page_text where page = 'faq-page' and language = 'ru'").execute(&pool).await.unwrap();
    sqlx::query("update page_text set description = 'yalnız az' where page = 'faq-page' and language = 'az'")
        .execute(&pool)
        .await
        .unwrap();
    let seo = TestSeo::start(pool).await;
    let az = seo.page(Language::Az, "faq-page", None).await.unwrap();
    let english = "Answers to what we are asked most: ordering, payment, delivery, returns and bonuses.";
    assert_eq!(seo.page(Language::Ru, "faq-page", None).await.unwrap(), az);
    assert_ne!(seo.page(Language::En, "faq-page", None).await.unwrap().title, az.title);
    assert_eq!(
        seo.page(Language::En, "faq-page", None).await.unwrap().description,
        english,
        "texts of two languages are not mixed"
    );
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn unknown_kind_of_page_is_not_found(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    let too_long = "p".repeat(100_000);
    for page in ["", "home", "Home-Page", "home-page\0", "' or true --", "əsas", &too_long] {
        assert_eq!(error(seo.page(Language::Az, page, None).await), "page_not_found");
    }
    // The limit is 300 characters.
    let subject = "s".repeat(301);
    assert_eq!(
        error(seo.page(Language::Az, "product-page", Some(&subject)).await),
        "validation_failed subject: too_long"
    );
    let invalid = error(seo.page(Language::Az, "product-page", Some("a\0b")).await);
    assert_eq!(invalid, "validation_failed subject: invalid_characters");
}
