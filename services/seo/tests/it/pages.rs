//! The texts of pages, as an empty installation has them and as they fall back.

use insta::assert_snapshot;
use kit::Language;
use sqlx::PgPool;

use crate::service::{KINDS, TestSeo, refused};

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn an_empty_installation_has_titles_for_every_kind(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    for page in KINDS {
        for language in Language::ALL {
            for subject in [None, Some("Gül evi")] {
                let texts = seo.page(language, page, subject).await.unwrap();
                assert!(texts.title.contains("Sovqat") && !texts.heading.is_empty(), "{page} {language:?}");
                let length = texts.description.chars().count();
                assert!((30..=180).contains(&length), "{page} {language:?}: {}", texts.description);
            }
        }
    }
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn a_subject_is_named_and_a_blank_one_is_none(pool: PgPool) {
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
async fn a_page_nobody_translated_comes_whole_in_azerbaijani(pool: PgPool) {
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
        "a page is not mixed of two languages"
    );
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn what_is_no_page_is_not_found(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    let long = "p".repeat(100_000);
    for page in ["", "home", "Home-Page", "home-page\0", "' or true --", "əsas", &long] {
        assert_eq!(refused(seo.page(Language::Az, page, None).await), "page_not_found");
    }
    let subject = "s".repeat(301);
    assert_eq!(
        refused(seo.page(Language::Az, "product-page", Some(&subject)).await),
        "validation_failed subject: too_long"
    );
    let refusal = refused(seo.page(Language::Az, "product-page", Some("a\0b")).await);
    assert_eq!(refusal, "validation_failed subject: invalid_characters");
}
