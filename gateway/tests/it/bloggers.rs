//! Applications of shoppers to become a blogger, who earns money with links to products.

use serde_json::json;
use sqlx::PgPool;

use crate::test_shop::{OTHER_SHOPPER, TestShop, text};

const ABOUT: &str = "Hədiyyələr haqqında yazıram, Bakıda yaşayıram və gül buketlərini çox sevirəm.";

#[sqlx::test(migrations = false)]
async fn an_approved_application_makes_a_blogger(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (applicant, operator) = (shop.token_of(OTHER_SHOPPER).await, shop.operator().await);
    assert_eq!(shop.get_as(&applicant, "/api/v1/influencer/application").await.problem(), "404 application_not_found");
    // A status in the application is ignored.
    let body = json!({"about": ABOUT, "instagram": "https://instagram.com/nigar", "status": "approved", "id": 999});
    let applied = shop.post_as(&applicant, "/api/v1/influencer/apply", &body).await.data();
    assert_eq!(applied["status"], "pending");
    assert_eq!(shop.post_as(&applicant, "/api/v1/influencer/apply", &body).await.problem(), "409 application_pending");
    let list = shop.get_as(&operator, "/api/v1/admin/influencers?status=pending&page=1").await;
    assert_eq!(list.data()[0]["id"], applied["id"]);
    assert_eq!(list.json()["meta"]["total"], 1);
    assert_eq!(shop.get_as(&operator, "/api/v1/admin/influencers?status=declined").await.data(), json!([]));

    let decide = format!("/api/v1/admin/influencers/{}/decide", applied["id"]);
    let without_reason = shop.post_as(&operator, &decide, &json!({"approve": false})).await;
    assert!(without_reason.problem().starts_with("422 validation_failed reason="), "{}", without_reason.text);
    let decided = shop.post_as(&operator, &decide, &json!({"approve": true, "id": 999})).await.data();
    assert_eq!(decided["id"], applied["id"]);
    assert_eq!(decided["status"], "approved");
    assert_eq!(shop.post_as(&operator, &decide, &json!({"approve": true})).await.problem(), "409 application_decided");
    assert_eq!(shop.get_as(&applicant, "/api/v1/user/me").await.data()["isBlogger"], true);
    assert_eq!(shop.get_as(&applicant, "/api/v1/influencer/application").await.data()["status"], "approved");
}

#[sqlx::test(migrations = false)]
async fn only_operators_see_applications_and_decide(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (shopper, operator) = (shop.token().await, shop.operator().await);
    let applied = shop.post_as(&shopper, "/api/v1/influencer/apply", &json!({"about": ABOUT})).await.data();
    let decide = format!("/api/v1/admin/influencers/{}/decide", applied["id"]);
    for path in ["/api/v1/admin/influencers", "/api/v1/admin/influencers?status=pending"] {
        assert_eq!(shop.get_as(&shopper, path).await.problem(), "403 forbidden");
    }
    for body in [json!({"approve": true}), json!({"approve": true, "roles": ["owner"]}), json!({})] {
        assert_eq!(shop.post_as(&shopper, &decide, &body).await.problem(), "403 forbidden");
    }
    assert_eq!(text(&shop.get_as(&shopper, "/api/v1/influencer/application").await.data()["status"]), "pending");
    for id in ["0", "-1", "x", "99999999999999999999", "999999"] {
        let path = format!("/api/v1/admin/influencers/{id}/decide");
        let nothing = shop.post_as(&operator, &path, &json!({"approve": true})).await;
        assert_eq!(nothing.problem(), "404 application_not_found", "{id}");
    }
}
