//! Checks that methods write to the audit log as the contract (`proto/`) says.

use kit::permission;
use proto::common::Permission;
use serde_json::Value;
use sqlx::{PgExecutor, PgPool};
use tonic::Status;

const DATA_READ: &str = "customer_data_read";

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Entry {
    pub account_id: i64,
    pub action: String,
    pub subject_kind: String,
    pub subject: String,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// The oldest comes first.
pub async fn entries(pool: &PgPool) -> Vec<Entry> {
    sqlx::query_as("select account_id, action, subject_kind, subject, before, after from audit order by audit_id")
        .fetch_all(pool)
        .await
        .expect("the audit log can be read")
}

/// Account, action and subject of each change, oldest first.
pub async fn changes(pool: &PgPool) -> Vec<(i64, String, String)> {
    let changes = entries(pool).await.into_iter().filter(|entry| entry.action != DATA_READ);
    changes.map(|entry| (entry.account_id, entry.action, entry.subject)).collect()
}

/// Checks that methods that return personal data write one entry, and fail without the log. `call` must make them
/// return data.
pub async fn check_reads(pool: &PgPool, package: &str, call: impl AsyncFn(&'static str) -> Result<(), Status>) {
    let methods: Vec<_> = in_package(proto::READS_PERSONAL_DATA.iter().copied(), package).collect();
    assert!(!methods.is_empty(), "no method of {package} reads personal data");
    for path in methods {
        let before = entries(pool).await.len();
        call(path).await.unwrap_or_else(|status| panic!("{path}: {status}"));
        let written = entries(pool).await.split_off(before);
        let actions: Vec<_> = written.iter().map(|entry| entry.action.as_str()).collect();
        assert_eq!(actions, [DATA_READ], "{path}");
        execute(pool, "alter table audit rename to audit_hidden").await;
        let outcome = call(path).await;
        execute(pool, "alter table audit_hidden rename to audit").await;
        assert!(outcome.is_err(), "{path} returns personal data without a log entry");
    }
}

/// Checks that methods that change something write an entry. `call` returns the expected action.
pub async fn check_writes(pool: &PgPool, package: &str, call: impl AsyncFn(&'static str) -> &'static str) {
    let is_write = |number: i32| {
        let permission = Permission::try_from(number).expect("the number of a permission");
        !permission::name(permission).ends_with("_read")
    };
    let methods = proto::PERMISSIONS.iter().filter(|(_, number)| is_write(*number)).map(|(path, _)| *path);
    let methods: Vec<_> = in_package(methods, package).collect();
    assert!(!methods.is_empty(), "no method of {package} changes anything");
    for path in methods {
        let before = entries(pool).await.len();
        let action = call(path).await;
        let written = entries(pool).await.split_off(before);
        assert_eq!(written.last().map(|entry| entry.action.as_str()), Some(action), "{path}");
    }
}

fn in_package(paths: impl Iterator<Item = &'static str>, package: &str) -> impl Iterator<Item = &'static str> {
    paths.filter(move |path| path[1..].starts_with(package))
}

/// Returns entries with one of `texts`, an e-mail address, or a phone number.
pub async fn personal_data(pool: &PgPool, texts: &[&str]) -> Vec<String> {
    let texts: Vec<_> = texts.iter().map(ToString::to_string).collect();
    sqlx::query_scalar(
        r"select audit::text
          from audit
          where audit::text ~ '[[:alnum:]]@[[:alnum:]]' or audit::text ~ '994[0-9]{9}'
              or exists (select from unnest($1::text[]) as text where strpos(audit::text, text) > 0)",
    )
    .bind(texts)
    .fetch_all(pool)
    .await
    .expect("the audit log can be read")
}

/// Checks that not even a superuser or the owner of the table can change an entry.
pub async fn check_append_only(pool: &PgPool) {
    execute(
        pool,
        "insert into audit (acted_at, account_id, action, subject_kind, subject, browser, system)
         values (now(), 1, 'order_moved', 'order', 'SQ-1', '', '')",
    )
    .await;
    let before = entries(pool).await;
    let mut connection = pool.acquire().await.expect("a connection");
    execute(&mut *connection, "begin").await;
    let become_owner = "create role audit_owner; alter table audit owner to audit_owner; set local role audit_owner";
    for role in [None, Some(become_owner)] {
        if let Some(become_owner) = role {
            execute(&mut *connection, become_owner).await;
        }
        for statement in [
            "update audit set action = 'nothing'",
            "update audit set action = 'nothing' where false",
            "delete from audit",
            "truncate audit",
            "truncate audit cascade",
        ] {
            execute(&mut *connection, "savepoint before").await;
            let outcome = sqlx::raw_sql(statement).execute(&mut *connection).await;
            let refusal = outcome.err().map(|error| error.to_string()).unwrap_or_default();
            assert!(refusal.contains("only ever added to"), "{statement}, {role:?}: {refusal}");
            execute(&mut *connection, "rollback to savepoint before").await;
        }
    }
    execute(&mut *connection, "rollback").await;
    assert_eq!(entries(pool).await, before);
}

async fn execute(executor: impl PgExecutor<'_>, statement: &'static str) {
    sqlx::raw_sql(statement).execute(executor).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
}
