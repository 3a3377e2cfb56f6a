//! Tests the command that loads the demo.

use kit::Language;
use sqlx::PgPool;

use crate::test_seo::{KINDS, TestSeo};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/local/demo");
/// Sections of the demo's home page.
const DEMO_SECTIONS: i32 = 13;
/// A home page with one section.
const STORES_ONLY: &str = r#"[{"kind":"stores"}]"#;
/// Search results show this number of characters.
const MAX_TITLE: usize = 60;
/// Search results show this number of characters.
const MAX_DESCRIPTION: usize = 155;

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn demo_texts_are_complete_and_short_enough_in_every_language(pool: PgPool) {
    let seo = TestSeo::with_demo(pool).await;
    for page in KINDS {
        let mut titles = Vec::new();
        for language in Language::ALL {
            for subject in [None, Some("Qızılgül buketi, 25 ədəd")] {
                let texts = seo.page(language, page, subject).await.unwrap();
                let description = format!("{page} in {language:?}: {texts:?}");
                assert!(texts.title.chars().count() <= MAX_TITLE, "{description}");
                assert!(texts.description.chars().count() <= MAX_DESCRIPTION, "{description}");
                for text in [&texts.title, &texts.description, &texts.keywords, &texts.heading, &texts.text] {
                    assert!(!text.trim().is_empty(), "{description}");
                    assert_eq!(text.trim(), text, "{description}");
                    assert!(!text.contains("  "), "{description}");
                    assert!(!text.contains(['{', '}', '[', ']', '|']), "{description}");
                }
                titles.push(texts.title);
            }
        }
        titles.sort();
        titles.dedup();
        assert!(titles.len() >= Language::ALL.len(), "{page} has the same title in two languages: {titles:?}");
    }
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn loading_is_idempotent(pool: PgPool) {
    let seo = TestSeo::with_demo(pool.clone()).await;
    let row_versions = async || -> Vec<String> {
        // `xmin` is the transaction that wrote the row.
        let rows = sqlx::query_scalar("select xmin::text || page || language from page_text order by page, language");
        rows.fetch_all(&pool).await.unwrap()
    };
    let before = row_versions().await;
    seo.load(DEMO).await.unwrap();
    assert_eq!(before, row_versions().await);
    assert_eq!(before.len(), KINDS.len() * Language::ALL.len());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn file_with_a_malformed_template_loads_nothing(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    let before = seo.page(Language::Az, "cart-page", None).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let texts = |title: &str| {
        format!(r#"{{"az":{{"title":"{title}","description":"","keywords":"","heading":"","text":""}}}}"#)
    };
    let pages = format!(r#"{{"cart-page":{},"faq-page":{}}}"#, texts("New"), texts("{subject}"));
    std::fs::write(folder.path().join("pages.json"), pages).unwrap();
    std::fs::write(folder.path().join("home.json"), STORES_ONLY).unwrap();
    let error = seo.load(folder.path().to_str().unwrap()).await.unwrap_err();
    assert!(format!("{error:#}").contains("faq-page in az cannot be filled"), "{error:#}");
    assert_eq!(seo.page(Language::Az, "cart-page", None).await.unwrap(), before);
}

/// Number, operator and count of sections of each published version.
async fn home_versions(pool: &PgPool) -> Vec<(i64, Option<i64>, i32)> {
    let rows = "select version, published_by, jsonb_array_length(sections) from home_version order by version";
    sqlx::query_as(rows).fetch_all(pool).await.expect("the versions can be read")
}

/// Loads a home page with one section.
async fn load_other_page(seo: &TestSeo) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("pages.json"), "{}").expect("the file is written");
    std::fs::write(folder.path().join("home.json"), STORES_ONLY).expect("the file is written");
    seo.load(folder.path().to_str().expect("a path in UTF-8")).await.expect("the page is loaded");
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn demo_publishes_the_home_page_once_and_again_when_it_has_changed(pool: PgPool) {
    let seo = TestSeo::with_demo(pool.clone()).await;
    assert_eq!(home_versions(&pool).await, [(1, None, DEMO_SECTIONS)]);
    seo.load(DEMO).await.unwrap();
    assert_eq!(home_versions(&pool).await.len(), 1);
    load_other_page(&seo).await;
    load_other_page(&seo).await;
    assert_eq!(home_versions(&pool).await, [(1, None, DEMO_SECTIONS), (2, None, 1)]);
    seo.load(DEMO).await.unwrap();
    assert_eq!(home_versions(&pool).await.last(), Some(&(3, None, DEMO_SECTIONS)));
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn demo_keeps_a_home_page_that_staff_have_published(pool: PgPool) {
    let seo = TestSeo::start(pool.clone()).await;
    let publish = r#"insert into home_version
                     values (1, '[{"isHidden": false, "schedule": null, "content": {"kind": "recent"}}]', 9, now())"#;
    sqlx::raw_sql(publish).execute(&pool).await.unwrap();
    seo.load(DEMO).await.unwrap();
    assert_eq!(home_versions(&pool).await, [(1, Some(9), 1)]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn demo_with_an_invalid_section_loads_nothing(pool: PgPool) {
    let seo = TestSeo::start(pool.clone()).await;
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pages.json"), "{}").unwrap();
    std::fs::write(folder.path().join("home.json"), r#"[{"kind":"shelf","title":{"az":"A"}}]"#).unwrap();
    let error = seo.load(folder.path().to_str().unwrap()).await.unwrap_err();
    assert_eq!(format!("{error:#}"), "home.json is invalid: sections[0].shelf: required");
    assert!(home_versions(&pool).await.is_empty());
}
