//! The trace of the request that announced an event goes on where the event is applied.

use clap::Parser as _;
use kit::{config::ProcessConfig, telemetry};
use outbox::append;
use sqlx::PgPool;
use testkit::collector::Collector;
use tracing::Instrument as _;

use crate::world::{Counted, Scribe, World};

#[derive(clap::Parser)]
struct Config {
    #[command(flatten)]
    process: ProcessConfig,
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn the_trace_rides_in_the_row_and_goes_on_in_the_handler(pool: PgPool) {
    let (_collector, server) = Collector::start().await;
    let config = Config::parse_from(["test", "--otlp-endpoint", &server.url, "--log", "off"]);
    let _telemetry = telemetry::init("outbox-test", &config.process).unwrap();
    let (world, scribe) = (World::start(&pool).await, Scribe::named("traced"));
    let request = tracing::info_span!("request");
    let trace = async {
        let mut tx = world.begun(1).await;
        append(&mut tx, &Counted { number: 1 }).await.unwrap();
        tx.commit().await.unwrap();
        telemetry::trace_context::current_id().unwrap()
    }
    .instrument(request)
    .await;
    world.listen(&scribe);
    world.wait_until_heard(&scribe, 1).await;
    let announced: String = sqlx::query_scalar("select traceparent from outbox").fetch_one(&world.pool).await.unwrap();
    let applied: String = sqlx::query_scalar("select trace from effect").fetch_one(&world.pool).await.unwrap();
    assert!(announced.contains(&trace), "{announced} does not tell of {trace}");
    assert_eq!(applied, trace);
}
