//! Databases of the services in a test. They are schemas of one database, because creating and dropping whole databases
//! would take longer than the tests; services do not name schemas, so they work unchanged. The database is a copy of a
//! template, because migrating it and loading the demo would take as long as the rest of a test.

use sqlx::{
    Connection as _, PgConnection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::sync::OnceCell;

use crate::model;

pub struct Databases {
    pub auth: PgPool,
    pub catalog: PgPool,
    pub order: PgPool,
    pub store: PgPool,
    pub notification: PgPool,
    pub seo: PgPool,
}

impl Databases {
    /// Connects lazily to the schemas in the database of `options`.
    pub fn of(options: &PgConnectOptions) -> Self {
        let of = |service| {
            let options = options.clone().options([("search_path", service)]);
            PgPoolOptions::new().max_connections(5).connect_lazy_with(options)
        };
        Self {
            auth: of("auth"),
            catalog: of("catalog"),
            order: of("order"),
            store: of("store"),
            notification: of("notification"),
            seo: of("seo"),
        }
    }

    pub async fn close(self) {
        for pool in [self.auth, self.catalog, self.order, self.store, self.notification, self.seo] {
            pool.close().await;
        }
    }
}

/// Replaces the test's database by a copy of the template, which is migrated and contains a part of the demo.
pub async fn furnished(test: &PgPool) -> Databases {
    static MODEL: OnceCell<String> = OnceCell::const_new();
    let options = test.connect_options();
    let model = MODEL.get_or_init(|| model::make(&options)).await;
    let name = options.get_database().expect("a test has a database of its own");
    // PostgreSQL cannot drop a database that has open connections.
    test.close().await;
    let mut server = server().await;
    say(&mut server, format!("drop database \"{name}\"")).await.expect("it is empty");
    say(&mut server, format!("create database \"{name}\" template \"{model}\"")).await.expect("a copy of the model");
    Databases::of(&options)
}

/// Connects to the server of `DATABASE_URL`, where databases are created.
pub async fn server() -> PgConnection {
    let url = std::env::var("DATABASE_URL").expect("the tests' server");
    PgConnection::connect(&url).await.expect("the tests' server answers")
}

pub async fn say(server: &mut PgConnection, statement: String) -> sqlx::Result<()> {
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(server).await.map(drop)
}
