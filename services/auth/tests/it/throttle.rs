//! Guessing passwords: it gets slower and slower, for known and unknown logins alike.

use std::time::Instant;

use chrono::TimeDelta;
use futures::future::join_all;
use sqlx::PgPool;
use testkit::clock::TestClock;
use tonic::Code;

use crate::{
    door::{from, wait},
    house::{CHEAP, PASSWORD, TestAuth, email, phone, refusal},
};

const WRONG: &str = "Unauthenticated invalid_credentials";
const LATER: &str = "ResourceExhausted too_many_requests";

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn each_further_guess_waits_twice_as_long_whether_the_login_is_known_or_not(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register(1).await;
    let mut seen = Vec::new();
    for login in [phone(1), phone(2), email(1), email(2), "no login at all".to_owned()] {
        for _ in 0..10 {
            assert_eq!(refusal(auth.sign_in(&login, "wrong").await), WRONG);
        }
        let mut waits = Vec::new();
        for _ in 0..12 {
            // The right password is refused, too: it is not even looked at.
            let seconds = wait(auth.sign_in(&login, PASSWORD).await);
            waits.push(seconds);
            auth.clock.advance(TimeDelta::seconds(seconds as i64));
            assert_eq!(refusal(auth.sign_in(&login, "wrong").await), WRONG, "{login}");
        }
        seen.push(waits);
    }
    assert_eq!(seen[0], [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512, 900]);
    assert!(seen.iter().all(|waits| *waits == seen[0]), "{seen:?}");
    let held = "select string_agg(encode(throttle_key, 'escape'), ' ') from throttle";
    let held: String = sqlx::query_scalar(held).fetch_one(&auth.app.pool).await.unwrap();
    assert!(!held.contains("200000") && !held.contains("example"), "no login is kept");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_right_password_after_the_wait_forgives_all(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register(1).await;
    for _ in 0..2 {
        for _ in 0..10 {
            auth.sign_in(&phone(1), "wrong").await.unwrap_err();
        }
        // However it is written, it is the same login; another one of the same person is not refused.
        assert_eq!(refusal(auth.sign_in("050 200 00 01", PASSWORD).await), LATER);
        assert!(auth.sign_in(&email(1), PASSWORD).await.is_ok());
        auth.clock.advance(TimeDelta::seconds(1));
        assert!(auth.sign_in(&phone(1), PASSWORD).await.is_ok());
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn time_forgives(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    for _ in 0..10 {
        auth.sign_in(&phone(1), "wrong").await.unwrap_err();
    }
    auth.clock.advance(TimeDelta::minutes(45));
    for _ in 0..3 {
        assert_eq!(refusal(auth.sign_in(&phone(1), "wrong").await), WRONG);
    }
    assert_eq!(refusal(auth.sign_in(&phone(1), "wrong").await), LATER);
}

/// Guesses are counted before they are looked at.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn guesses_that_come_at_once_are_counted_one_by_one(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register(1).await;
    let replica = auth.replica().await;
    let login = phone(1);
    let guesses = (0..50).map(|n| if n % 2 == 0 { &auth } else { &replica }.sign_in(&login, "wrong"));
    let told: Vec<_> = join_all(guesses).await.into_iter().map(|outcome| outcome.unwrap_err().code()).collect();
    assert_eq!(told.iter().filter(|code| **code == Code::Unauthenticated).count(), 10);
    assert_eq!(told.iter().filter(|code| **code == Code::ResourceExhausted).count(), 40);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn one_address_gets_so_many_wrong_guesses_whatever_the_logins(pool: PgPool) {
    let flags = [&CHEAP[..], &["--place-free", "4"]].concat();
    let auth = TestAuth::start_with(pool, &TestClock::new(), &flags).await;
    auth.register(1).await;
    let (near, far) = (from([10, 0, 0, 1], ""), from([10, 0, 0, 2], ""));
    for _ in 0..20 {
        auth.sign_in_from(&near, &phone(1), PASSWORD).await.expect("who is right is not counted");
    }
    for number in 2..=5 {
        assert_eq!(refusal(auth.sign_in_from(&near, &phone(number), "wrong").await), WRONG);
    }
    assert_eq!(refusal(auth.sign_in_from(&near, &phone(1), PASSWORD).await), LATER);
    assert!(auth.sign_in_from(&far, &phone(1), PASSWORD).await.is_ok());
    auth.clock.advance(TimeDelta::seconds(1));
    assert!(auth.sign_in_from(&near, &phone(1), PASSWORD).await.is_ok());
}

/// With hashes that take long, so that the work would show if it were done.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn what_is_refused_costs_no_work(pool: PgPool) {
    let flags = ["--password-passes", "12", "--login-free", "1"];
    let auth = TestAuth::start_with(pool, &TestClock::new(), &flags).await;
    auth.register(1).await;
    let began = Instant::now();
    auth.sign_in(&phone(1), "wrong").await.unwrap_err();
    let worked = began.elapsed();
    let mut refused = Vec::new();
    for _ in 0..9 {
        let began = Instant::now();
        assert_eq!(refusal(auth.sign_in(&phone(1), PASSWORD).await), LATER);
        refused.push(began.elapsed());
    }
    refused.sort();
    assert!(refused[4] < worked / 3, "{:?} against {worked:?}", refused[4]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn what_is_good_for_nothing_is_swept_out(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.sign_in(&phone(1), "wrong").await.unwrap_err();
    auth.send_code(&phone(1)).await.unwrap();
    auth.forget(&email(1)).await.unwrap();
    let rows =
        "select (select count(*) from throttle) + (select count(*) from phone_code) + (select count(*) from link)";
    auth::sweep(&auth.app).await.unwrap();
    assert_eq!(auth.count(rows).await, 4);
    auth.clock.advance(TimeDelta::days(1) + TimeDelta::seconds(1));
    auth::sweep(&auth.app).await.unwrap();
    assert_eq!(auth.count(rows).await, 0);
}
