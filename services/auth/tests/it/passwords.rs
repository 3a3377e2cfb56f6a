use chrono::TimeDelta;
use insta::assert_debug_snapshot;
use sqlx::PgPool;
use testkit::database::announced;

use crate::{
    fake_notification::FakeNotification,
    test_auth::{PASSWORD, TestAuth, email, phone, refusal},
};

const NEW_PASSWORD: &str = "yeni-söz 2027";
const INVALID_CREDENTIALS: &str = "Unauthenticated invalid_credentials";
const UNAUTHENTICATED: &str = "Unauthenticated unauthenticated";
const BAD_LINK: &str = "InvalidArgument validation_failed token=token_invalid";

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_reset_link_works_once_and_ends_every_session(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let (before, other) = (auth.register_and_sign_in(1).await, auth.register_and_sign_in(2).await);
    auth.forget("Person1@Example.az").await.unwrap();
    let mail = notification.last_to(&email(1)).await;
    assert!(mail.values["link"].starts_with("http://localhost:8080/giris?sifirla="));
    let token = notification.link_to(&email(1), "password_reset").await;
    assert!(auth.verify_reset(&token).await.unwrap());
    assert!(auth.verify_reset(&token).await.unwrap(), "verifying does not use the link");
    auth.reset(&token, NEW_PASSWORD).await.unwrap();

    assert_eq!(refusal(auth.refresh(&before.refresh_token).await), UNAUTHENTICATED);
    assert_eq!(refusal(auth.me(&before.access_token).await), UNAUTHENTICATED);
    assert!(auth.me(&other.access_token).await.is_ok(), "sessions of other accounts stay open");
    assert_eq!(refusal(auth.sign_in(&phone(1), PASSWORD).await), INVALID_CREDENTIALS);
    assert_eq!(notification.templates_to(&email(1)).await, ["password_reset", "password_changed"]);
    assert!(auth.sign_in(&phone(1), NEW_PASSWORD).await.is_ok());
    for outcome in [auth.verify_reset(&token).await.map(drop), auth.reset(&token, PASSWORD).await] {
        assert_eq!(refusal(outcome), BAD_LINK);
    }
    assert_eq!(announced(&auth.app.pool).await, ["user_registered", "user_registered", "password_changed"]);
    assert_eq!(auth.count("select count(*) from session where end_reason = 'password_reset'").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn only_the_newest_link_is_valid_and_it_expires(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register(1).await;
    auth.forget(&email(1)).await.unwrap();
    let first = notification.link_to(&email(1), "password_reset").await;
    auth.forget(&email(1)).await.unwrap();
    let second = notification.link_to(&email(1), "password_reset").await;
    assert_eq!(refusal(auth.verify_reset(&first).await), BAD_LINK);
    assert!(auth.verify_reset(&second).await.unwrap());
    auth.clock.advance(TimeDelta::minutes(30));
    assert_eq!(refusal(auth.verify_reset(&second).await), BAD_LINK);
    for token in ["", "x", "' or true; --", &"A".repeat(43), &"A".repeat(100_000)] {
        assert_eq!(refusal(auth.reset(token, NEW_PASSWORD).await), BAD_LINK);
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_verification_link_cannot_reset_a_password(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register(1).await;
    let session = auth.register_unverified_and_sign_in(2).await;
    auth.send_verification(&session.access_token).await.unwrap();
    auth.forget(&email(1)).await.unwrap();
    let verification_link = notification.link_to(&email(2), "email_verification").await;
    let reset_link = notification.link_to(&email(1), "password_reset").await;
    assert_eq!(refusal(auth.reset(&verification_link, NEW_PASSWORD).await), BAD_LINK);
    assert_eq!(refusal(auth.verify_email(&session.access_token, &reset_link).await), BAD_LINK);
    assert!(auth.sign_in(&phone(1), PASSWORD).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_reset_for_an_unknown_address_looks_the_same_and_sends_nothing(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register(1).await;
    for address in [email(1), email(2)] {
        auth.forget(&address).await.unwrap();
    }
    assert_eq!(auth.count("select count(*) from message").await, 2);
    assert_eq!(auth.count("select count(*) from link").await, 2);
    assert_eq!(notification.deliveries().await.len(), 1);
    assert_eq!(auth.count("select count(*) from message").await, 0);
    // Rate limits are the same for known and unknown addresses.
    let mut refusals = Vec::new();
    for address in [email(1), email(2)] {
        for _ in 0..2 {
            auth.forget(&address).await.unwrap();
        }
        refusals.push(refusal(auth.forget(&address).await));
    }
    refusals.push(refusal(auth.forget("no address").await));
    assert_debug_snapshot!(refusals, @r#"
    [
        "ResourceExhausted too_many_requests",
        "ResourceExhausted too_many_requests",
        "InvalidArgument validation_failed email=invalid_email",
    ]
    "#);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_password_change_ends_other_sessions_and_renews_this_one(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let (mine, laptop) = (auth.register_and_sign_in(1).await, auth.sign_in(&phone(1), PASSWORD).await.unwrap());
    auth.forget(&email(1)).await.unwrap();
    let link = notification.link_to(&email(1), "password_reset").await;
    let tokens = auth.change_password(&mine.access_token, PASSWORD, NEW_PASSWORD).await.unwrap();

    assert!(auth.me(&tokens.access_token).await.is_ok());
    assert_eq!(refusal(auth.refresh(&mine.refresh_token).await), UNAUTHENTICATED, "without a grace period");
    assert_eq!(refusal(auth.refresh(&laptop.refresh_token).await), UNAUTHENTICATED);
    assert_eq!(refusal(auth.me(&laptop.access_token).await), UNAUTHENTICATED);
    assert!(auth.refresh(&tokens.refresh_token).await.is_ok());
    assert!(auth.sign_in(&phone(1), NEW_PASSWORD).await.is_ok());
    assert_eq!(refusal(auth.reset(&link, PASSWORD).await), BAD_LINK, "an earlier link is invalid");
    let mails = notification.templates_to(&email(1)).await;
    assert_eq!(mails.iter().filter(|template| *template == "password_changed").count(), 1, "{mails:?}");
    assert_eq!(announced(&auth.app.pool).await, ["user_registered", "password_changed"]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn short_leaked_and_guessable_passwords_are_refused(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.register_and_sign_in(1).await;
    let access = session.access_token.as_str();
    let mut refusals = Vec::new();
    for (current, new) in [
        (PASSWORD, "short"),
        (PASSWORD, "qwerty123"),
        (PASSWORD, "0502000001"),
        (PASSWORD, "person1@example.az"),
        (PASSWORD, "Sovqat2026"),
        ("wrong", NEW_PASSWORD),
        ("", ""),
    ] {
        refusals.push(refusal(auth.change_password(access, current, new).await));
    }
    refusals.push(refusal(auth.change_password("", PASSWORD, NEW_PASSWORD).await));
    assert_debug_snapshot!(refusals, @r#"
    [
        "InvalidArgument validation_failed password=too_short",
        "InvalidArgument validation_failed password=password_leaked",
        "InvalidArgument validation_failed password=password_guessable",
        "InvalidArgument validation_failed password=password_guessable",
        "InvalidArgument validation_failed password=password_guessable",
        "InvalidArgument validation_failed currentPassword=invalid_password",
        "InvalidArgument validation_failed password=required passwordConfirmation=required",
        "Unauthenticated unauthenticated",
    ]
    "#);
    assert!(auth.sign_in(&phone(1), PASSWORD).await.is_ok());
}

/// A stolen access token does not allow guessing the password: ten attempts are free.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn guesses_at_the_current_password_are_limited(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.register_and_sign_in(1).await;
    for _ in 0..10 {
        auth.change_password(&session.access_token, "wrong", NEW_PASSWORD).await.unwrap_err();
    }
    let refused = refusal(auth.change_password(&session.access_token, PASSWORD, NEW_PASSWORD).await);
    assert_eq!(refused, "ResourceExhausted too_many_requests");
    auth.clock.advance(TimeDelta::seconds(1));
    assert!(auth.change_password(&session.access_token, PASSWORD, NEW_PASSWORD).await.is_ok());
}
