//! Workers repeat failed runs, stop in order, and elect a leader.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use kit::{
    Error, Result,
    db::leader::LeaderLock,
    worker::{Next, Worker, for_each},
};
use sqlx::PgPool;
use testkit::{cancellation::drop_at_every_await, database::eventually, workers::listed};
use tokio::{sync::Notify, task::JoinHandle};
use tokio_util::sync::CancellationToken;

/// Longer than any test.
const NEVER: Duration = Duration::from_hours(1);

async fn create_tables(pool: &PgPool) {
    let tables = "create table job (job_id int primary key, is_due boolean not null default true);
                  create table effect (job_id int not null, process int not null default 0);
                  insert into job (job_id) select generate_series(1, 3)";
    sqlx::raw_sql(tables).execute(pool).await.unwrap();
}

async fn run_one_job(pool: PgPool) -> Result<Next> {
    let mut tx = kit::db::begin(&pool).await?;
    let claim = "select job_id from job where is_due order by job_id limit 1 for update skip locked";
    let Some(job) = sqlx::query_scalar::<_, i32>(claim).fetch_optional(&mut *tx).await? else {
        return Ok(Next::AfterInterval);
    };
    sqlx::query("insert into effect (job_id) values ($1)").bind(job).execute(&mut *tx).await?;
    sqlx::query("update job set is_due = false where job_id = $1").bind(job).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(Next::Now)
}

async fn effects(pool: &PgPool) -> Vec<i32> {
    sqlx::query_scalar("select job_id from effect order by job_id").fetch_all(pool).await.unwrap()
}

fn start(worker: Worker) -> (CancellationToken, JoinHandle<anyhow::Result<()>>) {
    let stop = CancellationToken::new();
    (stop.clone(), tokio::spawn(worker.run(stop)))
}

#[sqlx::test(migrations = false)]
async fn a_job_dropped_halfway_runs_again_and_its_effect_happens_once(pool: PgPool) {
    create_tables(&pool).await;
    let worker = Worker::new("jobs", NEVER, pool.clone(), run_one_job);
    while effects(&pool).await.len() < 3 {
        drop_at_every_await(&pool, &worker, || {}).await;
    }
    assert_eq!(effects(&pool).await, [1, 2, 3]);
}

#[sqlx::test(migrations = false)]
async fn the_job_of_an_aborted_process_is_done_by_the_next(pool: PgPool) {
    create_tables(&pool).await;
    let stuck = Arc::new(Notify::new());
    let job = |(pool, stuck): (PgPool, Arc<Notify>)| async move {
        let mut tx = kit::db::begin(&pool).await?;
        sqlx::query("insert into effect (job_id) select job_id from job where is_due").execute(&mut *tx).await?;
        stuck.notify_one();
        std::future::pending::<()>().await;
        Ok(Next::Now)
    };
    let (_stop, killed) = start(Worker::new("killed", NEVER, (pool.clone(), stuck.clone()), job));
    stuck.notified().await;
    killed.abort();
    assert!(killed.await.unwrap_err().is_cancelled());
    let (stop, next) = start(Worker::new("next", NEVER, pool.clone(), run_one_job));
    eventually("all jobs", async || effects(&pool).await == [1, 2, 3]).await;
    stop.cancel();
    next.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_run_that_fails_panics_or_times_out_is_repeated() {
    let runs = Arc::new(AtomicUsize::new(0));
    let job = |runs: Arc<AtomicUsize>| async move {
        match runs.fetch_add(1, Ordering::SeqCst) {
            0 => Err(Error::Internal(anyhow::anyhow!("broken"))),
            1 => panic!("deliberate panic"),
            2 => std::future::pending().await,
            _ => Ok(Next::AfterInterval),
        }
    };
    let worker = Worker::new("unlucky", NEVER, runs.clone(), job).with_timeout(Duration::from_millis(20));
    let (stop, running) = start(worker);
    eventually("a fourth run", async || runs.load(Ordering::SeqCst) == 4).await;
    stop.cancel();
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn runs_start_by_interval_by_notification_and_at_once_after_a_full_batch() {
    let (runs, notifier) = (Arc::new(AtomicUsize::new(0)), Arc::new(Notify::new()));
    let job = |runs: Arc<AtomicUsize>| async move { Ok(Next::now_if(runs.fetch_add(1, Ordering::SeqCst) < 2)) };
    let worker = Worker::new("busy", NEVER, runs.clone(), job);
    let (stop, running) = start(worker.notified_after(notifier.clone(), Duration::from_millis(1)));
    eventually("three runs, because two reported more work", async || runs.load(Ordering::SeqCst) == 3).await;
    notifier.notify_one();
    eventually("the notified run", async || runs.load(Ordering::SeqCst) == 4).await;
    stop.cancel();
    running.await.unwrap().unwrap();
    assert_eq!(runs.load(Ordering::SeqCst), 4);
    let (stop, running) = start(Worker::new("regular", Duration::from_millis(1), runs.clone(), job));
    eventually("runs by the interval", async || runs.load(Ordering::SeqCst) > 10).await;
    stop.cancel();
    running.await.unwrap().unwrap();
}

#[derive(Clone, Default)]
struct SlowJob {
    begun: Arc<Notify>,
    release: Arc<Notify>,
    ended: Arc<AtomicUsize>,
}

#[tokio::test]
async fn a_stop_waits_for_the_current_run_unless_the_worker_aborts_it() {
    let job = |slow: SlowJob| async move {
        slow.begun.notify_one();
        slow.release.notified().await;
        slow.ended.fetch_add(1, Ordering::SeqCst);
        Ok(Next::AfterInterval)
    };
    let at_stop = |slow: SlowJob| async move {
        slow.ended.fetch_add(100, Ordering::SeqCst);
        Ok(Next::AfterInterval)
    };
    // The run adds 1 to `ended`, and the job at the stop adds 100.
    for (is_aborted, expected) in [(false, 101), (true, 100)] {
        let slow = SlowJob::default();
        let worker = Worker::new("slow", NEVER, slow.clone(), job).run_on_stop(slow.clone(), at_stop);
        let (stop, running) = start(if is_aborted { worker.abort_on_stop() } else { worker });
        slow.begun.notified().await;
        stop.cancel();
        if !is_aborted {
            slow.release.notify_one();
        }
        running.await.unwrap().unwrap();
        assert_eq!(slow.ended.load(Ordering::SeqCst), expected);
    }
}

#[sqlx::test(migrations = false)]
async fn a_second_process_takes_over_when_the_leader_dies(pool: PgPool) {
    create_tables(&pool).await;
    let process = |number: i32| {
        let job = |(pool, number): (PgPool, i32)| async move {
            sqlx::query("insert into effect (job_id, process) values (0, $1)").bind(number).execute(&pool).await?;
            Ok(Next::AfterInterval)
        };
        let worker = Worker::new("alone", Duration::from_millis(20), (pool.clone(), number), job);
        start(worker.led_by(LeaderLock::new(pool.clone(), "alone")))
    };
    let processes = async || -> Vec<i32> {
        let distinct = "select distinct process from effect order by process";
        sqlx::query_scalar(distinct).fetch_all(&pool).await.unwrap()
    };
    let count = async || -> i64 { sqlx::query_scalar("select count(*) from effect").fetch_one(&pool).await.unwrap() };
    let (_stop, first) = process(1);
    eventually("runs of the first process", async || processes().await == [1]).await;
    let (stop, second) = process(2);
    let before = count().await;
    eventually("ten more runs", async || count().await > before + 10).await;
    assert_eq!(processes().await, [1], "the second process ran without the lock");
    first.abort();
    eventually("runs of the second process", async || processes().await == [1, 2]).await;
    stop.cancel();
    second.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_failing_item_does_not_stop_the_others() {
    let done = AtomicUsize::new(0);
    let outcome = for_each([1, 2, 3], |item| {
        done.fetch_add(usize::from(item != 2), Ordering::SeqCst);
        std::future::ready(if item == 2 { Err(Error::NotFound("item")) } else { Ok(()) })
    })
    .await;
    assert!(outcome.is_err());
    assert_eq!(done.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn metrics_list_every_worker() {
    let idle = |()| async { Ok(Next::AfterInterval) };
    let workers = ["one", "another"].map(|name| Worker::new(name, NEVER, (), idle));
    let names = listed(workers.into()).await;
    assert!(["another", "one"].iter().all(|name| names.iter().any(|listed| listed == name)), "{names:?}");
}
