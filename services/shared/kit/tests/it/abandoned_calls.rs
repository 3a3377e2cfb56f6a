//! `FinishLayer` completes calls whose client disconnects.

use kit::serve::FinishLayer;
use sqlx::PgPool;
use testkit::{cancellation::drop_at_await, database::eventually};
use tower::{Layer as _, ServiceExt as _, service_fn};

/// More than a call has.
const MAX_AWAITS: usize = 100;

async fn write_mark(pool: PgPool, mark: i32) -> sqlx::Result<()> {
    let mut tx = kit::db::begin(&pool).await?;
    sqlx::query("insert into mark values ($1)").bind(mark).execute(&mut *tx).await?;
    tx.commit().await
}

async fn open_transactions(pool: &PgPool) -> i64 {
    let open = "select count(*) from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'";
    sqlx::query_scalar(open).fetch_one(pool).await.unwrap()
}

#[sqlx::test]
async fn a_call_completes_at_whichever_await_point_its_client_disconnects(pool: PgPool) {
    sqlx::raw_sql("create table mark (mark int primary key)").execute(&pool).await.unwrap();
    for awaits in 1..MAX_AWAITS {
        let mark = i32::try_from(awaits).unwrap();
        let service = FinishLayer.layer(service_fn(|mark| write_mark(pool.clone(), mark)));
        let has_completed = drop_at_await(awaits, service.oneshot(mark)).await.map(Result::unwrap).is_some();
        eventually("the call's row", async || {
            let exists = "select exists (select from mark where mark = $1)";
            sqlx::query_scalar(exists).bind(mark).fetch_one(&pool).await.unwrap()
        })
        .await;
        eventually("no open transaction", async || open_transactions(&pool).await == 0).await;
        if has_completed {
            // The number of await points varies with the speed of the database.
            assert!(awaits > 1, "no call was abandoned");
            return;
        }
    }
    panic!("the call did not end within {MAX_AWAITS} await points");
}
