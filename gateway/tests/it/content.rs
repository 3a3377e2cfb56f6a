//! Content pages that operators edit, messages from the contact form, and the shop's settings.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::test_shop::{TestShop, text};

const PAGES: [&str; 7] = ["privacy", "delivery", "bonuses", "faq", "help", "payment", "terms"];

#[sqlx::test(migrations = false)]
async fn every_content_page_exists_in_three_languages(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    for page in PAGES {
        let mut titles = Vec::new();
        for language in ["az", "ru", "en"] {
            let response = shop.get_in(language, &format!("/api/v1/content/{page}")).await;
            assert!(response.header("cache-control").starts_with("public"), "{page}");
            let content = response.data();
            assert!(content["sections"].as_array().is_some_and(|sections| sections.len() > 1), "{language} {page}");
            titles.push(text(&content["title"]).to_owned());
        }
        titles.dedup();
        assert_eq!(titles.len(), 3, "each language has its own title: {titles:?}");
    }
    assert_eq!(shop.get("/api/v1/content/no-such-page").await.problem(), "404 page_not_found");
    assert!(text(&shop.get("/api/v1/content/contact").await.data()["email"]).contains('@'));
}

#[sqlx::test(migrations = false)]
async fn a_contact_message_becomes_a_ticket_with_a_mailed_code(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let contact_form =
        json!({"name": "Aysel", "email": "aysel@example.az", "message": "Sifarişimi axşam gətirə bilərsiniz?"});
    let ticket = shop.post("/api/v1/contact-us", &contact_form).await.data();
    assert_eq!(ticket["status"], "open");
    let code = text(&ticket["code"]);
    let messages = shop.sent_to("aysel@example.az", 1).await;
    assert!(messages[0].contains(code), "{messages:?}");

    let operator = shop.operator().await;
    let queue = shop.get_as(&operator, "/api/v1/admin/tickets?status=open").await.data();
    assert_eq!(queue[0]["message"], contact_form["message"]);
    let (assignee, order) =
        (format!("/api/v1/admin/tickets/{code}/assignee"), format!("/api/v1/admin/tickets/{code}/order"));
    assert_eq!(shop.put_as(&operator, &assignee, &json!({"assigneeId": 7})).await.data()["assigneeId"], 7);
    assert_eq!(shop.delete_as(&operator, &assignee).await.data().get("assigneeId"), None);
    assert_eq!(
        shop.put_as(&operator, &order, &json!({"orderCode": "sqpmzj2j"})).await.data()["orderCode"],
        "SQ-PMZJ-2J"
    );
    let about = shop.get_as(&operator, "/api/v1/admin/tickets?orderCode=SQ-PMZJ-2J&assigneeId=7").await.data();
    assert_eq!(about, json!([]), "both filters apply");
    assert_eq!(shop.delete_as(&operator, &order).await.data().get("orderCode"), None);
    let close = format!("/api/v1/admin/tickets/{code}/close");
    assert_eq!(shop.post_as(&operator, &close, &json!({})).await.data()["status"], "closed");
    assert_eq!(shop.get_as(&operator, "/api/v1/admin/tickets?status=open").await.data(), json!([]));

    for (wrong, field) in [
        (json!({"name": "", "email": "a@example.az", "message": "Salam, necəsiniz?"}), "name"),
        (json!({"name": "Aysel", "email": "aysel", "message": "Salam, necəsiniz?"}), "email"),
        (json!({"name": "Aysel", "email": "a@example.az", "message": "?"}), "message"),
        (
            json!({"name": "Aysel", "email": "a@example.az", "phoneNumber": "12", "message": "Salam, necəsiniz?"}),
            "phoneNumber",
        ),
    ] {
        let problem = shop.post("/api/v1/contact-us", &wrong).await.problem();
        assert!(problem.starts_with("422 validation_failed") && problem.contains(field), "{problem}");
    }
}

#[sqlx::test(migrations = false)]
async fn publishing_requires_the_latest_version_of_the_text(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    let versions = shop.get_as(&operator, "/api/v1/admin/content/bonuses/az").await.data();
    let newest = versions[0]["version"].as_i64().unwrap();
    let markdown = "Girişdə bir cümlə.\n\n## Necə qazanılır\n\nHər sifarişdən. <script>alert(1)</script>\n\n## Necə xərclənir\n\nTətbiqdə.";
    let new =
        json!({"page": "bonuses", "language": "az", "fromVersion": newest, "title": "Bonuslar", "markdown": markdown});
    let preview = shop.post_as(&operator, "/api/v1/admin/content/preview", &new).await.data();
    assert!(!text(&preview["html"]).contains("<script"), "{preview}");
    assert_eq!(preview["sections"][0]["title"], "Necə qazanılır");
    let published = shop.post_as(&operator, "/api/v1/admin/content", &new).await.data();
    assert_eq!(published["version"], newest + 1);
    let late = shop.post_as(&operator, "/api/v1/admin/content", &new).await;
    assert_eq!(late.status, 409, "the text was changed in between: {}", late.text);
    let shown = shop.get("/api/v1/content/bonuses").await.data();
    assert_eq!(shown["sections"][1]["title"], "Necə xərclənir");
    assert_eq!(shown["version"], published["version"]);
}

#[sqlx::test(migrations = false)]
async fn operators_change_settings_and_invalid_links_are_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    let mut settings: Value = shop.get("/api/v1/settings").await.data();
    settings["social"]["instagram"] = json!("https://www.instagram.com/sovqat.az");
    let saved = shop.send_as(&operator, Method::PUT, "/api/v1/admin/settings", &settings).await.data();
    assert_eq!(saved, settings);
    settings["social"]["instagram"] = json!("javascript:alert(1)");
    let problem = shop.send_as(&operator, Method::PUT, "/api/v1/admin/settings", &settings).await.problem();
    assert!(problem.starts_with("422 validation_failed"), "{problem}");
}
