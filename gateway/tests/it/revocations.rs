//! Gateways and services refuse the tokens of an ended session within five seconds.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use kit::client::{CallContext, Channel};
use proto::order::{CountCartRequest, carts_client::CartsClient};
use reqwest::{Client, Method};
use sqlx::PgPool;
use testkit::database::eventually;
use tokio::{task::JoinSet, time::interval};
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::Code;

use crate::{
    events::Events,
    test_shop::{LOGIN, OTHER_SHOPPER, PASSWORD, TestShop, gateway, send},
};

const LIMIT: Duration = Duration::from_secs(5);
/// 25 requests a second.
const PERIOD: Duration = Duration::from_millis(40);
const STREAM: &str = "/api/v1/notification/stream";
/// A route that needs no call to auth.
const COUNTS: &str = "/api/v1/cart/counts";

/// A second gateway. Sessions end at that of the test shop.
struct OtherGateway {
    url: String,
    _stop_on_drop: DropGuard,
}

impl OtherGateway {
    async fn start(shop: &TestShop) -> Self {
        let stop = CancellationToken::new();
        let url = gateway(&shop.gateway_flags, &[], shop.web_dir(), &shop.clock, &stop).await;
        Self { url, _stop_on_drop: stop.drop_guard() }
    }

    fn get(&self, token: &str, path: &str) -> reqwest::RequestBuilder {
        let client = Client::builder().no_proxy().build().expect("a client");
        client.request(Method::GET, format!("{}{path}", self.url)).bearer_auth(token)
    }

    async fn status(&self, token: &str, path: &str) -> u16 {
        send(self.get(token, path)).await.status
    }

    /// Repeats the request while a busy machine returns 503.
    async fn final_status(&self, token: &str, path: &str) -> u16 {
        let mut status = 503;
        while status == 503 {
            status = self.status(token, path).await;
        }
        status
    }
}

/// The time of the request, and the HTTP status of the response.
type Sample = (Instant, u16);

/// Sends requests at a fixed rate, however long the responses take.
struct Load {
    name: &'static str,
    samples: Arc<Mutex<Vec<Sample>>>,
    _stop_on_drop: DropGuard,
}

impl Load {
    fn start<F>(name: &'static str, call: impl Fn() -> F + Send + 'static) -> Self
    where
        F: Future<Output = u16> + Send + 'static,
    {
        let (samples, stop) = (Arc::<Mutex<Vec<Sample>>>::default(), CancellationToken::new());
        let (recorded, stopped) = (samples.clone(), stop.clone());
        tokio::spawn(stopped.run_until_cancelled_owned(async move {
            let (mut ticks, mut calls) = (interval(PERIOD), JoinSet::new());
            loop {
                ticks.tick().await;
                let (sent_at, call, recorded) = (Instant::now(), call(), recorded.clone());
                calls.spawn(async move {
                    let status = call.await;
                    recorded.lock().expect("no thread panics with the lock").push((sent_at, status));
                });
                while calls.try_join_next().is_some() {}
            }
        }));
        Self { name, samples, _stop_on_drop: stop.drop_guard() }
    }

    fn on_gateway(name: &'static str, gateway: &OtherGateway, token: &str) -> Self {
        let request = gateway.get(token, COUNTS);
        Self::start(name, move || {
            let request = request.try_clone().expect("a request without a body");
            async move { request.send().await.expect("a response").status().as_u16() }
        })
    }

    /// The order service verifies the token again.
    fn on_order_service(name: &'static str, channel: &Channel, token: &str) -> Self {
        let (carts, context) =
            (CartsClient::new(channel.clone()), CallContext { token: Some(token.into()), ..CallContext::default() });
        Self::start(name, move || {
            let (mut carts, request) = (carts.clone(), context.sign(CountCartRequest {}));
            async move {
                match carts.count(request).await.map_err(|status| status.code()) {
                    Ok(_) => 200,
                    Err(Code::Unauthenticated) => 401,
                    Err(_) => 503,
                }
            }
        })
    }

    fn samples(&self) -> Vec<Sample> {
        self.samples.lock().expect("no thread panics with the lock").clone()
    }

    async fn expect_accepted(&self) {
        // The load of one second.
        eventually("answers", async || self.samples().len() >= 25).await;
        self.expect_never_refused();
    }

    /// A busy machine may return 503.
    fn expect_never_refused(&self) {
        let samples = self.samples();
        let count = |wanted: u16| samples.iter().filter(|(_, status)| *status == wanted).count();
        let (accepted, refused) = (count(200), count(401));
        assert!(refused == 0 && accepted > 0, "{}: {samples:?}", self.name);
    }

    fn accepted_until(&self, signed_out_at: Instant) -> Duration {
        let samples = self.samples();
        let sent_after = samples.iter().filter(|(sent_at, _)| *sent_at >= signed_out_at);
        let (accepted, refused): (Vec<_>, Vec<_>) = sent_after.partition(|(_, status)| *status == 200);
        let unauthenticated = refused.iter().filter(|(_, status)| *status == 401).count();
        let worst = accepted.iter().map(|(sent_at, _)| *sent_at - signed_out_at).max().unwrap_or_default();
        println!("{}: accepted until {worst:?} after the sign-out, then {unauthenticated} times 401", self.name);
        // The load has run for more than a second.
        assert!(unauthenticated > 25, "{}: {unauthenticated} of {} refusals are 401", self.name, refused.len());
        worst
    }
}

async fn sign_out(shop: &TestShop, token: &str) -> Instant {
    let sent_at = Instant::now();
    let response = shop.get_as(token, "/api/v1/auth/logout").await;
    assert_eq!(response.status, 200, "{}", response.text);
    sent_at
}

async fn open_stream(gateway: &OtherGateway, token: &str) -> Events {
    let mut events = Events::open(gateway.get(token, STREAM)).await;
    events.next().await.expect("the count");
    events
}

#[sqlx::test(migrations = false)]
async fn a_signed_out_session_is_refused_everywhere_within_five_seconds_under_load(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let second = OtherGateway::start(&shop).await;
    let (own, same_account, unrelated) = (shop.token().await, shop.token().await, shop.token_of(OTHER_SHOPPER).await);
    let mut stream = open_stream(&second, &own).await;
    let mut other_stream = open_stream(&second, &same_account).await;
    let revoked = [
        Load::on_gateway("the other gateway", &second, &own),
        Load::on_order_service("the order service", &shop.order_channel(), &own),
    ];
    let open = [
        Load::on_gateway("another session of the account", &second, &same_account),
        Load::on_gateway("another account", &second, &unrelated),
    ];
    for load in revoked.iter().chain(&open) {
        load.expect_accepted().await;
    }

    let signed_out_at = sign_out(&shop, &own).await;
    // Notifications about the sign-ins may still arrive.
    while stream.next().await.is_some() {}
    let stream_ended_after = signed_out_at.elapsed();
    println!("the notification stream: ended after {stream_ended_after:?}");
    assert!(stream_ended_after < LIMIT);
    tokio::time::sleep(LIMIT + Duration::from_secs(1)).await;
    for load in &revoked {
        assert!(load.accepted_until(signed_out_at) < LIMIT, "{}", load.name);
    }
    for load in &open {
        load.expect_never_refused();
    }
    let next = tokio::time::timeout(Duration::from_millis(100), other_stream.next()).await;
    assert!(!matches!(next, Ok(None)), "the stream of the other session stays open");

    drop((revoked, open));
    let third = OtherGateway::start(&shop).await;
    assert_eq!(
        third.final_status(&own, COUNTS).await,
        401,
        "a gateway that was started later refuses its first request"
    );
    assert_eq!(third.final_status(&unrelated, COUNTS).await, 200);
    // Another tab may sign out with the same token.
    sign_out(&shop, &own).await;
}

#[sqlx::test(migrations = false)]
async fn revocations_survive_a_restart_of_the_auth_service(pool: PgPool) {
    let mut shop = TestShop::start(pool).await;
    let second = OtherGateway::start(&shop).await;
    let (before, after, unrelated) = (shop.token().await, shop.token().await, shop.token_of(OTHER_SHOPPER).await);
    sign_out(&shop, &before).await;
    eventually("a refusal", async || second.status(&before, COUNTS).await == 401).await;

    let revoked_before = Load::on_gateway("revoked before the restart", &second, &before);
    let revoked_after = Load::on_gateway("revoked after the restart", &second, &after);
    let unrelated = Load::on_gateway("another account", &second, &unrelated);
    let mut stream = open_stream(&second, &after).await;
    shop.restart_auth().await;
    revoked_after.expect_accepted().await;
    eventually("auth answers again", async || shop.get_as(&after, "/api/v1/user/me").await.status == 200).await;
    let signed_out_at = sign_out(&shop, &after).await;
    assert!(stream.next().await.is_none());
    assert!(signed_out_at.elapsed() < LIMIT);
    tokio::time::sleep(LIMIT + Duration::from_secs(1)).await;
    assert!(revoked_after.accepted_until(signed_out_at) < LIMIT);
    assert!(revoked_before.samples().iter().all(|(_, status)| *status != 200), "refused during the restart, too");
    unrelated.expect_never_refused();
}

#[sqlx::test(migrations = false)]
async fn without_the_auth_service_shoppers_are_served_and_operators_are_not(pool: PgPool) {
    const ADMIN: &str = "/api/v1/admin/orders";
    let mut shop = TestShop::start(pool).await;
    let gateway = OtherGateway::start(&shop).await;
    let (shopper, operator) = (shop.token_of((LOGIN, PASSWORD)).await, shop.operator().await);
    assert_eq!(gateway.status(&operator, ADMIN).await, 200);
    // The gateway must load auth's keys before auth stops.
    assert_eq!(gateway.status(&shopper, COUNTS).await, 200);
    shop.stop_auth();
    let stopped_at = Instant::now();
    assert_eq!(gateway.status(&operator, ADMIN).await, 200, "a short silence refuses nobody");
    eventually("a refusal", async || gateway.status(&operator, ADMIN).await == 503).await;
    let elapsed = stopped_at.elapsed();
    println!("operators: refused after {elapsed:?}");
    // Without news of revocations for 5 seconds, a gateway refuses operators. The last news may be two seconds older
    // than the stop, so only the upper limit is checked.
    assert!(elapsed < Duration::from_secs(8), "{elapsed:?}");
    let refused = send(gateway.get(&operator, ADMIN)).await;
    assert_eq!(refused.problem(), "503 service_unavailable");
    assert_eq!(gateway.status(&shopper, COUNTS).await, 200, "the shop still sells");
    shop.restart_auth().await;
    eventually("operators are served", async || gateway.status(&operator, ADMIN).await == 200).await;
}
