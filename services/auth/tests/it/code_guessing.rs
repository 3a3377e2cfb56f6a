use chrono::TimeDelta;
use kit::client::CallContext;
use sqlx::PgPool;
use testkit::clock::TestClock;
use tonic_types::StatusExt as _;

use crate::{
    fake_notification::FakeNotification,
    requests::{FOREIGN_TOKEN, visitor_at},
    test_auth::{CHEAP_HASHES, PASSWORD, TestAuth, phone, refusal},
};

/// A number without an account.
const NUMBER: &str = "+994557654321";
const EXPIRED: &str = "FailedPrecondition otp_expired";
const RATE_LIMITED: &str = "ResourceExhausted too_many_requests";
/// The owner's browser.
const OWN_DEVICE: &str = "own-0123456789abcdef";

fn number(n: usize) -> String {
    format!("+99450{n:07}")
}

fn wrong(code: &str) -> &'static str {
    if code == "0000" { "0001" } else { "0000" }
}

/// A stranger who did not request the code uses up none of the owner's tries.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_code_is_useless_in_another_browser(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register(1).await;
    let sent = auth.send_code(&phone(1)).await.unwrap();
    let code = notification.code_to(&phone(1)).await;
    let other = auth.send_code(NUMBER).await.unwrap();
    for token in [FOREIGN_TOKEN, &"A".repeat(43), &other.code_token] {
        for guess in [code.as_str(), wrong(&code), wrong(&code), wrong(&code), wrong(&code), wrong(&code)] {
            assert_eq!(refusal(auth.verify_code_with(&phone(1), guess, token, None).await), EXPIRED);
        }
    }
    assert_eq!(auth.count("select sum(tries)::bigint from phone_code").await, 0);
    let refused = auth.verify_code_with(&phone(1), &code, "", None).await;
    assert_eq!(refusal(refused), "InvalidArgument validation_failed codeToken=required");
    assert!(auth.verify_code_with(&phone(1), &code, &sent.code_token, None).await.is_ok());
    assert_eq!(refusal(auth.verify_code_with(&phone(1), &code, &sent.code_token, None).await), EXPIRED);
}

/// A botnet tries the codes of 200 numbers. After 500 wrong codes in an hour, each further code has two tries, except
/// on known devices.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn many_wrong_codes_leave_few_tries_to_each(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register(1).await;
    auth.sign_in_with(&phone(1), PASSWORD, Some(OWN_DEVICE)).await.unwrap();
    let mut tries = Vec::new();
    for n in 0..200 {
        let visitor = visitor_at([10, 1, n as u8, 1]);
        auth.send_code_from(&visitor, &number(n)).await.unwrap();
        let code = notification.code_to(&number(n)).await;
        // The last wrong attempt has another error.
        let mut attempts = 1;
        while refusal(auth.verify_code(&number(n), wrong(&code)).await) == "FailedPrecondition otp_invalid" {
            attempts += 1;
        }
        tries.push(attempts);
    }
    // 100 codes with five tries are 500.
    assert_eq!(tries[..100], [5; 100]);
    assert_eq!(tries[100..], [2; 100]);

    let sent = auth.send_code_to(&CallContext::default(), &phone(1), Some(OWN_DEVICE)).await.unwrap();
    let code = notification.code_to(&phone(1)).await;
    for _ in 0..4 {
        let mistake = auth.verify_code_with(&phone(1), wrong(&code), &sent.code_token, Some(OWN_DEVICE)).await;
        assert_eq!(refusal(mistake), "FailedPrecondition otp_invalid");
    }
    assert!(auth.verify_code_with(&phone(1), &code, &sent.code_token, Some(OWN_DEVICE)).await.is_ok());
    auth.send_code(NUMBER).await.unwrap();
    let code = notification.code_to(NUMBER).await;
    auth.verify_code(NUMBER, wrong(&code)).await.unwrap_err();
    assert!(auth.verify_code(NUMBER, &code).await.is_ok());

    auth.clock.advance(TimeDelta::hours(1));
    auth.send_code(NUMBER).await.unwrap();
    for left in ["4", "3", "2", "1"] {
        let status = auth.verify_code(NUMBER, wrong(&notification.code_to(NUMBER).await)).await.unwrap_err();
        assert_eq!(status.get_details_error_info().unwrap().metadata["left"], left, "the attack is over");
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_stranger_does_not_use_up_the_codes_of_a_known_device(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register(1).await;
    auth.sign_in_with(&phone(1), PASSWORD, Some(OWN_DEVICE)).await.unwrap();
    for _ in 0..3 {
        auth.send_code(&phone(1)).await.unwrap();
        let code = notification.code_to(&phone(1)).await;
        for _ in 0..5 {
            auth.verify_code(&phone(1), wrong(&code)).await.unwrap_err();
        }
        auth.clock.advance(TimeDelta::minutes(1));
    }
    assert_eq!(refusal(auth.send_code(&phone(1)).await), RATE_LIMITED);

    let sent = auth.send_code_to(&CallContext::default(), &phone(1), Some(OWN_DEVICE)).await.unwrap();
    let code = notification.code_to(&phone(1)).await;
    let verified = auth.verify_code_with(&phone(1), &code, &sent.code_token, Some(OWN_DEVICE)).await.unwrap();
    assert!(verified.access_token.is_some());
    let unknown = auth.send_code_to(&CallContext::default(), &phone(1), Some("new-0123456789abcdef")).await;
    assert_eq!(refusal(unknown), RATE_LIMITED);
}

/// Per network, 100 an hour and 300 a day. Per foreign country, 60 an hour and 300 a day.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn codes_are_limited_per_network_and_country(pool: PgPool) {
    let flags = [&CHEAP_HASHES[..], &["--network-budget-factor", "1"]].concat();
    let auth = TestAuth::start_with(pool, &TestClock::new(), &flags).await;
    let near = visitor_at([10, 0, 0, 1]);
    let (mut at_home, mut abroad) = (Vec::new(), Vec::new());
    for hour in 0..7_usize {
        let (mut sent_home, mut sent_abroad) = (0, 0);
        for n in hour * 150..(hour + 1) * 150 {
            sent_home += i32::from(auth.send_code_from(&near, &number(n)).await.is_ok());
            let far = visitor_at([11, (n / 250) as u8, (n % 250) as u8, 1]);
            sent_abroad += i32::from(auth.send_code_from(&far, &format!("+90501{n:07}")).await.is_ok());
        }
        at_home.push(sent_home);
        abroad.push(sent_abroad);
        auth.clock.advance(TimeDelta::hours(1));
    }
    assert_eq!(at_home, [100, 100, 100, 0, 0, 0, 0]);
    assert_eq!(abroad, [60, 60, 60, 60, 60, 0, 0]);
    let far = visitor_at([12, 0, 0, 1]);
    assert!(auth.send_code_from(&far, NUMBER).await.is_ok(), "other networks");
    assert!(auth.send_code_from(&far, "+79123456789").await.is_ok(), "other countries");
    auth.clock.advance(TimeDelta::hours(17));
    assert!(auth.send_code_from(&near, &number(9_999)).await.is_ok(), "the next day");
    assert!(auth.send_code_from(&near, "+905019999999").await.is_ok(), "the next day");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn refused_requests_do_not_use_up_the_budgets(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    for _ in 0..100 {
        let _ = auth.send_code("+905011111111").await;
    }
    assert!(auth.send_code("+905012222222").await.is_ok());
    assert_eq!(auth.count("select max(count)::bigint from throttle").await, 2);
}
