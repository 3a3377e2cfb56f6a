//! A database for each service. In a test these are schemas of its one database: making and dropping whole databases would
//! cost more than all the tests together. No service can tell, for none names a schema. And the test's database is a copy of a
//! model: to migrate it and to load the demo took as long as the rest of a test.

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
    /// Of the database that is named there.
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

/// Migrated, and with a small part of the demo.
pub async fn furnished(test: &PgPool) -> Databases {
    static MODEL: OnceCell<String> = OnceCell::const_new();
    let options = test.connect_options();
    let model = MODEL.get_or_init(|| model::make(&options)).await;
    let name = options.get_database().expect("a test has a database of its own");
    // Nobody may be in it.
    test.close().await;
    let mut server = server().await;
    say(&mut server, format!("drop database \"{name}\"")).await.expect("it is empty");
    say(&mut server, format!("create database \"{name}\" template \"{model}\"")).await.expect("a copy of the model");
    Databases::of(&options)
}

/// Where databases are made: the one that the tests were given.
pub async fn server() -> PgConnection {
    let url = std::env::var("DATABASE_URL").expect("the tests' server");
    PgConnection::connect(&url).await.expect("the tests' server answers")
}

pub async fn say(server: &mut PgConnection, statement: String) -> sqlx::Result<()> {
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(server).await.map(drop)
}
