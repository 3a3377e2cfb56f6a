//! Attacks that concern several features: forged tokens, response times that reveal accounts, and sign-ins that exhaust
//! the machine.

use std::{
    cell::RefCell,
    time::{Duration, Instant},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{SigningKey, pkcs8::EncodePrivateKey as _};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::clock::TestClock;

use crate::{
    fake_notification::FakeNotification,
    requests::sign_up_request,
    test_auth::{PASSWORD, TestAuth, email, phone, refusal},
};

const KID: &str = "ours";

/// Forged tokens that this key signs can only be refused because of their claims.
async fn publish_key(auth: &TestAuth) -> SigningKey {
    let key = SigningKey::from_bytes(&[9; 32]);
    // Far enough ahead that the service's own key keeps signing.
    let active_from = auth.clock.now() + chrono::TimeDelta::days(300);
    let insert = "insert into signing_key (kid, private_key, public_key, created_at, active_from, retires_at)
                  values ($1, 'sealed', $2, $3, $3, $3 + interval '1 day')";
    sqlx::query(insert)
        .bind(KID)
        .bind(key.verifying_key().as_bytes().as_slice())
        .bind(active_from)
        .execute(&auth.app.pool)
        .await
        .expect("a key can be published");
    key
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn forged_tokens_are_refused(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let session = auth.register_and_sign_in(1).await;
    let key = publish_key(&auth).await;
    let now = auth.clock.now().timestamp();
    let valid_claims = claims_of(&session.access_token);
    let with = |change: Value| {
        let mut claims = valid_claims.clone();
        claims.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        claims
    };
    let without = |claim: &str| {
        let mut claims = valid_claims.clone();
        claims.as_object_mut().unwrap().remove(claim);
        claims
    };
    let signed = |kid: Option<&str>, key: &SigningKey, claims: &Value| {
        let header = Header { kid: kid.map(ToOwned::to_owned), ..Header::new(Algorithm::EdDSA) };
        let der = key.to_pkcs8_der().unwrap();
        encode(&header, claims, &EncodingKey::from_ed_der(der.as_bytes())).unwrap()
    };
    let with_hs256 = |secret: &[u8]| {
        let header = Header { kid: Some(KID.to_owned()), ..Header::new(Algorithm::HS256) };
        encode(&header, &valid_claims, &EncodingKey::from_secret(secret)).unwrap()
    };
    let public = key.verifying_key();

    assert!(
        auth.me(&signed(Some(KID), &key, &valid_claims)).await.is_ok(),
        "a correct token must be accepted, or the rest proves nothing"
    );

    let other_key = SigningKey::from_bytes(&[8; 32]);
    for (attack, token, code) in [
        ("alg none", unsigned_token(&json!({"alg": "none", "kid": KID}), &valid_claims, ""), "unauthenticated"),
        ("alg nOnE", unsigned_token(&json!({"alg": "nOnE", "kid": KID}), &valid_claims, "AAAA"), "unauthenticated"),
        ("HS256 with the public key", with_hs256(public.as_bytes()), "unauthenticated"),
        ("HS256 with its base64", with_hs256(URL_SAFE_NO_PAD.encode(public.as_bytes()).as_bytes()), "unauthenticated"),
        ("another key with a known key id", signed(Some(KID), &other_key, &valid_claims), "unauthenticated"),
        ("an unknown key id", signed(Some("theirs"), &key, &valid_claims), "unauthenticated"),
        ("a key id that is SQL", signed(Some("' or true; --"), &key, &valid_claims), "unauthenticated"),
        ("no key id", signed(None, &key, &valid_claims), "unauthenticated"),
        ("expired", signed(Some(KID), &key, &with(json!({"exp": now}))), "token_expired"),
        ("no expiry", signed(Some(KID), &key, &without("exp")), "unauthenticated"),
        ("another issuer", signed(Some(KID), &key, &with(json!({"iss": "else"}))), "unauthenticated"),
        ("no issuer", signed(Some(KID), &key, &without("iss")), "unauthenticated"),
        ("another audience", signed(Some(KID), &key, &with(json!({"aud": "else"}))), "unauthenticated"),
        ("no audience", signed(Some(KID), &key, &without("aud")), "unauthenticated"),
        ("another account", signed(Some(KID), &key, &with(json!({"sub": "2"}))), "unauthenticated"),
        ("an account that is no number", signed(Some(KID), &key, &with(json!({"sub": "1 or 1=1"}))), "unauthenticated"),
        ("no session", signed(Some(KID), &key, &with(json!({"sid": ""}))), "unauthenticated"),
    ] {
        assert_eq!(refusal(auth.me(&token).await), format!("Unauthenticated {code}"), "{attack}");
    }
    assert!(auth.me(&session.access_token).await.is_ok());
}

fn claims_of(token: &str) -> Value {
    let part = token.split('.').nth(1).expect("a token has claims");
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).expect("claims are base64url")).expect("claims are JSON")
}

fn unsigned_token(header: &Value, claims: &Value, signature: &str) -> String {
    let [header, claims] = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
    format!("{header}.{claims}.{signature}")
}

const SAMPLE_SIZE: u8 = 60;

/// Logins alternate, so that other load affects both. A hash that is computed for known accounts only would keep the
/// samples from overlapping.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn response_times_do_not_reveal_accounts(pool: PgPool) {
    // Only one hash has the production cost; it is copied to all accounts.
    let cheap = TestAuth::start(pool.clone()).await;
    for number in 1..=SAMPLE_SIZE {
        cheap.register(number).await;
    }
    let auth = TestAuth::start_with(pool, &TestClock::new(), &[]).await;
    auth.register(0).await;
    sqlx::query("update account set password_hash = (select password_hash from account where phone_number = $1)")
        .bind(phone(0))
        .execute(&auth.app.pool)
        .await
        .unwrap();

    let mut comparisons = ["send", "sign in", "forget"].map(Comparison::of);
    for account in 1..=SAMPLE_SIZE {
        for (number, is_known) in known_and_unknown(account) {
            let times = [
                timed(async { auth.send_code(&phone(number)).await.is_ok() }).await,
                timed(async { auth.sign_in(&phone(number), "wrong").await.is_err() }).await,
                timed(async { auth.forget(&email(number)).await.is_ok() }).await,
            ];
            for (comparison, time) in comparisons.iter_mut().zip(times) {
                comparison.add(is_known, time);
            }
        }
    }
    for comparison in comparisons {
        comparison.assert_overlap();
    }
}

/// The numbers of an account and of nobody. The order alternates, because of warm caches.
fn known_and_unknown(account: u8) -> [(u8, bool); 2] {
    let (known, unknown) = ((account, true), (account + 100, false));
    if account.is_multiple_of(2) { [unknown, known] } else { [known, unknown] }
}

/// Response times of an action, for accounts and for nobody.
struct Comparison {
    action: &'static str,
    known: Sample,
    unknown: Sample,
}

impl Comparison {
    fn of(action: &'static str) -> Self {
        Self { action, known: Sample::new(), unknown: Sample::new() }
    }

    fn add(&mut self, is_known: bool, time: Duration) {
        let sample = if is_known { &mut self.known } else { &mut self.unknown };
        sample.push(time);
    }

    /// Each median must lie between the 10th and the 90th percentile of the other sample.
    fn assert_overlap(self) {
        let Self { action, mut known, mut unknown } = self;
        known.sort();
        unknown.sort();
        println!("{action}: known {}, unknown {}", describe(&known), describe(&unknown));
        for (sample, other) in [(&known, &unknown), (&unknown, &known)] {
            let median = percentile(sample, 50);
            let overlaps = percentile(other, 10) <= median && median <= percentile(other, 90);
            assert!(overlaps, "{action}: known {}, unknown {}", describe(&known), describe(&unknown));
        }
    }
}

/// Cheap hashes do not hide a difference.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn response_times_do_not_reveal_addresses(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    for number in 1..=SAMPLE_SIZE {
        auth.register(number).await;
    }
    let mut comparisons = ["sign up", "change e-mail"].map(Comparison::of);
    for account in 1..=SAMPLE_SIZE {
        for (number, is_known) in known_and_unknown(account) {
            let new_phone = format!("+994510000{number:03}");
            let proof = auth.verify_phone(&notification, &new_phone).await;
            let mut session = None;
            let sign_up = timed(async {
                session = auth.sign_up(sign_up_request(&new_phone, &email(number), &proof)).await.ok();
                session.is_some()
            });
            let sign_up = sign_up.await;
            let access = session.expect("an account").access_token;
            auth.change_email(&access, &format!("other{number}@example.az"), PASSWORD).await.unwrap();
            let change = timed(async { auth.change_email(&access, &email(number), PASSWORD).await.is_ok() }).await;
            for (comparison, time) in comparisons.iter_mut().zip([sign_up, change]) {
                comparison.add(is_known, time);
            }
        }
    }
    for comparison in comparisons {
        comparison.assert_overlap();
    }
}

type Sample = Vec<Duration>;

async fn timed(request: impl Future<Output = bool>) -> Duration {
    let began = Instant::now();
    assert!(request.await, "unexpected response");
    began.elapsed()
}

fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted[(sorted.len() - 1) * percent / 100]
}

fn describe(sorted: &[Duration]) -> String {
    let [tenth, median, ninetieth] = [10, 50, 90].map(|percent| percentile(sorted, percent));
    format!("{median:?} ({tenth:?} to {ninetieth:?})")
}

/// If hashing blocked the runtime's threads, each read would take as long as a hash.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn hashing_does_not_delay_other_requests(pool: PgPool) {
    let flags = ["--password-workers", "1", "--password-passes", "8"];
    let auth = TestAuth::start_with(pool, &TestClock::new(), &flags).await;
    let session = auth.register_and_sign_in(1).await;
    // Measured at the same time, so that other load affects both.
    let (sign_ins, reads) = (RefCell::new(Sample::new()), RefCell::new(Sample::new()));
    let is_enough = || sign_ins.borrow().len() >= 5 && reads.borrow().len() >= 50;
    let signing_in = async {
        while !is_enough() {
            let time = timed(async { auth.sign_in(&phone(1), PASSWORD).await.is_ok() }).await;
            sign_ins.borrow_mut().push(time);
        }
    };
    let reading = async {
        while !is_enough() {
            let time = timed(async { auth.me(&session.access_token).await.is_ok() }).await;
            reads.borrow_mut().push(time);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::join!(signing_in, reading);
    let [sign_ins, reads] = [sign_ins, reads].map(|sample| {
        let mut times = sample.into_inner();
        times.sort();
        times
    });
    println!("sign-ins {}, reads {}", describe(&sign_ins), describe(&reads));
    assert!(
        percentile(&reads, 90) < percentile(&sign_ins, 50) / 2,
        "sign-ins {}, reads {}",
        describe(&sign_ins),
        describe(&reads)
    );
}
