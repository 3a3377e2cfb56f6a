//! A code has five tries, and a number 15 wrong ones a day.

use chrono::TimeDelta;
use kit::client::CallContext;
use proto::auth::CodeVerified;
use sqlx::PgPool;
use tonic::Status;
use tonic_types::StatusExt as _;

use crate::{
    fake_notification::FakeNotification,
    requests::{FOREIGN_TOKEN, visitor_at, wrong_code_for},
    test_auth::{PASSWORD, TestAuth, phone, refusal},
};

/// A number without an account.
const NUMBER: &str = "+994557654321";
const EXPIRED: &str = "FailedPrecondition otp_expired";
const INVALID: &str = "FailedPrecondition otp_invalid";
const RATE_LIMITED: &str = "ResourceExhausted too_many_requests";
/// The owner's browser.
const OWN_DEVICE: &str = "own-0123456789abcdef";

/// Many more numbers without an account.
fn nth_number(n: usize) -> String {
    format!("+99450{n:07}")
}

fn nth_foreign_number(n: usize) -> String {
    format!("+90501{n:07}")
}

/// A code requested in the owner's browser.
struct OwnCode {
    code: String,
    token: String,
}

impl OwnCode {
    async fn request(auth: &TestAuth, notification: &FakeNotification) -> Self {
        let sent = auth.send_code_to(&CallContext::default(), &phone(1), Some(OWN_DEVICE)).await;
        let token = sent.expect("the owner gets a code").code_token;
        Self { code: notification.code_to(&phone(1)).await, token }
    }

    async fn enter(&self, auth: &TestAuth, code: &str) -> Result<CodeVerified, Status> {
        auth.verify_code_with(&phone(1), code, &self.token, Some(OWN_DEVICE)).await
    }
}

async fn sign_in_on_own_device(auth: &TestAuth) {
    auth.register(1).await;
    auth.sign_in_with(&phone(1), PASSWORD, Some(OWN_DEVICE)).await.expect("the correct password");
}

/// A stranger who did not request the code uses up none of the owner's tries.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_code_is_useless_in_another_browser(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register(1).await;
    let sent = auth.send_code(&phone(1)).await.unwrap();
    let code = notification.code_to(&phone(1)).await;
    let wrong = wrong_code_for(&code);
    let other = auth.send_code(NUMBER).await.unwrap();
    // Malformed, unknown, and of another number.
    for token in [FOREIGN_TOKEN, &"A".repeat(43), &other.code_token] {
        for guess in [code.as_str(), wrong, wrong, wrong, wrong, wrong] {
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
    sign_in_on_own_device(&auth).await;
    let mut tries = Vec::new();
    for n in 0..200 {
        // Another network each time.
        let visitor = visitor_at([10, 1, n as u8, 1]);
        auth.send_code_from(&visitor, &nth_number(n)).await.unwrap();
        let wrong = wrong_code_for(&notification.code_to(&nth_number(n)).await);
        // The last wrong attempt has another error.
        let mut attempts = 1;
        while refusal(auth.verify_code(&nth_number(n), wrong).await) == INVALID {
            attempts += 1;
        }
        tries.push(attempts);
    }
    // 100 codes with five tries are 500.
    assert_eq!(tries[..100], [5; 100]);
    assert_eq!(tries[100..], [2; 100]);

    // A known device still has five.
    let own = OwnCode::request(&auth, &notification).await;
    for _ in 0..4 {
        assert_eq!(refusal(own.enter(&auth, wrong_code_for(&own.code)).await), INVALID);
    }
    assert!(own.enter(&auth, &own.code).await.is_ok());

    // An unknown one has two.
    auth.send_code(NUMBER).await.unwrap();
    let code = notification.code_to(NUMBER).await;
    auth.verify_code(NUMBER, wrong_code_for(&code)).await.unwrap_err();
    assert!(auth.verify_code(NUMBER, &code).await.is_ok());

    auth.clock.advance(TimeDelta::hours(1));
    auth.send_code(NUMBER).await.unwrap();
    let wrong = wrong_code_for(&notification.code_to(NUMBER).await);
    for left in ["4", "3", "2", "1"] {
        let status = auth.verify_code(NUMBER, wrong).await.unwrap_err();
        assert_eq!(status.get_details_error_info().unwrap().metadata["left"], left, "the attack is over");
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_stranger_does_not_use_up_the_codes_of_a_known_device(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    sign_in_on_own_device(&auth).await;
    // Uses up the 15 wrong tries of the day.
    for _ in 0..3 {
        auth.send_code(&phone(1)).await.unwrap();
        let wrong = wrong_code_for(&notification.code_to(&phone(1)).await);
        for _ in 0..5 {
            auth.verify_code(&phone(1), wrong).await.unwrap_err();
        }
        auth.clock.advance(TimeDelta::minutes(1));
    }
    assert_eq!(refusal(auth.send_code(&phone(1)).await), RATE_LIMITED);

    let own = OwnCode::request(&auth, &notification).await;
    assert!(own.enter(&auth, &own.code).await.unwrap().access_token.is_some());
    let on_unknown_device = auth.send_code_to(&CallContext::default(), &phone(1), Some("new-0123456789abcdef")).await;
    assert_eq!(refusal(on_unknown_device), RATE_LIMITED);
}

/// Per network, 100 an hour and 300 a day. Per foreign country, 60 an hour and 300 a day.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn codes_are_limited_per_network_and_country(pool: PgPool) {
    // Local mode multiplies budgets by 100.
    let auth = TestAuth::start_with_flags(pool, &["--network-budget-factor", "1"]).await;
    let near = visitor_at([10, 0, 0, 1]);
    let (mut at_home, mut abroad) = (Vec::new(), Vec::new());
    for hour in 0..7_usize {
        let (mut sent_home, mut sent_abroad) = (0, 0);
        for n in hour * 150..(hour + 1) * 150 {
            // Each foreign number is requested from another network.
            sent_home += i32::from(auth.send_code_from(&near, &nth_number(n)).await.is_ok());
            let far = visitor_at([11, (n / 250) as u8, (n % 250) as u8, 1]);
            sent_abroad += i32::from(auth.send_code_from(&far, &nth_foreign_number(n)).await.is_ok());
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
    // Seven hours have passed.
    auth.clock.advance(TimeDelta::hours(17));
    assert!(auth.send_code_from(&near, &nth_number(9_999)).await.is_ok(), "the next day");
    assert!(auth.send_code_from(&near, &nth_foreign_number(9_999_999)).await.is_ok(), "the next day");
}

/// A number gets one code a minute, so all but the first request are refused.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn refused_requests_do_not_use_up_the_budgets(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    for _ in 0..100 {
        let _ = auth.send_code("+905011111111").await;
    }
    assert!(auth.send_code("+905012222222").await.is_ok());
    let largest_count = auth.count("select max(count)::bigint from throttle").await;
    assert_eq!(largest_count, 2, "the country's budget counts the two codes that were sent");
}
