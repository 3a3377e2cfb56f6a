//! Rate limits are the same for logins with and without an account, so that they do not reveal accounts.

use std::time::Instant;

use chrono::TimeDelta;
use futures::future::join_all;
use sqlx::PgPool;
use testkit::clock::TestClock;
use tonic::Code;

use crate::{
    requests::{retry_after, visitor_at},
    test_auth::{PASSWORD, TestAuth, email, phone, refusal},
};

const INVALID_CREDENTIALS: &str = "Unauthenticated invalid_credentials";
const RATE_LIMITED: &str = "ResourceExhausted too_many_requests";

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn waits_double_for_known_and_unknown_logins_alike(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register(1).await;
    let mut waits_by_login = Vec::new();
    for login in [phone(1), phone(2), email(1), email(2), "no login at all".to_owned()] {
        // Ten attempts are free.
        for _ in 0..10 {
            assert_eq!(refusal(auth.sign_in(&login, "wrong").await), INVALID_CREDENTIALS);
        }
        let mut waits = Vec::new();
        for _ in 0..12 {
            // Even the correct password is refused, without being verified.
            let seconds = retry_after(auth.sign_in(&login, PASSWORD).await);
            waits.push(seconds);
            auth.clock.advance(TimeDelta::seconds(seconds as i64));
            assert_eq!(refusal(auth.sign_in(&login, "wrong").await), INVALID_CREDENTIALS, "{login}");
        }
        waits_by_login.push(waits);
    }
    // 512 comes twice, because by then one attempt was forgiven (after 15 minutes).
    assert_eq!(waits_by_login[0], [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512, 900]);
    assert!(waits_by_login.iter().all(|waits| *waits == waits_by_login[0]), "{waits_by_login:?}");
    let stored = "select string_agg(encode(throttle_key, 'escape'), ' ') from throttle";
    let stored: String = sqlx::query_scalar(stored).fetch_one(&auth.app.pool).await.unwrap();
    for part in ["200000", "example"] {
        assert!(!stored.contains(part), "no login is stored in clear");
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_correct_password_after_the_wait_resets_the_limit(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register(1).await;
    // The second round would fail if the first had not reset the limit.
    for _ in 0..2 {
        for _ in 0..10 {
            auth.sign_in(&phone(1), "wrong").await.unwrap_err();
        }
        // All spellings of a login count together.
        assert_eq!(refusal(auth.sign_in("050 200 00 01", PASSWORD).await), RATE_LIMITED);
        // The account's other login counts separately.
        assert!(auth.sign_in(&email(1), PASSWORD).await.is_ok());
        auth.clock.advance(TimeDelta::seconds(1));
        assert!(auth.sign_in(&phone(1), PASSWORD).await.is_ok());
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn attempts_are_forgiven_over_time(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    for _ in 0..10 {
        auth.sign_in(&phone(1), "wrong").await.unwrap_err();
    }
    // One attempt is forgiven every 15 minutes.
    auth.clock.advance(TimeDelta::minutes(45));
    for _ in 0..3 {
        assert_eq!(refusal(auth.sign_in(&phone(1), "wrong").await), INVALID_CREDENTIALS);
    }
    assert_eq!(refusal(auth.sign_in(&phone(1), "wrong").await), RATE_LIMITED);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn concurrent_guesses_are_all_counted(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register(1).await;
    let replica = auth.replica().await;
    let login = phone(1);
    let guesses = (0..50).map(|n| if n % 2 == 0 { &auth } else { &replica }.sign_in(&login, "wrong"));
    let codes: Vec<_> = join_all(guesses).await.into_iter().map(|outcome| outcome.unwrap_err().code()).collect();
    assert_eq!(codes.iter().filter(|code| **code == Code::Unauthenticated).count(), 10);
    assert_eq!(codes.iter().filter(|code| **code == Code::ResourceExhausted).count(), 40);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn wrong_guesses_are_limited_per_network_over_all_logins(pool: PgPool) {
    let auth = TestAuth::start_with_flags(pool, &["--place-free", "4"]).await;
    auth.register(1).await;
    let (near, far) = (visitor_at([10, 0, 0, 1]), visitor_at([10, 0, 0, 2]));
    for _ in 0..20 {
        auth.sign_in_from(&near, &phone(1), PASSWORD).await.expect("successful sign-ins do not count");
    }
    for number in 2..=5 {
        // `--place-free 4` allows four wrong passwords per network.
        assert_eq!(refusal(auth.sign_in_from(&near, &phone(number), "wrong").await), INVALID_CREDENTIALS);
    }
    assert_eq!(refusal(auth.sign_in_from(&near, &phone(1), PASSWORD).await), RATE_LIMITED);
    assert!(auth.sign_in_from(&far, &phone(1), PASSWORD).await.is_ok());
    auth.clock.advance(TimeDelta::seconds(1));
    assert!(auth.sign_in_from(&near, &phone(1), PASSWORD).await.is_ok());
}

/// Twelve passes make a hash slow enough to be seen in the response time.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_refused_attempt_computes_no_hash(pool: PgPool) {
    let flags = ["--password-passes", "12", "--login-free", "1"];
    let auth = TestAuth::start_with(pool, &TestClock::new(), &flags).await;
    auth.register(1).await;
    let began = Instant::now();
    auth.sign_in(&phone(1), "wrong").await.unwrap_err();
    let with_a_hash = began.elapsed();
    let mut refused = Vec::new();
    for _ in 0..9 {
        let began = Instant::now();
        assert_eq!(refusal(auth.sign_in(&phone(1), PASSWORD).await), RATE_LIMITED);
        refused.push(began.elapsed());
    }
    refused.sort();
    assert!(refused[4] < with_a_hash / 3, "median {:?}, with a hash {with_a_hash:?}", refused[4]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn expired_counters_codes_and_links_are_deleted(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.sign_in(&phone(1), "wrong").await.unwrap_err();
    auth.send_code(&phone(1)).await.unwrap();
    auth.forget(&email(1)).await.unwrap();
    let rows =
        "select (select count(*) from throttle) + (select count(*) from phone_code) + (select count(*) from link)";
    auth::delete_expired_rows(&auth.app).await.unwrap();
    let (counters, codes, links) = (5, 1, 1);
    assert_eq!(auth.count(rows).await, counters + codes + links);
    auth.clock.advance(TimeDelta::days(1) + TimeDelta::seconds(1));
    auth::delete_expired_rows(&auth.app).await.unwrap();
    assert_eq!(auth.count(rows).await, 0);
}
