//! The index follows what happens, and heals whatever happens to it.

use std::{fs, time::Duration};

use catalog::Search;
use chrono::TimeDelta;
use proto::catalog::{ListProductsRequest, ProductSort};
use serde_json::json;
use sqlx::PgPool;
use testkit::database::eventually;
use tokio::time::{Instant, sleep};

use crate::shop::{Demo, TestShop, product, slugs};

fn search(words: &str) -> ListProductsRequest {
    ListProductsRequest { search: Some(words.to_owned()), ..Default::default() }
}

fn cup(name: &str) -> Demo {
    Demo::with([
        product("fincan", &json!({"name": {"az": name}})),
        product("bosqab", &json!({"name": {"az": "Boşqab"}})),
    ])
}

/// As an editor would, who announces what was changed.
async fn change(pool: &PgPool, change: &str) {
    let mut tx = pool.begin().await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(change.to_owned())).execute(&mut *tx).await.unwrap();
    sqlx::raw_sql(
        "insert into outbox (kind, payload)
         select 'product_changed', jsonb_build_object('productId', product_id, 'storeId', store_id, 'isPublished', is_published) from product;
         select pg_notify('outbox_appended', '')",
    )
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn a_change_is_found_within_two_seconds(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.load(&cup("Fincan")).await.unwrap();
    for (what, statement, query, is_found) in [
        ("renamed", "update product set name = '{\"az\": \"Dolça\"}' where slug = 'fincan'", search("dolça"), true),
        (
            "repriced",
            "update product set price = 77 where slug = 'fincan'",
            ListProductsRequest { max_price: Some(77), ..search("dolça") },
            true,
        ),
        ("withdrawn", "update product set state = 'withdrawn' where slug = 'fincan'", search("dolça"), false),
        ("published again", "update product set state = 'published' where slug = 'fincan'", search("dolça"), true),
    ] {
        let began = Instant::now();
        change(&pool, statement).await;
        eventually(what, async || shop.slugs(query.clone()).await.contains(&"fincan".to_owned()) == is_found).await;
        // Unoptimised code on a busy machine is given more.
        let limit = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 2 });
        assert!(began.elapsed() < limit, "{what} took {:?}", began.elapsed());
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn a_renamed_category_is_found_by_its_new_name(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let mut demo = cup("Fincan");
    shop.load(&demo).await.unwrap();
    demo.categories[0]["children"][0]["children"][0]["name"]["az"] = json!("Güllərin şahı");
    shop.load(&demo).await.unwrap();
    assert_eq!(shop.slugs(search("şahı")).await.len(), 2);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn a_lost_index_heals_and_is_read_from_meanwhile(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.load(&cup("Fincan")).await.unwrap();
    // Moved away and not deleted file by file: the index removes files of its own meanwhile.
    let lost = tempfile::TempDir::new_in(shop.index().parent().unwrap()).unwrap();
    for entry in fs::read_dir(shop.index()).unwrap() {
        let entry = entry.unwrap();
        fs::rename(entry.path(), lost.path().join(entry.file_name())).unwrap();
    }
    assert_eq!(shop.slugs(search("fincan")).await, ["fincan"]);
    change(&pool, "update product set name = '{\"az\": \"Dolça\"}' where slug = 'fincan'").await;
    eventually("the new index", async || shop.slugs(search("dolça")).await == ["fincan"]).await;
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn a_broken_or_foreign_index_is_built_anew(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.load(&cup("Fincan")).await.unwrap();
    let opens = async |folder: &std::path::Path, expected: &str, why: &str| {
        let search = Search::new(folder.to_owned());
        let stop = tokio_util::sync::CancellationToken::new();
        let following = tokio::spawn(search.clone().follow(pool.clone(), stop.clone()));
        eventually(why, async || {
            let indexes = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
            search.is_ready() && indexes.collect::<Vec<_>>() == [expected]
        })
        .await;
        stop.cancel();
        following.await.unwrap().unwrap();
    };
    let folder = tempfile::TempDir::new().unwrap();
    opens(folder.path(), "1", "the first").await;
    opens(folder.path(), "1", "what is whole is opened again").await;
    fs::write(folder.path().join("1/meta.json"), "{").unwrap();
    opens(folder.path(), "2", "what is broken is not").await;
    sqlx::query("update search_stamp set stamp = gen_random_uuid()").execute(&pool).await.unwrap();
    opens(folder.path(), "3", "nor what another database made").await;
    sqlx::query("delete from outbox").execute(&pool).await.unwrap();
    sqlx::query("update outbox_head set position = position + 5").execute(&pool).await.unwrap();
    opens(folder.path(), "4", "nor what missed something").await;
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn lists_are_answered_while_the_index_is_built_anew(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let mut demo =
        Demo::with((0..200).map(|number| product(&format!("p{number}"), &json!({"name": {"az": "Fincan"}}))));
    shop.load(&demo).await.unwrap();
    let reading = async {
        for turn in 0..40 {
            let page = shop.list(search("fincan")).await.unwrap();
            assert_eq!(page.meta.unwrap().total, 200, "turn {turn}");
            sleep(Duration::from_millis(10)).await;
        }
    };
    let building = async {
        for name in ["Bir", "İki", "Üç"] {
            demo.categories[1]["name"]["az"] = json!(name);
            shop.load(&demo).await.unwrap();
        }
    };
    tokio::join!(reading, building);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn pages_of_one_list_neither_repeat_nor_skip_while_products_change(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let cups = |turn: i64| {
        let line = move |number: i64| {
            let name = json!({"az": "Fincan"});
            product(&format!("p{number}"), &json!({"name": name, "price": 1000 + (number * 37 + turn * 91) % 500}))
        };
        Demo::with((0..60 + turn * 5).map(line))
    };
    shop.load(&cups(0)).await.unwrap();
    for sort in [ProductSort::PriceAsc, ProductSort::Relevance, ProductSort::Newest] {
        let first = ListProductsRequest { sort: sort.into(), per_page: 10, ..search("fincan") };
        let page = shop.list(first.clone()).await.unwrap();
        let (total, last) = (page.meta.unwrap().total, page.meta.unwrap().last_page);
        let (mut read, search_id) = (slugs(&page), page.search_id.clone());
        for number in 2..=last {
            shop.clock.advance(TimeDelta::seconds(1));
            shop.load(&cups(number)).await.unwrap();
            let next = ListProductsRequest { page: number, search_id: search_id.clone(), ..first.clone() };
            let next = shop.list(next).await.unwrap();
            assert_eq!(next.meta.unwrap().total, total, "the moment is the same");
            read.extend(slugs(&next));
        }
        let count = read.len();
        read.sort();
        read.dedup();
        assert_eq!((count, read.len()), (total as usize, total as usize), "{sort:?}");
    }
    let forgotten = ListProductsRequest { search_id: Some("ffff.zz".to_owned()), ..search("fincan") };
    assert!(!shop.slugs(forgotten).await.is_empty(), "a moment long gone is now");
}
