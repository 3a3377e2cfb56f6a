//! The template database with the tables of all services and a sample of the demo. Each test run creates one, and
//! `databases` copies it for each test.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use kit::{client, config::LoadArgs, identity::Identity};
use proto::auth::keys_client::KeysClient;
use serde_json::{Map, Value, json};
use sqlx::{PgConnection, PgPool, migrate::Migrator, postgres::PgConnectOptions};
use tempfile::TempDir;
use testkit::clock::TestClock;
use uuid::{Timestamp, Uuid};

use crate::{
    apps,
    databases::{Databases, connect_server, execute},
    test_shop::text,
};

/// A test run takes less time, so an older template was left behind.
const MAX_RUN_TIME: Duration = Duration::from_hours(2);

/// Returns the template's name. Leaves no connection open.
pub async fn create(options: &PgConnectOptions) -> String {
    let mut connection = connect_server().await;
    let name = template_name(Uuid::now_v7());
    execute(&mut connection, format!("create database \"{name}\"")).await.expect("a database can be made");
    let databases = Databases::of(&options.clone().database(&name));
    migrate(&databases.auth, "auth", &auth::MIGRATOR).await;
    migrate(&databases.catalog, "catalog", &catalog::MIGRATOR).await;
    migrate(&databases.order, "order", &order::MIGRATOR).await;
    migrate(&databases.store, "store", &store::MIGRATOR).await;
    migrate(&databases.notification, "notification", &notification::MIGRATOR).await;
    migrate(&databases.seo, "seo", &seo::MIGRATOR).await;
    load(&databases).await;
    databases.close().await;
    drop_old_templates(&mut connection).await;
    name
}

/// Names sort by time, because ids of version 7 do.
fn template_name(id: Uuid) -> String {
    format!("sovqat_model_{}", id.simple())
}

/// A run cannot drop its own template, because it cannot detect its end.
async fn drop_old_templates(connection: &mut PgConnection) {
    let now = Uuid::now_v7().get_timestamp().expect("a UUID of version 7").to_unix();
    let oldest = Timestamp::from_unix(uuid::NoContext, now.0 - MAX_RUN_TIME.as_secs(), now.1);
    let old = "select datname from pg_database where datname like 'sovqat\\_model\\_%' and datname < $1";
    let old: Vec<String> = sqlx::query_scalar(old)
        .bind(template_name(Uuid::new_v7(oldest)))
        .fetch_all(&mut *connection)
        .await
        .expect("names");
    for name in old {
        // Another run may drop it at the same time.
        let _ = execute(connection, format!("drop database if exists \"{name}\"")).await;
    }
}

async fn migrate(pool: &PgPool, service: &str, migrator: &Migrator) {
    let create = format!("create schema \"{service}\"");
    sqlx::raw_sql(sqlx::AssertSqlSafe(create)).execute(pool).await.expect("a schema can be made");
    migrator.run(pool).await.expect("the migrations succeed");
}

/// The services' own code loads the demo, without calls of other services.
async fn load(databases: &Databases) {
    let files = TempDir::new().expect("a temporary folder");
    let (clock, demo) = (TestClock::new(), demo_args(files.path()));
    // Port 1 has no listener.
    let unreachable = client::Connector::default().connect("http://127.0.0.1:1").expect("an address");
    let identity = || Identity::new(KeysClient::new(unreachable.clone()), clock.clock());
    let index = TempDir::new().expect("a temporary folder");

    let auth = apps::auth(databases.auth.clone(), &clock);
    auth::load(&auth, &demo).await.expect("the demo's people");
    auth::rotate_keys(&auth).await.expect("a key to sign with");
    let catalog = apps::catalog(databases.catalog.clone(), &clock, identity(), unreachable.clone(), index.path());
    catalog::load(&catalog, &demo).await.expect("the demo's products");
    let store = apps::store(databases.store.clone(), &clock, identity());
    store::load(&store, &demo).await.expect("the demo's stores");
    order::load(&databases.order, &demo).await.expect("the demo's promo codes and rules");
    let seo = apps::seo(databases.seo.clone(), &clock, identity(), seo::RuleCache::without_order_service());
    seo::load(&seo, &demo).await.expect("the demo's texts");
}

/// Loads every twelfth product.
fn demo_args(folder: &Path) -> LoadArgs {
    LoadArgs { folder: demo_folder().to_owned(), pictures: Some(write_pictures(folder)), sample: 12 }
}

fn demo_folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/local/demo"))
}

/// Maps each product's slug to the same two pictures.
fn write_pictures(folder: &Path) -> PathBuf {
    let files = std::fs::read_dir(demo_folder().join("products")).expect("the demo").flatten();
    let texts = files.map(|file| std::fs::read_to_string(file.path()).expect("a file of the demo"));
    let lines = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    let products = lines.map(|line| {
        let product: Value = serde_json::from_str(&line).expect("a product");
        (text(&product["slug"]).to_owned(), json!(["/media/aaaa/640.webp", "/media/bbbb/640.webp"]))
    });
    let pictures = json!({"products": products.collect::<Map<_, _>>(), "categories": {}, "stores": {}});
    let path = folder.join("pictures.json");
    std::fs::write(&path, pictures.to_string()).expect("a file");
    path
}
