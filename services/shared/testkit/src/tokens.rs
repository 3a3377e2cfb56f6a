//! Signs access tokens as the auth service does, with a test key.

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

/// The account of tokens whose account does not matter. No test uses it otherwise.
const ANY_ACCOUNT: i64 = 987_654;

/// The key pair that signs and verifies the tokens of a test.
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

    /// Returns a different key with the same id, whose tokens must be refused.
    pub fn forged(clock: &TestClock) -> Self {
        Self { signing: SigningKey::from_bytes(&[8; 32]), ..Self::new(clock) }
    }

    /// Returns the verifier of the tokens, for the tested service.
    pub fn identity(&self) -> Identity {
        Identity::new(self.clone(), self.clock.clock())
    }

    pub fn clock(&self) -> Clock {
        self.clock.clock()
    }

    /// Signs a token of a customer.
    pub fn token(&self, account: i64) -> String {
        self.token_with_roles(account, &[])
    }

    /// Signs a token of a member of staff, or of a customer.
    pub fn token_of(&self, role: Option<Role>) -> String {
        match role {
            Some(role) if role.is_of_store() => self.token_with_roles(ANY_ACCOUNT, &[&format!("{}@1", role.key())]),
            role => self.token_with_roles(ANY_ACCOUNT, role.map(Role::key).as_slice()),
        }
    }

    /// Signs a token, valid for ten minutes. With roles it belongs to a staff session whose second factor was just
    /// checked.
    pub fn token_with_roles(&self, account: i64, roles: &[&str]) -> String {
        let factor_at = (!roles.is_empty()).then(|| self.clock.now().timestamp());
        self.sign(account, roles, None, factor_at)
    }

    /// Signs a token of a staff session whose second factor was checked at another time, or never.
    pub fn token_with_factor(&self, account: i64, roles: &[&str], factor_at: Option<DateTime<Utc>>) -> String {
        self.sign(account, roles, None, factor_at.map(|at| at.timestamp()))
    }

    /// Signs the token that the auth service issues for a request signed by the app.
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
            // Valid for ten minutes, as in production.
            exp: now + 600,
        };
        let der = self.signing.to_pkcs8_der().expect("an Ed25519 key has a PKCS #8 form");
        sign(&self.kid, der.as_bytes(), &claims)
    }
}

/// Signs claims with a private key in PKCS #8 form.
pub fn sign(kid: &str, private_key: &[u8], claims: &Claims) -> String {
    let header = Header { kid: Some(kid.to_owned()), ..Header::new(Algorithm::EdDSA) };
    encode(&header, claims, &EncodingKey::from_ed_der(private_key)).expect("claims can be signed")
}

/// Returns the claims of a token without checking its signature.
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
