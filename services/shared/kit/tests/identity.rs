//! Tokens are accepted only with a known key and in their time.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use chrono::TimeDelta;
use kit::identity::{Identity, KeySource};
use proto::{auth::Key, common::Permission};
use testkit::{clock::TestClock, tokens::TestKeys};
use tonic::Request;

fn with_token(token: &str) -> Request<()> {
    let mut request = Request::new(());
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().expect("a token is ASCII"));
    request
}

#[tokio::test]
async fn a_signed_token_names_the_caller() {
    let clock = TestClock::new();
    let keys = TestKeys::new(&clock);
    let caller = keys.identity().caller(&with_token(&keys.token_with_roles(42, &["owner"]))).await.unwrap();
    assert_eq!(caller.account, 42);
    assert!(caller.require_staff().is_ok());
    assert!(caller.may(Permission::OrdersRead));
    let customer = keys.identity().caller(&with_token(&keys.token_with_roles(43, &["blogger"]))).await.unwrap();
    assert!(customer.require_staff().is_err());
    assert!(!customer.may(Permission::OrdersRead));
}

#[tokio::test]
async fn invalid_tokens_are_refused() {
    let clock = TestClock::new();
    let keys = TestKeys::new(&clock);
    let identity = keys.identity();
    let old = keys.token(42);
    // Tokens are valid for 600 s.
    clock.advance(TimeDelta::seconds(601));
    // Header and signature of one token with the claims of another.
    let tampered = {
        let good = keys.token(42);
        let [header, _, signature] = <[_; 3]>::try_from(good.split('.').collect::<Vec<_>>()).unwrap();
        let other = keys.token(43);
        let claims = other.split('.').nth(1).unwrap();
        format!("{header}.{claims}.{signature}")
    };
    // Headers {"alg":"none"} and {"alg":"HS256","kid":"test"}. About these attacks:
    // https://auth0.com/blog/critical-vulnerabilities-in-json-web-token-libraries/
    let unsigned = "eyJhbGciOiJub25lIn0.eyJzdWIiOiI0MiJ9.";
    let other_algorithm = "eyJhbGciOiJIUzI1NiIsImtpZCI6InRlc3QifQ.eyJzdWIiOiI0MiJ9.AAAA";
    for (name, token, code) in [
        ("expired", old.as_str(), "token_expired"),
        ("forged", &TestKeys::forged(&clock).token(42), "unauthenticated"),
        ("tampered", &tampered, "unauthenticated"),
        ("unsigned", unsigned, "unauthenticated"),
        ("another algorithm", other_algorithm, "unauthenticated"),
        ("garbage", "garbage", "unauthenticated"),
        ("empty", "", "unauthenticated"),
        ("too long", &"a".repeat(100_000), "unauthenticated"),
    ] {
        let error = identity.caller(&with_token(token)).await.unwrap_err();
        assert_eq!(error.to_string(), code, "{name}");
    }
    assert_eq!(identity.caller(&Request::new(())).await.unwrap_err().to_string(), "unauthenticated");
    assert_eq!(identity.visitor(&Request::new(())).await.unwrap(), None);
}

#[tokio::test]
async fn a_cached_token_is_accepted_until_it_expires() {
    let clock = TestClock::new();
    let keys = TestKeys::new(&clock);
    let (identity, token) = (keys.identity(), keys.token(42));
    for _ in 0..3 {
        assert_eq!(identity.verify(&token).await.unwrap().account, 42);
    }
    clock.advance(TimeDelta::seconds(601));
    assert_eq!(identity.verify(&token).await.unwrap_err().to_string(), "token_expired");
}

struct CountingKeySource(TestKeys, Arc<AtomicUsize>);

#[async_trait::async_trait]
impl KeySource for CountingKeySource {
    async fn keys(&self) -> anyhow::Result<Vec<Key>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.keys().await
    }
}

#[tokio::test]
async fn unknown_key_ids_cause_one_request_to_the_auth_service() {
    let clock = TestClock::new();
    let keys = TestKeys::new(&clock);
    let requests = Arc::new(AtomicUsize::new(0));
    let identity = Identity::new(CountingKeySource(keys.clone(), requests.clone()), clock.clock());
    assert!(identity.verify(&keys.token(1)).await.is_ok());
    // Header {"alg":"EdDSA","kid":"made-up"}.
    let unknown = "eyJhbGciOiJFZERTQSIsImtpZCI6Im1hZGUtdXAifQ.eyJzdWIiOiI0MiJ9.AAAA";
    for _ in 0..100 {
        assert!(identity.verify(unknown).await.is_err());
    }
    assert!(identity.verify(&keys.token(1)).await.is_ok());
    assert_eq!(requests.load(Ordering::Relaxed), 1);
}
