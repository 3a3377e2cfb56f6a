//! What operators may change, and nobody else.

use kit::Language;
use proto::seo::SeoText;
use sqlx::PgPool;

use crate::service::{KINDS, TestSeo, Who, refused};

fn text(page: &str, title: &str) -> SeoText {
    SeoText {
        page: page.into(),
        language: "ru".into(),
        title: title.into(),
        heading: "Вопросы".into(),
        ..SeoText::default()
    }
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn the_desk_is_for_operators_only(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    for (who, refusal) in [(Who::Nobody, "unauthenticated"), (Who::Shopper, "forbidden")] {
        assert_eq!(refused(seo.texts(who).await), refusal);
        assert_eq!(refused(seo.save_text(who, text("faq-page", "t")).await), refusal);
        assert_eq!(refused(seo.tags(who).await), refusal);
        assert_eq!(refused(seo.save_tag(who, "google-analytics", "G-12345678").await), refusal);
        assert_eq!(refused(seo.redirects(who, None).await), refusal);
        assert_eq!(refused(seo.save_redirect(who, "/a", "/b", 301).await), refusal);
        assert_eq!(refused(seo.remove_redirect(who, "/a").await), refusal);
        assert_eq!(refused(seo.robots_at_the_desk(who).await), refusal);
        assert_eq!(refused(seo.save_robots(who, "").await), refusal);
    }
    assert!(seo.audit().await.is_empty());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn a_text_is_changed_in_its_language_and_written_down_once(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    let before = seo.page(Language::En, "faq-page", None).await.unwrap();
    for _ in 0..2 {
        seo.save_text(Who::Operator, text("faq-page", " Вопросы о {shop} ")).await.unwrap();
    }
    assert_eq!(seo.page(Language::Ru, "faq-page", None).await.unwrap().title, "Вопросы о Sovqat");
    assert_eq!(seo.page(Language::En, "faq-page", None).await.unwrap(), before);
    assert_eq!(seo.audit().await, ["7 text_saved faq-page ru"]);
    assert_eq!(seo.texts(Who::Operator).await.unwrap().len(), KINDS.len() * Language::ALL.len());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn a_text_that_could_not_be_filled_is_refused(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    assert_eq!(refused(seo.save_text(Who::Operator, text("new-kind", "t")).await), "page_not_found");
    assert_eq!(
        refused(seo.save_text(Who::Operator, text("faq-page", "{subject}")).await),
        "validation_failed title: bad_template"
    );
    let wrong = SeoText { language: "de".into(), ..text("faq-page", "t") };
    assert_eq!(refused(seo.save_text(Who::Operator, wrong).await), "validation_failed language: unknown_value");
    let wrong = SeoText { heading: String::new(), og_image: "//evil.example/x.webp".into(), ..text("faq-page", "t") };
    assert_eq!(
        refused(seo.save_text(Who::Operator, wrong).await),
        "validation_failed heading: required ogImage: not_a_path"
    );
    assert!(seo.audit().await.is_empty());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn a_tool_is_turned_on_and_off(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    seo.save_tag(Who::Operator, "yandex-metrica", "12345678").await.unwrap();
    assert_eq!(seo.tag("yandex-metrica").await.unwrap(), "12345678");
    seo.save_tag(Who::Operator, "yandex-metrica", "").await.unwrap();
    assert_eq!(seo.tag("yandex-metrica").await.unwrap(), "");
    let evil = seo.save_tag(Who::Operator, "google-analytics", "G-1234; script-src *").await;
    assert_eq!(refused(evil), "validation_failed value: invalid");
    assert_eq!(refused(seo.save_tag(Who::Operator, "hotjar", "1").await), "tag_not_found");
    assert_eq!(seo.tags(Who::Operator).await.unwrap().len(), 4);
    assert_eq!(seo.audit().await, ["7 tag_saved yandex-metrica", "7 tag_saved yandex-metrica"]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn crawlers_are_told_what_operators_wrote(pool: PgPool) {
    let seo = TestSeo::start(pool).await;
    assert_eq!(seo.robots().await, "");
    seo.save_robots(Who::Operator, "User-agent: GreedyBot\r\nDisallow: /\r\n").await.unwrap();
    assert_eq!(seo.robots().await, "User-agent: GreedyBot\nDisallow: /");
    assert_eq!(seo.robots_at_the_desk(Who::Operator).await.unwrap(), seo.robots().await);
    assert_eq!(refused(seo.save_robots(Who::Operator, "<html>").await), "validation_failed text: invalid");
    assert_eq!(seo.audit().await, ["7 robots_saved robots.txt"]);
}
