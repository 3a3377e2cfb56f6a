//! Consumers: one effect even with competing readers, a cursor that survives restarts, and filtering by kind.

use outbox::append;
use proto::feed::{ReadRequest, feed_client::FeedClient};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::world::{Counted, Scribe, Whispered, World, serve};

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn two_consumers_of_one_name_apply_each_event_once(pool: PgPool) {
    let (world, scribe) = (World::start(&pool).await, Scribe::named("twins"));
    let (_first, _second) = (world.listen(&scribe), world.listen(&scribe));
    world.announce(1..=100).await;
    world.wait_until_heard(&scribe, 100).await;
    assert_eq!(world.heard_by(&scribe).await, (1..=100).collect::<Vec<_>>());
}

/// When the connection that holds the lock dies, a second reader starts beside the first: only the cursor prevents
/// duplicates.
#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn two_readers_at_once_apply_each_event_once(pool: PgPool) {
    let (world, scribe) = (World::start(&pool).await, Scribe::named("usurped"));
    let (_first, _second) = (world.listen(&scribe), world.listen(&scribe));
    world.announce([1]).await;
    world.wait_until_heard(&scribe, 1).await;
    let deposed = leader_of(&world.pool, scribe.name).await.unwrap();
    sqlx::query("select pg_terminate_backend($1)").bind(deposed).execute(&world.pool).await.unwrap();
    eventually("a second leader", || async {
        leader_of(&world.pool, scribe.name).await.is_some_and(|leader| leader != deposed)
    })
    .await;
    world.announce(2..=300).await;
    world.wait_until_heard(&scribe, 300).await;
    assert_eq!(world.heard_by(&scribe).await, (1..=300).collect::<Vec<_>>());
}

/// Returns the process id of the connection that holds the reader lock of a feed.
async fn leader_of(pool: &PgPool, feed: &str) -> Option<i32> {
    sqlx::query_scalar(
        "select pid
         from pg_locks
         where locktype = 'advisory' and granted
           and database = (select oid from pg_database where datname = current_database())
           and objid = (hashtext('sovqat.feed.' || $1)::bigint & 4294967295)::oid",
    )
    .bind(feed)
    .fetch_optional(pool)
    .await
    .unwrap()
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn the_standby_reader_takes_over_when_the_reader_dies(pool: PgPool) {
    let (world, scribe) = (World::start(&pool).await, Scribe::named("heir"));
    let first = world.listen(&scribe);
    world.announce([1]).await;
    world.wait_until_heard(&scribe, 1).await;
    world.listen(&scribe);
    first.abort();
    world.announce([2]).await;
    world.wait_until_heard(&scribe, 2).await;
    assert_eq!(world.heard_by(&scribe).await, [1, 2]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_restarted_consumer_continues_from_its_cursor_and_a_new_one_from_the_beginning(pool: PgPool) {
    let (world, sleeper) = (World::start(&pool).await, Scribe::named("sleeper"));
    let awake = world.listen(&sleeper);
    world.announce(1..=5).await;
    world.wait_until_heard(&sleeper, 5).await;
    awake.abort();
    world.announce(6..=9).await;
    world.listen(&sleeper);
    let newcomer = Scribe::named("newcomer");
    world.listen(&newcomer);
    for scribe in [&sleeper, &newcomer] {
        world.wait_until_heard(scribe, 9).await;
        assert_eq!(world.heard_by(scribe).await, (1..=9).collect::<Vec<_>>());
    }
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_producer_restarted_at_another_address_is_read_from_the_cursor(pool: PgPool) {
    let (mut world, scribe) = (World::start(&pool).await, Scribe::named("faithful"));
    let reader = world.listen(&scribe);
    world.announce(1..=3).await;
    world.wait_until_heard(&scribe, 3).await;
    world.server.kill();
    reader.abort();
    world.announce(4..=6).await;
    world.server = serve(&world.pool).await;
    world.listen(&scribe);
    world.wait_until_heard(&scribe, 6).await;
    assert_eq!(world.heard_by(&scribe).await, (1..=6).collect::<Vec<_>>());
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_consumer_receives_only_its_kinds(pool: PgPool) {
    let (world, choosy) = (World::start(&pool).await, Scribe::named("choosy"));
    let curious = Scribe::named("hears everything");
    world.listen(&choosy);
    world.listen(&curious);
    let mut tx = world.pool.begin().await.unwrap();
    for number in [1, 3] {
        append(&mut tx, &Whispered { number }).await.unwrap();
        append(&mut tx, &Counted { number: number + 1 }).await.unwrap();
    }
    tx.commit().await.unwrap();
    world.wait_until_heard(&choosy, 2).await;
    world.wait_until_heard(&curious, 4).await;
    assert_eq!(world.heard_by(&choosy).await, [2, 4]);
    assert_eq!(world.heard_by(&curious).await, [1, 2, 3, 4]);
}

/// A reader of rare kinds skips thousands of others without skipping its own.
#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_rare_kind_among_thousands_of_others_is_delivered(pool: PgPool) {
    let (world, choosy) = (World::start(&pool).await, Scribe::named("patient"));
    world.listen(&choosy);
    for round in 1..=5 {
        let mut tx = world.pool.begin().await.unwrap();
        for number in 0..600 {
            append(&mut tx, &Whispered { number }).await.unwrap();
        }
        append(&mut tx, &Counted { number: round }).await.unwrap();
        tx.commit().await.unwrap();
        world.wait_until_heard(&choosy, round as usize).await;
    }
    assert_eq!(world.heard_by(&choosy).await, [1, 2, 3, 4, 5]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_stream_stays_open_and_positions_have_no_gaps(pool: PgPool) {
    let world = World::start(&pool).await;
    let mut feed = FeedClient::new(world.server.streaming_channel());
    world.announce_at_once(1..=1200).await;
    let mut events = feed.read(ReadRequest::default()).await.unwrap().into_inner();
    for position in 1..=1200 {
        assert_eq!(events.message().await.unwrap().unwrap().position, position);
    }
    world.announce([1201]).await;
    let event = events.message().await.unwrap().unwrap();
    assert_eq!(
        (event.position, event.kind.as_str(), event.payload.as_slice()),
        (1201, "counted", &br#"{"number":1201}"#[..])
    );
}

/// One handler applies seven events per statement, the other a hundred, one of which fails.
#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn events_applied_in_batches_are_applied_once_and_in_order(pool: PgPool) {
    let world = World::start(&pool).await;
    let (orderly, clumsy) = (
        Scribe::named("by sevens").writing_at_once(7),
        Scribe::named("clumsy by hundreds").writing_at_once(100).failing_at([60]),
    );
    world.announce_at_once(1..=60).await;
    for scribe in [&orderly, &clumsy] {
        world.listen(scribe);
    }
    world.wait_until_heard(&orderly, 60).await;
    world.wait_until_heard(&clumsy, 59).await;
    world.announce_at_once(61..=75).await;
    world.wait_until_heard(&orderly, 75).await;
    world.wait_until_heard(&clumsy, 74).await;
    assert_eq!(world.heard_by(&orderly).await, (1..=75).collect::<Vec<_>>());
    assert_eq!(world.heard_by(&clumsy).await, (1..=75).filter(|number| *number != 60).collect::<Vec<_>>());
}
