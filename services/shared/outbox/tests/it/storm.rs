//! Everything dies at random moments: readers, servers, sequencers and writers as a killed process does, and every database
//! connection at once. When it is calm again, what was applied is exactly what was committed, in order, nothing twice.

use std::time::Duration;

use outbox::{Outbox, append, parked};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use sqlx::{Connection as _, PgConnection, PgPool};
use testkit::database::eventually;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::world::{Counted, Scribe, World, serve};

const WRITERS: i64 = 4;
const EVENTS_A_WRITER: i64 = 100;
const BLOWS: usize = 60;

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn what_was_committed_is_applied_once_and_in_order(pool: PgPool) {
    let (mut world, scribe) = (World::start(&pool).await, Scribe::named("survivor"));
    let mut dice = StdRng::seed_from_u64(20_261_121);
    let mut assassin = PgConnection::connect_with(&pool.connect_options()).await.unwrap();
    let mut sequencer = sequencer(&world.pool);
    let mut readers = [world.listen(&scribe), world.listen(&scribe)];
    let mut writers: Vec<_> = (0..WRITERS).map(|writer| write(&world.pool, writer, 1)).collect();

    for _ in 0..BLOWS {
        tokio::time::sleep(Duration::from_millis(dice.gen_range(5..80))).await;
        match dice.gen_range(0..6) {
            0 => {
                let victim = &mut readers[dice.gen_range(0..2)];
                victim.abort();
                *victim = world.listen(&scribe);
            }
            1 => {
                world.server.kill();
                world.server = serve(&world.pool).await;
                for reader in &mut readers {
                    reader.abort();
                    *reader = world.listen(&scribe);
                }
            }
            2 => {
                sequencer.abort();
                sequencer = crate::storm::sequencer(&world.pool);
            }
            3 => {
                let writer = dice.gen_range(0..WRITERS);
                writers[writer as usize].abort();
                let reached: Option<i64> = sqlx::query_scalar("select max(number) from fact where number / 1000 = $1")
                    .bind(writer)
                    .fetch_one(&mut assassin)
                    .await
                    .unwrap();
                // One whose commit was under way when the writer died may be there or not: the next run steps over it.
                writers[writer as usize] = write(&world.pool, writer, reached.map_or(1, |number| number % 1000 + 2));
            }
            _ => {
                sqlx::query(
                    "select pg_terminate_backend(pid) from pg_stat_activity
                     where datname = current_database() and pid <> pg_backend_pid()",
                )
                .execute(&mut assassin)
                .await
                .unwrap();
            }
        }
    }
    for writer in writers {
        writer.await.unwrap();
    }

    // A connection that was cut may still be committing: until all are gone, more may come.
    eventually("the calm after the storm", || async {
        world.pool.acquire().await.is_ok() && is_calm(&world.pool, &scribe).await.unwrap_or_default()
    })
    .await;
    let in_order = numbers(&mut assassin, "select (payload ->> 'number')::bigint from outbox order by position").await;
    assert_eq!(world.heard_by(&scribe).await, in_order);
    let facts = numbers(&mut assassin, "select number from fact order by number").await;
    let sorted = |mut numbers: Vec<i64>| {
        numbers.sort_unstable();
        numbers
    };
    assert_eq!(sorted(in_order), facts, "an event and its fact were parted");
    let positions = numbers(&mut assassin, "select position from outbox order by position").await;
    assert_eq!(positions, (1..=facts.len() as i64).collect::<Vec<_>>());
    assert!(parked(&world.pool).await.unwrap().is_empty());
    assert!(
        facts.len() as i64 > WRITERS * EVENTS_A_WRITER / 2,
        "too little was written to show anything: {}",
        facts.len()
    );
}

/// Whether nobody writes any more, and everything that was committed has been numbered and applied.
async fn is_calm(pool: &PgPool, scribe: &Scribe) -> sqlx::Result<bool> {
    let calm = "select (select count(*) from outbox) <= (select count(*) from effect where consumer = $1)
                    and not exists (select from outbox where position is null)
                    and not exists (
                        select from pg_stat_activity
                        where datname = current_database() and backend_type = 'client backend'
                            and pid <> pg_backend_pid() and state <> 'idle'
                    )";
    sqlx::query_scalar(calm).bind(scribe.name).fetch_one(pool).await
}

async fn numbers(connection: &mut PgConnection, sql: &'static str) -> Vec<i64> {
    sqlx::query_scalar(sql).fetch_all(connection).await.unwrap()
}

/// One more, beside the one each server has.
fn sequencer(pool: &PgPool) -> JoinHandle<anyhow::Result<()>> {
    tokio::spawn(Outbox::new(pool.clone()).run(CancellationToken::new()))
}

/// Goes on to the next number whatever became of the last: a commit that was cut off may have happened or not.
fn write(pool: &PgPool, writer: i64, from: i64) -> JoinHandle<()> {
    let pool = pool.clone();
    tokio::spawn(async move {
        let mut dice = StdRng::seed_from_u64(writer as u64);
        for number in (from..=EVENTS_A_WRITER).map(|count| writer * 1000 + count) {
            // What is cut off here is told by the database, not by this.
            let _ = try_write(&pool, number, &mut dice).await;
        }
    })
}

async fn try_write(pool: &PgPool, number: i64, dice: &mut StdRng) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    sqlx::query("insert into fact (number) values ($1)").bind(number).execute(&mut *tx).await?;
    append(&mut tx, &Counted { number }).await?;
    tokio::time::sleep(Duration::from_millis(dice.gen_range(0..30))).await;
    if dice.gen_bool(0.9) { tx.commit().await } else { tx.rollback().await }
}
