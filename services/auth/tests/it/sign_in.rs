//! All usual forms of a phone number or an e-mail address work as the login, and all failures look the same.

use std::time::{Duration, Instant};

use futures::future::join_all;
use insta::assert_debug_snapshot;
use sqlx::PgPool;
use testkit::{clock::TestClock, database::wait_until_blocked, tokens::TestKeys};
use tonic::Code;

use crate::test_auth::{PASSWORD, TestAuth, email, phone, refusal};

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_phone_in_any_form_or_an_email_signs_in(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register(1).await;
    for login in ["0502000001", "050 200 00 01", "+994(50) 200-00-01", "994502000001", " Person1@Example.AZ "] {
        let session = auth.sign_in(login, PASSWORD).await.unwrap();
        assert_eq!(session.expires_in, 600);
        assert_eq!(session.user, auth.me(&session.access_token).await.ok(), "{login}");
    }
    assert_eq!(auth.count("select count(*) from session").await, 5);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_session_contains_the_account(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let user = auth.register_and_sign_in(1).await.user;
    assert_debug_snapshot!(user, @r#"
    Some(
        User {
            id: 1,
            first_name: "Aygün",
            last_name: "Məmmədova",
            code: "49364249",
            email: Some(
                "person1@example.az",
            ),
            phone_number: "+994502000001",
            is_blogger: false,
            email_verified: true,
            roles: [],
            birth_date: None,
            deletes_at: None,
            language: "az",
            referral_code: None,
            has_password: true,
            permissions: [],
        },
    )
    "#);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_wrong_password_and_an_unknown_login_look_the_same(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register(1).await;
    let (own_phone, own_email) = (phone(1), email(1));
    let similar_passwords =
        [PASSWORD.to_uppercase(), format!("{PASSWORD} "), format!("{PASSWORD}\0"), PASSWORD[1..].to_owned()];
    let wrong_passwords = similar_passwords
        .iter()
        .flat_map(|password| [(own_phone.as_str(), password.as_str()), (own_email.as_str(), password.as_str())]);
    let unknown = [
        "0502000002",
        "person2@example.az",
        "aygün",
        "' or '1'='1",
        "x'; drop table account; --",
        "person1@example.az'--",
        "%@example.az",
        "0502000001\0",
        "person1@example.az\0",
        "０５０２０００００１",
        "<script>alert(1)</script>",
        "🎁",
        "null",
        "+",
    ];
    for (login, password) in wrong_passwords.chain(unknown.map(|login| (login, PASSWORD))) {
        let refused = refusal(auth.sign_in(login, password).await);
        assert_eq!(refused, "Unauthenticated invalid_credentials", "{login:?} {password:?}");
    }
    assert_eq!(auth.count("select count(*) from session").await, 0);
    assert_eq!(auth.count("select count(*) from account").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn missing_and_too_long_values_are_reported_with_their_field(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (long_login, long_password) = ("a".repeat(255), "ə".repeat(513));
    let mut refusals = Vec::new();
    for (login, password) in
        [("", ""), (" \t", "x"), ("x", ""), (long_login.as_str(), "x"), ("x", long_password.as_str())]
    {
        refusals.push(refusal(auth.sign_in(login, password).await));
    }
    assert_debug_snapshot!(refusals, @r#"
    [
        "InvalidArgument validation_failed login=required password=required",
        "InvalidArgument validation_failed login=required",
        "InvalidArgument validation_failed password=required",
        "InvalidArgument validation_failed login=too_long",
        "InvalidArgument validation_failed password=too_long",
    ]
    "#);
    let at_the_limits = refusal(auth.sign_in(&"a".repeat(254), &"a".repeat(1024)).await);
    assert_eq!(at_the_limits, "Unauthenticated invalid_credentials");
}

/// Hashes have their production cost, so that a missing hash would show in the time.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_unknown_login_takes_as_long_as_a_wrong_password(pool: PgPool) {
    let auth = TestAuth::start_with(pool, &TestClock::new(), &["--login-free", "200"]).await;
    auth.register(1).await;
    let (mut known, mut unknown, mut invalid) = (Duration::MAX, Duration::MAX, Duration::MAX);
    let is_alike = |known: Duration, unknown: Duration, invalid: Duration| unknown.min(invalid) > known / 2;
    // Other tests can delay an attempt but not speed it up, so the fastest attempts are compared.
    for attempt in 1.. {
        known = known.min(time_of(&auth, "0502000001").await);
        unknown = unknown.min(time_of(&auth, "0502000002").await);
        invalid = invalid.min(time_of(&auth, "no login at all").await);
        if attempt >= 7 && is_alike(known, unknown, invalid) {
            break;
        }
        assert!(attempt < 50, "known {known:?}, unknown {unknown:?}, no login {invalid:?}");
    }
    println!("known {known:?}, unknown {unknown:?}, no login {invalid:?}");
}

/// Returns the time of a sign-in with a wrong password.
async fn time_of(auth: &TestAuth, login: &str) -> Duration {
    let began = Instant::now();
    assert_eq!(refusal(auth.sign_in(login, "wrong").await), "Unauthenticated invalid_credentials");
    began.elapsed()
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_burst_of_sign_ins_waits_for_the_hash_workers(pool: PgPool) {
    let auth = TestAuth::start_with(pool, &TestClock::new(), &["--password-workers", "1", "--login-free", "20"]).await;
    auth.register(1).await;
    let burst = join_all((0..12).map(|_| auth.sign_in("0502000001", PASSWORD))).await;
    assert!(burst.iter().all(Result::is_ok));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn sign_ins_that_wait_too_long_fail_as_unavailable(pool: PgPool) {
    let flags = ["--password-workers", "1", "--password-patience", "1ms", "--login-free", "20"];
    let auth = TestAuth::start_with(pool, &TestClock::new(), &flags).await;
    auth.register(1).await;
    let burst = join_all((0..12).map(|_| auth.sign_in("0502000001", PASSWORD))).await;
    let (served, refused): (Vec<_>, Vec<_>) = burst.into_iter().partition(Result::is_ok);
    assert!(!served.is_empty());
    assert!(!refused.is_empty());
    assert!(refused.into_iter().all(|outcome| refusal(outcome) == "Unavailable service_unavailable"));
    assert!(auth.sign_in("0502000001", PASSWORD).await.is_ok(), "the workers are free again");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_weak_hash_is_replaced_only_after_a_correct_password(pool: PgPool) {
    let weak = TestAuth::start(pool).await;
    weak.register(1).await;
    let flags = ["--password-memory-kib", "128", "--password-passes", "2"];
    let strong = TestAuth::start_with(weak.app.pool.clone(), &weak.clock, &flags).await;
    let strengthened = "select count(*) from account where password_hash like '$argon2id$v=19$m=128,t=2,p=1$%'";
    strong.sign_in("0502000001", "wrong").await.unwrap_err();
    assert_eq!(strong.count(strengthened).await, 0);
    strong.sign_in("0502000001", PASSWORD).await.unwrap();
    assert_eq!(strong.count(strengthened).await, 1);
    // A replica with the old settings accepts the hash without weakening it.
    weak.sign_in("0502000001", PASSWORD).await.unwrap();
    assert_eq!(strong.count(strengthened).await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_account_is_visible_to_its_owner_only(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (aygun, leyla) = (auth.register_and_sign_in(1).await, auth.register_and_sign_in(2).await);
    let leylas = leyla.user.unwrap();
    assert_eq!(auth.me(&leyla.access_token).await.unwrap(), leylas);
    assert_ne!(auth.me(&aygun.access_token).await.unwrap().id, leylas.id);

    let forged = TestKeys::new(&auth.clock).token(leylas.id);
    // Aygün's header and signature with Leyla's claims.
    let parts = |token: &str| token.split('.').map(str::to_owned).collect::<Vec<_>>();
    let (own, other) = (parts(&aygun.access_token), parts(&leyla.access_token));
    let spliced = format!("{}.{}.{}", own[0], other[1], own[2]);
    // {"alg":"none"}
    let unsigned = format!("eyJhbGciOiJub25lIn0.{}.", other[1]);
    for token in
        [forged.as_str(), &spliced, &unsigned, "", "x", "a.b.c", &"a".repeat(5000), leyla.refresh_token.as_str()]
    {
        assert_eq!(refusal(auth.me(token).await), "Unauthenticated unauthenticated", "{token}");
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn access_tokens_expire_and_deleted_accounts_are_unauthenticated(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.register_and_sign_in(1).await;
    auth.clock.advance(chrono::TimeDelta::seconds(599));
    assert!(auth.me(&session.access_token).await.is_ok());
    auth.clock.advance(chrono::TimeDelta::seconds(1));
    assert_eq!(refusal(auth.me(&session.access_token).await), "Unauthenticated token_expired");

    let tokens = auth.refresh(&session.refresh_token).await.unwrap();
    sqlx::query("delete from account").execute(&auth.app.pool).await.unwrap();
    assert_eq!(refusal(auth.me(&tokens.access_token).await), "Unauthenticated unauthenticated");
    assert_eq!(auth.refresh(&tokens.refresh_token).await.unwrap_err().code(), Code::Unauthenticated);
}

/// The password is checked without a lock, because hashing takes long. A reset that commits during the check must win.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_password_that_is_replaced_while_it_is_checked_does_not_sign_in(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    auth.register(1).await;
    let mut reset = kit::db::begin(&pool).await.unwrap();
    sqlx::query("update account set password_hash = 'replaced'").execute(&mut *reset).await.unwrap();
    let commit = async {
        wait_until_blocked(&pool, "for no key update").await;
        reset.commit().await.unwrap();
    };
    let login = phone(1);
    let (outcome, ()) = tokio::join!(auth.sign_in(&login, PASSWORD), commit);
    assert_eq!(refusal(outcome), "Unauthenticated invalid_credentials");
    assert_eq!(auth.count("select count(*) from session").await, 0);
}
