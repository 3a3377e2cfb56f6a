//! Sign-up with a one-time code, and password reset with a link. The messages are read from the inbox of local mode.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::house::{Answer, House, send, text};

const NUMBER: &str = "+994557010203";
const EMAIL: &str = "sevda@example.az";
const PASSWORD: &str = "gül-buketi-2026";

/// Returns the code in the newest message, once `count` messages were sent to the number.
async fn code(house: &House, count: usize) -> String {
    let sent = house.sent_to(NUMBER, count).await;
    let mut words = sent[0].split(|c: char| !c.is_ascii_digit());
    words.find(|digits| digits.len() == 4).expect("a code of four digits").to_owned()
}

/// Returns the value after `name=` in the newest mail.
fn token(mails: &[String], name: &str) -> String {
    let (_, rest) = mails[0].split_once(&format!("{name}=")).unwrap_or_else(|| panic!("{name} is not in {mails:?}"));
    rest.split(char::is_whitespace).next().expect("a token").to_owned()
}

async fn send_code(house: &House) -> Answer {
    house.post("/api/v1/auth/otp/send", &json!({"phoneNumber": "055 701 02 03"})).await
}

async fn enter(house: &House, code: &str) -> Answer {
    house.post("/api/v1/auth/otp/verify", &json!({"phoneNumber": NUMBER, "otpCode": code})).await
}

fn form(verified: &Value) -> Value {
    json!({
        "firstName": "Sevda", "lastName": "Rzayeva", "phoneNumber": NUMBER, "email": EMAIL, "password": PASSWORD,
        "passwordConfirmation": PASSWORD, "acceptTerms": true, "verificationToken": verified["verificationToken"],
    })
}

async fn sign_up(house: &House) -> Value {
    send_code(house).await.data();
    let verified = enter(house, &code(house, 1).await).await.data();
    house.post("/api/v1/auth/signup", &form(&verified)).await.data()
}

#[sqlx::test(migrations = false)]
async fn a_new_number_signs_up_and_comes_back_by_a_code(pool: PgPool) {
    let house = House::start(pool).await;
    let sent = send_code(&house).await;
    assert_eq!((sent.data()["length"].as_i64(), sent.header("cache-control")), (Some(4), "private, no-store"));
    let verified = enter(&house, &code(&house, 1).await).await.data();
    assert!(verified.get("accessToken").is_none() && verified.get("user").is_none(), "{verified}");
    let session = house.post("/api/v1/auth/signup", &form(&verified)).await.data();
    assert_eq!(session["user"]["phoneNumber"], NUMBER);
    let me = house.get_as(text(&session["accessToken"]), "/api/v1/user/me").await.data();
    assert_eq!(me, session["user"]);

    house.clock.advance(TimeDelta::minutes(2));
    send_code(&house).await.data();
    let back = enter(&house, &code(&house, 2).await).await.data();
    assert_eq!(back["user"]["code"], me["code"]);
    assert!(back.get("verificationToken").is_none(), "{back}");
    assert_eq!(house.get_as(text(&back["accessToken"]), "/api/v1/user/me").await.data()["code"], me["code"]);
}

#[sqlx::test(migrations = false)]
async fn what_signing_up_asks_is_told_at_once_and_nothing_more_is_taken(pool: PgPool) {
    let house = House::start(pool).await;
    send_code(&house).await.data();
    let verified = enter(&house, &code(&house, 1).await).await.data();
    let empty = house.post("/api/v1/auth/signup", &json!({"phoneNumber": NUMBER})).await;
    let fields: Vec<Value> = empty.json()["errors"].as_array().unwrap().iter().map(|e| e["field"].clone()).collect();
    for field in ["firstName", "lastName", "acceptTerms", "verificationToken"] {
        assert!(fields.contains(&json!(field)), "{}", empty.text);
    }
    let mut greedy = form(&verified);
    for (name, value) in [
        ("roles", json!(["operator"])),
        ("isBlogger", json!(true)),
        ("emailVerified", json!(true)),
        ("isDemo", json!(false)),
        ("code", json!("1")),
        ("id", json!(1)),
    ] {
        greedy[name] = value;
    }
    let user = house.post("/api/v1/auth/signup", &greedy).await.data()["user"].clone();
    assert_eq!(
        (&user["roles"], &user["isBlogger"], &user["emailVerified"]),
        (&json!([]), &json!(false), &json!(false))
    );
    assert_ne!((&user["code"], &user["id"]), (&json!("1"), &json!(1)));
}

#[sqlx::test(migrations = false)]
async fn a_forgotten_password_is_set_anew_by_a_mailed_link_once(pool: PgPool) {
    let house = House::start(pool).await;
    let session = sign_up(&house).await;
    let before = house.sent_to(EMAIL, 1).await.len();
    house.post("/api/v1/auth/password/forget", &json!({"email": EMAIL})).await.data();
    let token = token(&house.sent_to(EMAIL, before + 1).await, "sifirla");
    let check = async || house.get(&format!("/api/v1/auth/password/forget/verify?token={token}")).await;
    let good = check().await;
    assert_eq!((good.data(), good.header("cache-control")), (json!({"valid": true}), "private, no-store"));
    let body = json!({"token": token, "password": "yeni-şifrə-2026", "passwordConfirmation": "yeni-şifrə-2026"});
    house.post("/api/v1/auth/password/reset", &body).await.data();
    assert_eq!(check().await.status, 422, "the link was good once");
    assert_eq!(house.post("/api/v1/auth/password/reset", &body).await.status, 422);
    let refresh = house.get_as(text(&session["refreshToken"]), "/api/v1/auth/refresh").await;
    assert_eq!(refresh.problem(), "401 unauthenticated");
    house.sign_in_as((EMAIL, "yeni-şifrə-2026")).await;
}

#[sqlx::test(migrations = false)]
async fn an_unknown_address_is_answered_like_a_known_one(pool: PgPool) {
    let house = House::start(pool).await;
    let ask = async |email: &str| house.post("/api/v1/auth/password/forget", &json!({"email": email})).await;
    let (known, unknown) = (ask("aygun@sovqat.example").await, ask("nobody@sovqat.example").await);
    assert_eq!((known.status, &known.text), (200, &unknown.text));
    assert_eq!((unknown.status, unknown.data()), (200, json!({})));
}

#[sqlx::test(migrations = false)]
async fn a_mailed_link_verifies_the_address_whoever_follows_it(pool: PgPool) {
    let house = House::start(pool).await;
    let access = text(&sign_up(&house).await["accessToken"]).to_owned();
    let token = token(&house.sent_to(EMAIL, 1).await, "tesdiq");
    let is_verified = async || house.get_as(&access, "/api/v1/user/me").await.data()["emailVerified"].clone();
    assert_eq!(is_verified().await, false);
    house.post("/api/v1/user/email/verify", &json!({"token": token})).await.data();
    assert_eq!(is_verified().await, true);
    assert_eq!(house.post("/api/v1/user/email/verify", &json!({"token": "invented"})).await.status, 422);
}

#[sqlx::test(migrations = false)]
async fn a_wrong_code_is_refused_in_the_callers_language(pool: PgPool) {
    let house = House::start(pool).await;
    send_code(&house).await.data();
    let right: u32 = code(&house, 1).await.parse().unwrap();
    let wrong = format!("{:04}", (right + 1) % 10_000);
    let body = json!({"phoneNumber": NUMBER, "otpCode": wrong});
    let request = house.request(Method::POST, "/api/v1/auth/otp/verify").header("accept-language", "ru");
    let refused = send(request.json(&body)).await;
    assert_eq!((refused.problem().as_str(), &refused.json()["left"]), ("409 otp_invalid", &json!(4)));
    assert!(refused.text.contains("Неверный код"), "{}", refused.text);
}
