//! Tests the audit log of changes by staff.

use proto::{
    audit::{SearchAuditRequest, audit_client::AuditClient},
    seo::SiteSettings,
};
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::audit::{check_append_only, check_writes, entries};

use crate::{
    seo_desk,
    settings::{office, settings},
    test_content::TestContent,
    test_home::hero,
    test_seo::{Caller::Operator, TestSeo},
};

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn every_change_by_staff_is_logged(pool: PgPool) {
    let (content, seo) = (TestContent::start(pool.clone()).await, TestSeo::start(pool.clone()).await);
    check_writes(&pool, "sovqat.seo.", async |path| match path {
        "/sovqat.seo.v1.ContentDesk/Publish" => {
            content.publish(0, "## Yeni {#new}\n\nSalam.").await.unwrap();
            "content_published"
        }
        "/sovqat.seo.v1.ContentDesk/SaveSettings" => {
            content.save_settings(settings(&content).await).await.unwrap();
            "settings_saved"
        }
        "/sovqat.seo.v1.ContentDesk/SaveOffice" => {
            content.save_office(office()).await.unwrap();
            "settings_saved"
        }
        "/sovqat.seo.v1.HomeDesk/Publish" => {
            content.publish_home(0, vec![hero()]).await.unwrap();
            "home_published"
        }
        "/sovqat.seo.v1.SeoDesk/SaveText" => {
            seo.save_text(Operator, seo_desk::text("faq-page", "Вопросы")).await.unwrap();
            "text_saved"
        }
        "/sovqat.seo.v1.SeoDesk/SaveTag" => {
            seo.save_tag(Operator, "yandex-metrica", "12345678").await.unwrap();
            "tag_saved"
        }
        "/sovqat.seo.v1.SeoDesk/SaveRedirect" => {
            seo.save_redirect(Operator, "/a", "/b", 301).await.unwrap();
            "redirect_saved"
        }
        "/sovqat.seo.v1.SeoDesk/RemoveRedirect" => {
            seo.save_redirect(Operator, "/c", "/d", 301).await.unwrap();
            seo.remove_redirect(Operator, "/c").await.unwrap();
            "redirect_removed"
        }
        "/sovqat.seo.v1.SeoDesk/SaveRobots" => {
            seo.save_robots(Operator, "User-agent: GreedyBot").await.unwrap();
            "robots_saved"
        }
        path => panic!("{path} needs a call here"),
    })
    .await;
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn entries_have_the_values_before_and_after(pool: PgPool) {
    let (content, seo) = (TestContent::start(pool.clone()).await, TestSeo::start(pool.clone()).await);
    content.publish(0, "## Yeni {#new}\n\nSalam.").await.unwrap();
    let mut changed: SiteSettings = settings(&content).await;
    changed.contact.as_mut().unwrap().email = "komek@sovqat.az".to_owned();
    content.save_settings(changed).await.unwrap();
    for value in ["12345678", "87654321"] {
        seo.save_tag(Operator, "yandex-metrica", value).await.unwrap();
    }
    for (to, status) in [("/b", 301), ("/b", 302)] {
        seo.save_redirect(Operator, "/a", to, status).await.unwrap();
    }
    seo.remove_redirect(Operator, "/a").await.unwrap();
    let fields: Vec<_> = entries(&pool).await.into_iter().map(|entry| (entry.before, entry.after)).collect();
    let expected = [
        (json!({"version": 0}), json!({"version": 1})),
        (json!({"contact.email": "salam@sovqat.az"}), json!({"contact.email": "komek@sovqat.az"})),
        (json!({"value": ""}), json!({"value": "12345678"})),
        (json!({"value": "12345678"}), json!({"value": "87654321"})),
        (Value::Null, json!({"to": "/b", "status": 301})),
        (json!({"status": 301}), json!({"status": 302})),
        (json!({"to": "/b", "status": 302}), Value::Null),
    ];
    let expected = expected.map(|(before, after)| {
        let present = |value: Value| Some(value).filter(|value| !value.is_null());
        (present(before), present(after))
    });
    assert_eq!(fields, expected);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn the_log_is_searched_and_cannot_be_changed(pool: PgPool) {
    let content = TestContent::start(pool.clone()).await;
    content.save_office(office()).await.unwrap();
    let request = SearchAuditRequest { limit: 10, ..SearchAuditRequest::default() };
    let mut client = AuditClient::new(content.channel());
    let entries = client.search(content.as_operator(request)).await.unwrap().into_inner().entries;
    let summaries: Vec<_> = entries.iter().map(|entry| (&*entry.service, &*entry.action, &*entry.subject)).collect();
    assert_eq!(summaries, [("seo", "settings_saved", "office")]);
    check_append_only(&pool).await;
}
