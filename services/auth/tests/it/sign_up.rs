//! Signing up: with a proven number, once, and every broken rule told at once.

use chrono::TimeDelta;
use futures::future::join_all;
use insta::assert_debug_snapshot;
use kit::Language;
use proto::auth::SignUpRequest;
use sqlx::PgPool;
use testkit::database::announced;

use crate::{
    door::applicant,
    house::{PASSWORD, TestAuth, email, phone, refusal},
    post::TestPost,
};

const NUMBER: &str = "+994557654321";
const NIGAR: &str = "nigar@example.az";

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_proven_number_becomes_an_account_that_is_signed_in(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    let proof = auth.prove(&post, NUMBER).await;
    let request = applicant("055 765 43 21", "Nigar@Example.az", &proof);
    let session = auth.sign_up_in(Language::En, request).await.unwrap();
    let user = session.user.unwrap();
    assert_eq!((user.first_name.as_str(), user.email.as_deref()), ("Nigar", Some(NIGAR)));
    assert_eq!((user.phone_number.as_str(), user.language.as_str()), (NUMBER, "en"));
    assert_eq!((user.is_blogger, user.email_verified, user.roles.is_empty()), (false, false, true));
    assert_eq!(auth.me(&session.access_token).await.ok(), Some(user));
    assert!(auth.refresh(&session.refresh_token).await.is_ok());
    assert!(auth.sign_in(NIGAR, PASSWORD).await.is_ok());
    assert_eq!(announced(&auth.app.pool).await, ["user_registered"]);

    let mail = post.last_to(NIGAR).await;
    assert_eq!((mail.template.as_str(), mail.language.as_str()), ("email_verification", "en"));
    assert!(mail.values["link"].starts_with("http://localhost:8080/en/profil/epoct?tesdiq="));
    auth.verify_email(&post.link_to(NIGAR, "email_verification").await).await.unwrap();
    assert!(auth.me(&session.access_token).await.unwrap().email_verified);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn every_broken_rule_is_told_at_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let mut told = vec![refusal(auth.sign_up(SignUpRequest::default()).await)];
    let good = applicant(NUMBER, NIGAR, &"A".repeat(43));
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
        told.push(refusal(auth.sign_up(request).await));
    }
    assert_debug_snapshot!(told, @r#"
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
async fn a_proof_is_for_one_number_one_account_and_half_an_hour(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    let other = auth.prove(&post, "+994501112233").await;
    let bad = "InvalidArgument validation_failed verificationToken=token_invalid";
    assert_eq!(refusal(auth.sign_up(applicant(NUMBER, NIGAR, &other)).await), bad, "another number's");
    let proof = auth.prove(&post, NUMBER).await;
    let at_once = (0..8).map(|n| auth.sign_up(applicant(NUMBER, &email(n), &proof)));
    let outcomes = join_all(at_once).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    // As when the answer was lost: the account is there.
    let refusals: Vec<_> = outcomes.into_iter().filter(Result::is_err).map(refusal).collect();
    assert!(refusals.iter().all(|told| told == "FailedPrecondition phone_taken"), "{refusals:?}");
    auth.clock.advance(TimeDelta::minutes(30));
    assert_eq!(refusal(auth.sign_up(applicant("+994501112233", NIGAR, &other)).await), bad, "too late");
    assert_eq!(announced(&auth.app.pool).await, ["user_registered"]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_address_that_is_taken_is_told_and_the_proof_stays_good(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    auth.register(1).await;
    let proof = auth.prove(&post, NUMBER).await;
    let taken = applicant(NUMBER, &email(1), &proof);
    assert_eq!(refusal(auth.sign_up(taken).await), "FailedPrecondition email_taken");
    assert_eq!(auth.count("select count(*) from account").await, 1);
    assert!(auth.sign_up(applicant(NUMBER, NIGAR, &proof)).await.is_ok());
}

/// Who proved a number cannot go through a list of addresses with it.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_proof_bears_few_taken_addresses(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    auth.register(1).await;
    let proof = auth.prove(&post, NUMBER).await;
    let mut told = Vec::new();
    for _ in 0..11 {
        told.push(refusal(auth.sign_up(applicant(NUMBER, &email(1), &proof)).await));
    }
    assert!(told[..10].iter().all(|told| told == "FailedPrecondition email_taken"));
    assert!(told[10].ends_with("verificationToken=token_invalid"));
}

/// Somebody signed up with the number between the code and the form.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_number_is_one_persons(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    let proof = auth.prove(&post, &phone(1)).await;
    auth.register(1).await;
    assert_eq!(refusal(auth.sign_up(applicant(&phone(1), NIGAR, &proof)).await), "FailedPrecondition phone_taken");
}
