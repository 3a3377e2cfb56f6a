//! Access tokens, signed with keys of the tests.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use ed25519_dalek::{SigningKey, pkcs8::EncodePrivateKey as _};
use jsonwebtoken::{Algorithm, EncodingKey, Header, dangerous::insecure_decode_claims, encode};
use kit::{
    Clock,
    identity::{AUDIENCE, Claims, ISSUER, Identity, KeySource},
    permission::Role,
};
use proto::auth::Key;

use crate::clock::TestClock;

/// No test uses this account otherwise.
const ANY_ACCOUNT: i64 = 987_654;

#[derive(Clone)]
pub struct TestKeys {
    kid: String,
    signing: SigningKey,
    clock: TestClock,
}

impl TestKeys {
    pub fn new(clock: &TestClock) -> Self {
        Self { kid: "test".to_owned(), signing: SigningKey::from_bytes(&[7; 32]), clock: clock.clone() }
    }

    /// Another key with the same id, whose tokens must be refused.
    pub fn forged(clock: &TestClock) -> Self {
        Self { signing: SigningKey::from_bytes(&[8; 32]), ..Self::new(clock) }
    }

    pub fn identity(&self) -> Identity {
        Identity::new(self.clone(), self.clock.clock())
    }

    pub fn clock(&self) -> Clock {
        self.clock.clock()
    }

    pub fn token(&self, account: i64) -> String {
        self.token_with_roles(account, &[])
    }

    /// `None` stands for a customer.
    pub fn token_of(&self, role: Option<Role>) -> String {
        match role {
            Some(role) if role.is_of_store() => self.token_with_roles(ANY_ACCOUNT, &[&format!("{}@1", role.key())]),
            role => self.token_with_roles(ANY_ACCOUNT, role.map(Role::key).as_slice()),
        }
    }

    /// If there are roles, the second factor was just checked.
    pub fn token_with_roles(&self, account: i64, roles: &[&str]) -> String {
        let factor_at = (!roles.is_empty()).then(|| self.clock.now().timestamp());
        self.sign(account, roles, None, factor_at)
    }

    /// The second factor was checked at another time, or never.
    pub fn token_with_factor(&self, account: i64, roles: &[&str], factor_at: Option<DateTime<Utc>>) -> String {
        self.sign(account, roles, None, factor_at.map(|at| at.timestamp()))
    }

    pub fn client_token(&self, account: i64) -> String {
        self.sign(account, &[], Some("a-registered-key"), None)
    }

    fn sign(&self, account: i64, roles: &[&str], client: Option<&str>, factor_at: Option<i64>) -> String {
        let now = self.clock.now().timestamp();
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: account.to_string(),
            sid: format!("session-of-{account}"),
            roles: roles.iter().map(ToString::to_string).collect(),
            cid: client.map(str::to_owned),
            generation: 0,
            factor_at,
            csrf: factor_at.map(|_| format!("csrf-of-{account}")),
            iat: now,
            exp: now + 600,
        };
        let der = self.signing.to_pkcs8_der().expect("an Ed25519 key has a PKCS #8 form");
        sign(&self.kid, der.as_bytes(), &claims)
    }
}

/// `private_key` is in PKCS #8 form.
pub fn sign(kid: &str, private_key: &[u8], claims: &Claims) -> String {
    let header = Header { kid: Some(kid.to_owned()), ..Header::new(Algorithm::EdDSA) };
    encode(&header, claims, &EncodingKey::from_ed_der(private_key)).expect("claims can be signed")
}

/// Does not check the signature.
pub fn claims(token: &str) -> Claims {
    insecure_decode_claims(token).expect("an access token")
}

#[async_trait::async_trait]
impl KeySource for TestKeys {
    async fn keys(&self) -> anyhow::Result<Vec<Key>> {
        Ok(vec![Key {
            kid: self.kid.clone(),
            kty: "OKP".to_owned(),
            crv: "Ed25519".to_owned(),
            x: URL_SAFE_NO_PAD.encode(self.signing.verifying_key().as_bytes()),
            alg: "EdDSA".to_owned(),
            r#use: "sig".to_owned(),
        }])
    }
}
