//! Owners change profile, password and e-mail address, and delete their accounts.

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::test_shop::{LOGIN, PASSWORD, TestShop, text};

/// Members that no form of a shopper may change.
fn protected_fields(user: &Value) -> Vec<&Value> {
    ["id", "code", "roles", "isBlogger", "emailVerified", "phoneNumber"].map(|name| &user[name]).to_vec()
}

#[sqlx::test(migrations = false)]
async fn forms_ignore_protected_members(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let token = shop.token().await;
    let before = shop.get_as(&token, "/api/v1/user/me").await.data();
    let extra_members = json!({
        "roles": ["owner"], "isBlogger": true, "code": "1", "id": 2, "accountId": 2, "isDemo": false, "status": "approved",
        "emailVerified": true, "phoneNumber": "+994700000003", "deletesAt": null, "user": {"roles": ["owner"]},
    });
    for (path, body) in [
        ("/user/update", json!({"firstName": "Aygün", "birthDate": "1990-05-17"})),
        ("/user/report", json!({"subject": "Sifarişim", "text": "Sifarişim hələ gəlməyib, kömək edin."})),
        ("/user/family/add", json!({"name": "Solmaz", "relation": "mother", "birthDate": "1960-03-08"})),
        ("/influencer/apply", json!({"about": "Hədiyyələr haqqında yazıram və gül buketlərini çox sevirəm."})),
        ("/user/delete", json!({"password": PASSWORD})),
        ("/user/restore", json!({})),
    ] {
        let mut form = extra_members.clone();
        form.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        // This form has an optional `phoneNumber`, which null leaves out.
        if path == "/user/family/add" {
            form["phoneNumber"].take();
        }
        let response = shop.post_as(&token, &format!("/api/v1{path}"), &form).await;
        assert_eq!(response.status, 200, "{path} {}", response.text);
        let after = shop.get_as(&token, "/api/v1/user/me").await.data();
        assert_eq!(protected_fields(&after), protected_fields(&before), "{path}");
    }
    let after = shop.get_as(&token, "/api/v1/user/me").await.data();
    assert_eq!(after["birthDate"], "1990-05-17");
    assert_eq!(after.get("deletesAt"), None);
}

#[sqlx::test(migrations = false)]
async fn absent_members_stay_and_an_empty_birth_date_is_removed(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let token = shop.token().await;
    let update = async |body: Value| shop.post_as(&token, "/api/v1/user/update", &body).await.data();
    let user = update(json!({"firstName": " Aynur ", "birthDate": "1990-05-17", "language": "ru"})).await;
    assert_eq!(user["firstName"], "Aynur");
    assert_eq!(user["lastName"], "Məmmədova");
    let user = update(json!({"lastName": "Əliyeva"})).await;
    assert_eq!(user["firstName"], "Aynur");
    assert_eq!(user["birthDate"], "1990-05-17");
    assert_eq!(user["language"], "ru");
    assert!(update(json!({"birthDate": ""})).await.get("birthDate").is_none());
}

#[sqlx::test(migrations = false)]
async fn a_changed_password_ends_the_other_sessions(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (own, other) = (shop.sign_in().await, shop.sign_in().await);
    let new = "yeni-şifrə-2026";
    let form = |current: &str| json!({"currentPassword": current, "password": new, "passwordConfirmation": new});
    let token = text(&own["accessToken"]);
    let with_wrong_password = shop.post_as(token, "/api/v1/user/password/update", &form("not-my-password")).await;
    assert_eq!(with_wrong_password.problem(), "422 validation_failed currentPassword=invalid_password");
    let tokens = shop.post_as(token, "/api/v1/user/password/update", &form(PASSWORD)).await.data();
    assert_eq!(shop.get_as(text(&tokens["refreshToken"]), "/api/v1/auth/refresh").await.status, 200);
    assert_eq!(shop.get_as(text(&other["refreshToken"]), "/api/v1/auth/refresh").await.status, 401);
    shop.sign_in_as((LOGIN, new)).await;
}

#[sqlx::test(migrations = false)]
async fn an_account_deletion_is_scheduled_and_cancelled(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let token = shop.token().await;
    let wrong = shop.post_as(&token, "/api/v1/user/delete", &json!({"password": "not-my-password"})).await;
    assert_eq!(wrong.problem(), "422 validation_failed password=invalid_password");
    let user = shop.post_as(&token, "/api/v1/user/delete", &json!({"password": PASSWORD})).await.data();
    assert!(text(&user["deletesAt"]).ends_with('Z'), "{user}");
    assert_eq!(shop.sign_in().await["user"]["deletesAt"], user["deletesAt"], "signing in changes nothing");
    let user = shop.post_as(&token, "/api/v1/user/restore", &json!({})).await.data();
    assert!(user.get("deletesAt").is_none(), "{user}");
}

#[sqlx::test(migrations = false)]
async fn a_new_email_address_gets_a_link_and_is_not_verified_yet(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (token, old, new) = (shop.token().await, "aygun@sovqat.example", "aygun@example.az");
    let form = |email: &str, password: &str| json!({"email": email, "emailConfirmation": email, "password": password, "emailVerified": true, "roles": ["owner"]});
    let change = async |email: &str, password: &str| {
        shop.post_as(&token, "/api/v1/user/email/change", &form(email, password)).await
    };
    assert_eq!(change(new, "not-my-password").await.problem(), "422 validation_failed password=invalid_password");
    // The response does not reveal that another account has verified this address.
    let others = change("rashad@sovqat.example", PASSWORD).await.data();
    assert_eq!(others["email"], "rashad@sovqat.example");
    assert_eq!(others["emailVerified"], false);
    let user = change(new, PASSWORD).await.data();
    assert_eq!(user["email"], json!(new));
    assert_eq!(user["emailVerified"], false);
    assert_eq!(user["roles"], json!([]));
    let link = shop.sent_to(new, 1).await.remove(0);
    let (_, mailed) = link.split_once("tesdiq=").expect("a verification link");
    let notice = &shop.sent_to(old, 1).await[0];
    assert!(!notice.contains("tesdiq="), "the old address cannot verify the new one: {notice}");
    let mailed = mailed.split(char::is_whitespace).next().expect("a token");
    shop.post_as(&token, "/api/v1/user/email/verify", &json!({"token": mailed})).await.data();
    shop.sign_in_as((new, PASSWORD)).await;
}
