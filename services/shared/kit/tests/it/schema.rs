//! Migrations, the rights of the serving role, and the wait for a schema.

use std::time::Duration;

use kit::db::{apply, wait_for_schema};
use sqlx::{
    Connection as _, Executor as _, PgConnection, PgPool, SqlSafeStr as _,
    error::DatabaseError,
    migrate::{Migration, MigrationType, Migrator},
};

/// How long a program waits for the schema.
const LIMIT: Duration = Duration::from_millis(600);
const FIRST: &str = "create table gift (gift_id bigint generated always as identity primary key, name text not null)";
const SECOND: &str = "alter table gift add column price bigint";

fn migrator(statements: &[&'static str]) -> Migrator {
    let numbered = (1..).zip(statements).map(|(version, sql)| {
        Migration::new(version, format!("step {version}").into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(numbered.collect())
}

async fn check(pool: &PgPool, migrator: &Migrator) -> Result<(), String> {
    wait_for_schema(pool, "gifts", migrator, LIMIT).await.map_err(|error| format!("{error:#}"))
}

#[sqlx::test(migrations = false)]
async fn a_program_refuses_a_schema_that_is_older(pool: PgPool) {
    let refused = check(&pool, &migrator(&[FIRST])).await.unwrap_err();
    assert!(refused.contains("migration 1 (step 1) is not applied; run `sovqat-gifts migrate`"), "{refused}");
    apply(&pool, &migrator(&[FIRST]), None).await.unwrap();
    assert_eq!(check(&pool, &migrator(&[FIRST])).await, Ok(()));
    let refused = check(&pool, &migrator(&[FIRST, SECOND])).await.unwrap_err();
    assert!(refused.contains("migration 2 (step 2) is not applied"), "{refused}");
}

#[sqlx::test(migrations = false)]
async fn a_program_waits_for_a_migration_that_runs_at_the_same_time(pool: PgPool) {
    let migrator = migrator(&[FIRST]);
    let migrate = async {
        tokio::time::sleep(LIMIT / 2).await;
        apply(&pool, &migrator, None).await.unwrap();
    };
    let (checked, ()) = tokio::join!(check(&pool, &migrator), migrate);
    assert_eq!(checked, Ok(()));
}

#[sqlx::test(migrations = false)]
async fn the_previous_release_serves_and_migrates_with_the_newer_schema(pool: PgPool) {
    apply(&pool, &migrator(&[FIRST, SECOND]), None).await.unwrap();
    let previous = migrator(&[FIRST]);
    assert_eq!(check(&pool, &previous).await, Ok(()));
    apply(&pool, &previous, None).await.unwrap();
    let columns: i64 = sqlx::query_scalar(
        "select count(*) from information_schema.columns where table_name = 'gift' and column_name = 'price'",
    )
    .fetch_one(&pool)
    .await
    .unwrap();
    assert_eq!(columns, 1, "the newer column stays");
}

#[sqlx::test(migrations = false)]
async fn a_migration_that_was_changed_after_it_was_applied_is_refused(pool: PgPool) {
    apply(&pool, &migrator(&[FIRST]), None).await.unwrap();
    let refused = check(&pool, &migrator(&["create table gift (gift_id bigint)"])).await.unwrap_err();
    assert!(refused.contains("migration 1 (step 1) was changed after it was applied"), "{refused}");
}

#[sqlx::test(migrations = false)]
async fn the_serving_role_reads_and_writes_rows_and_changes_nothing_else(pool: PgPool) {
    let role = format!("serving \"{}\"", pool.connect_options().get_database().unwrap());
    let quoted = format!("\"{}\"", role.replace('"', "\"\""));
    pool.execute(sqlx::AssertSqlSafe(format!("create role {quoted} login password 'x'"))).await.unwrap();
    for migrator in [migrator(&[FIRST]), migrator(&[FIRST, "create table parcel (parcel_id int)"])] {
        // As two releases do.
        tokio::try_join!(apply(&pool, &migrator, Some(&role)), apply(&pool, &migrator, Some(&role))).unwrap();
    }

    let options = (*pool.connect_options()).clone().username(&role).password("x");
    let mut serving = PgConnection::connect_with(&options).await.unwrap();
    serving.execute("insert into gift (name) values ('Buket')").await.unwrap();
    serving.execute("update gift set name = 'Xalça'").await.unwrap();
    serving.execute("delete from gift").await.unwrap();
    serving.execute("insert into parcel values (1)").await.unwrap();
    let applied: i64 =
        sqlx::query_scalar("select count(*) from _sqlx_migrations").fetch_one(&mut serving).await.unwrap();
    assert_eq!(applied, 2);
    for refused in [
        "create table other (id int)",
        "alter table gift add column size int",
        "drop table gift",
        "truncate gift",
        "create index on gift (name)",
        "delete from _sqlx_migrations",
    ] {
        let error = serving.execute(refused).await.unwrap_err();
        let code = error.as_database_error().and_then(DatabaseError::code).unwrap_or_default().into_owned();
        assert_eq!(code, "42501", "{refused}: insufficient privilege");
    }
    serving.close().await.unwrap();
    pool.execute(sqlx::AssertSqlSafe(format!("drop owned by {quoted}; drop role {quoted}"))).await.unwrap();
}
