use chrono::TimeDelta;
use proto::{auth::User, notification::Channel};
use sqlx::PgPool;

use crate::{
    fake_notification::FakeNotification,
    requests::{sign_up_request, wrong_code_for},
    test_auth::{PASSWORD, TestAuth, email, phone, refusal},
};

/// A number without an account.
const NEW_NUMBER: &str = "+994557654321";
const TAKEN: &str = "FailedPrecondition phone_taken";
const INVALID: &str = "FailedPrecondition otp_invalid";
const UNAUTHENTICATED: &str = "Unauthenticated unauthenticated";

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_new_number_signs_in_and_the_old_one_gets_a_notice(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    // Two sessions of one account.
    let (mine, other) = (auth.register_and_sign_in(1).await, auth.sign_in(&phone(1), PASSWORD).await.unwrap());
    let invitation = auth::invite_owner(&auth.app, &phone(1)).await.unwrap();
    auth.send_code("055 765 43 21").await.unwrap();
    let code = notification.code_to(NEW_NUMBER).await;
    let user = auth.change_phone(&mine.access_token, "055 765 43 21", &code, PASSWORD).await.unwrap();
    assert_eq!(user, User { phone_number: NEW_NUMBER.to_owned(), ..mine.user.unwrap() });

    assert!(auth.me(&mine.access_token).await.is_ok(), "this session goes on");
    assert_eq!(refusal(auth.me(&other.access_token).await), UNAUTHENTICATED);
    assert_eq!(refusal(auth.refresh(&other.refresh_token).await), UNAUTHENTICATED);
    assert_eq!(auth.count("select count(*) from session where end_reason = 'phone_change'").await, 1);
    assert!(auth.sign_in(NEW_NUMBER, PASSWORD).await.is_ok());
    assert_eq!(refusal(auth.sign_in(&phone(1), PASSWORD).await), "Unauthenticated invalid_credentials");
    let sms = notification.last_to(&phone(1)).await;
    assert_eq!((sms.channel(), sms.template.as_str()), (Channel::Sms, "phone_changed_sms"));
    let link = notification.notice_to(&phone(1), "phone_changed_sms").await;
    assert_eq!(notification.notice_to(&email(1), "phone_changed").await, link, "one link in both messages");
    assert_eq!(
        refusal(auth.change_phone(&mine.access_token, NEW_NUMBER, &code, PASSWORD).await),
        "FailedPrecondition otp_expired"
    );
    // An invitation belongs to the number that it was sent to.
    let token = invitation.rsplit('/').next().unwrap();
    let refused = refusal(auth.accept_invitation(&mine.access_token, token).await);
    assert_eq!(refused, "FailedPrecondition invitation_of_another");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_taken_number_is_revealed_only_after_the_right_code(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let (mine, other) = (auth.register_and_sign_in(1).await, auth.register_and_sign_in(2).await);
    for number in [phone(2), NEW_NUMBER.to_owned()] {
        auth.send_code(&number).await.unwrap();
        let code = notification.code_to(&number).await;
        let wrong_code = wrong_code_for(&code);
        assert_eq!(
            refusal(auth.change_phone(&mine.access_token, &number, wrong_code, PASSWORD).await),
            INVALID,
            "{number}"
        );
        let changed = auth.change_phone(&mine.access_token, &number, &code, PASSWORD).await;
        if number == NEW_NUMBER {
            assert_eq!(changed.unwrap().phone_number, NEW_NUMBER);
        } else {
            assert_eq!(refusal(changed), TAKEN);
        }
    }
    assert_eq!(auth.me(&other.access_token).await.unwrap().phone_number, phone(2));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_password_or_a_recent_sign_in_is_required(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let session = auth.register_and_sign_in(1).await;
    auth.send_code(NEW_NUMBER).await.unwrap();
    let code = notification.code_to(NEW_NUMBER).await;
    let mut refusals = Vec::new();
    for (access, number, code, password) in [
        (session.access_token.as_str(), NEW_NUMBER, code.as_str(), ""),
        (session.access_token.as_str(), NEW_NUMBER, code.as_str(), "wrong"),
        (session.access_token.as_str(), "12", "12345", PASSWORD),
        ("", NEW_NUMBER, code.as_str(), PASSWORD),
    ] {
        refusals.push(refusal(auth.change_phone(access, number, code, password).await));
    }
    insta::assert_debug_snapshot!(refusals, @r#"
    [
        "InvalidArgument validation_failed password=required",
        "InvalidArgument validation_failed password=invalid_password",
        "InvalidArgument validation_failed phoneNumber=invalid_phone otpCode=invalid",
        "Unauthenticated unauthenticated",
    ]
    "#);
    assert!(
        auth.change_phone(&session.access_token, NEW_NUMBER, &code, PASSWORD).await.is_ok(),
        "refused attempts did not use up the code"
    );

    let proof = auth.verify_phone(&notification, &phone(2)).await;
    let request = sign_up_request(&phone(2), "nigar@example.az", &proof);
    // Without a password, the session must be at most 15 minutes old; refreshing does not count as a sign-in.
    let session = auth.sign_up(proto::auth::SignUpRequest { password: None, ..request }).await.unwrap();
    auth.clock.advance(TimeDelta::minutes(9));
    let tokens = auth.refresh(&session.refresh_token).await.unwrap();
    auth.clock.advance(TimeDelta::minutes(7));
    let changed = auth.prove_and_change_phone(&notification, &tokens.access_token, "+994557654322", "").await;
    assert_eq!(refusal(changed), "FailedPrecondition sign_in_again");
}

/// Two accounts change to one number with one code, while a sign-up uses the number with an earlier proof.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn concurrent_changes_to_one_number_give_it_to_one_account(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (notification, replica) = (FakeNotification::start(&auth).await, auth.replica().await);
    for round in 0..5 {
        let number = format!("+99455765432{round}");
        let (first, second) = (2 * round + 1, 2 * round + 2);
        let sessions = [auth.register_and_sign_in(first).await, auth.register_and_sign_in(second).await];
        let proof = auth.verify_phone(&notification, &number).await;
        auth.clock.advance(TimeDelta::minutes(1));
        auth.send_code(&number).await.unwrap();
        let code = notification.code_to(&number).await;
        let request = sign_up_request(&number, "nigar@example.az", &proof);
        let (first_change, second_change, signed_up) = tokio::join!(
            auth.change_phone(&sessions[0].access_token, &number, &code, PASSWORD),
            replica.change_phone(&sessions[1].access_token, &number, &code, PASSWORD),
            replica.sign_up(request),
        );
        let done = [first_change.is_ok(), second_change.is_ok(), signed_up.is_ok()];
        assert_eq!(done.iter().filter(|is_done| **is_done).count(), 1, "{done:?}");
        let refusals = [first_change.err(), second_change.err(), signed_up.err()].into_iter().flatten();
        for status in refusals {
            assert!(["phone_taken", "otp_expired"].contains(&status.message()), "{status:?}");
        }
        let owners = sqlx::query_scalar::<_, i64>("select count(*) from account where phone_number = $1");
        assert_eq!(owners.bind(&number).fetch_one(&auth.app.pool).await.unwrap(), 1);
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_same_number_again_changes_nothing(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let session = auth.register_and_sign_in(1).await;
    let other = auth.sign_in(&phone(1), PASSWORD).await.unwrap();
    let changed = auth.prove_and_change_phone(&notification, &session.access_token, &phone(1), PASSWORD).await;
    assert_eq!(changed.unwrap().phone_number, phone(1));
    assert!(auth.me(&other.access_token).await.is_ok());
    assert!(!notification.templates_to(&phone(1)).await.contains(&"phone_changed_sms".to_owned()));
    assert_eq!(auth.count("select count(*) from security_event where kind = 'phone_changed'").await, 0);
}
