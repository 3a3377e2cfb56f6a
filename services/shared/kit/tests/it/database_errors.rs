//! Temporary errors of the database are `Unavailable`, so that callers retry; others are bugs.

use kit::Error;
use sqlx::{Connection as _, PgConnection, PgPool};
use tokio::net::TcpListener;

async fn error_with(pool: &PgPool, code: &str) -> Error {
    let statement = format!("do $$ begin raise exception 'refused' using errcode = '{code}'; end $$");
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(pool).await.unwrap_err().into()
}

#[sqlx::test(migrations = false)]
async fn a_database_that_cannot_work_now_is_unavailable(pool: PgPool) {
    let [lost_connection, full_disk, no_memory, too_many_connections] = ["08006", "53100", "53200", "53300"];
    let [shutdown, startup, read_only, broken_disk] = ["57P01", "57P03", "25006", "58030"];
    let temporary =
        [lost_connection, full_disk, no_memory, too_many_connections, shutdown, startup, read_only, broken_disk];
    for code in temporary {
        let error = error_with(&pool, code).await;
        assert!(matches!(error, Error::Unavailable(_)), "{code}: {error:?}");
    }
    let [unique_violation, undefined_table] = ["23505", "42P01"];
    for code in [unique_violation, undefined_table] {
        let error = error_with(&pool, code).await;
        assert!(matches!(error, Error::Internal(_)), "{code}: {error:?}");
    }
}

#[tokio::test]
async fn a_balancer_without_a_server_is_unavailable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    // Closes each connection at once, before PostgreSQL's first answer.
    tokio::spawn(async move { while listener.accept().await.is_ok() {} });
    for _ in 0..20 {
        let error =
            PgConnection::connect(&format!("postgres://role:password@127.0.0.1:{port}/order")).await.unwrap_err();
        let error = Error::from(error);
        assert!(matches!(error, Error::Unavailable(_)), "{error:?}");
    }
}
