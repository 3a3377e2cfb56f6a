//! Staying signed in: tokens are exchanged, tabs do not disturb each other, and a copy ends the session.

use chrono::TimeDelta;
use futures::future::join_all;
use insta::assert_debug_snapshot;
use sqlx::PgPool;
use testkit::database::{announced, eventually};

use crate::house::{PASSWORD, TestAuth, phone, refusal};

const OVER: &str = "Unauthenticated unauthenticated";

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_token_is_exchanged_for_the_next(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.arrive(1).await;
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
async fn twenty_tabs_may_refresh_at_once_and_a_later_copy_ends_them_all(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let other = auth.arrive(1).await;
    let session = auth.sign_in(&phone(1), PASSWORD).await.unwrap();

    let tabs = join_all((0..20).map(|_| auth.refresh(&session.refresh_token))).await;
    let tabs: Vec<_> = tabs.into_iter().collect::<Result<_, _>>().unwrap();
    let mut tokens: Vec<_> = tabs.iter().map(|tab| tab.refresh_token.as_str()).collect();
    tokens.sort_unstable();
    tokens.dedup();
    assert_eq!(tokens.len(), 20, "each tab has a token of its own");
    // Within the grace the old one is good, and each tab goes on by itself.
    auth.clock.advance(TimeDelta::seconds(30));
    auth.refresh(&session.refresh_token).await.unwrap();
    let next = auth.refresh(&tabs[7].refresh_token).await.unwrap();
    assert_eq!(announced(&auth.app.pool).await, ["user_registered"]);

    auth.clock.advance(TimeDelta::seconds(1));
    assert_eq!(refusal(auth.refresh(&session.refresh_token).await), OVER);
    for token in [&next.refresh_token, &tabs[3].refresh_token, &session.refresh_token] {
        assert_eq!(refusal(auth.refresh(token).await), OVER, "the family is ended");
    }
    assert_eq!(refusal(auth.me(&next.access_token).await), OVER);
    assert_eq!(announced(&auth.app.pool).await, ["user_registered", "session_reuse_detected"]);
    assert!(auth.refresh(&other.refresh_token).await.is_ok(), "the person's other session lives");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn of_many_copies_that_come_at_once_one_is_announced(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.arrive(1).await;
    // Many at once, so that the pool is full of connections and the copies do meet.
    join_all((0..20).map(|_| auth.refresh(&session.refresh_token))).await;
    auth.clock.advance(TimeDelta::minutes(1));
    let replica = auth.replica().await;
    let copies =
        (0..20).map(|n| if n % 2 == 0 { &auth } else { &replica }).map(|at| at.refresh(&session.refresh_token));
    assert!(join_all(copies).await.into_iter().all(|outcome| refusal(outcome) == OVER));
    assert_eq!(announced(&auth.app.pool).await, ["user_registered", "session_reuse_detected"]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_session_slides_while_it_is_used_and_ends_in_half_a_year(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.arrive(1).await;
    let mut token = session.refresh_token;
    for _ in 0..6 {
        auth.clock.advance(TimeDelta::days(29));
        token = auth.refresh(&token).await.unwrap().refresh_token;
    }
    // 174 days have gone; the token would be good for thirty more, the session is not.
    auth.clock.advance(TimeDelta::days(6));
    assert_eq!(refusal(auth.refresh(&token).await), OVER);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_session_that_is_not_used_is_over_and_swept_out(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (unused, used) = (auth.arrive(1).await, auth.arrive(2).await);
    auth.clock.advance(TimeDelta::days(20));
    let used = auth.refresh(&used.refresh_token).await.unwrap();
    auth.clock.advance(TimeDelta::days(10));
    assert_eq!(refusal(auth.refresh(&unused.refresh_token).await), OVER);

    auth.clock.advance(TimeDelta::seconds(1));
    // The refusal lets go of its rows a moment after it was told, and what somebody holds is left for the next round.
    eventually("the sweep", async || {
        auth::sweep(&auth.app).await.unwrap();
        auth.count("select count(*) from session").await == 1
    })
    .await;
    assert_eq!(auth.count("select count(*) from refresh_token").await, 1, "the exchanged token has expired, too");
    assert!(auth.refresh(&used.refresh_token).await.is_ok());
    assert_eq!(announced(&auth.app.pool).await, ["user_registered", "user_registered"], "nothing of this was a theft");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn what_is_no_token_of_ours_is_refused_like_one_that_is_over(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.arrive(1).await;
    let good = &session.refresh_token;
    let (longer, huge) = (format!("{good}A"), "A".repeat(100_000));
    let unknown = "A".repeat(43);
    let sql = "' or true; --";
    for token in ["", " ", "\0", "ə", "=", sql, &unknown, &good[1..], &longer, &huge, session.access_token.as_str()] {
        assert_eq!(refusal(auth.refresh(token).await), OVER);
    }
    assert!(auth.refresh(good).await.is_ok(), "none of this did the session harm");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn signing_out_ends_this_session_and_twice_is_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (phone, laptop) = (auth.arrive(1).await, auth.sign_in(&phone(1), PASSWORD).await.unwrap());
    let tab = auth.refresh(&phone.refresh_token).await.unwrap();
    auth.sign_out(&phone.access_token).await.unwrap();
    auth.sign_out(&tab.access_token).await.unwrap();
    for token in [&phone.refresh_token, &tab.refresh_token] {
        assert_eq!(refusal(auth.refresh(token).await), OVER);
    }
    assert_eq!(refusal(auth.me(&tab.access_token).await), OVER);
    assert!(auth.me(&laptop.access_token).await.is_ok());
    assert!(auth.refresh(&laptop.refresh_token).await.is_ok());
    assert_eq!(refusal(auth.sign_out("").await), OVER);
    assert_eq!(auth.count("select count(*) from session where end_reason = 'sign_out'").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_database_holds_no_secret_in_clear(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.arrive(1).await;
    let next = auth.refresh(&session.refresh_token).await.unwrap();
    let rows = "select concat_ws(' ', (select string_agg(t::text, ' ') from account t),
                                      (select string_agg(t::text, ' ') from session t),
                                      (select string_agg(t::text, ' ') from refresh_token t),
                                      (select string_agg(t::text, ' ') from signing_key t),
                                      (select string_agg(t::text, ' ') from outbox t))";
    let held: String = sqlx::query_scalar(rows).fetch_one(&auth.app.pool).await.unwrap();
    assert!(held.contains("argon2id") && held.contains("user_registered"));
    // An Ed25519 key in PKCS #8 begins so, in DER, in hexadecimal.
    let pkcs8 = "300506032b6570";
    for secret in [PASSWORD, &hex(&session.refresh_token), &hex(&next.refresh_token), &next.refresh_token, pkcs8] {
        assert!(!held.contains(secret), "{secret}");
    }
    let announced: Vec<serde_json::Value> =
        sqlx::query_scalar("select payload from outbox order by outbox_id").fetch_all(&auth.app.pool).await.unwrap();
    assert_debug_snapshot!(announced, @r#"
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
