//! Many who ask at the same moment, on a real PostgreSQL.
#![cfg(feature = "db")]

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use futures::future::join_all;
use kit::db::{
    lend::Lender,
    together::{Question, Together},
};
use sqlx::{PgConnection, PgPool};
use testkit::database::waits_for_lock;

/// Whoever answers it panics.
const TERRIBLE: i64 = 13_000;

/// What is a hundred divided by this?
struct Divide {
    by: i64,
    statements: Arc<AtomicUsize>,
}

impl Question for Divide {
    type Answer = i64;

    async fn answer(tx: &mut PgConnection, questions: &[Self]) -> kit::Result<Vec<i64>> {
        let divisors: Vec<_> = questions.iter().map(|asked| asked.by).collect();
        questions.first().map(|asked| asked.statements.fetch_add(1, Relaxed));
        assert!(!divisors.contains(&TERRIBLE), "a question that nobody survives");
        let quotients = "select 100 / by from unnest($1) with ordinality as asked (by, place) order by place";
        Ok(sqlx::query_scalar(quotients).bind(divisors).fetch_all(tx).await?)
    }
}

/// The answers, and how many statements they took.
async fn ask(pool: &PgPool, divisors: impl Iterator<Item = i64>) -> (Vec<kit::Result<i64>>, usize) {
    let statements = Arc::new(AtomicUsize::new(0));
    let together = Together::open(&Lender::new(pool.clone()));
    let answers = join_all(divisors.map(|by| together.ask(Divide { by, statements: statements.clone() }))).await;
    (answers, statements.load(Relaxed))
}

#[sqlx::test(migrations = false)]
async fn everybody_gets_their_own_answer_and_few_statements_are_made(pool: PgPool) {
    let (answers, statements) = ask(&pool, 1..=500).await;
    for (by, answer) in (1..).zip(answers) {
        assert_eq!(answer.unwrap(), 100 / by);
    }
    assert!((8..100).contains(&statements), "{statements}");
}

#[sqlx::test(migrations = false)]
async fn what_is_wrong_with_one_is_refused_to_nobody_else(pool: PgPool) {
    let (answers, _) = ask(&pool, -20..=20).await;
    for (by, answer) in (-20..).zip(answers) {
        match by {
            0 => assert!(matches!(answer, Err(kit::Error::Internal(_))), "{answer:?}"),
            _ => assert_eq!(answer.unwrap(), 100 / by),
        }
    }
}

#[sqlx::test(migrations = false)]
async fn a_database_that_is_gone_is_told_to_everybody(pool: PgPool) {
    pool.close().await;
    let (answers, _) = ask(&pool, 1..=50).await;
    assert!(answers.len() == 50 && answers.iter().all(Result::is_err), "{answers:?}");
}

#[sqlx::test(migrations = false)]
async fn who_panics_goes_on_answering(pool: PgPool) {
    let together = Together::open(&Lender::new(pool));
    let ask = async |by| together.ask(Divide { by, statements: Arc::default() }).await;
    for _ in 0..8 {
        assert!(matches!(ask(TERRIBLE).await, Err(kit::Error::Unavailable(_))));
    }
    assert_eq!(ask(4).await.unwrap(), 25);
}

const LOCK: i64 = 7;

/// Whether the statement has to take the lock.
struct Lock(bool);

impl Question for Lock {
    type Answer = ();

    async fn answer(tx: &mut PgConnection, questions: &[Self]) -> kit::Result<Vec<()>> {
        if questions.iter().any(|asked| asked.0) {
            sqlx::query("select pg_advisory_xact_lock($1)").bind(LOCK).execute(tx).await?;
        }
        Ok(questions.iter().map(|_| ()).collect())
    }
}

#[sqlx::test(migrations = false)]
async fn what_takes_long_keeps_nobody_else(pool: PgPool) {
    let together = Together::open(&Lender::new(pool.clone()));
    let mut holder = pool.begin().await.unwrap();
    sqlx::query("select pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *holder).await.unwrap();
    let slow = tokio::spawn({
        let together = together.clone();
        async move { together.ask(Lock(true)).await.unwrap() }
    });
    waits_for_lock(&pool, "pg_advisory_xact_lock").await;
    together.ask(Lock(false)).await.unwrap();
    assert!(!slow.is_finished(), "answered while the other still waited");
    holder.commit().await.unwrap();
    slow.await.unwrap();
}

/// Told how many were asked together with it.
struct Company;

impl Question for Company {
    type Answer = usize;

    const MOST: usize = 4;
    const TAKES_TURNS: bool = false;

    async fn answer(tx: &mut PgConnection, questions: &[Self]) -> kit::Result<Vec<usize>> {
        sqlx::query("select pg_sleep(0.01)").execute(tx).await?;
        Ok(vec![questions.len(); questions.len()])
    }
}

#[sqlx::test(migrations = false)]
async fn no_more_are_answered_together_than_their_kind_allows(pool: PgPool) {
    let together = Together::open(&Lender::new(pool));
    let companies = join_all((0..50).map(|_| together.ask(Company))).await;
    let companies: Vec<_> = companies.into_iter().map(Result::unwrap).collect();
    assert_eq!(companies.iter().max(), Some(&4), "{companies:?}");
}
