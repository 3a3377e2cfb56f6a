//! Changes of profile, password and e-mail address, and account deletion.

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::house::{House, LOGIN, PASSWORD, text};

/// Fields that no form of a shopper may change.
fn standing(user: &Value) -> Vec<&Value> {
    ["id", "code", "roles", "isBlogger", "emailVerified", "phoneNumber"].map(|name| &user[name]).to_vec()
}

#[sqlx::test(migrations = false)]
async fn a_form_changes_what_it_is_for_and_nothing_else(pool: PgPool) {
    let house = House::start(pool).await;
    let token = house.token().await;
    let before = house.get_as(&token, "/api/v1/user/me").await.data();
    let greed = json!({
        "roles": ["operator"], "isBlogger": true, "code": "1", "id": 2, "accountId": 2, "isDemo": false, "status": "approved",
        "emailVerified": true, "phoneNumber": "+994700000003", "deletesAt": null, "user": {"roles": ["operator"]},
    });
    for (path, body) in [
        ("/user/update", json!({"firstName": "Aygün", "birthDate": "1990-05-17"})),
        ("/user/report", json!({"subject": "Sifarişim", "text": "Sifarişim hələ gəlməyib, kömək edin."})),
        ("/user/family/add", json!({"name": "Solmaz", "relation": "mother", "birthDate": "1960-03-08"})),
        ("/influencer/apply", json!({"about": "Hədiyyələr haqqında yazıram və gül buketlərini çox sevirəm."})),
        ("/user/delete", json!({"password": PASSWORD})),
        ("/user/restore", json!({})),
    ] {
        let mut form = greed.clone();
        form.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        if path == "/user/family/add" {
            form["phoneNumber"].take();
        }
        let answer = house.post_as(&token, &format!("/api/v1{path}"), &form).await;
        assert_eq!(answer.status, 200, "{path} {}", answer.text);
        let after = house.get_as(&token, "/api/v1/user/me").await.data();
        assert_eq!(standing(&after), standing(&before), "{path}");
    }
    let after = house.get_as(&token, "/api/v1/user/me").await.data();
    assert_eq!((&after["birthDate"], after.get("deletesAt")), (&json!("1990-05-17"), None));
}

#[sqlx::test(migrations = false)]
async fn what_is_left_out_stays_and_what_is_empty_goes(pool: PgPool) {
    let house = House::start(pool).await;
    let token = house.token().await;
    let update = async |body: Value| house.post_as(&token, "/api/v1/user/update", &body).await.data();
    let user = update(json!({"firstName": " Aynur ", "birthDate": "1990-05-17", "language": "ru"})).await;
    assert_eq!((&user["firstName"], &user["lastName"]), (&json!("Aynur"), &json!("Məmmədova")));
    let user = update(json!({"lastName": "Əliyeva"})).await;
    assert_eq!(
        (&user["firstName"], &user["birthDate"], &user["language"]),
        (&json!("Aynur"), &json!("1990-05-17"), &json!("ru"))
    );
    assert!(update(json!({"birthDate": ""})).await.get("birthDate").is_none());
}

#[sqlx::test(migrations = false)]
async fn a_changed_password_ends_the_other_sessions(pool: PgPool) {
    let house = House::start(pool).await;
    let (own, other) = (house.sign_in().await, house.sign_in().await);
    let new = "yeni-şifrə-2026";
    let form = |current: &str| json!({"currentPassword": current, "password": new, "passwordConfirmation": new});
    let token = text(&own["accessToken"]);
    let wrong = house.post_as(token, "/api/v1/user/password/update", &form("not-my-password")).await;
    assert_eq!(wrong.problem(), "422 validation_failed currentPassword=invalid_password");
    let tokens = house.post_as(token, "/api/v1/user/password/update", &form(PASSWORD)).await.data();
    assert_eq!(house.get_as(text(&tokens["refreshToken"]), "/api/v1/auth/refresh").await.status, 200);
    assert_eq!(house.get_as(text(&other["refreshToken"]), "/api/v1/auth/refresh").await.status, 401);
    house.sign_in_as((LOGIN, new)).await;
}

#[sqlx::test(migrations = false)]
async fn an_account_is_deleted_later_and_kept_after_all(pool: PgPool) {
    let house = House::start(pool).await;
    let token = house.token().await;
    let wrong = house.post_as(&token, "/api/v1/user/delete", &json!({"password": "not-my-password"})).await;
    assert_eq!(wrong.problem(), "422 validation_failed password=invalid_password");
    let user = house.post_as(&token, "/api/v1/user/delete", &json!({"password": PASSWORD})).await.data();
    assert!(text(&user["deletesAt"]).ends_with('Z'), "{user}");
    assert_eq!(house.sign_in().await["user"]["deletesAt"], user["deletesAt"], "signing in changes nothing");
    let user = house.post_as(&token, "/api/v1/user/restore", &json!({})).await.data();
    assert!(user.get("deletesAt").is_none(), "{user}");
}

#[sqlx::test(migrations = false)]
async fn a_new_address_is_written_to_and_not_yet_verified(pool: PgPool) {
    let house = House::start(pool).await;
    let (token, old, new) = (house.token().await, "aygun@sovqat.example", "aygun@example.az");
    let form = |email: &str, password: &str| json!({"email": email, "emailConfirmation": email, "password": password, "emailVerified": true, "roles": ["operator"]});
    let change = async |email: &str, password: &str| {
        house.post_as(&token, "/api/v1/user/email/change", &form(email, password)).await
    };
    assert_eq!(change(new, "not-my-password").await.problem(), "422 validation_failed password=invalid_password");
    assert_eq!(change("rashad@sovqat.example", PASSWORD).await.problem(), "409 email_taken");
    let user = change(new, PASSWORD).await.data();
    assert_eq!((&user["email"], &user["emailVerified"], &user["roles"]), (&json!(new), &json!(false), &json!([])));
    let link = &house.sent_to(new, 1).await[0];
    assert!(link.contains("tesdiq="), "{link}");
    let notice = &house.sent_to(old, 1).await[0];
    assert!(!notice.contains("tesdiq="), "the old address cannot verify the new one: {notice}");
    house.sign_in_as((new, PASSWORD)).await;
}
