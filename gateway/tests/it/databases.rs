//! A test's databases: schemas in one copy of `template_database`, which is faster than migrations.

use sqlx::{
    Connection as _, PgConnection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::sync::OnceCell;

use crate::template_database;

pub struct Databases {
    pub auth: PgPool,
    pub catalog: PgPool,
    pub order: PgPool,
    pub store: PgPool,
    pub notification: PgPool,
    pub seo: PgPool,
}

impl Databases {
    pub fn of(options: &PgConnectOptions) -> Self {
        let connect = |service| {
            let options = options.clone().options([("search_path", service)]);
            PgPoolOptions::new().max_connections(5).connect_lazy_with(options)
        };
        Self {
            auth: connect("auth"),
            catalog: connect("catalog"),
            order: connect("order"),
            store: connect("store"),
            notification: connect("notification"),
            seo: connect("seo"),
        }
    }

    /// A database with open connections cannot be copied.
    pub async fn close(self) {
        for pool in [self.auth, self.catalog, self.order, self.store, self.notification, self.seo] {
            pool.close().await;
        }
    }
}

pub async fn create(test: &PgPool) -> Databases {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    let options = test.connect_options();
    let template = TEMPLATE.get_or_init(|| template_database::create(&options)).await;
    let name = options.get_database().expect("a test has a database of its own");
    // PostgreSQL cannot drop a database that has open connections.
    test.close().await;
    let mut connection = connect_server().await;
    execute(&mut connection, format!("drop database \"{name}\"")).await.expect("no connection is open");
    execute(&mut connection, format!("create database \"{name}\" template \"{template}\""))
        .await
        .expect("the template can be copied");
    Databases::of(&options)
}

pub async fn connect_server() -> PgConnection {
    let url = std::env::var("DATABASE_URL").expect("the tests' server");
    PgConnection::connect(&url).await.expect("PostgreSQL accepts connections")
}

/// Executes a statement that sqlx cannot prepare, such as `create database`.
pub async fn execute(connection: &mut PgConnection, statement: String) -> sqlx::Result<()> {
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(connection).await.map(drop)
}
