//! A database for each service. In a test these are schemas of its one database: making and dropping whole databases would
//! cost more than all the tests together. No service can tell, for none names a schema.

use std::path::{Path, PathBuf};

use kit::config::LoadArgs;
use serde_json::{Map, Value, json};
use sqlx::{PgPool, migrate::Migrator, postgres::PgPoolOptions};

use crate::house::text;

/// Migrated, and empty but for what migrations bring.
pub async fn of_service(test: &PgPool, service: &str, migrator: &Migrator) -> PgPool {
    let create = format!("create schema \"{service}\"");
    sqlx::raw_sql(sqlx::AssertSqlSafe(create)).execute(test).await.expect("a schema can be made");
    let options = test.connect_options().as_ref().clone().options([("search_path", service)]);
    let pool = PgPoolOptions::new().max_connections(5).connect_with(options).await.expect("the test's own database");
    migrator.run(&pool).await.expect("the migrations apply");
    pool
}

/// A small part of the demo.
pub fn demo_args() -> LoadArgs {
    LoadArgs { folder: demo().to_owned(), pictures: Some(pictures()), sample: 12 }
}

fn demo() -> &'static Path {
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
