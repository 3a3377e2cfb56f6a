//! Uploads of pictures: only operators may upload, and the limit is 10 MiB.

use reqwest::{Body, Method};
use serde_json::json;
use sqlx::PgPool;

use crate::test_shop::{TestResponse, TestShop, send, text};

const UPLOAD: &str = "/api/v1/admin/pictures";
const MIB: usize = 1024 * 1024;

async fn upload(shop: &TestShop, token: &str, content_type: &str, body: impl Into<Body>) -> TestResponse {
    send(shop.request(Method::POST, UPLOAD).bearer_auth(token).header("content-type", content_type).body(body)).await
}

/// The body has no `Content-Length`.
fn without_length(pieces: usize) -> Body {
    let pieces = (0..pieces).map(|_| Ok::<_, std::io::Error>(vec![0_u8; MIB]));
    Body::wrap_stream(futures::stream::iter(pieces))
}

#[sqlx::test(migrations = false)]
async fn an_operator_uploads_a_picture_for_a_product(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (operator, product) = (shop.operator().await, shop.any_product().await);
    let picture = upload(&shop, &operator, "image/png", picture()).await.data();
    let url = text(&picture["url"]);
    assert!(url.starts_with("/media/") && url.ends_with("/640.webp"), "{url}");
    let path = format!("/api/v1/admin/products/{}/pictures", product["id"]);
    assert_eq!(shop.put_as(&operator, &path, &json!({"urls": [url]})).await.data(), json!({}));
    let shown = shop.get_as(&operator, &format!("/api/v1/product/{}", product["id"])).await.data();
    assert_eq!(shown["images"], json!([url]));
    assert_eq!(text(&shown["imageUrl"]), url);
    for id in ["0", "x", "999999999"] {
        let path = format!("/api/v1/admin/products/{id}/pictures");
        assert_eq!(shop.put_as(&operator, &path, &json!({"urls": [url]})).await.problem(), "404 product_not_found");
    }
}

#[sqlx::test(migrations = false)]
async fn files_that_are_not_pictures_are_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    for content_type in ["application/json", "text/html", "", "imagepng"] {
        let response = upload(&shop, &operator, content_type, picture()).await;
        assert_eq!(response.problem(), "415 unsupported_media_type", "{content_type}");
    }
    for (content_type, body) in [
        ("image/png", b"not a picture".to_vec()),
        ("image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".to_vec()),
        ("image/png", picture()[..40].to_vec()),
        ("image/png", Vec::new()),
    ] {
        let response = upload(&shop, &operator, content_type, body).await;
        assert!((400..500).contains(&response.status), "{content_type}: {}", response.text);
    }
}

#[sqlx::test(migrations = false)]
async fn too_large_uploads_are_refused_with_and_without_content_length(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    for length in [10 * MIB + 1, 20 * MIB] {
        let response = upload(&shop, &operator, "image/png", vec![0; length]).await;
        assert_eq!(response.problem(), "413 payload_too_large", "{length}");
    }
    assert_eq!(upload(&shop, &operator, "image/png", without_length(11)).await.problem(), "413 payload_too_large");
}

/// The smallest PNG: one grey pixel.
fn picture() -> Vec<u8> {
    use base64::Engine as _;
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";
    base64::engine::general_purpose::STANDARD.decode(png).expect("base64")
}
