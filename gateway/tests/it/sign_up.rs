//! Sign-up with a one-time code, and password reset with a link, both read from the developers' inbox.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::test_shop::{TestResponse, TestShop, send, text};

const NUMBER: &str = "+994557010203";
const EMAIL: &str = "sevda@example.az";
const PASSWORD: &str = "gül-buketi-2026";
// The links in mails have a token in one of these parameters.
const CONFIRMATION: &str = "tesdiq";
const PASSWORD_RESET: &str = "sifirla";

/// Returns the code in the newest message, once `count` messages were sent.
async fn code(shop: &TestShop, count: usize) -> String {
    let sent = shop.sent_to(NUMBER, count).await;
    let mut numbers = sent[0].split(|character: char| !character.is_ascii_digit());
    numbers.find(|digits| digits.len() == 4).expect("a code of four digits").to_owned()
}

/// Returns the value of a link's parameter in the newest mail, which is the first.
fn mailed_token(mails: &[String], parameter: &str) -> String {
    let after_name = mails[0].split_once(&format!("{parameter}="));
    let (_, rest) = after_name.unwrap_or_else(|| panic!("{parameter} is not in {mails:?}"));
    rest.split(char::is_whitespace).next().expect("a token").to_owned()
}

async fn send_code(shop: &TestShop) -> TestResponse {
    shop.post("/api/v1/auth/otp/send", &json!({"phoneNumber": "055 701 02 03"})).await
}

/// `sent` is the response to `send_code`. The code is bound to its token.
async fn verify_code(shop: &TestShop, sent: &Value, code: &str) -> TestResponse {
    let body = json!({"phoneNumber": NUMBER, "otpCode": code, "codeToken": sent["codeToken"]});
    shop.post("/api/v1/auth/otp/verify", &body).await
}

/// `verified` is the response to `verify_code`.
fn form(verified: &Value) -> Value {
    json!({
        "firstName": "Sevda", "lastName": "Rzayeva", "phoneNumber": NUMBER, "email": EMAIL, "password": PASSWORD,
        "passwordConfirmation": PASSWORD, "acceptTerms": true, "verificationToken": verified["verificationToken"],
    })
}

async fn sign_up(shop: &TestShop) -> Value {
    let sent = send_code(shop).await.data();
    let verified = verify_code(shop, &sent, &code(shop, 1).await).await.data();
    shop.post("/api/v1/auth/signup", &form(&verified)).await.data()
}

#[sqlx::test(migrations = false)]
async fn a_new_number_signs_up_and_later_signs_in_with_a_code(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let sent = send_code(&shop).await;
    assert_eq!((sent.data()["length"].as_i64(), sent.header("cache-control")), (Some(4), "private, no-store"));
    let verified = verify_code(&shop, &sent.data(), &code(&shop, 1).await).await.data();
    assert!(verified.get("accessToken").is_none() && verified.get("user").is_none(), "{verified}");
    let session = shop.post("/api/v1/auth/signup", &form(&verified)).await.data();
    assert_eq!(session["user"]["phoneNumber"], NUMBER);
    let me = shop.get_as(text(&session["accessToken"]), "/api/v1/user/me").await.data();
    assert_eq!(me, session["user"]);

    // The next code may be requested after 60 seconds.
    shop.clock.advance(TimeDelta::minutes(2));
    let sent = send_code(&shop).await.data();
    let back = verify_code(&shop, &sent, &code(&shop, 2).await).await.data();
    assert_eq!(back["user"]["code"], me["code"]);
    assert!(back.get("verificationToken").is_none(), "{back}");
    assert_eq!(shop.get_as(text(&back["accessToken"]), "/api/v1/user/me").await.data()["code"], me["code"]);
}

#[sqlx::test(migrations = false)]
async fn sign_up_reports_all_missing_members_and_ignores_others(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let sent = send_code(&shop).await.data();
    let verified = verify_code(&shop, &sent, &code(&shop, 1).await).await.data();
    let empty = shop.post("/api/v1/auth/signup", &json!({"phoneNumber": NUMBER})).await;
    let fields: Vec<Value> =
        empty.json()["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
    for field in ["firstName", "lastName", "acceptTerms", "verificationToken"] {
        assert!(fields.contains(&json!(field)), "{}", empty.text);
    }
    let mut with_extra_members = form(&verified);
    for (name, value) in [
        ("roles", json!(["owner"])),
        ("isBlogger", json!(true)),
        ("emailVerified", json!(true)),
        ("isDemo", json!(false)),
        ("code", json!("1")),
        ("id", json!(1)),
    ] {
        with_extra_members[name] = value;
    }
    let user = shop.post("/api/v1/auth/signup", &with_extra_members).await.data()["user"].clone();
    assert_eq!(user["roles"], json!([]));
    assert_eq!(user["isBlogger"], false);
    assert_eq!(user["emailVerified"], false);
    assert_ne!((&user["code"], &user["id"]), (&json!("1"), &json!(1)));
}

#[sqlx::test(migrations = false)]
async fn a_password_reset_link_works_once(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let session = sign_up(&shop).await;
    let mails = shop.sent_to(EMAIL, 1).await;
    // Only a verified address gets a link.
    let confirmation = json!({"token": mailed_token(&mails, CONFIRMATION)});
    shop.post_as(text(&session["accessToken"]), "/api/v1/user/email/verify", &confirmation).await.data();
    shop.post("/api/v1/auth/password/forget", &json!({"email": EMAIL})).await.data();
    let token = mailed_token(&shop.sent_to(EMAIL, mails.len() + 1).await, PASSWORD_RESET);
    let check = async || shop.get(&format!("/api/v1/auth/password/forget/verify?token={token}")).await;
    let good = check().await;
    assert_eq!(good.data(), json!({"valid": true}));
    assert_eq!(good.header("cache-control"), "private, no-store");
    let body = json!({"token": token, "password": "yeni-şifrə-2026", "passwordConfirmation": "yeni-şifrə-2026"});
    shop.post("/api/v1/auth/password/reset", &body).await.data();
    assert_eq!(check().await.status, 422, "the link can be used once");
    assert_eq!(shop.post("/api/v1/auth/password/reset", &body).await.status, 422);
    let refresh = shop.get_as(text(&session["refreshToken"]), "/api/v1/auth/refresh").await;
    assert_eq!(refresh.problem(), "401 unauthenticated");
    shop.sign_in_as((EMAIL, "yeni-şifrə-2026")).await;
}

#[sqlx::test(migrations = false)]
async fn a_password_reset_does_not_reveal_whether_the_address_is_known(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let request_link = async |email: &str| shop.post("/api/v1/auth/password/forget", &json!({"email": email})).await;
    let (known, unknown) = (request_link("aygun@sovqat.example").await, request_link("nobody@sovqat.example").await);
    assert_eq!(known.status, 200);
    assert_eq!(known.text, unknown.text);
    assert_eq!(unknown.status, 200);
    assert_eq!(unknown.data(), json!({}));
}

#[sqlx::test(migrations = false)]
async fn a_mailed_link_verifies_the_address_of_its_account(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let access = text(&sign_up(&shop).await["accessToken"]).to_owned();
    let token = mailed_token(&shop.sent_to(EMAIL, 1).await, CONFIRMATION);
    let is_verified = async || shop.get_as(&access, "/api/v1/user/me").await.data()["emailVerified"].clone();
    assert_eq!(is_verified().await, false);
    let path = "/api/v1/user/email/verify";
    assert_eq!(shop.post(path, &json!({"token": token})).await.status, 401);
    assert_eq!(is_verified().await, false);
    shop.post_as(&access, path, &json!({"token": token})).await.data();
    assert_eq!(is_verified().await, true);
    assert_eq!(shop.post_as(&access, path, &json!({"token": "invented"})).await.status, 422);
}

#[sqlx::test(migrations = false)]
async fn a_wrong_code_is_refused_in_the_callers_language(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let sent = send_code(&shop).await.data();
    let right: u32 = code(&shop, 1).await.parse().unwrap();
    let wrong = format!("{:04}", (right + 1) % 10_000);
    let body = json!({"phoneNumber": NUMBER, "otpCode": wrong, "codeToken": sent["codeToken"]});
    let request = shop.request(Method::POST, "/api/v1/auth/otp/verify").header("accept-language", "ru");
    let refused = send(request.json(&body)).await;
    // Four of five attempts are left.
    assert_eq!(refused.problem(), "409 otp_invalid");
    assert_eq!(refused.json()["left"], 4);
    assert!(refused.text.contains("Неверный код"), "{}", refused.text);
}
