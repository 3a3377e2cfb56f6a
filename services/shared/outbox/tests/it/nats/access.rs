//! A publisher needs only the rights that the deployment gives it.

use std::{fs, path::PathBuf};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kit::config::FeedConfig;
use nkeys::KeyPair;
use serde_json::{Value, json};
use sqlx::PgPool;
use tempfile::TempDir;

use super::{config, numbered, publisher_with};
use crate::{fixture::Producer, nats_server::NatsServer};

/// The permissions that `docs/EVENTS.md` lists.
fn permissions() -> Value {
    let publish = [
        "sovqat.test.>",
        "$JS.API.STREAM.INFO.SOVQAT_TEST",
        "$JS.API.STREAM.CREATE.SOVQAT_TEST",
        "$JS.API.STREAM.MSG.GET.SOVQAT_TEST",
    ];
    json!({ "pub": { "allow": publish }, "sub": { "allow": ["_INBOX.>"] } })
}

/// A signed token (JWT), as the tool `nsc` makes it.
fn token(issuer: &KeyPair, subject: &KeyPair, name: &str, kind: &str, mut claims: Value) -> String {
    claims["type"] = json!(kind);
    claims["version"] = json!(2);
    let claims = json!({
        "jti": name, "iat": 1_700_000_000, "iss": issuer.public_key(), "sub": subject.public_key(), "name": name,
        "nats": claims,
    });
    let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!("{}.{}", encode(&json!({ "typ": "JWT", "alg": "ed25519-nkey" })), encode(&claims));
    let signature = URL_SAFE_NO_PAD.encode(issuer.sign(signed.as_bytes()).unwrap());
    format!("{signed}.{signature}")
}

/// Returns configuration of a server, and credentials of a user.
fn operator_and_user() -> (String, String) {
    let (operator, account, user) = (KeyPair::new_operator(), KeyPair::new_account(), KeyPair::new_user());
    // JetStream needs a separate system account.
    let system = KeyPair::new_account();
    let unlimited = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1,
    });
    let mut with_streams = unlimited.clone();
    for limit in ["mem_storage", "disk_storage", "streams", "consumer"] {
        with_streams[limit] = json!(-1);
    }
    let mut user_claims = permissions();
    for limit in ["subs", "data", "payload"] {
        user_claims[limit] = json!(-1);
    }
    let claims = json!({ "system_account": system.public_key() });
    let of_operator = token(&operator, &operator, "operator", "operator", claims);
    let of_account = token(&operator, &account, "shop", "account", json!({ "limits": with_streams }));
    let of_system = token(&operator, &system, "SYS", "account", json!({ "limits": unlimited }));
    let of_user = token(&account, &user, "test", "user", user_claims);
    let lines = format!(
        "operator: {of_operator}\nresolver: MEMORY\nresolver_preload {{ {}: {of_account}\n {}: {of_system} }}\n",
        account.public_key(),
        system.public_key()
    );
    let credentials = format!(
        "-----BEGIN NATS USER JWT-----\n{of_user}\n------END NATS USER JWT------\n\n\
         -----BEGIN USER NKEY SEED-----\n{}\n------END USER NKEY SEED------\n",
        user.seed().unwrap()
    );
    (lines, credentials)
}

struct Certificates {
    folder: TempDir,
    authority: String,
}

impl Certificates {
    /// Also returns configuration of a server.
    fn new() -> (String, Self) {
        let (authority, folder) = (ca::Authority::new().unwrap(), tempfile::tempdir().unwrap());
        let certificates = Self { folder, authority: authority.certificate.clone() };
        let issued = authority.issue("nats").unwrap();
        let lines = format!(
            "tls {{ cert_file: {:?}, key_file: {:?} }}\n",
            certificates.write("tls.crt", &issued.certificate),
            certificates.write("tls.key", &issued.key),
        );
        (lines, certificates)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn config(&self, server: &NatsServer, authority: &str, credentials: &str) -> FeedConfig {
        let mut config = config(&format!("tls://localhost:{}", server.port));
        config.nats.nats_ca_file = Some(self.write("ca.crt", authority));
        config.nats.nats_credentials = Some(credentials.to_owned());
        config
    }
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn only_the_right_authority_and_credentials_are_accepted(pool: PgPool) {
    let ((tls, certificates), (users, credentials)) = (Certificates::new(), operator_and_user());
    let server = NatsServer::with_config(&format!("{tls}{users}")).await;
    let producer = Producer::start(&pool).await;
    producer.publish(1..=3).await;
    numbered(&pool, 3).await;
    let run = async |authority: &str, credentials: &str| {
        let config = certificates.config(&server, authority, credentials);
        let outcome = publisher_with(&producer.pool, &config).run_once().await;
        outcome.map(|_| ()).map_err(|error| format!("{:#}", anyhow::Error::from(error)))
    };
    let other = ca::Authority::new().unwrap().certificate;
    let (_, of_other_operator) = operator_and_user();
    for (authority, credentials) in [(&other, &credentials), (&certificates.authority, &of_other_operator)] {
        let error = run(authority, credentials).await.unwrap_err();
        assert!(error.contains("cannot connect to NATS"), "{error}");
        // The seed of a user begins with these letters.
        assert!(!error.contains("SUA"), "the seed is shown");
    }
    assert_eq!(run(&certificates.authority, &credentials).await, Ok(()));
    let published =
        async || -> i64 { sqlx::query_scalar("select position from feed_cursor").fetch_one(&pool).await.unwrap() };
    assert_eq!(published().await, 3);
    // The next run also reads the last message, which needs one more permission.
    producer.publish([4]).await;
    numbered(&pool, 4).await;
    assert_eq!(run(&certificates.authority, &credentials).await, Ok(()));
    assert_eq!(published().await, 4);
}
