//! The key file that entitles the shop to report changed pages to search engines (IndexNow).

use reqwest::Method;
use sqlx::PgPool;

use crate::test_shop::{INDEXNOW_KEY, TestShop, send};

#[sqlx::test(migrations = false)]
async fn the_indexnow_key_file_is_found_only_under_its_name(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let path = format!("/{INDEXNOW_KEY}.txt");
    let file = shop.get(&path).await;
    assert_eq!((file.status, file.text.as_str()), (200, INDEXNOW_KEY));
    assert_eq!(file.header("content-type"), "text/plain; charset=utf-8");
    let head = send(shop.request(Method::HEAD, &path)).await;
    assert_eq!((head.status, head.text.as_str()), (200, ""));
    for other in
        ["/another-key-of-no-shop.txt", &format!("/ru{path}"), &path.to_uppercase(), &path.replace(".txt", ".htm")]
    {
        assert_eq!(shop.get(other).await.status, 404, "{other}");
    }
}
