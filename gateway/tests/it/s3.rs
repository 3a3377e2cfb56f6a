//! Pictures in object storage (`moto_server`). Run by `cargo verify --full`.

use std::time::{Duration, Instant};

use object_store::ObjectStoreExt as _;
use objects::Objects;
use testkit::s3::{
    Keys, S3Server,
    proxy::{Fault, FaultyProxy},
    variables,
};

use crate::{program::Program, test_shop::web_dir};

const URL: &str = "s3://shop/pictures";
const HASH: &str = "0123456789abcdef";

struct PictureResponse {
    status: u16,
    body: Vec<u8>,
    time: Duration,
}

async fn get(program: &Program, hash: &str) -> PictureResponse {
    let began = Instant::now();
    let response = reqwest::get(format!("http://{}/media/{hash}/640.webp", program.address)).await.expect("an answer");
    let status = response.status().as_u16();
    PictureResponse { status, body: response.bytes().await.expect("a body").to_vec(), time: began.elapsed() }
}

/// The folder must outlive the program.
async fn start(url: &str, port: u16, keys: &Keys) -> (Program, tempfile::TempDir) {
    let web_dir = web_dir();
    // Pictures need no service, and port 9 has no listener.
    let services = ["auth", "catalog", "order", "store", "notification", "seo"];
    let services: Vec<String> =
        services.iter().flat_map(|name| [format!("--{name}-url"), "http://127.0.0.1:9".to_owned()]).collect();
    let flags = ["--media-url", url];
    (Program::start_with_environment(&services, web_dir.path(), &flags, &variables(port, keys)).await, web_dir)
}

#[tokio::test]
#[ignore = "needs moto_server"]
async fn pictures_come_from_the_bucket_and_a_busy_or_broken_server_is_503() {
    let server = S3Server::start().await;
    server.create_bucket("shop").await;
    let proxy = FaultyProxy::start(server.port).await;
    let objects = Objects::open_with(URL, Duration::from_secs(5), variables(server.port, &Keys::any())).unwrap();
    // 1.2 MB, so that the connection can break halfway.
    let picture: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
    objects.store.put(&objects.root.clone().join(HASH).join("640.webp"), picture.clone().into()).await.unwrap();

    let (program, _folder) = start(URL, proxy.port, &Keys::any()).await;
    let found = get(&program, HASH).await;
    assert_eq!(found.status, 200);
    assert!(found.body == picture, "the content differs");
    assert_eq!(get(&program, "aaaaaaaaaaaaaaaa").await.status, 404);

    proxy.set(Fault::Busy);
    let busy = get(&program, HASH).await;
    assert_eq!(busy.status, 503);
    // The gateway retries for two seconds. A busy machine needs more time.
    assert!(busy.time < Duration::from_secs(6), "{:?}", busy.time);
    assert!(program.output().contains("Reading from the media store failed"), "{}", program.output());
    proxy.set(Fault::None);
    assert!(get(&program, HASH).await.body == picture);

    // The gateway then requests the remaining bytes.
    proxy.set(Fault::CutOnce(100_000));
    assert!(get(&program, HASH).await.body == picture, "the content differs");

    drop(server);
    assert_eq!(get(&program, HASH).await.status, 503);
}

#[tokio::test]
#[ignore = "needs moto_server"]
async fn wrong_keys_and_a_missing_bucket_are_not_missing_pictures() {
    let server = S3Server::start().await;
    server.create_bucket("shop").await;
    let right = server.require_keys().await;
    let wrong = Keys { secret: "wrong".to_owned(), ..right.clone() };
    let (program, _folder) = start(URL, server.port, &right).await;
    assert_eq!(get(&program, HASH).await.status, 404);
    let (program, _folder) = start(URL, server.port, &wrong).await;
    assert_eq!(get(&program, HASH).await.status, 503);
    let output = program.output();
    assert!(output.contains("SignatureDoesNotMatch"), "{output}");
    assert!(!output.contains(&right.secret), "the secret is logged");
    let (program, _folder) = start("s3://nowhere", server.port, &right).await;
    assert_eq!(get(&program, HASH).await.status, 503);
    assert!(program.output().contains("NoSuchBucket"), "{}", program.output());
}
