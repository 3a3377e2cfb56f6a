//! An event is applied in the trace of its request.

use clap::Parser as _;
use kit::{BuildInfo, config::ProcessConfig, telemetry};
use outbox::{append, append_traced};
use sqlx::PgPool;
use testkit::collector::Collector;
use tracing::Instrument as _;

use crate::fixture::{Counted, Producer, Recorder};

#[derive(clap::Parser)]
struct Config {
    #[command(flatten)]
    process: ProcessConfig,
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn the_trace_is_stored_with_the_event_and_continues_in_the_handler(pool: PgPool) {
    let (_collector, server) = Collector::start().await;
    let config = Config::parse_from(["test", "--otlp-endpoint", &server.url, "--log", "off"]);
    let _telemetry = telemetry::init("outbox-test", BuildInfo::UNKNOWN, &config.process).unwrap();
    let (producer, recorder) = (Producer::start(&pool).await, Recorder::named("traced"));
    let request = tracing::info_span!("request");
    let trace = async {
        let mut tx = producer.begin_with_fact(1).await;
        append(&mut tx, &Counted { number: 1 }).await.unwrap();
        tx.commit().await.unwrap();
        telemetry::trace_context::current_id().unwrap()
    }
    .instrument(request)
    .await;
    producer.start_recorder(&recorder);
    producer.wait_until_applied(&recorder, 1).await;
    let published: String =
        sqlx::query_scalar("select traceparent from outbox").fetch_one(&producer.pool).await.unwrap();
    let applied: String = sqlx::query_scalar("select trace from effect").fetch_one(&producer.pool).await.unwrap();
    assert!(published.contains(&trace), "{published} does not contain {trace}");
    assert_eq!(applied, trace);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn events_of_several_requests_in_one_statement_keep_their_own_traces(pool: PgPool) {
    let events_with_traces =
        [(1, Some("trace of the first".to_owned())), (2, None), (3, Some("trace of the third".to_owned()))];
    let mut tx = kit::db::begin(&pool).await.unwrap();
    let events = events_with_traces.clone().into_iter().map(|(number, trace)| (Counted { number }, trace));
    append_traced(&mut tx, events).await.unwrap();
    tx.commit().await.unwrap();
    let stored: Vec<(i64, Option<String>)> =
        sqlx::query_as("select (payload ->> 'number')::bigint, traceparent from outbox order by outbox_id")
            .fetch_all(&pool)
            .await
            .unwrap();
    assert_eq!(stored, events_with_traces);
}
