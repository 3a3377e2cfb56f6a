//! Sessions of an account, which the contract calls devices.

use chrono::TimeDelta;
use proto::auth::Session;
use sqlx::PgPool;

use crate::{
    requests::visitor_from,
    test_auth::{PASSWORD, TestAuth, phone, refusal},
};

// User agents of browsers.
const CHROME: &str =
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36";
const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0";
const UNAUTHENTICATED: &str = "Unauthenticated unauthenticated";

/// Three sessions of account 1.
struct Sessions {
    /// Its browser has sent no user agent.
    unknown: Session,
    telephone: Session,
    laptop: Session,
}

impl Sessions {
    async fn open(auth: &TestAuth) -> Self {
        let unknown = auth.register_and_sign_in(1).await;
        auth.clock.advance(TimeDelta::minutes(1));
        let telephone = sign_in_by(auth, [10, 0, 0, 1], CHROME).await;
        auth.clock.advance(TimeDelta::minutes(1));
        let laptop = sign_in_by(auth, [10, 0, 0, 2], FIREFOX).await;
        Self { unknown, telephone, laptop }
    }
}

async fn sign_in_by(auth: &TestAuth, address: [u8; 4], agent: &str) -> Session {
    let visitor = visitor_from(address, agent);
    auth.sign_in_from(&visitor, &phone(1), PASSWORD).await.expect("the correct password")
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn sessions_are_listed_by_browser_and_system(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let Sessions { telephone, .. } = Sessions::open(&auth).await;
    let devices = auth.devices(&telephone.access_token).await.unwrap();
    let shown: Vec<_> = devices.iter().map(|d| (d.browser.as_str(), d.system.as_str(), d.is_current)).collect();
    assert_eq!(shown, [("Firefox", "Windows", false), ("Chrome", "Android", true), ("", "", false)]);
    let rows = "select string_agg(t::text, ' ') from session t";
    let stored: String = sqlx::query_scalar(rows).fetch_one(&auth.app.pool).await.unwrap();
    assert!(!stored.contains("Mozilla"), "the user agent is not stored");
    assert!(!stored.contains("10.0.0"), "the IP address is not stored");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_session_is_ended_from_another_one_of_the_account(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let other = auth.register_and_sign_in(2).await;
    let Sessions { unknown, telephone, laptop } = Sessions::open(&auth).await;
    let devices = auth.devices(&telephone.access_token).await.unwrap();
    // The laptop's session is the newest. Ending it twice is no error.
    for _ in 0..2 {
        auth.end_device(&telephone.access_token, &devices[0].id).await.unwrap();
    }
    assert_eq!(refusal(auth.refresh(&laptop.refresh_token).await), UNAUTHENTICATED);
    assert_eq!(refusal(auth.me(&laptop.access_token).await), UNAUTHENTICATED);
    assert!(auth.me(&unknown.access_token).await.is_ok());
    // Sessions of other accounts stay open, and unknown ids get the same response.
    let others = auth.devices(&other.access_token).await.unwrap().swap_remove(0).id;
    for id in [others.as_str(), "x", "", "00000000-0000-4000-8000-000000000000"] {
        auth.end_device(&telephone.access_token, id).await.unwrap();
    }
    assert!(auth.me(&other.access_token).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn all_other_sessions_can_be_ended_at_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (mine, other) = (auth.register_and_sign_in(1).await, auth.register_and_sign_in(2).await);
    let lost = auth.sign_in(&phone(1), PASSWORD).await.unwrap();
    auth.end_other_devices(&mine.access_token).await.unwrap();
    assert_eq!(refusal(auth.refresh(&lost.refresh_token).await), UNAUTHENTICATED);
    assert!(auth.refresh(&mine.refresh_token).await.is_ok());
    assert!(auth.refresh(&other.refresh_token).await.is_ok());
    assert_eq!(auth.devices(&mine.access_token).await.unwrap().len(), 1);
    // An ended session cannot end others.
    for outcome in [auth.end_other_devices(&lost.access_token).await, auth.end_device(&lost.access_token, "x").await] {
        assert_eq!(refusal(outcome), UNAUTHENTICATED);
    }
    assert_eq!(refusal(auth.devices(&lost.access_token).await), UNAUTHENTICATED);
    assert!(auth.me(&mine.access_token).await.is_ok());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_unused_session_is_not_listed_after_30_days(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    auth.register_and_sign_in(1).await;
    auth.clock.advance(TimeDelta::days(30));
    let session = auth.sign_in(&phone(1), PASSWORD).await.unwrap();
    assert_eq!(auth.devices(&session.access_token).await.unwrap().len(), 1);
}
