//! Accounts that have a phone number and nothing else: their owners sign in by codes, and add the rest when they like.

use chrono::TimeDelta;
use proto::auth::{Session, SignUpRequest};
use sqlx::PgPool;

use crate::{
    door::applicant,
    house::{PASSWORD, TestAuth, refusal},
    post::TestPost,
};

const NUMBER: &str = "+994557654321";
const NIGAR: &str = "nigar@example.az";
const LONGER_THAN_A_SHORT_TIME: TimeDelta = TimeDelta::minutes(16);

fn only_a_number(proof: &str) -> SignUpRequest {
    SignUpRequest { email: None, password: None, password_confirmation: None, ..applicant(NUMBER, NIGAR, proof) }
}

/// Signs in by a code that is sent to the number.
async fn by_code(auth: &TestAuth, post: &TestPost) -> Session {
    auth.clock.advance(TimeDelta::minutes(2));
    auth.send_code(NUMBER).await.expect("a code is sent");
    let verified = auth.verify_code(NUMBER, &post.code_to(NUMBER).await).await.expect("the right code");
    Session {
        user: verified.user,
        access_token: verified.access_token.expect("the number is known"),
        refresh_token: verified.refresh_token.expect("the number is known"),
        expires_in: verified.expires_in.unwrap_or_default(),
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_number_is_enough_and_no_password_opens_the_account(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    let proof = auth.prove(&post, NUMBER).await;
    let user = auth.sign_up(only_a_number(&proof)).await.unwrap().user.unwrap();
    assert_eq!((user.email, user.has_password, user.email_verified), (None, false, false));
    for password in ["", PASSWORD, "null"] {
        assert!(auth.sign_in(NUMBER, password).await.is_err(), "{password:?}");
    }
    let session = by_code(&auth, &post).await;
    assert_eq!(auth.me(&session.access_token).await.unwrap().phone_number, NUMBER);
    assert_eq!(refusal(auth.send_verification(&session.access_token).await), "FailedPrecondition email_missing");
    let owner = auth.holder_of(session);
    assert_eq!(
        refusal(owner.report("Sifariş haqqında", "Sifarişim vaxtında çatmadı.").await),
        "FailedPrecondition email_missing"
    );
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn what_matters_is_done_shortly_after_signing_in(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    let proof = auth.prove(&post, NUMBER).await;
    auth.sign_up(only_a_number(&proof)).await.unwrap();
    let session = by_code(&auth, &post).await;
    auth.clock.advance(LONGER_THAN_A_SHORT_TIME);
    // New tokens are no new sign-in.
    let access = auth.refresh(&session.refresh_token).await.unwrap().access_token;
    let again = "FailedPrecondition sign_in_again";
    assert_eq!(refusal(auth.change_email(&access, NIGAR, "").await), again);
    assert_eq!(refusal(auth.change_email(&access, NIGAR, PASSWORD).await), again, "no password is this account's");
    assert_eq!(refusal(auth.change_password(&access, "", PASSWORD).await), again);
    let owner = auth.holder_of(Session { access_token: access, ..session });
    assert_eq!(refusal(owner.leave("").await), again);

    let session = by_code(&auth, &post).await;
    let access = session.access_token.clone();
    let user = auth.change_email(&access, NIGAR, "").await.unwrap();
    assert_eq!(user.email.as_deref(), Some(NIGAR));
    auth.verify_email(&post.link_to(NIGAR, "email_verification").await).await.unwrap();
    let tokens = auth.change_password(&access, "", PASSWORD).await.unwrap();
    assert!(auth.me(&tokens.access_token).await.unwrap().has_password);
    assert!(auth.sign_in(NIGAR, PASSWORD).await.is_ok());
    // From now on it is asked for, however short ago its owner signed in.
    assert_eq!(
        refusal(auth.change_password(&tokens.access_token, "", "başqa-söz-2026").await),
        "InvalidArgument validation_failed currentPassword=required"
    );
    let owner = auth.holder_of(Session { access_token: tokens.access_token, ..session });
    assert_eq!(refusal(owner.leave("").await), "InvalidArgument validation_failed password=required");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_password_at_sign_up_needs_its_repetition(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let good = applicant(NUMBER, NIGAR, &"A".repeat(43));
    let mut told = Vec::new();
    for request in [
        SignUpRequest { password_confirmation: None, ..good.clone() },
        SignUpRequest { password: Some(String::new()), ..good.clone() },
        SignUpRequest { email: Some(" ".to_owned()), ..good.clone() },
    ] {
        told.push(refusal(auth.sign_up(request).await));
    }
    insta::assert_debug_snapshot!(told, @r#"
    [
        "InvalidArgument validation_failed passwordConfirmation=required",
        "InvalidArgument validation_failed password=required passwordConfirmation=passwords_differ",
        "InvalidArgument validation_failed email=required",
    ]
    "#);
}
