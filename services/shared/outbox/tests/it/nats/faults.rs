//! The stream stays complete while servers, replicas and connections fail.

use std::{fs, path::Path, process::Command, time::Duration};

use async_nats::jetstream::stream::{Config, DiscardPolicy};
use metrics_exporter_prometheus::PrometheusRecorder;
use outbox::append;
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use sqlx::{Connection as _, PgConnection, PgPool};
use testkit::database::eventually;
use tokio::time::Instant;

use super::{counted, expected, numbered, recorder, start_replica};
use crate::{
    fixture::{Counted, Producer},
    nats_server::{NatsServer, STREAM, start_slow_proxy},
};

const MIN_SERVER_KILLS: usize = 12;

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn the_stream_equals_the_outbox_after_random_kills(pool: PgPool) {
    let mut server = NatsServer::start().await;
    let producer = Producer::start(&pool).await;
    let mut admin = PgConnection::connect_with(&pool.connect_options()).await.unwrap();
    let mut rng = StdRng::seed_from_u64(20_261_127);
    let start = |server: &NatsServer| start_replica(&producer.pool, &server.url());
    let mut replicas = [start(&server), start(&server)];
    let writer = tokio::spawn(write_numbers(producer.pool.clone()));
    let mut server_kills = 0;
    while !writer.is_finished() || server_kills < MIN_SERVER_KILLS {
        tokio::time::sleep(Duration::from_millis(rng.gen_range(20..400))).await;
        match rng.gen_range(0..3) {
            // Kill the NATS server.
            0 => {
                server.kill();
                server_kills += 1;
                tokio::time::sleep(Duration::from_millis(rng.gen_range(0..300))).await;
                server.restart().await;
            }
            // Kill a replica of the service.
            1 => {
                let replica = &mut replicas[rng.gen_range(0..2)];
                replica.abort();
                *replica = start(&server);
            }
            // Terminate all connections of the database. The publishing replica loses its lock, so both publish for
            // a while.
            _ => {
                let others = "select pg_terminate_backend(pid) from pg_stat_activity
                              where datname = current_database() and pid <> pg_backend_pid()";
                sqlx::query(others).execute(&mut admin).await.unwrap();
            }
        }
    }
    writer.await.unwrap();
    let committed = wait_until_numbered(&mut admin).await;
    eventually("the last event", async || server.messages().await.len() >= committed).await;
    let in_order = "select 'counted ' || (payload ->> 'number') from outbox order by position";
    let expected: Vec<String> = sqlx::query_scalar(in_order).fetch_all(&mut admin).await.unwrap();
    assert_eq!(server.texts().await, expected);
    assert!(committed > 1_000, "too few events for the test to mean anything: {committed}");
}

async fn write_numbers(pool: PgPool) {
    for number in 1..=1_500 {
        // A commit may happen although its connection is terminated.
        let _ = try_write(&pool, number).await;
    }
}

async fn try_write(pool: &PgPool, number: i64) -> sqlx::Result<()> {
    let mut tx = kit::db::begin(pool).await?;
    append(&mut tx, &Counted { number }).await?;
    tx.commit().await
}

/// Waits until every event has a position. Returns the number of events.
async fn wait_until_numbered(connection: &mut PgConnection) -> usize {
    let count = "select (select count(*) from outbox), (select count(*) from outbox where position is null)";
    loop {
        let (all, unnumbered): (i64, i64) = sqlx::query_as(count).fetch_one(&mut *connection).await.unwrap();
        if unnumbered == 0 {
            return all as usize;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn a_lost_disk_is_filled_again_with_a_snapshot_and_all_events(pool: PgPool) {
    let recorder = recorder();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let mut server = NatsServer::start().await;
    let producer = Producer::start(&pool).await;
    let _replica = start_replica(&producer.pool, &server.url());
    producer.publish(1..=3).await;
    eventually("three messages", async || server.texts().await == counted(1..=3)).await;
    server.kill();
    fs::remove_dir_all(server.disk()).unwrap();
    server.restart().await;
    producer.publish([4]).await;
    let mut filled: Vec<String> = vec!["resync stream_lost".to_owned()];
    // A star marks the messages of a snapshot.
    filled.extend((1..=4).map(|number| format!("counted {number}*")));
    filled.push("resync_ended 0".to_owned());
    filled.extend(counted(1..=4));
    eventually("a filled stream", async || server.texts().await == filled).await;
    let metrics = recorder.handle().render();
    assert!(metrics.contains("nats_publisher_resyncs{reason=\"stream_lost\"} 1"), "{metrics}");
    eventually("no failure", async || recorder.handle().render().contains("nats_publisher_failing 0")).await;
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn a_stream_set_back_to_an_older_state_gets_the_lost_messages_again(pool: PgPool) {
    let recorder = recorder();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let mut server = NatsServer::start().await;
    let producer = Producer::start(&pool).await;
    let _replica = start_replica(&producer.pool, &server.url());
    producer.publish(1..=5).await;
    eventually("five messages", async || server.texts().await == counted(1..=5)).await;
    server.kill();
    let backup = server.folder.path().join("backup");
    copy(&server.disk(), &backup);
    server.restart().await;
    producer.publish(6..=10).await;
    eventually("ten messages", async || server.texts().await == counted(1..=10)).await;
    server.kill();
    fs::remove_dir_all(server.disk()).unwrap();
    copy(&backup, &server.disk());
    server.restart().await;
    eventually("ten messages again", async || server.texts().await == counted(1..=10)).await;
    let metrics = recorder.handle().render();
    assert!(metrics.contains("nats_publisher_resyncs{reason=\"messages_lost\"} 1"), "{metrics}");
}

fn copy(from: &Path, to: &Path) {
    assert!(Command::new("cp").arg("-a").args([from, to]).status().unwrap().success());
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn a_server_that_answers_after_five_seconds_gets_everything_and_delays_no_writer(pool: PgPool) {
    let recorder = recorder();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let server = NatsServer::start().await;
    let port = start_slow_proxy(server.port, Duration::from_secs(5)).await;
    let producer = Producer::start(&pool).await;
    let _replica = start_replica(&producer.pool, &format!("nats://127.0.0.1:{port}"));
    let mut slowest = Duration::ZERO;
    for number in 1..=200 {
        let began = Instant::now();
        producer.publish([number]).await;
        slowest = slowest.max(began.elapsed());
    }
    assert!(slowest < Duration::from_secs(3), "a writer waited for {slowest:?}");
    eventually("all messages", async || server.texts().await == counted(1..=200)).await;
    eventually("all confirmations", async || {
        recorder.handle().render().contains("nats_events_published{kind=\"counted\"} 200")
    })
    .await;
    eventually("no lag", async || gauge(&recorder, "nats_publisher_lag_events") == "0").await;
    let metrics = recorder.handle().render();
    assert!(!metrics.contains("nats_publisher_failures"), "{metrics}");
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn the_lag_grows_while_the_server_is_away_and_the_publisher_reports_it(pool: PgPool) {
    let recorder = recorder();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let mut server = NatsServer::stopped("");
    let producer = Producer::start(&pool).await;
    producer.publish(1..=7).await;
    numbered(&pool, 7).await;
    sqlx::raw_sql("update outbox set occurred_at = now() - interval '10 minutes'").execute(&pool).await.unwrap();
    let _replica = start_replica(&producer.pool, &server.url());
    eventually("a failure", async || recorder.handle().render().contains("nats_publisher_failing 1")).await;
    assert!(recorder.handle().render().contains("nats_publisher_failures{reason=\"connect\"}"));
    assert_eq!(gauge(&recorder, "nats_publisher_lag_events"), "7");
    assert!(gauge(&recorder, "nats_publisher_lag_seconds").parse::<f64>().unwrap() >= 600.0);
    server.restart().await;
    eventually("no failure", async || recorder.handle().render().contains("nats_publisher_failing 0")).await;
    assert_eq!(server.texts().await, counted(1..=7));
    assert_eq!(gauge(&recorder, "nats_publisher_lag_events"), "0");
    assert_eq!(gauge(&recorder, "nats_publisher_lag_seconds"), "0");
}

fn gauge(recorder: &PrometheusRecorder, name: &str) -> String {
    let metrics = recorder.handle().render();
    let line = metrics.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    line.unwrap_or_else(|| panic!("no {name}: {metrics}")).to_owned()
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn a_full_stream_keeps_its_limits_and_events_wait_until_it_has_room(pool: PgPool) {
    let recorder = recorder();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let server = NatsServer::start().await;
    let context = server.context().await;
    let mut limits = Config {
        name: STREAM.to_owned(),
        subjects: vec!["sovqat.test.>".to_owned()],
        max_messages: 5,
        discard: DiscardPolicy::New,
        ..Config::default()
    };
    context.create_stream(limits.clone()).await.unwrap();
    let producer = Producer::start(&pool).await;
    producer.publish(1..=8).await;
    numbered(&pool, 8).await;
    let _replica = start_replica(&producer.pool, &server.url());
    eventually("a failure", async || {
        recorder.handle().render().contains("nats_publisher_failures{reason=\"storage\"}")
    })
    .await;
    assert_eq!(server.texts().await, counted(1..=5));
    assert_eq!(gauge(&recorder, "nats_publisher_failing"), "1");
    assert_eq!(context.get_stream(STREAM).await.unwrap().cached_info().config.max_messages, 5);
    limits.max_messages = 100;
    context.update_stream(limits).await.unwrap();
    eventually("all messages", async || server.texts().await == expected(&pool).await).await;
    assert_eq!(server.texts().await, counted(1..=8));
}
