//! Operators list, replay and discard parked events.

use kit::permission::Role;
use outbox::{Handlers, parked, system_desk};
use proto::system::{
    DiscardRequest, ListParkedRequest, ParkedEvent, ParkedPosition, ReplayFeedRequest, ReplayOutcome, ReplayRequest,
    ReplayResult, ReplaySummary, SystemStatusRequest, system_desk_client::SystemDeskClient,
};
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::{audit, clock::TestClock, permissions, server::TestServer, tokens::TestKeys};
use tonic::{Code, Request, Status};

use crate::fixture::{Producer, Recorder};

const SERVICE: &str = "order";
const OPERATOR: i64 = 7;

struct Desk {
    pool: PgPool,
    clock: TestClock,
    keys: TestKeys,
    server: TestServer,
}

impl Desk {
    async fn open(producer: &Producer, recorder: &Recorder) -> Self {
        let clock = TestClock::new();
        let keys = TestKeys::new(&clock);
        let handlers = Handlers::default().with(recorder.name, recorder.clone());
        let mut routes = kit::serve::Routes::builder();
        routes.add_service(system_desk(SERVICE, &producer.pool, &keys.identity(), &clock.clock(), handlers));
        let server = TestServer::start(routes.routes()).await;
        Self { pool: producer.pool.clone(), clock, keys, server }
    }

    fn client(&self) -> SystemDeskClient<kit::client::Channel> {
        SystemDeskClient::new(self.server.channel())
    }

    fn request<T>(&self, message: T) -> Request<T> {
        signed(message, &self.keys.token_with_roles(OPERATOR, &["owner"]))
    }

    async fn page(&self, before: Option<ParkedPosition>, limit: i64) -> Vec<ParkedEvent> {
        let request = self.request(ListParkedRequest { before, limit });
        self.client().list_parked(request).await.unwrap().into_inner().events
    }

    async fn replay(&self, id: &str) -> Result<ReplayResult, Status> {
        let request = self.request(ReplayRequest { service: SERVICE.to_owned(), id: id.to_owned() });
        Ok(self.client().replay(request).await?.into_inner())
    }

    async fn replay_feed(&self, feed: &str) -> ReplaySummary {
        let request = self.request(ReplayFeedRequest { service: SERVICE.to_owned(), feed: Some(feed.to_owned()) });
        self.client().replay_feed(request).await.unwrap().into_inner()
    }

    async fn discard_as(&self, token: &str, id: &str, reason: &str) -> Result<(), Status> {
        let (service, id) = (SERVICE.to_owned(), id.to_owned());
        let request = signed(DiscardRequest { service, id, reason: Some(reason.to_owned()) }, token);
        self.client().discard(request).await.map(drop)
    }

    async fn discard(&self, id: &str, reason: &str) -> Result<(), Status> {
        self.discard_as(&self.keys.token_with_roles(OPERATOR, &["owner"]), id, reason).await
    }

    /// Action and subject of each entry.
    async fn audited(&self) -> Vec<(String, String)> {
        let entries = audit::entries(&self.pool).await;
        assert!(entries.iter().all(|entry| entry.account_id == OPERATOR && entry.subject_kind == "parked_event"));
        entries.into_iter().map(|entry| (entry.action, entry.subject)).collect()
    }
}

fn signed<T>(message: T, token: &str) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    request
}

fn entry(action: &str, subject: &str) -> (String, String) {
    (action.to_owned(), subject.to_owned())
}

/// Publishes four events at the positions 1 to 4, of which the consumer parks those in `failing`.
async fn with_parked(pool: &PgPool, name: &'static str, failing: &[i64]) -> (Producer, Recorder, Desk) {
    let recorder = Recorder::named(name).failing_at(failing.iter().copied());
    let producer = Producer::start(pool).await;
    producer.start_recorder(&recorder);
    producer.publish_together(1..=4).await;
    producer.wait_until_applied(&recorder, 4 - failing.len()).await;
    testkit::database::eventually("the parked events", async || {
        parked(&producer.pool).await.unwrap().len() == failing.len()
    })
    .await;
    let desk = Desk::open(&producer, &recorder).await;
    (producer, recorder, desk)
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn of_two_operators_who_replay_an_event_one_applies_it(pool: PgPool) {
    let (producer, recorder, desk) = with_parked(&pool, "replayed", &[2]).await;
    let failed = desk.replay("replayed-2").await.unwrap();
    assert_eq!(failed.outcome(), ReplayOutcome::Failed);
    assert_eq!(failed.error.as_deref(), Some("internal: deliberate failure: cause of the failure"));
    assert_eq!(desk.page(None, 10).await[0].attempts, 6, "the event stays parked, and the attempt is counted");

    recorder.repair();
    let (first, second) = tokio::join!(desk.replay("replayed-2"), desk.replay("replayed-2"));
    let mut outcomes = [first.unwrap().outcome(), second.unwrap().outcome()];
    outcomes.sort_unstable();
    assert_eq!(outcomes, [ReplayOutcome::Applied, ReplayOutcome::NotParked]);
    assert_eq!(producer.applied_by(&recorder).await, [1, 3, 4, 2]);
    assert_eq!(desk.page(None, 10).await, []);
    assert_eq!(
        desk.audited().await,
        [entry("parked_event_replay_failed", "replayed-2"), entry("parked_event_replayed", "replayed-2")]
    );
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_feed_is_replayed_in_order_past_events_that_fail(pool: PgPool) {
    let (producer, recorder, desk) = with_parked(&pool, "whole", &[1, 2, 4]).await;
    recorder.repair();
    // A clone shares its failures with the recorder.
    let still_broken = recorder.clone().failing_at([2]);
    let (first, second) = tokio::join!(desk.replay_feed("whole"), desk.replay_feed("whole"));
    assert_eq!(first.applied + second.applied, 2, "{first:?} {second:?}");
    assert!(!first.has_more && !second.has_more);
    let mut applied = producer.applied_by(&recorder).await;
    applied.sort_unstable();
    assert_eq!(applied, [1, 3, 4]);
    let still_parked: Vec<_> = desk.page(None, 10).await.into_iter().map(|event| event.id).collect();
    assert_eq!(still_parked, ["whole-2"]);
    still_broken.repair();
    assert_eq!(desk.replay_feed("whole").await, ReplaySummary { applied: 1, failed: 0, has_more: false });
    assert_eq!(desk.replay_feed("whole").await, ReplaySummary::default());
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn an_event_is_discarded_with_a_reason_and_a_recent_second_factor(pool: PgPool) {
    let (producer, recorder, desk) = with_parked(&pool, "discarded", &[3]).await;
    let long_ago = desk.clock.now() - chrono::TimeDelta::minutes(11);
    let old = desk.keys.token_with_factor(OPERATOR, &["owner"], Some(long_ago));
    let refused = desk.discard_as(&old, "discarded-3", "obsolete").await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::PermissionDenied, "step_up_required"));
    let manager = desk.keys.token_with_roles(OPERATOR, &["manager"]);
    let refused = desk.discard_as(&manager, "discarded-3", "obsolete").await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    assert_eq!(desk.discard("discarded-3", " x ").await.unwrap_err().code(), Code::InvalidArgument);
    for id in ["discarded-4", "discarded-0", "3", "other-3", ""] {
        let missing = desk.discard(id, "obsolete").await.unwrap_err();
        assert_eq!((missing.code(), missing.message()), (Code::NotFound, "parked_event_not_found"), "{id}");
    }
    desk.discard("discarded-3", "obsolete").await.unwrap();
    assert_eq!(desk.discard("discarded-3", "obsolete").await.unwrap_err().code(), Code::NotFound);
    assert_eq!(desk.replay("discarded-3").await.unwrap().outcome(), ReplayOutcome::NotParked);
    assert_eq!(producer.applied_by(&recorder).await, [1, 2, 4]);
    let log = audit::entries(&producer.pool).await;
    assert_eq!(desk.audited().await, [entry("parked_event_discarded", "discarded-3")]);
    assert_eq!(log[0].after, Some(json!({"reason": "obsolete"})));
    assert_eq!(log[0].before.as_ref().unwrap()["kind"], "counted");
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn pages_list_events_newest_first_without_personal_data(pool: PgPool) {
    let (producer, _, desk) = with_parked(&pool, "listed", &[]).await;
    let payload = json!({"accountId": 5, "reason": "a text about a person", "productId": 9, "isPublished": true});
    for position in 1..=3 {
        sqlx::query(
            "insert into feed_parked (feed, position, kind, payload, occurred_at, error, attempts, parked_at)
             values ('catalog', $1, 'review_decided', $2, now(), 'error', 5, '2026-11-28 10:00:00Z')",
        )
        .bind(position)
        .bind(&payload)
        .execute(&producer.pool)
        .await
        .unwrap();
    }
    let (mut before, mut ids) = (None, Vec::new());
    loop {
        let page = desk.page(before.take(), 2).await;
        let Some(last) = page.last() else { break };
        before = Some(ParkedPosition { parked_at: last.parked_at, position: last.position, feed: last.feed.clone() });
        for event in &page {
            let shown: Value = serde_json::from_str(&event.payload).unwrap();
            assert_eq!(shown, json!({"accountId": 5, "productId": 9, "isPublished": true}));
            assert_eq!((event.hidden.as_slice(), event.service.as_str()), (&["reason".to_owned()][..], SERVICE));
        }
        ids.extend(page.into_iter().map(|event| event.id));
    }
    assert_eq!(ids, ["catalog-3", "catalog-2", "catalog-1"]);
    // No handler of this service reads the catalogue.
    assert_eq!(desk.replay("catalog-1").await.unwrap().outcome(), ReplayOutcome::NotConsumed);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn the_status_has_feeds_and_the_number_of_parked_events(pool: PgPool) {
    let (producer, _, desk) = with_parked(&pool, "counted", &[1, 2]).await;
    let status = desk.client().status(desk.request(SystemStatusRequest {})).await.unwrap().into_inner();
    let database = status.database.unwrap();
    assert_eq!((database.parked, database.schema), (2, 4));
    assert_eq!(database.head.as_ref().unwrap().position, 4);
    let [feed] = &database.feeds[..] else { panic!("{:?}", database.feeds) };
    assert_eq!((feed.feed.as_str(), feed.position), ("counted", 4));
    assert_eq!(feed.epoch.as_ref(), database.head.as_ref().map(|head| &head.epoch));
    producer.pool.close().await;
    let status = desk.client().status(desk.request(SystemStatusRequest {})).await.unwrap().into_inner();
    assert_eq!(status.database, None, "a service without its database still answers");
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn only_roles_with_the_permission_may_call_a_method(pool: PgPool) {
    let (_producer, _, desk) = with_parked(&pool, "refused", &[]).await;
    permissions::check(&desk.server.channel(), "sovqat.system.", |role: Option<Role>| desk.keys.token_of(role)).await;
}
