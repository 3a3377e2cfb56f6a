//! Access tokens as the auth service signs them, with a test key.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{SigningKey, pkcs8::EncodePrivateKey as _};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use kit::{
    Clock,
    identity::{AUDIENCE, Claims, ISSUER, Identity, KeySource},
    permission::Role,
};
use proto::auth::Key;

use crate::clock::TestClock;

/// Signs tokens, and provides the public key to `Identity`.
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

    pub fn identity(&self) -> Identity {
        Identity::new(self.clone(), self.clock.clock())
    }

    pub fn clock(&self) -> Clock {
        self.clock.clock()
    }

    pub fn token(&self, account: i64) -> String {
        self.token_with_roles(account, &[])
    }

    /// Signs a token of a member of staff, or of a customer.
    pub fn token_of(&self, role: Option<Role>) -> String {
        self.token_with_roles(987_654, role.map(Role::key).as_slice())
    }

    /// Signs a token that is valid for ten minutes of the test's clock.
    pub fn token_with_roles(&self, account: i64, roles: &[&str]) -> String {
        self.sign(account, roles, None)
    }

    /// Signs the token that the auth service issues for a request signed by the app.
    pub fn client_token(&self, account: i64) -> String {
        self.sign(account, &[], Some("a-registered-key"))
    }

    fn sign(&self, account: i64, roles: &[&str], client: Option<&str>) -> String {
        let now = self.clock.now().timestamp();
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: account.to_string(),
            sid: format!("session-of-{account}"),
            roles: roles.iter().map(ToString::to_string).collect(),
            cid: client.map(str::to_owned),
            generation: 0,
            iat: now,
            exp: now + 600,
        };
        let der = self.signing.to_pkcs8_der().expect("an Ed25519 key has a PKCS #8 form");
        let header = Header { kid: Some(self.kid.clone()), ..Header::new(Algorithm::EdDSA) };
        encode(&header, &claims, &EncodingKey::from_ed_der(der.as_bytes())).expect("claims can be signed")
    }
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
