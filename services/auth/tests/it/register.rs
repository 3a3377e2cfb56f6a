//! Loading of demo accounts.

use insta::assert_debug_snapshot;
use serde_json::json;
use sqlx::PgPool;
use testkit::database::announced;

use crate::test_auth::{PASSWORD, TestAuth, demo_account, load_demo, phone, refusal};

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn loading_again_changes_nothing(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let people = [demo_account(1), demo_account(2)];
    load_demo(&auth.app, &people).await.unwrap();
    let hashes = "select count(distinct password_hash) from account";
    let before = auth.sign_in(&phone(1), PASSWORD).await.unwrap();
    load_demo(&auth.app, &people).await.unwrap();
    assert_eq!(announced(&auth.app.pool).await, ["user_registered", "user_registered"]);
    assert_eq!(auth.count(hashes).await, 2, "each hash has its own salt");
    assert_eq!(auth.me(&before.access_token).await.ok(), before.user);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn loading_again_updates_changed_accounts(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let before = auth.register_and_sign_in(1).await.user.unwrap();
    let mut changed = demo_account(1);
    changed["password"] = json!("another-password");
    changed["roles"] = json!(["owner"]);
    changed["isBlogger"] = json!(true);
    load_demo(&auth.app, &[changed]).await.unwrap();
    assert_eq!(refusal(auth.sign_in(&phone(1), PASSWORD).await), "Unauthenticated invalid_credentials");
    let session = auth.sign_in(&phone(1), "another-password").await.unwrap();
    let user = session.user.unwrap();
    assert_eq!((user.id, &user.code, user.is_blogger), (before.id, &before.code, true));
    assert_eq!(user.roles, ["owner"]);
    assert_eq!(announced(&auth.app.pool).await, ["user_registered"]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn phone_and_email_are_unique(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register(1).await;
    // The account signed up itself, so loading must not change it.
    sqlx::query("update account set is_demo = false").execute(&auth.app.pool).await.unwrap();
    let (mut same_phone, mut same_email) = (demo_account(2), demo_account(3));
    same_phone["phoneNumber"] = json!("050 200 00 01");
    same_email["email"] = json!("PERSON1@example.az");
    let mut errors = Vec::new();
    for person in [same_phone, same_email] {
        errors.push(format!("{:#}", load_demo(&auth.app, &[person]).await.unwrap_err()));
    }
    assert_debug_snapshot!(errors, @r#"
    [
        "the demo's shopper: phone_taken",
        "the demo's shopper: email_taken",
    ]
    "#);
    assert_eq!(announced(&auth.app.pool).await, ["user_registered"], "refused accounts publish no event");
    assert!(auth.sign_in(&phone(1), PASSWORD).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_invalid_demo_account_is_refused(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let mut errors = Vec::new();
    for (field, value) in
        [("firstName", "\0"), ("lastName", ""), ("phoneNumber", "12"), ("email", "x"), ("password", "short")]
    {
        let mut person = demo_account(1);
        person[field] = json!(value);
        errors.push(format!("{:#}", load_demo(&auth.app, &[person]).await.unwrap_err()));
    }
    assert_debug_snapshot!(errors, @r#"
    [
        "the demo's shopper: invalid_characters",
        "the demo's shopper: required",
        "the demo's shopper: its phone number is invalid",
        "the demo's shopper: its e-mail address is invalid",
        "the demo's shopper: too_short",
    ]
    "#);
    assert_eq!(auth.count("select count(*) from account").await, 0);
}
