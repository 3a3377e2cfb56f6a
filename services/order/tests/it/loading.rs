//! Tests the command that loads the demo's promo codes and rates.

use std::path::Path;

use kit::config::LoadArgs;
use sqlx::PgPool;

fn demo() -> LoadArgs {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/local/demo");
    LoadArgs { folder, pictures: None, sample: 1 }
}

async fn promo_uses(pool: &PgPool) -> Vec<(String, i64)> {
    sqlx::query_as("select code, used from promo order by promo_id")
        .fetch_all(pool)
        .await
        .expect("the rows can be read")
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn loading_again_keeps_uses_and_operators_changes(pool: PgPool) {
    order::load(&pool, &demo()).await.unwrap();
    let loaded = promo_uses(&pool).await;
    assert!(loaded.contains(&("SOVQAT10".to_owned(), 0)), "{loaded:?}");
    sqlx::query("update promo set used = 7, value = 99, paused_at = now() where code = 'SOVQAT10'")
        .execute(&pool)
        .await
        .unwrap();
    order::load(&pool, &demo()).await.unwrap();
    let loaded_again = promo_uses(&pool).await;
    assert_eq!(loaded_again.len(), loaded.len());
    assert!(loaded_again.contains(&("SOVQAT10".to_owned(), 7)), "{loaded_again:?}");
    let value_and_pause: (i64, bool) =
        sqlx::query_as("select value, paused_at is not null from promo where code = 'SOVQAT10'")
            .fetch_one(&pool)
            .await
            .unwrap();
    assert_eq!(value_and_pause, (99, true));
}

async fn rates(pool: &PgPool) -> Vec<i64> {
    sqlx::query_scalar(
        "select basis_points from bonus_rule union all select basis_points from influencer_rule order by basis_points",
    )
    .fetch_all(pool)
    .await
    .expect("the rows can be read")
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn loading_again_keeps_rates_that_operators_changed(pool: PgPool) {
    order::load(&pool, &demo()).await.unwrap();
    // One bonus rule, at 1 per cent, and three rules for bloggers.
    assert_eq!(rates(&pool).await, [100, 150, 300, 500]);
    for change in ["update bonus_rule set basis_points = 250", "delete from influencer_rule where basis_points = 150"] {
        sqlx::query(change).execute(&pool).await.unwrap();
    }
    order::load(&pool, &demo()).await.unwrap();
    assert_eq!(rates(&pool).await, [250, 300, 500]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_file_with_one_bad_code_loads_nothing(pool: PgPool) {
    let folder = tempfile::tempdir().unwrap();
    let valid = r#"{"code": "SOVQAT10", "kind": "percent", "value": 10, "minimum": 0, "isForReduced": true}"#;
    // A code of five letters, an unknown kind, and more than 100 per cent.
    for invalid in
        [valid.replace("SOVQAT10", "SHORT"), valid.replace("percent", "gift"), valid.replace(": 10", ": 101")]
    {
        std::fs::write(folder.path().join("bonus-rules.json"), "[]").unwrap();
        std::fs::write(folder.path().join("influencer-rules.json"), "[]").unwrap();
        std::fs::write(folder.path().join("return-exceptions.json"), "[]").unwrap();
        std::fs::write(folder.path().join("promos.json"), format!("[{valid}, {invalid}]")).unwrap();
        let args = LoadArgs { folder: folder.path().to_owned(), pictures: None, sample: 1 };
        order::load(&pool, &args).await.unwrap_err();
        assert_eq!(promo_uses(&pool).await, []);
    }
}
