//! Accounts without an e-mail address and a password sign in with codes sent to their phone number.

use chrono::TimeDelta;
use proto::auth::{Session, SignUpRequest};
use sqlx::PgPool;

use crate::{
    fake_notification::FakeNotification,
    requests::sign_up_request,
    test_auth::{PASSWORD, TestAuth, refusal},
};

const NUMBER: &str = "+994557654321";
const EMAIL: &str = "nigar@example.az";
/// Without a password, sensitive actions need a sign-in in the last 15 minutes.
const NO_LONGER_RECENT: TimeDelta = TimeDelta::minutes(16);

fn phone_only_request(proof: &str) -> SignUpRequest {
    SignUpRequest { email: None, password: None, password_confirmation: None, ..sign_up_request(NUMBER, EMAIL, proof) }
}

async fn sign_in_by_code(auth: &TestAuth, notification: &FakeNotification) -> Session {
    auth.clock.advance(TimeDelta::minutes(2));
    auth.send_code(NUMBER).await.expect("a code is sent");
    let verified = auth.verify_code(NUMBER, &notification.code_to(NUMBER).await).await.expect("the right code");
    Session {
        user: verified.user,
        access_token: verified.access_token.expect("the number is known"),
        refresh_token: verified.refresh_token.expect("the number is known"),
        expires_in: verified.expires_in.unwrap_or_default(),
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_account_without_a_password_accepts_no_password(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let proof = auth.verify_phone(&notification, NUMBER).await;
    let user = auth.sign_up(phone_only_request(&proof)).await.unwrap().user.unwrap();
    assert_eq!((user.email, user.has_password, user.email_verified), (None, false, false));
    for password in ["", PASSWORD, "null"] {
        assert!(auth.sign_in(NUMBER, password).await.is_err(), "{password:?}");
    }
    let session = sign_in_by_code(&auth, &notification).await;
    assert_eq!(auth.me(&session.access_token).await.unwrap().phone_number, NUMBER);
    assert_eq!(refusal(auth.send_verification(&session.access_token).await), "FailedPrecondition email_missing");
    let owner = auth.owner_of(session);
    assert_eq!(
        refusal(owner.report("Sifariş haqqında", "Sifarişim vaxtında çatmadı.").await),
        "FailedPrecondition email_missing"
    );
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn without_a_password_sensitive_actions_need_a_recent_sign_in(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let proof = auth.verify_phone(&notification, NUMBER).await;
    auth.sign_up(phone_only_request(&proof)).await.unwrap();
    let session = sign_in_by_code(&auth, &notification).await;
    auth.clock.advance(NO_LONGER_RECENT);
    // Refreshing does not count as a sign-in.
    let access = auth.refresh(&session.refresh_token).await.unwrap().access_token;
    let again = "FailedPrecondition sign_in_again";
    assert_eq!(refusal(auth.change_email(&access, EMAIL, "").await), again);
    assert_eq!(refusal(auth.change_email(&access, EMAIL, PASSWORD).await), again, "the account has no password");
    assert_eq!(refusal(auth.change_password(&access, "", PASSWORD).await), again);
    let owner = auth.owner_of(Session { access_token: access, ..session });
    assert_eq!(refusal(owner.request_deletion("").await), again);

    let session = sign_in_by_code(&auth, &notification).await;
    let access = session.access_token.clone();
    let user = auth.change_email(&access, EMAIL, "").await.unwrap();
    assert_eq!(user.email.as_deref(), Some(EMAIL));
    auth.verify_email(&access, &notification.link_to(EMAIL, "email_verification").await).await.unwrap();
    let tokens = auth.change_password(&access, "", PASSWORD).await.unwrap();
    assert!(auth.me(&tokens.access_token).await.unwrap().has_password);
    assert!(auth.sign_in(EMAIL, PASSWORD).await.is_ok());
    // The password is required now, even after a recent sign-in.
    assert_eq!(
        refusal(auth.change_password(&tokens.access_token, "", "başqa-söz-2026").await),
        "InvalidArgument validation_failed currentPassword=required"
    );
    let owner = auth.owner_of(Session { access_token: tokens.access_token, ..session });
    assert_eq!(refusal(owner.request_deletion("").await), "InvalidArgument validation_failed password=required");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_password_at_sign_up_needs_its_confirmation(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    // These requests are refused before the proof is checked.
    let unchecked_proof = "A".repeat(43);
    let good = sign_up_request(NUMBER, EMAIL, &unchecked_proof);
    let mut refusals = Vec::new();
    for request in [
        SignUpRequest { password_confirmation: None, ..good.clone() },
        SignUpRequest { password: Some(String::new()), ..good.clone() },
        SignUpRequest { email: Some(" ".to_owned()), ..good.clone() },
    ] {
        refusals.push(refusal(auth.sign_up(request).await));
    }
    insta::assert_debug_snapshot!(refusals, @r#"
    [
        "InvalidArgument validation_failed passwordConfirmation=required",
        "InvalidArgument validation_failed password=required passwordConfirmation=passwords_differ",
        "InvalidArgument validation_failed email=required",
    ]
    "#);
}
