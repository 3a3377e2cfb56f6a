//! Access tokens that the service has not issued.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{SigningKey, pkcs8::EncodePrivateKey as _};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::test_auth::{TestAuth, refusal};

const KID: &str = "ours";

/// Changes a valid token.
struct Forger {
    /// Published, so that the tokens which it signs can only be refused because of their claims.
    key: SigningKey,
    valid_claims: Value,
}

impl Forger {
    fn sign(&self, claims: &Value) -> String {
        sign(Some(KID), &self.key, claims)
    }

    fn sign_as(&self, kid: Option<&str>) -> String {
        sign(kid, &self.key, &self.valid_claims)
    }

    fn sign_with(&self, other_key: &SigningKey) -> String {
        sign(Some(KID), other_key, &self.valid_claims)
    }

    fn sign_with_hs256(&self, secret: &[u8]) -> String {
        let header = Header { kid: Some(KID.to_owned()), ..Header::new(Algorithm::HS256) };
        encode(&header, &self.valid_claims, &EncodingKey::from_secret(secret)).expect("claims can be signed")
    }

    fn replace_claim(&self, name: &str, value: Value) -> String {
        let mut claims = self.valid_claims.clone();
        claims[name] = value;
        self.sign(&claims)
    }

    fn remove_claim(&self, name: &str) -> String {
        let mut claims = self.valid_claims.clone();
        claims.as_object_mut().expect("claims are an object").remove(name);
        self.sign(&claims)
    }

    fn leave_unsigned(&self, algorithm: &str, signature: &str) -> String {
        let header = json!({"alg": algorithm, "kid": KID});
        let [header, claims] = [&header, &self.valid_claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
        format!("{header}.{claims}.{signature}")
    }
}

fn sign(kid: Option<&str>, key: &SigningKey, claims: &Value) -> String {
    let header = Header { kid: kid.map(ToOwned::to_owned), ..Header::new(Algorithm::EdDSA) };
    let der = key.to_pkcs8_der().expect("a key can be encoded");
    encode(&header, claims, &EncodingKey::from_ed_der(der.as_bytes())).expect("claims can be signed")
}

fn claims_of(token: &str) -> Value {
    let part = token.split('.').nth(1).expect("a token has claims");
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).expect("claims are base64url")).expect("claims are JSON")
}

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
    let forger = Forger { key: publish_key(&auth).await, valid_claims: claims_of(&session.access_token) };
    assert!(
        auth.me(&forger.sign(&forger.valid_claims)).await.is_ok(),
        "a correct token must be accepted, or the rest proves nothing"
    );

    let public_key = forger.key.verifying_key();
    let public_key_text = URL_SAFE_NO_PAD.encode(public_key.as_bytes());
    let unpublished_key = SigningKey::from_bytes(&[8; 32]);
    for (attack, token) in [
        ("alg none", forger.leave_unsigned("none", "")),
        ("alg nOnE", forger.leave_unsigned("nOnE", "AAAA")),
        ("HS256 with the public key", forger.sign_with_hs256(public_key.as_bytes())),
        ("HS256 with its base64", forger.sign_with_hs256(public_key_text.as_bytes())),
        ("another key with a known key id", forger.sign_with(&unpublished_key)),
        ("an unknown key id", forger.sign_as(Some("theirs"))),
        ("a key id that is SQL", forger.sign_as(Some("' or true; --"))),
        ("no key id", forger.sign_as(None)),
        ("no expiry", forger.remove_claim("exp")),
        ("another issuer", forger.replace_claim("iss", json!("else"))),
        ("no issuer", forger.remove_claim("iss")),
        ("another audience", forger.replace_claim("aud", json!("else"))),
        ("no audience", forger.remove_claim("aud")),
        ("another account", forger.replace_claim("sub", json!("2"))),
        ("an account that is no number", forger.replace_claim("sub", json!("1 or 1=1"))),
        ("no session", forger.replace_claim("sid", json!(""))),
    ] {
        assert_eq!(refusal(auth.me(&token).await), "Unauthenticated unauthenticated", "{attack}");
    }
    let expired = forger.replace_claim("exp", json!(auth.clock.now().timestamp()));
    assert_eq!(refusal(auth.me(&expired).await), "Unauthenticated token_expired");
    assert!(auth.me(&session.access_token).await.is_ok());
}
