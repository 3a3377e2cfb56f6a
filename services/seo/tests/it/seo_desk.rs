//! The methods of the back office. Audit rows begin with the operator's account, 7.

use kit::Language;
use proto::seo::SeoText;
use sqlx::PgPool;

use crate::test_seo::{Caller, KINDS, TestSeo, error};

pub fn text(page: &str, title: &str) -> SeoText {
    SeoText {
        page: page.into(),
        language: "ru".into(),
        title: title.into(),
        heading: "Вопросы".into(),
        ..SeoText::default()
    }
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn seo_desk_requires_the_operator_role(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    for (caller, expected) in [(Caller::Guest, "unauthenticated"), (Caller::Shopper, "forbidden")] {
        assert_eq!(error(seo.texts(caller).await), expected);
        assert_eq!(error(seo.save_text(caller, text("faq-page", "t")).await), expected);
        assert_eq!(error(seo.tags(caller).await), expected);
        assert_eq!(error(seo.save_tag(caller, "google-analytics", "G-12345678").await), expected);
        assert_eq!(error(seo.redirects(caller, None).await), expected);
        assert_eq!(error(seo.save_redirect(caller, "/a", "/b", 301).await), expected);
        assert_eq!(error(seo.remove_redirect(caller, "/a").await), expected);
        assert_eq!(error(seo.robots_for_operators(caller).await), expected);
        assert_eq!(error(seo.save_robots(caller, "").await), expected);
    }
    assert!(seo.audit().await.is_empty());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn saved_text_changes_one_language_and_is_audited_once(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    let before = seo.page(Language::En, "faq-page", None).await.unwrap();
    for _ in 0..2 {
        seo.save_text(Caller::Operator, text("faq-page", " Вопросы о {shop} ")).await.unwrap();
    }
    assert_eq!(seo.page(Language::Ru, "faq-page", None).await.unwrap().title, "Вопросы о Sovqat");
    assert_eq!(seo.page(Language::En, "faq-page", None).await.unwrap(), before);
    assert_eq!(seo.audit().await, ["7 text_saved faq-page ru"]);
    assert_eq!(seo.texts(Caller::Operator).await.unwrap().len(), KINDS.len() * Language::ALL.len());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn text_with_a_malformed_template_is_rejected(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    assert_eq!(error(seo.save_text(Caller::Operator, text("new-kind", "t")).await), "page_not_found");
    assert_eq!(
        error(seo.save_text(Caller::Operator, text("faq-page", "{subject}")).await),
        "validation_failed title: bad_template"
    );
    let in_german = SeoText { language: "de".into(), ..text("faq-page", "t") };
    assert_eq!(error(seo.save_text(Caller::Operator, in_german).await), "validation_failed language: unknown_value");
    let invalid_fields =
        SeoText { heading: String::new(), og_image: "//evil.example/x.webp".into(), ..text("faq-page", "t") };
    assert_eq!(
        error(seo.save_text(Caller::Operator, invalid_fields).await),
        "validation_failed heading: required ogImage: not_a_path"
    );
    assert!(seo.audit().await.is_empty());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn operators_turn_analytics_tools_on_and_off(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    seo.save_tag(Caller::Operator, "yandex-metrica", "12345678").await.unwrap();
    assert_eq!(seo.tag("yandex-metrica").await.unwrap(), "12345678");
    seo.save_tag(Caller::Operator, "yandex-metrica", "").await.unwrap();
    assert_eq!(seo.tag("yandex-metrica").await.unwrap(), "");
    let malicious = seo.save_tag(Caller::Operator, "google-analytics", "G-1234; script-src *").await;
    assert_eq!(error(malicious), "validation_failed value: invalid");
    assert_eq!(error(seo.save_tag(Caller::Operator, "hotjar", "1").await), "tag_not_found");
    // The tools of a new installation.
    assert_eq!(seo.tags(Caller::Operator).await.unwrap().len(), 4);
    assert_eq!(seo.audit().await, ["7 tag_saved yandex-metrica", "7 tag_saved yandex-metrica"]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn robots_txt_contains_the_operators_lines(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    assert_eq!(seo.robots().await, "");
    seo.save_robots(Caller::Operator, "User-agent: GreedyBot\r\nDisallow: /\r\n").await.unwrap();
    assert_eq!(seo.robots().await, "User-agent: GreedyBot\nDisallow: /");
    assert_eq!(seo.robots_for_operators(Caller::Operator).await.unwrap(), seo.robots().await);
    assert_eq!(error(seo.save_robots(Caller::Operator, "<html>").await), "validation_failed text: invalid");
    assert_eq!(seo.audit().await, ["7 robots_saved robots.txt"]);
}
