//! Pictures and the shared search index in an S3 server that is busy, breaks connections, or refuses the keys. `cargo
//! verify --full` runs these tests.

use std::{
    fs,
    time::{Duration, Instant},
};

use catalog::{Media, SharedIndex};
use chrono::TimeDelta;
use futures::TryStreamExt as _;
use image::ImageFormat;
use object_store::{ObjectStoreExt as _, path::Path};
use objects::Objects;
use proto::catalog::Picture;
use sqlx::PgPool;
use tempfile::TempDir;
use testkit::{
    database::eventually,
    s3::{
        Keys, S3Server,
        proxy::{Fault, FaultyProxy},
        variables,
    },
};
use tonic::{Code, Status};

use crate::{
    freshness::{count_found, cup, publish_all_products, start_process},
    pictures::{encoded, two_colours},
    shop::TestShop,
};

const URL: &str = "s3://shop/a/prefix";
/// Shorter than in production, so that the tests are fast.
const RETRY_FOR: Duration = Duration::from_secs(2);

/// An S3 server, and a proxy in front of it that can cause faults.
struct Bucket {
    server: S3Server,
    proxy: FaultyProxy,
}

impl Bucket {
    async fn start() -> Self {
        let server = S3Server::start().await;
        server.create_bucket("shop").await;
        let proxy = FaultyProxy::start(server.port).await;
        Self { server, proxy }
    }

    /// Opens the bucket through the proxy.
    fn open_as(&self, url: &str, keys: &Keys) -> Objects {
        Objects::open_with(url, RETRY_FOR, variables(self.proxy.port, keys)).unwrap()
    }

    fn open(&self) -> Objects {
        self.open_as(URL, &Keys::any())
    }

    async fn shop(&self, pool: PgPool) -> TestShop {
        TestShop::start_storing(pool, Media::new(self.open())).await
    }

    /// Heads of the requests that contain all of `texts`, in lower case.
    fn requests(&self, texts: &[&str]) -> Vec<String> {
        let mut heads = self.proxy.heads();
        heads.retain(|head| texts.iter().all(|text| head.contains(text)));
        heads
    }
}

async fn upload(shop: &TestShop, width: u32) -> Result<Picture, Status> {
    shop.upload(&encoded(&two_colours(width, width), ImageFormat::Png)).await
}

/// Sorted names of all objects below the prefix.
async fn names(objects: &Objects) -> Vec<String> {
    let listed: Vec<_> = objects.store.list(Some(&objects.root)).try_collect().await.unwrap();
    let mut names: Vec<_> = listed.into_iter().map(|object| object.location.to_string()).collect();
    names.sort();
    names
}

/// A position in the outbox of an invented database.
fn cursor(position: i64) -> search::Cursor {
    search::Cursor { stamp: "a".to_owned(), position }
}

fn hash_of(picture: &Picture) -> &str {
    kit::picture::hash_of(&picture.url).unwrap()
}

fn expected_names(picture: &Picture) -> Vec<String> {
    ["1280", "320", "640"].map(|width| format!("a/prefix/{}/{width}.webp", hash_of(picture))).into()
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
#[ignore = "needs moto_server"]
async fn pictures_are_stored_below_the_prefix(pool: PgPool) {
    let bucket = Bucket::start().await;
    let (shop, objects) = (bucket.shop(pool).await, bucket.open());
    let picture = upload(&shop, 700).await.unwrap();
    assert_eq!(names(&objects).await, expected_names(&picture));
    let path = Path::from(format!("a/prefix/{}/640.webp", hash_of(&picture)));
    let stored = objects.store.get(&path).await.unwrap().bytes().await.unwrap();
    let decoded = image::load_from_memory_with_format(&stored, ImageFormat::WebP).unwrap();
    assert_eq!((decoded.width(), decoded.height()), (640, 640));
    assert_eq!(objects.store.get_range(&path, 8..12).await.unwrap(), "WEBP");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
#[ignore = "needs moto_server"]
async fn repeated_upload_stores_only_missing_files(pool: PgPool) {
    let bucket = Bucket::start().await;
    let (shop, objects) = (bucket.shop(pool).await, bucket.open());
    let picture = upload(&shop, 700).await.unwrap();
    let path = Path::from(format!("a/prefix/{}/640.webp", hash_of(&picture)));
    let stored = objects.store.get(&path).await.unwrap().bytes().await.unwrap();
    let before = objects.store.head(&path).await.unwrap();
    assert_eq!(upload(&shop, 700).await.unwrap(), picture);
    assert_eq!(objects.store.head(&path).await.unwrap().last_modified, before.last_modified);

    objects.store.delete(&path).await.unwrap();
    assert!(matches!(objects.store.get(&path).await, Err(object_store::Error::NotFound { .. })));
    assert_eq!(upload(&shop, 700).await.unwrap(), picture);
    assert_eq!(objects.store.get(&path).await.unwrap().bytes().await.unwrap(), stored);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
#[ignore = "needs moto_server"]
async fn upload_waits_until_a_busy_server_recovers(pool: PgPool) {
    let bucket = Bucket::start().await;
    let (shop, objects) = (bucket.shop(pool).await, bucket.open());
    bucket.proxy.set(Fault::Busy);
    let recovery = async {
        tokio::time::sleep(Duration::from_millis(700)).await;
        bucket.proxy.set(Fault::None);
    };
    let (uploaded, ()) = tokio::join!(upload(&shop, 500), recovery);
    assert_eq!(names(&objects).await, expected_names(&uploaded.unwrap()));
    let request_count = bucket.requests(&["put /"]).len();
    assert!(request_count > 3, "only {request_count} requests for three files");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
#[ignore = "needs moto_server"]
async fn upload_fails_and_stores_nothing_when_the_server_stays_busy(pool: PgPool) {
    let bucket = Bucket::start().await;
    let (shop, objects) = (bucket.shop(pool.clone()).await, bucket.open());
    let picture_count =
        async || -> i64 { sqlx::query_scalar("select count(*) from picture").fetch_one(&pool).await.unwrap() };

    bucket.proxy.set(Fault::Busy);
    let began = Instant::now();
    let refused = upload(&shop, 600).await.unwrap_err();
    assert_eq!(refused.code(), Code::Unavailable, "{refused:?}");
    assert!((RETRY_FOR..RETRY_FOR * 4).contains(&began.elapsed()), "{:?}", began.elapsed());
    assert!(!refused.message().contains("SlowDown"), "{}", refused.message());

    bucket.proxy.set(Fault::None);
    assert_eq!((names(&objects).await.len(), picture_count().await), (0, 0), "nothing of the refused picture is left");
    upload(&shop, 600).await.unwrap();
    assert_eq!((names(&objects).await.len(), picture_count().await), (3, 1));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
#[ignore = "needs moto_server"]
async fn upload_can_be_repeated_when_its_answer_is_lost(pool: PgPool) {
    let bucket = Bucket::start().await;
    let (shop, objects) = (bucket.shop(pool).await, bucket.open());
    bucket.proxy.set(Fault::LoseAnswerOnce);
    // The server stores the first file, but its response is lost. The upload fails, or succeeds after a retry.
    if let Err(refused) = upload(&shop, 500).await {
        assert_eq!(refused.code(), Code::Unavailable, "{refused:?}");
    }
    let picture = upload(&shop, 500).await.unwrap();
    assert_eq!(names(&objects).await, expected_names(&picture));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
#[ignore = "needs moto_server"]
async fn new_process_downloads_the_shared_index_and_continues(pool: PgPool) {
    let bucket = Bucket::start().await;
    let shop = TestShop::start(pool.clone()).await;
    shop.load(&cup("Fincan")).await.unwrap();
    let shared = SharedIndex::new(bucket.open(), Duration::from_hours(1), shop.clock.clock());
    let (_first, _folder, _running) = start_process(&pool, &shared, "the first process").await;
    eventually("the shared index", async || shared.newest().await.unwrap().is_some()).await;

    // Without an event, only an index that is built now has the new name.
    sqlx::query("update product set name = '{\"az\": \"Dolça\"}' where slug = 'fincan'").execute(&pool).await.unwrap();
    let (second, _folder, _running) = start_process(&pool, &shared, "the second process").await;
    let found = (count_found(&second, "fincan").await, count_found(&second, "dolça").await);
    assert_eq!(found, (1, 0), "the index was downloaded");

    publish_all_products(&pool).await;
    eventually("the change", async || count_found(&second, "dolça").await == 1).await;
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
#[ignore = "needs moto_server"]
async fn new_process_builds_its_own_index_when_the_server_is_busy(pool: PgPool) {
    let bucket = Bucket::start().await;
    let shop = TestShop::start(pool.clone()).await;
    shop.load(&cup("Fincan")).await.unwrap();
    let shared = SharedIndex::new(bucket.open(), Duration::from_hours(1), shop.clock.clock());
    let (_first, _folder, _running) = start_process(&pool, &shared, "the first process").await;
    eventually("the shared index", async || shared.newest().await.unwrap().is_some()).await;

    bucket.proxy.set(Fault::Busy);
    let (second, _folder, _running) = start_process(&pool, &shared, "the second process").await;
    assert_eq!(count_found(&second, "fincan").await, 1);

    bucket.proxy.set(Fault::None);
    assert!(shared.newest().await.unwrap().is_some(), "the shared index is still there");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
#[ignore = "needs moto_server"]
async fn upload_succeeds_with_the_right_keys(pool: PgPool) {
    let bucket = Bucket::start().await;
    let right = bucket.server.require_keys().await;
    let objects = bucket.open_as(URL, &right);
    let shop = TestShop::start_storing(pool, Media::new(objects.clone())).await;
    let picture = upload(&shop, 500).await.unwrap();
    assert_eq!(names(&objects).await, expected_names(&picture));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
#[ignore = "needs moto_server"]
async fn index_upload_names_the_cause_at_once_when_keys_or_bucket_are_wrong(pool: PgPool) {
    let bucket = Bucket::start().await;
    let right = bucket.server.require_keys().await;
    let wrong_secret = Keys { secret: "wrong".to_owned(), ..right.clone() };
    let shop = TestShop::start(pool.clone()).await;
    shop.load(&cup("Fincan")).await.unwrap();
    for (url, keys, expected) in [
        (URL, &Keys::any(), "InvalidAccessKeyId"),
        (URL, &wrong_secret, "SignatureDoesNotMatch"),
        ("s3://nowhere", &right, "NoSuchBucket"),
    ] {
        let shared = SharedIndex::new(bucket.open_as(url, keys), Duration::ZERO, shop.clock.clock());
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("one.term"), "1").unwrap();
        let began = Instant::now();
        let uploaded = shared.upload(folder.path(), cursor(1), shop.clock.clock().now()).await;
        let error = format!("{:#}", uploaded.unwrap_err());
        assert!(error.contains(expected), "{error}");
        assert!(!error.contains(&right.secret), "the error shows the secret");
        assert!(began.elapsed() < RETRY_FOR, "the request was repeated: {:?}", began.elapsed());
        // A new process builds its own index.
        let (search, _folder, _running) = start_process(&pool, &shared, url).await;
        assert_eq!(count_found(&search, "fincan").await, 1);
    }
}

#[tokio::test]
#[ignore = "needs moto_server"]
async fn picture_upload_names_the_cause_when_keys_are_wrong() {
    let bucket = Bucket::start().await;
    let right = bucket.server.require_keys().await;
    let wrong_secret = Keys { secret: "wrong".to_owned(), ..right };
    let media = Media::new(bucket.open_as(URL, &wrong_secret));
    let converted = media.convert(encoded(&two_colours(300, 300), ImageFormat::Png)).await.unwrap();
    let error = format!("{:#}", media.store_files(&converted).await.unwrap_err());
    assert!(error.contains("a picture could not be stored") && error.contains("SignatureDoesNotMatch"), "{error}");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
#[ignore = "needs moto_server"]
async fn large_file_is_uploaded_in_parts_and_a_broken_download_continues(pool: PgPool) {
    let bucket = Bucket::start().await;
    let shop = TestShop::start(pool).await;
    let shared = SharedIndex::new(bucket.open(), Duration::ZERO, shop.clock.clock());
    let folder = TempDir::new().unwrap();
    // Larger than two parts, and without a repeated pattern.
    let large: Vec<u8> =
        (0..5_500_000_u32).flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
    fs::write(folder.path().join("large.store"), &large).unwrap();
    fs::write(folder.path().join("small.term"), "small").unwrap();
    shared.upload(folder.path(), cursor(1), kit::Clock::system().now()).await.unwrap();

    let parts = bucket.requests(&["put /", "large.store", "partnumber="]);
    assert_eq!(parts.len(), 3, "{parts:?}");
    assert_eq!(bucket.requests(&["put /", "small.term", "partnumber="]).len(), 0);

    let manifest = shared.newest().await.unwrap().unwrap();
    let target = TempDir::new().unwrap();
    bucket.proxy.set(Fault::CutOnce(9_000_000));
    shared.download(&manifest, &target.path().join("index")).await.unwrap();
    assert!(fs::read(target.path().join("index/large.store")).unwrap() == large, "the content differs");
    assert_eq!(fs::read(target.path().join("index/small.term")).unwrap(), b"small");
    assert_eq!(bucket.requests(&["get /", "large.store", "\r\nrange: bytes="]).len(), 1, "the rest was requested");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
#[ignore = "needs moto_server"]
async fn failed_upload_keeps_the_previous_index_and_unlisted_files_are_deleted_after_an_hour(pool: PgPool) {
    let bucket = Bucket::start().await;
    let shop = TestShop::start(pool).await;
    let shared = SharedIndex::new(bucket.open(), Duration::ZERO, shop.clock.clock());
    let now = kit::Clock::system().now();
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("first.store"), "1").unwrap();
    fs::write(folder.path().join("small.term"), "small").unwrap();
    shared.upload(folder.path(), cursor(1), now).await.unwrap();

    fs::rename(folder.path().join("first.store"), folder.path().join("second.store")).unwrap();
    bucket.proxy.set(Fault::Busy);
    shared.upload(folder.path(), cursor(2), now).await.unwrap_err();
    bucket.proxy.set(Fault::None);
    assert_eq!(shared.newest().await.unwrap().unwrap().cursor, cursor(1));
    let object_count = async || names(&bucket.open()).await.len();
    assert_eq!(object_count().await, 3, "the manifest and two files");

    // `first.store` is no longer in the manifest.
    shared.upload(folder.path(), cursor(2), now).await.unwrap();
    assert_eq!(object_count().await, 4, "the unlisted file is kept for downloads in progress");
    shared.upload(folder.path(), cursor(3), now + TimeDelta::hours(2)).await.unwrap();
    assert_eq!(object_count().await, 3, "the unlisted file is deleted");
}
