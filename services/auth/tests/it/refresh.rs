//! An exchanged token still works for 30 seconds, for tabs that refresh at the same time. A later use means that the
//! token was copied.

use chrono::TimeDelta;
use futures::future::join_all;
use insta::assert_debug_snapshot;
use sqlx::PgPool;
use testkit::database::{announced, eventually};

use crate::test_auth::{PASSWORD, TestAuth, phone, refusal};

const UNAUTHENTICATED: &str = "Unauthenticated unauthenticated";

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_refresh_token_is_exchanged_for_a_new_one(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.register_and_sign_in(1).await;
    let mut token = session.refresh_token;
    for _ in 0..3 {
        auth.clock.advance(TimeDelta::minutes(10));
        let tokens = auth.refresh(&token).await.unwrap();
        assert_eq!(auth.me(&tokens.access_token).await.ok(), session.user);
        assert_ne!(tokens.refresh_token, token);
        assert_eq!(tokens.expires_in, 600);
        token = tokens.refresh_token;
    }
    assert_eq!(auth.count("select count(*) from session").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn twenty_tabs_may_refresh_at_once_and_later_reuse_ends_the_session(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let other = auth.register_and_sign_in(1).await;
    let session = auth.sign_in(&phone(1), PASSWORD).await.unwrap();

    let tabs = join_all((0..20).map(|_| auth.refresh(&session.refresh_token))).await;
    let tabs: Vec<_> = tabs.into_iter().collect::<Result<_, _>>().unwrap();
    assert!(tabs.iter().all(|tab| tab.refresh_token == tabs[0].refresh_token), "all tabs get the same successor");
    // Within the grace period, the old token returns the unexchanged one, even if that is a later one.
    auth.clock.advance(TimeDelta::seconds(30));
    let next = auth.refresh(&tabs[7].refresh_token).await.unwrap();
    assert_eq!(auth.refresh(&session.refresh_token).await.unwrap().refresh_token, next.refresh_token);
    assert_eq!(announced(&auth.app.pool).await, ["user_registered"]);

    auth.clock.advance(TimeDelta::seconds(1));
    assert_eq!(refusal(auth.refresh(&session.refresh_token).await), UNAUTHENTICATED);
    for token in [&next.refresh_token, &tabs[3].refresh_token, &session.refresh_token] {
        assert_eq!(refusal(auth.refresh(token).await), UNAUTHENTICATED, "the whole session has ended");
    }
    assert_eq!(refusal(auth.me(&next.access_token).await), UNAUTHENTICATED);
    assert_eq!(announced(&auth.app.pool).await, ["user_registered", "session_reuse_detected"]);
    assert!(auth.refresh(&other.refresh_token).await.is_ok(), "other sessions stay open");
}

/// A thief and the owner send the same token to two replicas and get the same successor. When the second of them
/// exchanges it, the copy is detected.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_copied_token_never_grows_a_branch(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (replica, session) = (auth.replica().await, auth.register_and_sign_in(1).await);
    let processes = [&auth, &replica];
    let calls = (0..40).map(|n| processes[n % 2].refresh(&session.refresh_token));
    let mut successors: Vec<_> =
        join_all(calls).await.into_iter().map(|outcome| outcome.unwrap().refresh_token).collect();
    successors.sort_unstable();
    successors.dedup();
    assert_eq!(successors.len(), 1);
    assert_eq!(auth.count("select count(*) from refresh_token where rotated_at is null").await, 1);

    // The owner's tab refreshes first. The thief comes a minute later.
    let [shared] = &successors[..] else { unreachable!() };
    auth.clock.advance(TimeDelta::minutes(10));
    let owner = auth.refresh(shared).await.unwrap();
    auth.clock.advance(TimeDelta::minutes(1));
    assert_eq!(refusal(replica.refresh(shared).await), UNAUTHENTICATED);
    assert_eq!(refusal(auth.refresh(&owner.refresh_token).await), UNAUTHENTICATED, "the session has ended");
    assert_eq!(announced(&auth.app.pool).await, ["user_registered", "session_reuse_detected"]);
    assert!(auth.sign_in(&phone(1), PASSWORD).await.is_ok(), "the owner signs in again");
}

/// A second line of defence against bugs in the service.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_database_refuses_a_second_unexchanged_token(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register_and_sign_in(1).await;
    let branch = "insert into refresh_token (token_hash, session_id, issued_at, expires_at)
                  select sha256('branch'), session_id, issued_at, expires_at from refresh_token";
    let refused = sqlx::query(branch).execute(&auth.app.pool).await.unwrap_err();
    let refused = refused.as_database_error().and_then(|error| error.constraint());
    assert_eq!(refused, Some("refresh_token_unexchanged"));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn concurrent_reuse_publishes_one_event(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.register_and_sign_in(1).await;
    // Fills the pool with connections, so that the requests below run concurrently.
    join_all((0..20).map(|_| auth.refresh(&session.refresh_token))).await;
    auth.clock.advance(TimeDelta::minutes(1));
    let replica = auth.replica().await;
    let processes = [&auth, &replica];
    let copies = (0..20).map(|n| processes[n % 2].refresh(&session.refresh_token));
    assert!(join_all(copies).await.into_iter().all(|outcome| refusal(outcome) == UNAUTHENTICATED));
    assert_eq!(announced(&auth.app.pool).await, ["user_registered", "session_reuse_detected"]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_used_session_is_extended_up_to_180_days(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.register_and_sign_in(1).await;
    let mut token = session.refresh_token;
    for _ in 0..6 {
        auth.clock.advance(TimeDelta::days(29));
        token = auth.refresh(&token).await.unwrap().refresh_token;
    }
    // The token would be valid for 30 days more, but the session ends after 180.
    auth.clock.advance(TimeDelta::days(6));
    assert_eq!(refusal(auth.refresh(&token).await), UNAUTHENTICATED);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_unused_session_expires_and_is_deleted(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (unused, used) = (auth.register_and_sign_in(1).await, auth.register_and_sign_in(2).await);
    auth.clock.advance(TimeDelta::days(20));
    let used = auth.refresh(&used.refresh_token).await.unwrap();
    auth.clock.advance(TimeDelta::days(10));
    assert_eq!(refusal(auth.refresh(&unused.refresh_token).await), UNAUTHENTICATED);

    auth.clock.advance(TimeDelta::seconds(1));
    // The refused request may hold its row locks for a moment, and locked rows are skipped.
    eventually("the deletion", async || {
        auth::delete_expired_rows(&auth.app).await.unwrap();
        auth.count("select count(*) from session").await == 1
    })
    .await;
    assert_eq!(auth.count("select count(*) from refresh_token").await, 1, "the exchanged token has expired, too");
    assert!(auth.refresh(&used.refresh_token).await.is_ok());
    assert_eq!(announced(&auth.app.pool).await, ["user_registered", "user_registered"], "no reuse was detected");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn invalid_tokens_are_refused_like_expired_ones(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.register_and_sign_in(1).await;
    let good = &session.refresh_token;
    let (longer, huge) = (format!("{good}A"), "A".repeat(100_000));
    let unknown = "A".repeat(43);
    let sql = "' or true; --";
    for token in ["", " ", "\0", "ə", "=", sql, &unknown, &good[1..], &longer, &huge, session.access_token.as_str()] {
        assert_eq!(refusal(auth.refresh(token).await), UNAUTHENTICATED);
    }
    assert!(auth.refresh(good).await.is_ok(), "the session is unaffected");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn signing_out_ends_this_session_and_is_idempotent(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (mobile, laptop) = (auth.register_and_sign_in(1).await, auth.sign_in(&phone(1), PASSWORD).await.unwrap());
    let tab = auth.refresh(&mobile.refresh_token).await.unwrap();
    auth.sign_out(&mobile.access_token).await.unwrap();
    auth.sign_out(&tab.access_token).await.unwrap();
    for token in [&mobile.refresh_token, &tab.refresh_token] {
        assert_eq!(refusal(auth.refresh(token).await), UNAUTHENTICATED);
    }
    assert_eq!(refusal(auth.me(&tab.access_token).await), UNAUTHENTICATED);
    assert!(auth.me(&laptop.access_token).await.is_ok());
    assert!(auth.refresh(&laptop.refresh_token).await.is_ok());
    assert_eq!(refusal(auth.sign_out("").await), UNAUTHENTICATED);
    assert_eq!(auth.count("select count(*) from session where end_reason = 'sign_out'").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_database_contains_no_secrets_in_clear(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.register_and_sign_in(1).await;
    let next = auth.refresh(&session.refresh_token).await.unwrap();
    let rows = "select concat_ws(' ', (select string_agg(t::text, ' ') from account t),
                                      (select string_agg(t::text, ' ') from session t),
                                      (select string_agg(t::text, ' ') from refresh_token t),
                                      (select string_agg(t::text, ' ') from signing_key t),
                                      (select string_agg(t::text, ' ') from outbox t))";
    let stored: String = sqlx::query_scalar(rows).fetch_one(&auth.app.pool).await.unwrap();
    assert!(stored.contains("argon2id"), "the accounts");
    assert!(stored.contains("user_registered"), "the outbox");
    // Beginning of an Ed25519 key in PKCS #8 DER, in hexadecimal.
    let pkcs8 = "300506032b6570";
    for secret in [PASSWORD, &hex(&session.refresh_token), &hex(&next.refresh_token), &next.refresh_token, pkcs8] {
        assert!(!stored.contains(secret), "{secret}");
    }
    let published: Vec<serde_json::Value> =
        sqlx::query_scalar("select payload from outbox order by outbox_id").fetch_all(&auth.app.pool).await.unwrap();
    assert_debug_snapshot!(published, @r#"
    [
        Object {
            "accountId": Number(1),
            "language": String("az"),
        },
    ]
    "#);
}

fn hex(token: &str) -> String {
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
    let bytes = URL_SAFE_NO_PAD.decode(token).expect("a token is base64url");
    bytes.iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"))
}
