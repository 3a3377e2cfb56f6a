//! Accounts claim somebody else's e-mail address: they enter but do not verify it.

use futures::future::join_all;
use proto::auth::Session;
use sqlx::PgPool;

use crate::{
    fake_notification::FakeNotification,
    requests::sign_up_request,
    test_auth::{PASSWORD, TestAuth, email, phone, refusal},
};

/// The claimed address.
const EMAIL: &str = "sevda@example.az";
const BAD_LINK: &str = "InvalidArgument validation_failed token=token_invalid";
const VERIFIED: &str = "select count(*) from account where email_verified";

/// Starts a service without waits between mails to one mailbox.
async fn with_many_mails(pool: PgPool) -> TestAuth {
    TestAuth::start_with_flags(pool, &["--mailbox-free", "100"]).await
}

async fn sign_up(auth: &TestAuth, notification: &FakeNotification, number: u8, email: &str) -> Session {
    let proof = auth.verify_phone(notification, &phone(number)).await;
    auth.sign_up(sign_up_request(&phone(number), email, &proof)).await.expect("any address is accepted")
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_unverified_address_neither_signs_in_nor_resets_a_password(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let session = sign_up(&auth, &notification, 1, EMAIL).await;
    assert_eq!(refusal(auth.sign_in(EMAIL, PASSWORD).await), "Unauthenticated invalid_credentials");
    auth.forget(EMAIL).await.unwrap();
    assert_eq!(notification.templates_to(EMAIL).await, ["email_verification"]);
    assert!(auth.sign_in(&phone(1), PASSWORD).await.is_ok(), "the phone number signs in");

    let link = notification.link_to(EMAIL, "email_verification").await;
    auth.verify_email(&session.access_token, &link).await.unwrap();
    auth.forget(EMAIL).await.unwrap();
    assert_eq!(notification.templates_to(EMAIL).await, ["email_verification", "password_reset"]);
    assert!(auth.sign_in(EMAIL, PASSWORD).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_owner_of_an_address_is_not_barred_by_earlier_claims(pool: PgPool) {
    let auth = with_many_mails(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let mut claims = Vec::new();
    for number in 1..=3 {
        let session = sign_up(&auth, &notification, number, EMAIL).await;
        claims.push((session, notification.link_to(EMAIL, "email_verification").await));
    }
    let owner = sign_up(&auth, &notification, 4, EMAIL).await;
    let link = notification.link_to(EMAIL, "email_verification").await;
    auth.send_verification(&claims[0].0.access_token).await.unwrap();
    let renewed = notification.link_to(EMAIL, "email_verification").await;

    auth.verify_email(&owner.access_token, &link).await.unwrap();
    assert!(auth.me(&owner.access_token).await.unwrap().email_verified);
    for (session, link) in &claims {
        assert_eq!(auth.me(&session.access_token).await.unwrap().email, None);
        assert_eq!(refusal(auth.verify_email(&session.access_token, link).await), BAD_LINK);
    }
    assert_eq!(refusal(auth.verify_email(&claims[0].0.access_token, &renewed).await), BAD_LINK);
    assert_eq!(auth.count("select count(*) from link where purpose = 'email_verification'").await, 1);
    assert!(auth.sign_in(EMAIL, PASSWORD).await.is_ok_and(|session| session.user.unwrap().phone_number == phone(4)));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn concurrent_verifications_of_one_address_give_it_to_one_account(pool: PgPool) {
    let auth = with_many_mails(pool).await;
    let (notification, replica) = (FakeNotification::start(&auth).await, auth.replica().await);
    let mut links = Vec::new();
    for number in 1..=8 {
        let session = sign_up(&auth, &notification, number, EMAIL).await;
        links.push((session.access_token, notification.link_to(EMAIL, "email_verification").await));
    }
    let calls = links.iter().enumerate().map(|(n, (access, link))| {
        let process = if n % 2 == 0 { &auth } else { &replica };
        process.verify_email(access, link)
    });
    let (verified, refused): (Vec<_>, Vec<_>) = join_all(calls).await.into_iter().partition(Result::is_ok);
    assert_eq!(verified.len(), 1);
    assert!(refused.into_iter().all(|outcome| refusal(outcome) == BAD_LINK));
    assert_eq!(auth.count(VERIFIED).await, 1);
    assert_eq!(auth.count("select count(*) from account where email is not null").await, 1);
}

/// The response and the number of written rows are the same. The owner of the address receives a mail without a link
/// that verifies it.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_verified_address_is_answered_like_an_unknown_one(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register(1).await;
    let (known, unknown) = (email(1), email(2));
    // Both numbers in one: links * 1,000 + messages.
    let rows = "select (select count(*) from link) * 1000 + (select count(*) from message)";
    let (mut users, mut rows_written) = (Vec::new(), Vec::new());
    for (number, address) in [(11, &known), (12, &unknown)] {
        let before = auth.count(rows).await;
        let session = sign_up(&auth, &notification, number, address).await;
        auth.send_verification(&session.access_token).await.unwrap();
        auth.change_email(&session.access_token, EMAIL, PASSWORD).await.unwrap();
        let user = auth.change_email(&session.access_token, address, PASSWORD).await.unwrap();
        rows_written.push(auth.count(rows).await - before);
        users.push((user.email.as_ref() == Some(address), user.email_verified, user.has_password));
        notification.deliveries().await;
    }
    assert_eq!(users, [(true, false, true); 2]);
    assert_eq!(rows_written[0], rows_written[1]);
    assert_eq!(notification.templates_to(&known).await, ["email_in_use"; 3]);
    assert_eq!(notification.templates_to(&unknown).await, ["email_verification"; 3]);
    assert!(auth.sign_in(&known, PASSWORD).await.is_ok_and(|session| session.user.unwrap().phone_number == phone(1)));
}

/// Verification mails are the exception.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn notices_are_not_sent_to_an_unverified_address(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let session = sign_up(&auth, &notification, 1, EMAIL).await;
    let tokens = auth.change_password(&session.access_token, PASSWORD, "yeni-söz 2027").await.unwrap();
    let owner = auth.owner_of(Session { access_token: tokens.access_token.clone(), ..session });
    owner.request_deletion("yeni-söz 2027").await.unwrap();
    auth.change_email(&tokens.access_token, &email(2), "yeni-söz 2027").await.unwrap();
    assert_eq!(notification.templates_to(EMAIL).await, ["email_verification"]);
}

/// A second line of defence against bugs in the service.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_database_refuses_a_second_verified_account(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    for number in 1..=2 {
        sign_up(&auth, &notification, number, EMAIL).await;
    }
    let error = sqlx::query("update account set email_verified = true").execute(&auth.app.pool).await.unwrap_err();
    let refused = error.as_database_error().and_then(|error| error.constraint());
    assert_eq!(refused, Some("account_verified_email"));
}
