//! What people are told outside of the shop: told if it happened, until it is taken, and not when it is too late.

use std::time::Duration;

use chrono::TimeDelta;
use sqlx::PgPool;
use testkit::database::eventually;
use tokio_util::sync::CancellationToken;

use crate::{
    door::applicant,
    house::{TestAuth, email, phone},
    post::TestPost,
};

const WAITING: &str = "select count(*) from message";

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_letter_is_carried_until_it_is_taken(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    auth.register(1).await;
    post.go_away();
    auth.forget(&email(1)).await.unwrap();
    assert_eq!(post.letters().await.len(), 0);
    assert_eq!(auth.count(WAITING).await, 1);
    post.come_back();
    assert_eq!(post.letters().await.len(), 0, "not before its time");
    auth.clock.advance(TimeDelta::seconds(1));
    let letters = post.letters().await;
    assert_eq!(letters.len(), 1);
    assert!(uuid::Uuid::parse_str(&letters[0].id).is_ok());
    let expiry = auth.clock.now() + TimeDelta::minutes(30) - TimeDelta::seconds(1);
    assert_eq!(letters[0].expires_at.unwrap().seconds, expiry.timestamp());
    assert_eq!(auth.count(WAITING).await, 0);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn pauses_grow_and_what_is_too_late_is_dropped(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    post.go_away();
    auth.send_code(&phone(1)).await.unwrap();
    let mut carried = Vec::new();
    for second in 0..310 {
        if post.postman().round().await.unwrap() > 0 {
            carried.push(second);
        }
        auth.clock.advance(TimeDelta::seconds(1));
    }
    // The last of these finds that the code has expired.
    assert_eq!(carried, [0, 1, 3, 7, 15, 31, 63, 123, 183, 243, 303]);
    post.come_back();
    assert_eq!((post.letters().await.len(), auth.count(WAITING).await), (0, 0));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn of_many_postmen_each_letter_has_one(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    for number in 1..=40 {
        auth.send_code(&phone(number)).await.unwrap();
    }
    let rounds = (0..8).map(|_| {
        let postman = post.postman();
        async move { while postman.round().await.unwrap() > 0 {} }
    });
    futures::future::join_all(rounds).await;
    let mut ids: Vec<_> = post.letters().await.into_iter().map(|letter| letter.id).collect();
    assert_eq!(ids.len(), 40);
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 40);
}

/// As when a postman died with the letter in his bag.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_letter_whose_postman_died_goes_to_the_next(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    auth.send_code(&phone(1)).await.unwrap();
    sqlx::query("update message set due_at = due_at + interval '30 seconds', attempts = 1")
        .execute(&auth.app.pool)
        .await
        .unwrap();
    assert_eq!(post.letters().await.len(), 0);
    auth.clock.advance(TimeDelta::seconds(30));
    assert_eq!(post.letters().await.len(), 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_bell_wakes_the_postman_and_he_stops_when_told(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    let stop = CancellationToken::new();
    let walking = tokio::spawn(post.postman().worker().run(stop.clone()));
    tokio::time::sleep(Duration::from_millis(50)).await;
    auth.send_code(&phone(1)).await.unwrap();
    eventually("the letter is taken", || async { auth.count(WAITING).await == 0 }).await;
    stop.cancel();
    tokio::time::timeout(Duration::from_secs(5), walking).await.expect("he stops").unwrap().unwrap();
    assert_eq!(post.letters().await.len(), 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn what_did_not_happen_is_not_told(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let post = TestPost::start(&auth).await;
    auth.register(1).await;
    let proof = auth.prove(&post, "+994557654321").await;
    auth.sign_up(applicant("+994557654321", &email(1), &proof)).await.unwrap_err();
    assert_eq!(auth.count(WAITING).await, 0);
    assert_eq!(post.templates_to(&email(1)).await, [""; 0]);
}
