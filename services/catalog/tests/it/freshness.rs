//! The search index follows changes of products, is rebuilt when damaged, and is shared with new processes.

use std::{fs, time::Duration};

use catalog::{Search, SharedIndex};
use chrono::TimeDelta;
use proto::catalog::{ListProductsRequest, ProductSort};
use serde_json::json;
use sqlx::PgPool;
use tempfile::TempDir;
use testkit::database::eventually;
use tokio::time::{Instant, sleep};

use crate::shop::{Demo, TestShop, product, slugs};

fn search(words: &str) -> ListProductsRequest {
    ListProductsRequest { search: Some(words.to_owned()), ..Default::default() }
}

/// The cup "fincan" with this name, and a plate.
pub fn cup(name: &str) -> Demo {
    Demo::with([
        product("fincan", &json!({"name": {"az": name}})),
        product("bosqab", &json!({"name": {"az": "Boşqab"}})),
    ])
}

/// Makes the index read all products again.
pub async fn publish_all_products(pool: &PgPool) {
    let no_change = "select";
    apply_change(pool, no_change).await;
}

/// Publishes an event for every product in the statement's transaction.
async fn apply_change(pool: &PgPool, statement: &str) {
    let mut tx = kit::db::begin(pool).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement.to_owned())).execute(&mut *tx).await.unwrap();
    sqlx::raw_sql(
        "insert into outbox (kind, payload)
         select 'product_changed',
                jsonb_build_object('productId', product_id, 'storeId', store_id, 'isPublished', is_published)
         from product;

         select pg_notify('outbox_appended', '')",
    )
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn change_is_found_within_two_seconds(pool: PgPool) {
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
        apply_change(&pool, statement).await;
        eventually(what, async || shop.slugs(query.clone()).await.contains(&"fincan".to_owned()) == is_found).await;
        // Test builds on a busy machine get more time.
        let limit = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 2 });
        assert!(began.elapsed() < limit, "{what} took {:?}", began.elapsed());
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn renamed_category_is_found_by_its_new_name(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let mut demo = cup("Fincan");
    shop.load(&demo).await.unwrap();
    // Renames qizilgul, the default category of products.
    demo.categories[0]["children"][0]["children"][0]["name"]["az"] = json!("Güllərin şahı");
    shop.load(&demo).await.unwrap();
    assert_eq!(shop.slugs(search("şahı")).await.len(), 2);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn lost_index_is_rebuilt_while_lists_are_answered(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.load(&cup("Fincan")).await.unwrap();
    // Renames, because the index removes files at the same time.
    let lost = TempDir::new_in(shop.index().parent().unwrap()).unwrap();
    for entry in fs::read_dir(shop.index()).unwrap() {
        let entry = entry.unwrap();
        fs::rename(entry.path(), lost.path().join(entry.file_name())).unwrap();
    }

    assert_eq!(shop.slugs(search("fincan")).await, ["fincan"]);
    apply_change(&pool, "update product set name = '{\"az\": \"Dolça\"}' where slug = 'fincan'").await;
    eventually("the new index", async || shop.slugs(search("dolça")).await == ["fincan"]).await;
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn broken_or_foreign_index_is_rebuilt(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.load(&cup("Fincan")).await.unwrap();
    // The only folder must be the index. Its number increases with each rebuild.
    let expect_index = async |folder: &std::path::Path, expected: &str, description: &str| {
        let search = Search::new(folder.to_owned());
        let stop = tokio_util::sync::CancellationToken::new();
        let following = tokio::spawn(catalog::keep_index(search.clone(), pool.clone(), None, stop.clone()));
        eventually(description, async || {
            let indexes = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
            search.is_ready() && indexes.collect::<Vec<_>>() == [expected]
        })
        .await;
        stop.cancel();
        following.await.unwrap().unwrap();
    };

    let folder = TempDir::new().unwrap();
    expect_index(folder.path(), "1", "the first").await;
    expect_index(folder.path(), "1", "a complete index is opened again").await;

    fs::write(folder.path().join("1/meta.json"), "{").unwrap();
    expect_index(folder.path(), "2", "a broken index is rebuilt").await;

    sqlx::query("update search_stamp set stamp = gen_random_uuid()").execute(&pool).await.unwrap();
    expect_index(folder.path(), "3", "the index of another database is rebuilt").await;

    sqlx::query("delete from outbox").execute(&pool).await.unwrap();
    // The index lacks five events that the outbox no longer has.
    sqlx::query("update outbox_head set position = position + 5").execute(&pool).await.unwrap();
    expect_index(folder.path(), "4", "an index with missing events is rebuilt").await;
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn lists_are_answered_during_a_rebuild(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let mut demo =
        Demo::with((0..200).map(|number| product(&format!("p{number}"), &json!({"name": {"az": "Fincan"}}))));
    shop.load(&demo).await.unwrap();

    let reading = async {
        for round in 0..40 {
            let page = shop.list(search("fincan")).await.unwrap();
            assert_eq!(page.meta.unwrap().total, 200, "round {round}");
            sleep(Duration::from_millis(10)).await;
        }
    };

    // A changed category changes all products, so the index is rebuilt.
    let building = async {
        for name in ["Bir", "İki", "Üç"] {
            demo.categories[1]["name"]["az"] = json!(name);
            shop.load(&demo).await.unwrap();
        }
    };

    tokio::join!(reading, building);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn pages_do_not_repeat_or_skip_products_during_changes(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let cups = |round: i64| {
        let line = move |number: i64| {
            let name = json!({"az": "Fincan"});
            // The order changes with the prices.
            product(&format!("p{number}"), &json!({"name": name, "price": 1000 + (number * 37 + round * 91) % 500}))
        };
        Demo::with((0..60 + round * 5).map(line))
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
            assert_eq!(next.meta.unwrap().total, total, "all pages are from one snapshot");
            read.extend(slugs(&next));
        }

        let count = read.len();
        read.sort();
        read.dedup();
        assert_eq!((count, read.len()), (total as usize, total as usize), "{sort:?}");
    }

    let with_unknown_snapshot = ListProductsRequest { search_id: Some("ffff.zz".to_owned()), ..search("fincan") };
    assert!(!shop.slugs(with_unknown_snapshot).await.is_empty(), "an unknown snapshot falls back to the newest");
}

/// Simulates a process that shares the database and the index, but has an empty folder. It stops with the guard.
pub async fn start_process(
    pool: &PgPool,
    shared: &SharedIndex,
    description: &str,
) -> (Search, TempDir, tokio_util::sync::DropGuard) {
    let folder = TempDir::new().unwrap();
    let (search, stop) = (Search::new(folder.path().to_owned()), tokio_util::sync::CancellationToken::new());
    tokio::spawn(catalog::keep_index(search.clone(), pool.clone(), Some(shared.clone()), stop.clone()));
    eventually(description, async || search.is_ready()).await;
    (search, folder, stop.drop_guard())
}

/// Number of products in the process's own index.
pub async fn count_found(search: &Search, words: &str) -> u64 {
    let filters = search::Filters { text: Some(words.to_owned()), ..Default::default() };
    let request =
        search::ListRequest { filters, sort: search::Sort::Relevance, limit: 10, ..search::ListRequest::everything() };
    search.find(request, None).await.unwrap().0.total
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn starting_process_downloads_the_shared_index_and_continues(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.load(&cup("Fincan")).await.unwrap();
    let store = TempDir::new().unwrap();
    let url = format!("file://{}", store.path().display());
    let shared = SharedIndex::open(&url, Duration::from_hours(1), shop.clock.clock()).unwrap();
    let (_first, _folder, _running) = start_process(&pool, &shared, "the first process").await;
    eventually("the shared index", async || shared.newest().await.unwrap().is_some()).await;

    // Without an event, only an index that is built now has the new name.
    sqlx::query("update product set name = '{\"az\": \"Dolça\"}' where slug = 'fincan'").execute(&pool).await.unwrap();

    let (second, _folder, _running) = start_process(&pool, &shared, "the second process").await;
    assert_eq!(
        (count_found(&second, "fincan").await, count_found(&second, "dolça").await),
        (1, 0),
        "the index was downloaded"
    );
    publish_all_products(&pool).await;
    eventually("the change", async || count_found(&second, "dolça").await == 1).await;

    // With a damaged shared index, the process builds its own.
    let only_folder = fs::read_dir(store.path()).unwrap().next().unwrap().unwrap().path();
    let mut files = fs::read_dir(only_folder).unwrap().map(|entry| entry.unwrap().path());
    let is_term_file = |path: &std::path::Path| path.extension().is_some_and(|ending| ending == "term");
    let term_file = files.find(|path| is_term_file(path)).unwrap();
    fs::write(&term_file, "cut").unwrap();
    let (third, _folder, _running) = start_process(&pool, &shared, "the third process").await;
    assert_eq!(
        (count_found(&third, "fincan").await, count_found(&third, "dolça").await),
        (0, 1),
        "the index was built"
    );

    // A shared index of another database is not used.
    sqlx::query("update search_stamp set stamp = gen_random_uuid()").execute(&pool).await.unwrap();
    let (fourth, _folder, _running) = start_process(&pool, &shared, "the fourth process").await;
    assert_eq!(count_found(&fourth, "dolça").await, 1);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn unlisted_files_of_the_shared_index_are_deleted_after_an_hour(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.load(&cup("Fincan")).await.unwrap();
    let (store, copy) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let shared =
        SharedIndex::open(&format!("file://{}", store.path().display()), Duration::ZERO, shop.clock.clock()).unwrap();
    // The only folder has the files of the index.
    let names = || {
        let folder = fs::read_dir(store.path()).unwrap().next().unwrap().unwrap().path();
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort_unstable();
        names.into_iter().map(|name| name.into_string().unwrap()).collect::<Vec<_>>()
    };

    // Modification times come from the object store's clock.
    let now = kit::Clock::system().now();
    let cursor = |position| search::Cursor { stamp: "a".to_owned(), position };
    fs::write(copy.path().join("one.term"), "1").unwrap();
    shared.upload(copy.path(), cursor(1), now).await.unwrap();
    fs::rename(copy.path().join("one.term"), copy.path().join("two.term")).unwrap();
    shared.upload(copy.path(), cursor(2), now).await.unwrap();
    assert_eq!(names(), ["manifest.json", "one.term", "two.term"], "unlisted files are kept for downloads in progress");

    shared.upload(copy.path(), cursor(3), now + TimeDelta::hours(2)).await.unwrap();
    assert_eq!(names(), ["manifest.json", "two.term"]);
    assert_eq!(shared.newest().await.unwrap().unwrap().cursor, cursor(3));
}
