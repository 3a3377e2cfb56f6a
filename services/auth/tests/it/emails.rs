use chrono::TimeDelta;
use insta::assert_debug_snapshot;
use proto::auth::{ChangeEmailRequest, emails_client::EmailsClient};
use sqlx::PgPool;
use testkit::database::announced;

use crate::{
    fake_notification::FakeNotification,
    test_auth::{PASSWORD, TestAuth, email, phone, refusal, with_token},
};

/// An address without an account.
const NEW: &str = "yeni@example.az";
const BAD_LINK: &str = "InvalidArgument validation_failed token=token_invalid";

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_new_address_is_verified_and_the_old_one_gets_a_notice(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let session = auth.register_unverified_and_sign_in(1).await;
    auth.send_verification(&session.access_token).await.unwrap();
    let old = notification.link_to(&email(1), "email_verification").await;
    auth.verify_email(&session.access_token, &old).await.unwrap();
    auth.verify_email(&session.access_token, &old).await.unwrap();
    assert!(auth.me(&session.access_token).await.unwrap().email_verified);
    auth.send_verification(&session.access_token).await.unwrap();

    let user = auth.change_email(&session.access_token, " Yeni@Example.az ", PASSWORD).await.unwrap();
    assert_eq!((user.email.as_deref(), user.email_verified), (Some(NEW), false));
    assert_eq!(
        refusal(auth.verify_email(&session.access_token, &old).await),
        BAD_LINK,
        "the link was sent to the old address"
    );
    let link = notification.link_to(NEW, "email_verification").await;
    auth.verify_email(&session.access_token, &link).await.unwrap();
    assert!(auth.me(&session.access_token).await.unwrap().email_verified);
    assert_eq!(notification.templates_to(&email(1)).await, ["email_verification", "email_changed"]);
    assert!(auth.sign_in(NEW, PASSWORD).await.is_ok());
    assert_eq!(refusal(auth.sign_in(&email(1), PASSWORD).await), "Unauthenticated invalid_credentials");
    assert_eq!(announced(&auth.app.pool).await, ["user_registered", "email_changed"]);

    // Setting the same address again changes nothing.
    assert!(auth.change_email(&session.access_token, NEW, PASSWORD).await.unwrap().email_verified);
    assert_eq!(announced(&auth.app.pool).await.len(), 2);
}

/// Somebody entered another person's address, and that person opens the link.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_link_works_in_a_session_of_its_account_only(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let stranger = auth.register_unverified_and_sign_in(1).await;
    let owner = auth.register_and_sign_in(2).await;
    auth.change_email(&stranger.access_token, NEW, PASSWORD).await.unwrap();
    let link = notification.link_to(NEW, "email_verification").await;
    assert_eq!(refusal(auth.verify_email("", &link).await), "Unauthenticated unauthenticated");
    assert_eq!(refusal(auth.verify_email(&owner.access_token, &link).await), BAD_LINK);
    assert!(!auth.me(&stranger.access_token).await.unwrap().email_verified);
    auth.change_email(&owner.access_token, NEW, PASSWORD).await.unwrap();
    let own = notification.link_to(NEW, "email_verification").await;
    auth.verify_email(&owner.access_token, &own).await.unwrap();
    assert_eq!(auth.me(&stranger.access_token).await.unwrap().email, None);
    assert_eq!(refusal(auth.verify_email(&stranger.access_token, &link).await), BAD_LINK);
}

/// The account no longer uses the mailbox of this reset link.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn links_sent_to_the_old_address_become_invalid(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let session = auth.register_and_sign_in(1).await;
    auth.forget(&email(1)).await.unwrap();
    let link = notification.link_to(&email(1), "password_reset").await;
    auth.change_email(&session.access_token, NEW, PASSWORD).await.unwrap();
    assert_eq!(refusal(auth.reset(&link, "another one 2027").await), BAD_LINK);
    assert!(auth.sign_in(&phone(1), PASSWORD).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn all_broken_rules_are_reported_together(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.register_and_sign_in(1).await;
    let mut refusals = Vec::new();
    for (email, confirmation, password) in
        [("", "", ""), ("x", "x", PASSWORD), (NEW, "yene@example.az", PASSWORD), (NEW, NEW, "wrong")]
    {
        let request = ChangeEmailRequest {
            email: email.to_owned(),
            email_confirmation: confirmation.to_owned(),
            password: Some(password.to_owned()),
        };
        let mut emails = EmailsClient::new(auth.channel());
        refusals.push(refusal(emails.change(with_token(&session.access_token).sign(request)).await));
    }
    refusals.push(refusal(auth.change_email("", NEW, PASSWORD).await));
    assert_debug_snapshot!(refusals, @r#"
    [
        "InvalidArgument validation_failed email=required emailConfirmation=required password=required",
        "InvalidArgument validation_failed email=invalid_email",
        "InvalidArgument validation_failed emailConfirmation=emails_differ",
        "InvalidArgument validation_failed password=invalid_password",
        "Unauthenticated unauthenticated",
    ]
    "#);
    assert_eq!(auth.me(&session.access_token).await.unwrap().email, Some(email(1)));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn verification_links_are_limited(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let session = auth.register_unverified_and_sign_in(1).await;
    // Three links are free. A fourth has to wait.
    for _ in 0..3 {
        auth.send_verification(&session.access_token).await.unwrap();
    }
    let refused = refusal(auth.send_verification(&session.access_token).await);
    assert_eq!(refused, "ResourceExhausted too_many_requests");
    let link = notification.link_to(&email(1), "email_verification").await;
    auth.clock.advance(TimeDelta::hours(24));
    let later = auth.sign_in(&phone(1), PASSWORD).await.unwrap();
    assert_eq!(refusal(auth.verify_email(&later.access_token, &link).await), BAD_LINK);
    auth.send_verification(&session.access_token).await.unwrap_err();
}
