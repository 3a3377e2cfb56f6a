//! Applications to become a blogger, and who may decide on them.

use serde_json::json;
use sqlx::PgPool;

use crate::house::{House, NEIGHBOUR, OPERATOR, text};

const ABOUT: &str = "Hədiyyələr haqqında yazıram, Bakıda yaşayıram və gül buketlərini çox sevirəm.";

#[sqlx::test(migrations = false)]
async fn an_operator_makes_an_applicant_a_blogger(pool: PgPool) {
    let house = House::start(pool).await;
    let (applicant, operator) = (house.token_of(NEIGHBOUR).await, house.token_of(OPERATOR).await);
    assert_eq!(house.get_as(&applicant, "/api/v1/influencer/application").await.problem(), "404 application_not_found");
    // A status in the application is ignored.
    let body = json!({"about": ABOUT, "instagram": "https://instagram.com/nigar", "status": "approved", "id": 999});
    let applied = house.post_as(&applicant, "/api/v1/influencer/apply", &body).await.data();
    assert_eq!(applied["status"], "pending");
    assert_eq!(house.post_as(&applicant, "/api/v1/influencer/apply", &body).await.problem(), "409 application_pending");
    let list = house.get_as(&operator, "/api/v1/admin/influencers?status=pending&page=1").await;
    assert_eq!((&list.data()[0]["id"], &list.json()["meta"]["total"]), (&applied["id"], &json!(1)));
    assert_eq!(house.get_as(&operator, "/api/v1/admin/influencers?status=declined").await.data(), json!([]));

    let decide = format!("/api/v1/admin/influencers/{}/decide", applied["id"]);
    let silent = house.post_as(&operator, &decide, &json!({"approve": false})).await;
    assert!(silent.problem().starts_with("422 validation_failed reason="), "{}", silent.text);
    // The id in the path is used, not the one in the body.
    let decided = house.post_as(&operator, &decide, &json!({"approve": true, "id": 999})).await.data();
    assert_eq!((&decided["id"], &decided["status"]), (&applied["id"], &json!("approved")));
    assert_eq!(house.post_as(&operator, &decide, &json!({"approve": true})).await.problem(), "409 application_decided");
    assert_eq!(house.get_as(&applicant, "/api/v1/user/me").await.data()["isBlogger"], true);
    assert_eq!(house.get_as(&applicant, "/api/v1/influencer/application").await.data()["status"], "approved");
}

#[sqlx::test(migrations = false)]
async fn only_operators_see_applications_and_decide(pool: PgPool) {
    let house = House::start(pool).await;
    let (shopper, operator) = (house.token().await, house.token_of(OPERATOR).await);
    let applied = house.post_as(&shopper, "/api/v1/influencer/apply", &json!({"about": ABOUT})).await.data();
    let decide = format!("/api/v1/admin/influencers/{}/decide", applied["id"]);
    for path in ["/api/v1/admin/influencers", "/api/v1/admin/influencers?status=pending"] {
        assert_eq!(house.get_as(&shopper, path).await.problem(), "403 forbidden");
    }
    for body in [json!({"approve": true}), json!({"approve": true, "roles": ["operator"]}), json!({})] {
        assert_eq!(house.post_as(&shopper, &decide, &body).await.problem(), "403 forbidden");
    }
    assert_eq!(text(&house.get_as(&shopper, "/api/v1/influencer/application").await.data()["status"]), "pending");
    for id in ["0", "-1", "x", "99999999999999999999", "999999"] {
        let path = format!("/api/v1/admin/influencers/{id}/decide");
        let nothing = house.post_as(&operator, &path, &json!({"approve": true})).await;
        assert_eq!(nothing.problem(), "404 application_not_found", "{id}");
    }
}
