//! The developers' inbox: in local mode, a page shows messages instead of sending them.

use serde_json::json;
use sqlx::PgPool;

use crate::test_shop::{TestShop, text};

const NUMBER: &str = "+994557010203";

#[sqlx::test(migrations = false)]
async fn the_inbox_shows_messages_in_local_mode(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.post("/api/v1/auth/otp/send", &json!({"phoneNumber": NUMBER})).await.data();
    shop.post("/api/v1/auth/otp/send", &json!({"phoneNumber": "+994557010204"})).await.data();
    shop.sent_to(NUMBER, 1).await;
    for query in ["?to=%2B994557010203", "?to=+994557010203"] {
        let list = shop.get(&format!("/dev/inbox.json{query}")).await;
        assert_eq!((list.status, list.header("cache-control")), (200, "private, no-store"));
        let messages = list.json();
        let message = &messages[0];
        assert_eq!(messages.as_array().unwrap().len(), 1, "{query}");
        assert_eq!(message["to"], NUMBER, "{query}");
        assert_eq!(message["channel"], "sms");
        assert_eq!(message["subject"], "");
        assert!(!text(&message["text"]).is_empty() && text(&message["at"]).ends_with('Z'), "{message}");
    }
    let page = shop.get("/dev/inbox").await;
    assert!(page.header("content-type").starts_with("text/html"), "{}", page.header("content-type"));
    assert!(page.text.contains(NUMBER) && !page.text.contains("<script"), "{}", page.text);
}

#[sqlx::test(migrations = false)]
async fn there_is_no_inbox_in_production(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--mode", "production"]).await;
    for path in ["/dev/inbox", "/dev/inbox.json", "/dev/inbox?to=support"] {
        let response = shop.get(path).await;
        assert_eq!(response.status, 404, "{path}");
        assert!(!response.text.contains("Inbox"), "{}", response.text);
    }
}
