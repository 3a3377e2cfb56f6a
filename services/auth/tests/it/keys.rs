//! By default, a key signs for 30 days and is published one day earlier.

use chrono::TimeDelta;
use futures::future::join_all;
use insta::assert_debug_snapshot;
use sqlx::PgPool;
use testkit::clock::TestClock;

use crate::test_auth::{PASSWORD, TestAuth, app, app_with_cheap_hashes, kid, phone};

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn another_service_verifies_tokens_with_the_published_keys(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.register_and_sign_in(1).await;
    let caller = auth.other_service().verify(&session.access_token).await.unwrap();
    assert_eq!(caller.account, session.user.unwrap().id);
    assert!(caller.roles.is_empty());
    let tokens = auth.refresh(&session.refresh_token).await.unwrap();
    assert_eq!(auth.other_service().verify(&tokens.access_token).await.unwrap(), caller, "the same session");

    let keys = auth.keys().await;
    assert_eq!(keys.len(), 1);
    let key = &keys[0];
    assert_eq!((key.kid.as_str(), key.x.len()), (kid(&session.access_token).as_str(), 43));
    assert_debug_snapshot!((&key.kty, &key.crv, &key.alg, &key.r#use), @r#"
    (
        "OKP",
        "Ed25519",
        "EdDSA",
        "sig",
    )
    "#);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn keys_rotate_without_invalidating_tokens(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth::rotate_keys(&auth.app).await.unwrap();
    let first = published(&auth).await;
    assert_eq!(first.len(), 1);

    // One day before the first key retires, the second is published. It does not sign yet.
    auth.clock.advance(TimeDelta::days(29) - TimeDelta::seconds(1));
    auth::rotate_keys(&auth.app).await.unwrap();
    assert_eq!(published(&auth).await, first);
    auth.clock.advance(TimeDelta::seconds(1));
    auth::rotate_keys(&auth.app).await.unwrap();
    let two_keys = published(&auth).await;
    assert_eq!((two_keys.len(), &two_keys[0]), (2, &first[0]));
    auth.clock.advance(TimeDelta::days(1) - TimeDelta::seconds(1));
    let last = auth.register_and_sign_in(1).await;
    assert_eq!(kid(&last.access_token), two_keys[0]);
    let other_service = auth.other_service();
    other_service.verify(&last.access_token).await.unwrap();

    // The first key's last token is still valid.
    auth.clock.advance(TimeDelta::seconds(1));
    let next = auth.refresh(&last.refresh_token).await.unwrap();
    assert_eq!(kid(&next.access_token), two_keys[1]);
    other_service.verify(&next.access_token).await.unwrap();
    // Access tokens are valid for 600 seconds.
    auth.clock.advance(TimeDelta::seconds(598));
    auth::rotate_keys(&auth.app).await.unwrap();
    auth.other_service().verify(&last.access_token).await.unwrap();
    assert_eq!(published(&auth).await, two_keys);

    auth.clock.advance(TimeDelta::seconds(2));
    assert_eq!(published(&auth).await, two_keys[1..]);
    auth::rotate_keys(&auth.app).await.unwrap();
    assert_eq!(auth.count("select count(*) from signing_key").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn replicas_that_start_together_create_one_key(pool: PgPool) {
    let clock = TestClock::new();
    let replicas: Vec<_> = (0..8).map(|_| app_with_cheap_hashes(pool.clone(), &clock)).collect();
    for outcome in join_all(replicas.iter().map(auth::rotate_keys)).await {
        outcome.unwrap();
    }
    assert_eq!(count_keys(&pool).await, 1);
    clock.advance(TimeDelta::days(29));
    for outcome in join_all(replicas.iter().map(auth::rotate_keys)).await {
        outcome.unwrap();
    }
    assert_eq!(count_keys(&pool).await, 2);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn replicas_sign_with_the_same_key(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let replica = auth.replica().await;
    let first = auth.register_and_sign_in(1).await;
    let second = replica.sign_in(&phone(1), PASSWORD).await.unwrap();
    assert_eq!(kid(&first.access_token), kid(&second.access_token));
    assert!(auth.me(&second.access_token).await.is_ok());
    assert!(replica.me(&first.access_token).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn signing_in_creates_a_missing_key(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let old = auth.register_and_sign_in(1).await;
    auth.clock.advance(TimeDelta::days(100));
    let burst = join_all((0..10).map(|_| auth.sign_in("0502000001", PASSWORD))).await;
    let kids: Vec<_> = burst.into_iter().map(|session| kid(&session.unwrap().access_token)).collect();
    for new_kid in &kids {
        assert_eq!(*new_kid, kids[0]);
        assert_ne!(*new_kid, kid(&old.access_token));
    }
    assert_eq!(count_keys(&auth.app.pool).await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn keys_cannot_be_decrypted_with_another_secret(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth::rotate_keys(&auth.app).await.unwrap();
    let flags = ["--key-secret", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="];
    let with_other_secret = app(auth.app.pool.clone(), &auth.clock, &flags).unwrap();
    let error = format!("{:#}", anyhow::Error::from(auth::rotate_keys(&with_other_secret).await.unwrap_err()));
    assert!(error.contains("a signing key was encrypted with another AUTH_KEY_SECRET"), "{error}");
    for (flags, expected) in [
        (["--key-secret", "c2hvcnQ="], "AUTH_KEY_SECRET is not 32 bytes in base64"),
        (["--key-rotation", "1h"], "AUTH_KEY_LEAD must be shorter than AUTH_KEY_ROTATION"),
        (["--password-memory-kib", "1"], "invalid argon2id settings: memory cost is too small"),
    ] {
        let error = app(auth.app.pool.clone(), &auth.clock, &flags).err().unwrap();
        assert_eq!(error.to_string(), expected);
    }
}

async fn published(auth: &TestAuth) -> Vec<String> {
    auth.keys().await.into_iter().map(|key| key.kid).collect()
}

async fn count_keys(pool: &PgPool) -> i64 {
    sqlx::query_scalar("select count(*) from signing_key").fetch_one(pool).await.expect("keys can be counted")
}
