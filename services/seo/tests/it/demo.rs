use kit::Language;
use sqlx::PgPool;

use crate::test_seo::{KINDS, TestSeo};

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
    seo.load(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/local/demo")).await.unwrap();
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
    let error = seo.load(folder.path().to_str().unwrap()).await.unwrap_err();
    assert!(format!("{error:#}").contains("faq-page in az cannot be filled"), "{error:#}");
    assert_eq!(seo.page(Language::Az, "cart-page", None).await.unwrap(), before);
}
