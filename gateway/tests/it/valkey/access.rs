//! How gateways sign in at Valkey: TLS, passwords, and permissions.

use testkit::authority;

use super::{gateways::Gateways, server::ValkeyServer};
use crate::program::Program;

/// The permissions that `docs/DEPLOYING.md` lists.
const USER: &str =
    "user default off\nuser gateway on >right-password ~sovqat:* -@all +evalsha +script|load +get +set +time +select\n";

async fn failures(program: &Program, reason: &str) -> f64 {
    program.metric(&format!("gateway_valkey_failures{{reason=\"{reason}\"}}")).await.unwrap_or_default()
}

#[tokio::test]
#[ignore = "needs valkey-server or redis-server"]
async fn a_wrong_password_leaves_each_gateway_to_count_alone() {
    let mut server = ValkeyServer::stopped().with_lines(USER);
    server.restart().await;
    let url = |password: &str| format!("redis://gateway:{password}@127.0.0.1:{}", server.port);
    let wrong = Gateways::start(&url("wrong-password"), &["--limit-reads", "4/1h"]).await;
    wrong.wait_until_counting_alone().await;
    for program in &wrong.programs {
        testkit::database::eventually("a refusal", async || failures(program, "refused").await >= 1.0).await;
    }
    let from = wrong.new_client();
    // The limit is four requests an hour. Two gateways that count alone allow eight.
    assert_eq!(wrong.allowed_in_turn(&from, 12).await, 8, "each gateway allows four");
    for program in &wrong.programs {
        let output = program.output();
        assert!(output.contains("Valkey failed"), "{output}");
        assert!(!output.contains("wrong-password"), "the password is logged");
        assert!(program.metric("gateway_limits_counted_alone").await.is_some_and(|count| count >= 4.0));
    }

    let right = Gateways::start(&url("right-password"), &["--limit-reads", "4/1h"]).await;
    right.wait_until_connected().await;
    let from = right.new_client();
    assert_eq!(right.allowed_in_turn(&from, 12).await, 4);
    let metric = right.programs[0].metric("gateway_limits_counted_alone").await;
    assert_eq!(metric, None, "the permissions are enough");
}

#[tokio::test]
#[ignore = "needs valkey-server or redis-server"]
async fn only_the_right_authority_is_trusted() {
    let server = ValkeyServer::stopped();
    let files = authority::flags(server.folder.path(), "valkey");
    let [_, certificate, _, key, _, ca] = &files[..] else { panic!("{files:?}") };
    let port = server.port;
    let lines = format!(
        "port 0\ntls-port {port}\ntls-cert-file {certificate}\ntls-key-file {key}\ntls-ca-cert-file {ca}\n\
         tls-auth-clients no\n"
    );
    let mut server = server.with_lines(&lines);
    server.restart().await;
    let url = format!("rediss://localhost:{port}");
    // By default, only authorities of the operating system are trusted.
    let trusted = Gateways::start(&url, &["--limit-reads", "4/1h", "--valkey-ca-file", ca]).await;
    trusted.wait_until_connected().await;
    let from = trusted.new_client();
    assert_eq!(trusted.allowed_in_turn(&from, 12).await, 4);

    let untrusted = Gateways::start(&url, &["--limit-reads", "4/1h"]).await;
    untrusted.wait_until_counting_alone().await;
    for program in &untrusted.programs {
        testkit::database::eventually("a refusal", async || failures(program, "connect").await >= 1.0).await;
    }
    let from = untrusted.new_client();
    assert_eq!(untrusted.allowed_in_turn(&from, 12).await, 8);
}
