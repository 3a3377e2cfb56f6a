//! Gateways share rate limits through Valkey, and count alone while it fails. Run by `cargo verify --full`.

mod access;
mod faults;
mod gateways;
mod server;

use std::time::{Duration, Instant};

use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    program::Program,
    rate_limits::{CLIENT, FLAGS, OTHER_CLIENT, kinds, retry_after},
    response::send,
    test_shop::TestShop,
};
use gateways::Gateways;
use server::ValkeyServer;

#[sqlx::test(migrations = false)]
#[ignore = "needs valkey-server or redis-server"]
async fn two_gateways_share_the_budget_of_each_kind_of_request(pool: PgPool) {
    let (shop, server) = (TestShop::start(pool).await, ValkeyServer::start().await);
    let url = server.url();
    let flags: Vec<&str> = FLAGS.into_iter().chain(["--valkey-url", &url]).collect();
    let programs = [Program::start(&shop, &flags).await, Program::start(&shop, &flags).await];
    for program in &programs {
        eventually("a connection", async || program.metric("gateway_valkey_failing").await == Some(0.0)).await;
    }
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    for kind in kinds() {
        let call = async |program: &Program, from: &str| {
            let request = client.request(kind.method.clone(), format!("http://{}{}", program.address, kind.path));
            let request = request.header("x-forwarded-for", from);
            send(if kind.body.is_null() { request } else { request.json(&kind.body) }).await
        };
        // The gateways take turns.
        for number in 0..kind.max {
            let response = call(&programs[number as usize % 2], CLIENT).await;
            assert_ne!(response.status, 429, "{} {number}", kind.path);
        }
        for program in &programs {
            let refused = call(program, CLIENT).await;
            assert_eq!(refused.problem(), "429 too_many_requests", "{}", kind.path);
            // The budget refills evenly over an hour. The test takes less than a minute.
            let interval = 3_600 / kind.max;
            assert!((interval - 60..=interval).contains(&retry_after(&refused)), "{}", retry_after(&refused));
        }
        assert_ne!(call(&programs[0], OTHER_CLIENT).await.status, 429, "{}: another client", kind.path);
    }
    assert_each_has_refused_one_read(&programs).await;
    assert_keys_expire_with_the_period(&server).await;
}

async fn assert_each_has_refused_one_read(programs: &[Program]) {
    let mut refusals = 0.0;
    for program in programs {
        refusals += program.metric("security_refusals{reason=\"gateway_reads\"}").await.unwrap_or_default();
        assert!(program.metric("gateway_valkey_duration_count").await.is_some_and(|count| count > 0.0));
        assert_eq!(program.metric("gateway_limits_counted_alone").await, None, "nothing was counted alone");
    }
    assert!((refusals - 2.0).abs() < f64::EPSILON, "{refusals}");
}

async fn assert_keys_expire_with_the_period(server: &ValkeyServer) {
    let mut keys: Vec<String> = server.run(&["KEYS", "sovqat:gateway_*"]).await;
    keys.sort();
    let clients = [CLIENT, OTHER_CLIENT];
    let names = ["callbacks", "reads", "sign_ins", "suggestions", "writes"];
    let expected: Vec<_> =
        names.iter().flat_map(|name| clients.map(|client| format!("sovqat:gateway_{name}:{client}"))).collect();
    assert_eq!(keys, expected);
    for key in keys {
        let left: i64 = server.run(&["PTTL", &key]).await;
        assert!((1..=3_600_000).contains(&left), "{key} {left}");
    }
}

#[tokio::test]
#[ignore = "needs valkey-server or redis-server"]
async fn a_shared_budget_refills_at_its_rate() {
    let server = ValkeyServer::start().await;
    let gateways = Gateways::start(&server.url(), &["--limit-reads", "20/2s"]).await;
    gateways.wait_until_connected().await;
    let (from, began, mut allowed) = (gateways.new_client(), Instant::now(), 0);
    while began.elapsed() < Duration::from_secs(4) {
        allowed += gateways.allowed_in_turn(&from, 2).await;
    }
    // A burst of 20, then ten a second. Gateways that count alone allow twice as many.
    let expected = 20.0 + 10.0 * began.elapsed().as_secs_f64();
    assert!((f64::from(allowed as u32) - expected).abs() <= 2.0, "{allowed} instead of {expected}");
    assert_eq!(gateways.programs[0].metric("gateway_valkey_failing").await, Some(0.0));
}

#[tokio::test]
#[ignore = "needs valkey-server or redis-server"]
async fn a_clock_that_was_set_back_blocks_nobody_longer_than_the_period() {
    let server = ValkeyServer::start().await;
    let gateways = Gateways::start(&server.url(), &["--limit-reads", "4/2s"]).await;
    gateways.wait_until_connected().await;
    let from = gateways.new_client();
    let key = format!("sovqat:gateway_reads:{from}");
    // The stored time is a year ahead, as if the server's clock had been wrong.
    let (seconds, _): (u64, u64) = server.run(&["TIME"]).await;
    let ahead = ((seconds + 31_536_000) * 1_000_000).to_string();
    let _: () = server.run(&["SET", &key, &ahead]).await;
    assert!(!gateways.is_allowed(0, &from).await);
    let began = Instant::now();
    eventually("an allowed request", async || gateways.is_allowed(1, &from).await).await;
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    // A value that is no number is ignored.
    let other = gateways.new_client();
    let _: () = server.run(&["SET", &format!("sovqat:gateway_reads:{other}"), "damaged"]).await;
    assert!(gateways.is_allowed(0, &other).await);
    assert_eq!(gateways.programs[0].metric("gateway_valkey_failing").await, Some(0.0));
}
