//! The key file of IndexNow.

use reqwest::Method;
use sqlx::PgPool;

use crate::house::{House, INDEXNOW_KEY, send};

#[sqlx::test(migrations = false)]
async fn the_key_is_found_under_its_own_name_and_under_no_other(pool: PgPool) {
    let house = House::start(pool).await;
    let path = format!("/{INDEXNOW_KEY}.txt");
    let file = house.get(&path).await;
    assert_eq!((file.status, file.text.as_str()), (200, INDEXNOW_KEY));
    assert_eq!(file.header("content-type"), "text/plain; charset=utf-8");
    let head = send(house.request(Method::HEAD, &path)).await;
    assert_eq!((head.status, head.text.as_str()), (200, ""));
    for other in
        ["/another-key-of-no-shop.txt", &format!("/ru{path}"), &path.to_uppercase(), &path.replace(".txt", ".htm")]
    {
        assert_eq!(house.get(other).await.status, 404, "{other}");
    }
}
