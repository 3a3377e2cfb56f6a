use chrono::TimeDelta;
use futures::future::join_all;
use insta::{assert_debug_snapshot, assert_snapshot};
use kit::Language;
use proto::auth::{CodeSent, CodeVerified};
use sha2::{Digest as _, Sha256};
use sqlx::PgPool;
use tonic_types::StatusExt as _;

use crate::{
    fake_notification::FakeNotification,
    requests::{retry_after, visitor_at, wrong_code_for},
    test_auth::{TestAuth, phone, refusal},
};

/// A number without an account.
const NUMBER: &str = "+994557654321";
const EXPIRED: &str = "FailedPrecondition otp_expired";
const INVALID: &str = "FailedPrecondition otp_invalid";
const TOO_MANY_TRIES: &str = "FailedPrecondition otp_too_many_attempts";
const RATE_LIMITED: &str = "ResourceExhausted too_many_requests";

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_known_number_signs_in_with_its_code(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register(1).await;
    let sent = auth.send_code("050 200 00 01").await.unwrap();
    // Seconds.
    assert_eq!(sent, CodeSent { expires_in: 300, resend_in: 60, length: 4, code_token: sent.code_token.clone() });
    let code = notification.code_to(&phone(1)).await;
    let verified = auth.verify_code("0502000001", &code).await.unwrap();
    assert_eq!(verified.verification_token, None);
    assert_eq!(verified.user, auth.me(verified.access_token()).await.ok());
    assert!(auth.refresh(verified.refresh_token()).await.is_ok());
    assert_eq!(refusal(auth.verify_code(&phone(1), &code).await), EXPIRED, "a code is valid once");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_unknown_number_gets_a_token_to_sign_up(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.send_code(NUMBER).await.unwrap();
    let code = notification.code_to(NUMBER).await;
    let CodeVerified { user, access_token, verification_token, .. } = auth.verify_code(NUMBER, &code).await.unwrap();
    assert_eq!((user, access_token), (None, None));
    assert_eq!(verification_token.unwrap().len(), 43);
    assert_eq!(auth.count("select count(*) from session").await, 0);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_code_is_sent_in_the_callers_language_and_not_stored_in_clear(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let reader = kit::client::CallContext { language: Language::Ru, ..Default::default() };
    auth.send_code_from(&reader, NUMBER).await.unwrap();
    let stored = "select concat_ws(' ', (select string_agg(t::text, ' ') from phone_code t),
                                      (select string_agg(t::text, ' ') from throttle t),
                                      (select string_agg(encode(sealed, 'escape'), ' ') from message t))";
    let stored: String = sqlx::query_scalar(stored).fetch_one(&auth.app.pool).await.unwrap();
    assert!(!stored.contains("7654321"), "the number is not in the database");
    let message = notification.last_to(NUMBER).await;
    assert_eq!((message.language.as_str(), message.values.len()), ("ru", 1));
    assert_eq!(auth.count("select count(*) from message").await, 0, "delivered messages are deleted");
}

/// A plain hash could be reversed by trying all ten thousand codes.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_copy_of_the_database_does_not_reveal_codes(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.send_code(NUMBER).await.unwrap();
    let stored: Vec<u8> =
        sqlx::query_scalar("select code_hash from phone_code").fetch_one(&auth.app.pool).await.unwrap();
    // Three ways in which a plain hash might be made.
    for code in 0..10_000 {
        for guess in [format!("{code:04}"), format!("{NUMBER}{code:04}"), format!("{NUMBER}:{code:04}")] {
            assert_ne!(Sha256::digest(guess)[..], stored);
        }
    }
    let flags = ["--key-secret", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="];
    let with_other_secret = TestAuth::start_with(auth.app.pool.clone(), &auth.clock, &flags).await;
    assert_eq!(
        refusal(with_other_secret.verify_code(NUMBER, "0000").await),
        EXPIRED,
        "with another secret the row is not found"
    );
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_wrong_code_reports_the_remaining_attempts(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.send_code(NUMBER).await.unwrap();
    let code = notification.code_to(NUMBER).await;
    let wrong_code = wrong_code_for(&code);
    let mut left = Vec::new();
    for _ in 0..4 {
        let status = auth.verify_code(NUMBER, wrong_code).await.unwrap_err();
        left.push(status.get_details_error_info().unwrap().metadata["left"].clone());
    }
    assert_eq!(left, ["4", "3", "2", "1"], "of five attempts");
    assert!(auth.verify_code(NUMBER, &code).await.is_ok(), "the last attempt counts");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_code_expires_and_is_replaced_by_a_new_one(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.send_code(NUMBER).await.unwrap();
    let first = notification.code_to(NUMBER).await;
    assert_eq!(refusal(auth.send_code(NUMBER).await), RATE_LIMITED);
    auth.clock.advance(TimeDelta::seconds(60));
    auth.send_code(NUMBER).await.unwrap();
    let second = notification.code_to(NUMBER).await;
    if first != second {
        assert_eq!(refusal(auth.verify_code(NUMBER, &first).await), INVALID);
    }
    auth.clock.advance(TimeDelta::seconds(300));
    assert_eq!(refusal(auth.verify_code(NUMBER, &second).await), EXPIRED);
    assert_eq!(
        refusal(auth.verify_code("+994557654322", &second).await),
        EXPIRED,
        "same as for a number without a code"
    );
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn codes_per_number_are_limited_per_hour_and_day(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let mut sent = Vec::new();
    for minute in (0..24 * 60).step_by(5) {
        if auth.send_code(NUMBER).await.is_ok() {
            sent.push(minute);
        }
        auth.clock.advance(TimeDelta::minutes(5));
    }
    // Five codes per hour and ten per day.
    assert_eq!(sent, [0, 5, 10, 15, 20, 60, 65, 70, 75, 80]);
    assert!(auth.send_code(NUMBER).await.is_ok(), "allowed again the next day");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_code_requested_too_soon_reports_the_wait(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.send_code(NUMBER).await.unwrap();
    auth.clock.advance(TimeDelta::seconds(18));
    assert_eq!(retry_after(auth.send_code(NUMBER).await), 42);
}

/// Five guesses are counted, then even the correct code is refused.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn concurrent_guesses_are_limited_to_five(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (notification, replica) = (FakeNotification::start(&auth).await, auth.replica().await);
    auth.send_code(NUMBER).await.unwrap();
    let code = notification.code_to(NUMBER).await;
    let wrong_codes: Vec<String> = (0..50).map(|n| format!("{n:04}")).filter(|guess| *guess != code).collect();
    let processes = [&auth, &replica];
    let attempts = wrong_codes.iter().enumerate().map(|(n, guess)| processes[n % 2].verify_code(NUMBER, guess));
    let refusals: Vec<String> = join_all(attempts).await.into_iter().map(refusal).collect();
    assert_eq!(refusals.iter().filter(|code| *code == INVALID).count(), 4, "the fifth reports that it was the last");
    assert!(refusals.iter().all(|code| code == INVALID || code == TOO_MANY_TRIES), "{refusals:?}");
    assert_eq!(refusal(auth.verify_code(NUMBER, &code).await), TOO_MANY_TRIES);
    assert_eq!(auth.count("select tries::bigint from phone_code").await, 5);
    assert_eq!(auth.count("select cardinality(wrong_at)::bigint from phone_code").await, 5);
}

/// With as many new codes as possible and five guesses at each, 15 guesses per day are possible.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn guesses_over_many_codes_are_limited_per_day(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let mut counted = 0;
    for _ in 0..100 {
        if auth.send_code(NUMBER).await.is_ok() {
            let code = notification.code_to(NUMBER).await;
            let wrong_code = wrong_code_for(&code);
            for _ in 0..10 {
                let refused = refusal(auth.verify_code(NUMBER, wrong_code).await);
                assert!([INVALID, TOO_MANY_TRIES, RATE_LIMITED].contains(&refused.as_str()), "{refused}");
            }
            counted = auth.count("select cardinality(wrong_at)::bigint from phone_code").await;
        }
        auth.clock.advance(TimeDelta::minutes(14));
    }
    assert_eq!(counted, 15);
    assert_eq!(notification.deliveries().await.len(), 3, "no code is sent that could not be tried");
    assert_eq!(refusal(auth.verify_code(NUMBER, "0000").await), RATE_LIMITED);
    auth.clock.advance(TimeDelta::hours(1));
    assert!(auth.send_code(NUMBER).await.is_ok(), "codes are sent again the next day");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn concurrent_requests_with_the_correct_code_open_one_session(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register(1).await;
    auth.send_code(&phone(1)).await.unwrap();
    let code = notification.code_to(&phone(1)).await;
    let opened = join_all((0..20).map(|_| auth.verify_code("0502000001", &code))).await;
    assert_eq!(opened.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    assert_eq!(auth.count("select count(*) from session").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn codes_are_limited_per_network_over_all_numbers(pool: PgPool) {
    let auth = TestAuth::start_with_flags(pool, &["--place-free", "3"]).await;
    let (near, far) = (visitor_at([10, 0, 0, 1]), visitor_at([10, 0, 0, 2]));
    // `--place-free 3` allows three codes per network.
    for number in 1..=3 {
        auth.send_code_from(&near, &phone(number)).await.unwrap();
    }
    assert_eq!(refusal(auth.send_code_from(&near, &phone(4)).await), RATE_LIMITED);
    auth.send_code_from(&far, &phone(4)).await.unwrap();
    auth.clock.advance(TimeDelta::seconds(1));
    auth.send_code_from(&near, &phone(5)).await.unwrap();
    assert_eq!(retry_after(auth.send_code_from(&near, &phone(6)).await), 2, "the second wait is twice as long");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn invalid_numbers_and_codes_are_reported_with_their_field(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let mut refusals = Vec::new();
    for number in ["", " ", "12", "+86 138 1234 5678", "0121234567", "050123456\0"] {
        refusals.push(refusal(auth.send_code(number).await));
    }
    for (number, code) in [("", ""), (NUMBER, "12345"), (NUMBER, "abcd"), (NUMBER, "١٢")] {
        refusals.push(refusal(auth.verify_code(number, code).await));
    }
    assert_debug_snapshot!(refusals, @r#"
    [
        "InvalidArgument validation_failed phoneNumber=required",
        "InvalidArgument validation_failed phoneNumber=required",
        "InvalidArgument validation_failed phoneNumber=invalid_phone",
        "InvalidArgument validation_failed phoneNumber=invalid_phone",
        "InvalidArgument validation_failed phoneNumber=invalid_phone",
        "InvalidArgument validation_failed phoneNumber=invalid_phone",
        "InvalidArgument validation_failed phoneNumber=required otpCode=required",
        "InvalidArgument validation_failed otpCode=invalid",
        "InvalidArgument validation_failed otpCode=invalid",
        "InvalidArgument validation_failed otpCode=invalid",
    ]
    "#);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn countries_are_named_in_the_callers_language_with_azerbaijan_first(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let mut names = Vec::new();
    for language in Language::ALL {
        let countries = auth.countries(language).await;
        assert_eq!(countries.len(), 17);
        names.push(countries.into_iter().take(2).map(|country| country.name).collect::<Vec<_>>().join(", "));
    }
    assert_snapshot!(names.join("; "), @"Azərbaycan, Türkiyə; Азербайджан, Турция; Azerbaijan, Türkiye");
    let ours = auth.countries(Language::Az).await.swap_remove(0);
    assert_eq!((ours.code.as_str(), ours.dial_code.as_str(), ours.mask.as_str()), ("AZ", "+994", "## ### ## ##"));
}
