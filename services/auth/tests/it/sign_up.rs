//! The sign-up uses a proof, which is returned for the code that was sent to the number.

use chrono::TimeDelta;
use futures::future::join_all;
use insta::assert_debug_snapshot;
use kit::Language;
use proto::auth::SignUpRequest;
use sqlx::PgPool;
use testkit::database::announced;

use crate::{
    fake_notification::FakeNotification,
    requests::sign_up_request,
    test_auth::{PASSWORD, TestAuth, email, phone, refusal},
};

// A new customer.
const NUMBER: &str = "+994557654321";
const EMAIL: &str = "nigar@example.az";

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn signing_up_creates_an_account_and_a_session(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let proof = auth.verify_phone(&notification, NUMBER).await;
    let request = sign_up_request("055 765 43 21", "Nigar@Example.az", &proof);
    let session = auth.sign_up_in(Language::En, request).await.unwrap();
    let user = session.user.unwrap();
    assert_eq!((user.first_name.as_str(), user.email.as_deref()), ("Nigar", Some(EMAIL)));
    assert_eq!((user.phone_number.as_str(), user.language.as_str()), (NUMBER, "en"));
    assert_eq!((user.is_blogger, user.email_verified, user.roles.is_empty()), (false, false, true));
    assert_eq!(auth.me(&session.access_token).await.ok(), Some(user));
    assert!(auth.refresh(&session.refresh_token).await.is_ok());
    assert_eq!(announced(&auth.app.pool).await, ["user_registered"]);

    let mail = notification.last_to(EMAIL).await;
    assert_eq!((mail.template.as_str(), mail.language.as_str()), ("email_verification", "en"));
    assert!(mail.values["link"].starts_with("http://localhost:8080/en/profil/epoct?tesdiq="));
    let link = notification.link_to(EMAIL, "email_verification").await;
    auth.verify_email(&session.access_token, &link).await.unwrap();
    assert!(auth.me(&session.access_token).await.unwrap().email_verified);
    assert!(auth.sign_in(EMAIL, PASSWORD).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn all_broken_rules_are_reported_together(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let mut refusals = vec![refusal(auth.sign_up(SignUpRequest::default()).await)];
    let good = sign_up_request(NUMBER, EMAIL, &"A".repeat(43));
    let password = |password: &str| SignUpRequest {
        password: Some(password.to_owned()),
        password_confirmation: Some(password.to_owned()),
        ..good.clone()
    };
    for request in [
        SignUpRequest { password_confirmation: Some(format!("{PASSWORD} ")), ..good.clone() },
        SignUpRequest { first_name: "ə".repeat(61), last_name: "a\0".to_owned(), ..good.clone() },
        SignUpRequest { phone_number: "12".to_owned(), email: Some("nigar@".to_owned()), ..good.clone() },
        SignUpRequest { accept_terms: false, verification_token: "x".to_owned(), ..good.clone() },
        password("short"),
        password(&"a".repeat(129)),
        password("Password1"),
        password("0557654321"),
        password("NIGAR@example.az"),
        good,
    ] {
        refusals.push(refusal(auth.sign_up(request).await));
    }
    assert_debug_snapshot!(refusals, @r#"
    [
        "InvalidArgument validation_failed firstName=required lastName=required phoneNumber=required acceptTerms=terms_required verificationToken=token_invalid",
        "InvalidArgument validation_failed passwordConfirmation=passwords_differ",
        "InvalidArgument validation_failed firstName=too_long lastName=invalid_characters",
        "InvalidArgument validation_failed phoneNumber=invalid_phone email=invalid_email",
        "InvalidArgument validation_failed acceptTerms=terms_required verificationToken=token_invalid",
        "InvalidArgument validation_failed password=too_short",
        "InvalidArgument validation_failed password=too_long",
        "InvalidArgument validation_failed password=password_leaked",
        "InvalidArgument validation_failed password=password_guessable",
        "InvalidArgument validation_failed password=password_guessable",
        "InvalidArgument validation_failed verificationToken=token_invalid",
    ]
    "#);
    assert_eq!(auth.count("select count(*) from account").await, 0);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_proof_is_valid_for_one_number_one_account_and_30_minutes(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let other = auth.verify_phone(&notification, "+994501112233").await;
    let invalid_token = "InvalidArgument validation_failed verificationToken=token_invalid";
    assert_eq!(
        refusal(auth.sign_up(sign_up_request(NUMBER, EMAIL, &other)).await),
        invalid_token,
        "proof of another number"
    );
    let proof = auth.verify_phone(&notification, NUMBER).await;
    let at_once = (0..8).map(|n| auth.sign_up(sign_up_request(NUMBER, &email(n), &proof)));
    let outcomes = join_all(at_once).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    // The others get the same response as a client that repeats a sign-up because the response was lost.
    let refusals: Vec<_> = outcomes.into_iter().filter(Result::is_err).map(refusal).collect();
    assert!(refusals.iter().all(|code| code == "FailedPrecondition phone_taken"), "{refusals:?}");
    auth.clock.advance(TimeDelta::minutes(30));
    assert_eq!(refusal(auth.sign_up(sign_up_request("+994501112233", EMAIL, &other)).await), invalid_token, "expired");
    assert_eq!(announced(&auth.app.pool).await, ["user_registered"]);
}

/// The number gets an account between its verification and the sign-up.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_number_belongs_to_one_account(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let proof = auth.verify_phone(&notification, &phone(1)).await;
    auth.register(1).await;
    assert_eq!(
        refusal(auth.sign_up(sign_up_request(&phone(1), EMAIL, &proof)).await),
        "FailedPrecondition phone_taken"
    );
}
