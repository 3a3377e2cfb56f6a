//! The address an account is written to.

use chrono::TimeDelta;
use insta::assert_debug_snapshot;
use proto::auth::{ChangeEmailRequest, emails_client::EmailsClient};
use sqlx::PgPool;
use testkit::database::announced;

use crate::{
    house::{PASSWORD, TestAuth, bearing, email, phone, refusal},
    post::TestPost,
};

const NEW: &str = "yeni@example.az";
const BAD_LINK: &str = "InvalidArgument validation_failed token=token_invalid";

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_new_address_is_asked_and_the_old_one_is_told(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    let session = auth.arrive(1).await;
    auth.send_verification(&session.access_token).await.unwrap();
    let old = post.link_to(&email(1), "email_verification").await;
    auth.verify_email(&old).await.unwrap();
    auth.verify_email(&old).await.unwrap();
    assert!(auth.me(&session.access_token).await.unwrap().email_verified);
    auth.send_verification(&session.access_token).await.unwrap();

    let user = auth.change_email(&session.access_token, " Yeni@Example.az ", PASSWORD).await.unwrap();
    assert_eq!((user.email.as_deref(), user.email_verified), (Some(NEW), false));
    assert_eq!(refusal(auth.verify_email(&old).await), BAD_LINK, "it was mailed to another address");
    auth.verify_email(&post.link_to(NEW, "email_verification").await).await.unwrap();
    assert!(auth.me(&session.access_token).await.unwrap().email_verified);
    assert_eq!(post.templates_to(&email(1)).await, ["email_verification", "email_changed"]);
    assert!(auth.sign_in(NEW, PASSWORD).await.is_ok());
    assert_eq!(refusal(auth.sign_in(&email(1), PASSWORD).await), "Unauthenticated invalid_credentials");
    assert_eq!(announced(&auth.app.pool).await, ["user_registered", "email_changed"]);

    // Once more is no change.
    assert!(auth.change_email(&session.access_token, NEW, PASSWORD).await.unwrap().email_verified);
    assert_eq!(announced(&auth.app.pool).await.len(), 2);
}

/// A link to a new password that lies in a mailbox its owner has left.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn links_in_the_old_mailbox_lead_nowhere(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    let session = auth.arrive(1).await;
    auth.forget(&email(1)).await.unwrap();
    let link = post.link_to(&email(1), "password_reset").await;
    auth.change_email(&session.access_token, NEW, PASSWORD).await.unwrap();
    assert_eq!(refusal(auth.reset(&link, "another one 2027").await), BAD_LINK);
    assert!(auth.sign_in(&phone(1), PASSWORD).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn every_broken_rule_is_told_at_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register(2).await;
    let session = auth.arrive(1).await;
    let mut told = Vec::new();
    for (email, confirmation, password) in [
        ("", "", ""),
        ("x", "x", PASSWORD),
        (NEW, "yene@example.az", PASSWORD),
        (NEW, NEW, "wrong"),
        ("person2@example.az", "Person2@example.az", PASSWORD),
    ] {
        let request = ChangeEmailRequest {
            email: email.to_owned(),
            email_confirmation: confirmation.to_owned(),
            password: Some(password.to_owned()),
        };
        let mut emails = EmailsClient::new(auth.channel());
        told.push(refusal(emails.change(bearing(&session.access_token).sign(request)).await));
    }
    told.push(refusal(auth.change_email("", NEW, PASSWORD).await));
    assert_debug_snapshot!(told, @r#"
    [
        "InvalidArgument validation_failed email=required emailConfirmation=required password=required",
        "InvalidArgument validation_failed email=invalid_email",
        "InvalidArgument validation_failed emailConfirmation=emails_differ",
        "InvalidArgument validation_failed password=invalid_password",
        "FailedPrecondition email_taken",
        "Unauthenticated unauthenticated",
    ]
    "#);
    assert_eq!(auth.me(&session.access_token).await.unwrap().email, Some(email(1)));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_link_is_mailed_again_but_not_without_end(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    let session = auth.arrive(1).await;
    for _ in 0..3 {
        auth.send_verification(&session.access_token).await.unwrap();
    }
    let told = refusal(auth.send_verification(&session.access_token).await);
    assert_eq!(told, "ResourceExhausted too_many_requests");
    let link = post.link_to(&email(1), "email_verification").await;
    auth.clock.advance(TimeDelta::hours(24));
    assert_eq!(refusal(auth.verify_email(&link).await), BAD_LINK);
    auth.send_verification(&session.access_token).await.unwrap_err();
}
