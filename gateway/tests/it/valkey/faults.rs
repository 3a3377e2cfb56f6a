//! No request fails or waits while Valkey is killed, stopped, slow, full, or has lost its data.

use std::time::Duration;

use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use testkit::database::eventually;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::{
    gateways::{Gateways, TimedResponse},
    server::{ValkeyServer, start_slow_proxy},
};

const VALKEY_TIMEOUT: Duration = Duration::from_millis(50);
/// Far above `VALKEY_TIMEOUT` and the pauses of a busy machine, far below the server's silence.
const TOO_SLOW: Duration = Duration::from_secs(3);
/// A client may send four requests an hour. Two gateways that count alone allow eight.
const FLAGS: [&str; 2] = ["--limit-reads", "4/1h"];

/// Each client sends one request, so all must be allowed.
fn check_responses(responses: &[TimedResponse]) {
    assert!(responses.len() > 100, "too few requests for the test to mean anything: {}", responses.len());
    let failed: Vec<_> = responses.iter().filter(|response| response.status != 200).collect();
    assert!(failed.is_empty(), "{failed:?}");
    let slowest = responses.iter().map(|response| response.time).max().expect("not empty");
    assert!(slowest < TOO_SLOW, "a request took {slowest:?}");
}

/// If gateways waited for the server, most requests would be slow. A busy machine delays some.
const MAX_SLOW_SHARE: f64 = 0.25;

fn slow_share(responses: &[TimedResponse]) -> f64 {
    responses.iter().filter(|response| response.time >= VALKEY_TIMEOUT).count() as f64 / responses.len() as f64
}

#[tokio::test]
#[ignore = "needs valkey-server or redis-server"]
async fn while_the_server_is_dead_each_gateway_counts_alone() {
    let mut server = ValkeyServer::start().await;
    let gateways = Gateways::start(&server.url(), &FLAGS).await;
    gateways.wait_until_connected().await;
    let before = gateways.new_client();
    assert_eq!(gateways.allowed_in_turn(&before, 12).await, 4);
    let stop = CancellationToken::new();
    let load = gateways.load(&stop);
    tokio::time::sleep(Duration::from_secs(1)).await;
    server.kill();
    gateways.wait_until_counting_alone().await;
    // Each gateway also counts its own requests, so this client gets no new budget.
    assert_eq!(gateways.allowed_in_turn(&before, 4).await, 0, "the client's budget is used up");
    let meanwhile = gateways.new_client();
    assert_eq!(gateways.allowed_in_turn(&meanwhile, 12).await, 8, "each gateway allows four");
    server.restart().await;
    gateways.wait_until_connected().await;
    let after = gateways.new_client();
    assert_eq!(gateways.allowed_in_turn(&after, 12).await, 4);
    stop.cancel();
    for responses in load {
        check_responses(&responses.await.unwrap());
    }
    for program in &gateways.programs {
        assert!(program.metric("gateway_limits_counted_alone").await.is_some_and(|count| count >= 4.0));
        let output = program.output();
        assert!(output.contains("Valkey failed"), "{output}");
        assert_eq!(output.matches("Valkey answers").count(), 2, "at the start and after the restart: {output}");
    }
}

#[tokio::test]
#[ignore = "needs valkey-server or redis-server"]
async fn a_server_that_is_stopped_for_five_seconds_delays_only_the_requests_of_one_moment() {
    let server = ValkeyServer::start().await;
    let gateways = Gateways::start(&server.url(), &FLAGS).await;
    gateways.wait_until_connected().await;
    let stop = CancellationToken::new();
    let load = gateways.load(&stop);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let paused_at = Instant::now();
    server.pause();
    gateways.wait_until_counting_alone().await;
    let meanwhile = gateways.new_client();
    assert_eq!(gateways.allowed_in_turn(&meanwhile, 12).await, 8, "each gateway allows four");
    tokio::time::sleep_until(paused_at + Duration::from_secs(5)).await;
    stop.cancel();
    for responses in load {
        let responses = responses.await.unwrap();
        check_responses(&responses);
        let share = slow_share(&responses);
        assert!(share < MAX_SLOW_SHARE, "{share} of {} requests waited", responses.len());
    }
    server.resume();
    gateways.wait_until_connected().await;
    let after = gateways.new_client();
    assert_eq!(gateways.allowed_in_turn(&after, 12).await, 4);
}

#[tokio::test]
#[ignore = "needs valkey-server or redis-server"]
async fn a_server_that_answers_after_five_seconds_is_not_waited_for() {
    let server = ValkeyServer::start().await;
    let port = start_slow_proxy(server.port, Duration::from_secs(5)).await;
    let gateways = Gateways::start(&format!("redis://127.0.0.1:{port}"), &FLAGS).await;
    gateways.wait_until_counting_alone().await;
    let stop = CancellationToken::new();
    let load = gateways.load(&stop);
    tokio::time::sleep(Duration::from_secs(8)).await;
    stop.cancel();
    for responses in load {
        let responses = responses.await.unwrap();
        check_responses(&responses);
        let share = slow_share(&responses);
        assert!(share < MAX_SLOW_SHARE, "{share} of {} requests waited", responses.len());
    }
    let failures = gateways.programs[0].metric("gateway_valkey_failures{reason=\"connect\"}").await;
    assert!(failures.is_some_and(|count| count >= 2.0), "{failures:?}");
}

#[tokio::test]
#[ignore = "needs valkey-server or redis-server"]
async fn a_server_that_forgets_everything_is_used_without_a_pause() {
    let server = ValkeyServer::start().await;
    let gateways = Gateways::start(&server.url(), &FLAGS).await;
    gateways.wait_until_connected().await;
    let before = gateways.new_client();
    assert_eq!(gateways.allowed_in_turn(&before, 12).await, 4);
    let _: () = server.run(&["FLUSHALL"]).await;
    let _: () = server.run(&["SCRIPT", "FLUSH"]).await;
    assert_eq!(gateways.allowed_in_turn(&before, 4).await, 0, "the gateways have counted, too");
    let after = gateways.new_client();
    assert_eq!(gateways.allowed_in_turn(&after, 12).await, 4);
    for program in &gateways.programs {
        assert_eq!(program.metric("gateway_limits_counted_alone").await, None);
    }
}

#[tokio::test]
#[ignore = "needs valkey-server or redis-server"]
async fn with_a_full_or_read_only_server_each_gateway_counts_alone() {
    let server = ValkeyServer::start().await;
    let gateways = Gateways::start(&server.url(), &FLAGS).await;
    for (break_it, repair_it) in [
        (["CONFIG", "SET", "maxmemory", "1"], ["CONFIG", "SET", "maxmemory", "0"]),
        (["CONFIG", "SET", "min-replicas-to-write", "1"], ["CONFIG", "SET", "min-replicas-to-write", "0"]),
    ] {
        gateways.wait_until_connected().await;
        let _: () = server.run(&break_it).await;
        // The gateways notice the failure with their next requests.
        let from = gateways.new_client();
        assert_eq!(gateways.allowed_in_turn(&from, 12).await, 8, "{break_it:?}");
        gateways.wait_until_counting_alone().await;
        let failures = gateways.programs[0].metric("gateway_valkey_failures{reason=\"refused\"}").await;
        assert!(failures.is_some_and(|count| count >= 1.0), "{failures:?}");
        let _: () = server.run(&repair_it).await;
    }
    gateways.wait_until_connected().await;
}

#[tokio::test]
#[ignore = "needs valkey-server or redis-server"]
async fn no_request_fails_while_the_server_is_killed_and_stopped_at_random() {
    let mut server = ValkeyServer::start().await;
    let gateways = Gateways::start(&server.url(), &FLAGS).await;
    gateways.wait_until_connected().await;
    let mut rng = StdRng::seed_from_u64(20_261_128);
    let stop = CancellationToken::new();
    let load = gateways.load(&stop);
    for _ in 0..8 {
        tokio::time::sleep(Duration::from_millis(rng.gen_range(100..1_500))).await;
        if rng.gen_bool(0.5) {
            server.kill();
            tokio::time::sleep(Duration::from_millis(rng.gen_range(0..1_000))).await;
            server.restart().await;
        } else {
            server.pause();
            tokio::time::sleep(Duration::from_millis(rng.gen_range(20..1_500))).await;
            server.resume();
        }
    }
    stop.cancel();
    for responses in load {
        check_responses(&responses.await.unwrap());
    }
    eventually("shared counts", async || {
        let from = gateways.new_client();
        gateways.allowed_in_turn(&from, 12).await == 4
    })
    .await;
}
