//! A database per service and test, quickly: each service's is migrated and loaded once, and then copied.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::{Path, PathBuf},
};

use kit::{config::LoadArgs, identity::Identity};
use serde_json::{Map, Value, json};
use sqlx::{Connection as _, PgConnection, PgPool, migrate::Migrator, postgres::PgConnectOptions};
use testkit::{clock::TestClock, tokens::TestKeys};
use tokio::sync::OnceCell;

use crate::house::text;

pub struct Databases {
    cluster: PgConnectOptions,
    /// Tells the tests apart.
    test: u64,
}

static TEMPLATES: OnceCell<()> = OnceCell::const_new();

impl Databases {
    /// In the cluster of the test's own database.
    pub async fn beside(own: &PgPool) -> Self {
        let options = own.connect_options();
        let mut hasher = DefaultHasher::new();
        options.get_database().hash(&mut hasher);
        let databases = Self { cluster: options.as_ref().clone(), test: hasher.finish() };
        TEMPLATES.get_or_init(async || databases.make_templates().await).await;
        databases
    }

    /// Named after the test, so that its next run finds and replaces it.
    pub async fn copy(&self, service: &str) -> PgPool {
        let name = format!("_gateway_test_{:016x}_{service}", self.test);
        self.replace(&name, &format!("template \"{}\"", template(service))).await;
        PgPool::connect_with(self.cluster.clone().database(&name)).await.expect("it was just made")
    }

    async fn make_templates(&self) {
        let clock = TestClock::new();
        let demo = LoadArgs { folder: demo().to_owned(), pictures: Some(pictures()), sample: 12 };
        let catalog = self.migrated("catalog", &catalog::MIGRATOR).await;
        let identity: Identity = TestKeys::new(&clock).identity();
        let app = catalog::App { pool: catalog.clone(), identity, clock: clock.clock() };
        catalog::load(&app, &demo).await.expect("the demo's products");
        let store = self.migrated("store", &store::MIGRATOR).await;
        store::load(&store::App { pool: store.clone() }, &clock.clock(), &demo).await.expect("the demo's stores");
        let seo = self.migrated("seo", &seo::MIGRATOR).await;
        seo::load(&seo::App { pool: seo.clone() }, &demo).await.expect("the demo's texts");
        let order = self.migrated("order", &order::MIGRATOR).await;
        let notification = self.migrated("notification", &notification::MIGRATOR).await;
        // Nobody may be connected to what is copied.
        for pool in [catalog, store, seo, order, notification] {
            pool.close().await;
        }
    }

    async fn migrated(&self, service: &str, migrator: &Migrator) -> PgPool {
        let name = template(service);
        self.replace(&name, "").await;
        let pool = PgPool::connect_with(self.cluster.clone().database(&name)).await.expect("it was just made");
        migrator.run(&pool).await.expect("the migrations apply");
        pool
    }

    async fn replace(&self, name: &str, how: &str) {
        let mut connection =
            PgConnection::connect_with(&self.cluster.clone().database("postgres")).await.expect("the cluster");
        for statement in
            [format!("drop database if exists \"{name}\" with (force)"), format!("create database \"{name}\" {how}")]
        {
            sqlx::raw_sql(sqlx::AssertSqlSafe(statement))
                .execute(&mut connection)
                .await
                .expect("a database can be made");
        }
    }
}

/// One per process: two runs at once must not pull it from under each other.
fn template(service: &str) -> String {
    format!("_gateway_template_{}_{service}", std::process::id())
}

pub fn demo() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/local/demo"))
}

/// Every product has the same two pictures.
fn pictures() -> PathBuf {
    let lines = std::fs::read_dir(demo().join("products")).expect("the demo").flatten();
    let texts = lines.map(|file| std::fs::read_to_string(file.path()).expect("a file of the demo"));
    let slugs = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    let products = slugs.map(|line| {
        let product: Value = serde_json::from_str(&line).expect("a product");
        (text(&product["slug"]).to_owned(), json!(["/media/aaaa/640.webp", "/media/bbbb/640.webp"]))
    });
    let pictures = json!({"products": products.collect::<Map<_, _>>(), "categories": {}, "stores": {}});
    let path = std::env::temp_dir().join(format!("sovqat-pictures-{}.json", uuid::Uuid::now_v7()));
    std::fs::write(&path, pictures.to_string()).expect("a file");
    path
}
