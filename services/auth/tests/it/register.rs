//! Accounts come to be: once, announced once, and nobody twice.

use insta::assert_debug_snapshot;
use serde_json::json;
use sqlx::PgPool;
use testkit::database::announced;

use crate::house::{PASSWORD, TestAuth, load, person, phone, refusal};

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn loading_twice_is_loading_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let people = [person(1), person(2)];
    load(&auth.app, &people).await.unwrap();
    let hashes = "select count(distinct password_hash) from account";
    let before = auth.sign_in(&phone(1), PASSWORD).await.unwrap();
    load(&auth.app, &people).await.unwrap();
    assert_eq!(announced(&auth.app.pool).await, ["user_registered", "user_registered"]);
    assert_eq!(auth.count(hashes).await, 2, "each has a salt of its own");
    assert_eq!(auth.me(&before.access_token).await.ok(), before.user);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn what_the_demo_says_anew_is_brought_up_to_date(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let before = auth.arrive(1).await.user.unwrap();
    let mut changed = person(1);
    changed["password"] = json!("another-password");
    changed["roles"] = json!(["operator"]);
    changed["isBlogger"] = json!(true);
    load(&auth.app, &[changed]).await.unwrap();
    assert_eq!(refusal(auth.sign_in(&phone(1), PASSWORD).await), "Unauthenticated invalid_credentials");
    let session = auth.sign_in(&phone(1), "another-password").await.unwrap();
    let caller = auth.neighbour().verify(&session.access_token).await.unwrap();
    caller.require_role("operator").unwrap();
    let user = session.user.unwrap();
    assert_eq!((user.id, &user.code, user.is_blogger), (before.id, &before.code, true));
    assert_eq!(announced(&auth.app.pool).await, ["user_registered"]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_phone_and_an_email_are_one_persons(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register(1).await;
    // As if they had signed up: the demo leaves them alone.
    sqlx::query("update account set is_demo = false").execute(&auth.app.pool).await.unwrap();
    let (mut same_phone, mut same_email) = (person(2), person(3));
    same_phone["phoneNumber"] = json!("050 200 00 01");
    same_email["email"] = json!("PERSON1@example.az");
    let mut told = Vec::new();
    for person in [same_phone, same_email] {
        told.push(format!("{:#}", load(&auth.app, &[person]).await.unwrap_err()));
    }
    assert_debug_snapshot!(told, @r#"
    [
        "the demo's shopper: phone_taken",
        "the demo's shopper: email_taken",
    ]
    "#);
    assert_eq!(announced(&auth.app.pool).await, ["user_registered"], "what was refused is not announced");
    assert!(auth.sign_in(&phone(1), PASSWORD).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_demo_person_who_is_not_one_is_refused(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let mut told = Vec::new();
    for (field, value) in
        [("firstName", "\0"), ("lastName", ""), ("phoneNumber", "12"), ("email", "x"), ("password", "short")]
    {
        let mut person = person(1);
        person[field] = json!(value);
        told.push(format!("{:#}", load(&auth.app, &[person]).await.unwrap_err()));
    }
    assert_debug_snapshot!(told, @r#"
    [
        "the demo's shopper: invalid_characters",
        "the demo's shopper: required",
        "the demo's shopper: its phone number is none",
        "the demo's shopper: its e-mail address is none",
        "the demo's shopper: too_short",
    ]
    "#);
    assert_eq!(auth.count("select count(*) from account").await, 0);
}
