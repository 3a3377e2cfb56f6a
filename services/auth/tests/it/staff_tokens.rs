//! Makes access tokens of staff sessions, for tests that are not about opening them.

use auth::Config;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use clap::Parser as _;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use kit::{identity::Claims, permission::Role, seal::Seal};
use serde_json::json;

use crate::{
    owner::Owner,
    test_auth::{PASSWORD, TestAuth, demo_account, kid, load_demo, phone, with_token},
};

impl TestAuth {
    /// The token has the role, but the session is a customer's.
    pub async fn member_of_staff(&self, number: u8, role: Role) -> Owner {
        let mut account = demo_account(number);
        account["roles"] = json!([role.key()]);
        load_demo(&self.app, &[account]).await.expect("a valid account");
        let session = self.sign_in(&phone(number), PASSWORD).await.expect("the correct password");
        let token = self.staff_token(&session.access_token, role).await;
        Owner { credentials: with_token(&token), ..self.owner_of(session) }
    }

    /// Signs the claims of a customer's token with a role and a second factor.
    async fn staff_token(&self, access: &str, role: Role) -> String {
        let part = access.split('.').nth(1).expect("a token has claims");
        let claims = URL_SAFE_NO_PAD.decode(part).expect("claims in base64url");
        let claims: Claims = serde_json::from_slice(&claims).expect("claims in JSON");
        let factor_at = Some(self.clock.now().timestamp());
        let claims = Claims { roles: vec![role.key().to_owned()], factor_at, csrf: Some("csrf".to_owned()), ..claims };
        let key_id = kid(access);
        let sealed: Vec<u8> = sqlx::query_scalar("select private_key from signing_key where kid = $1")
            .bind(&key_id)
            .fetch_one(&self.app.pool)
            .await
            .expect("the key that signed the token");
        let config = Config::parse_from(["sovqat-auth", "--mode", "local", "--database-url", "postgres://elsewhere"]);
        let seal = Seal::new(config.key_secret().expect("local mode has a default secret"));
        let key = seal.open(&key_id, &sealed).expect("the key was encrypted with the default secret");
        let header = Header { kid: Some(key_id), ..Header::new(Algorithm::EdDSA) };
        encode(&header, &claims, &EncodingKey::from_ed_der(&key)).expect("claims can be signed")
    }
}
