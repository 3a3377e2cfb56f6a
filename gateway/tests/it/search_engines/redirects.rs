//! Redirects from old addresses to new ones, which operators enter.

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::test_shop::{TestShop, text};

/// Each redirect is an old path, a new path and a status. 410 means that the page is gone.
async fn save_redirects(shop: &TestShop, redirects: &[(&str, &str, i64)]) {
    let token = shop.operator().await;
    for (from, to, status) in redirects {
        let redirect = json!({"from": from, "to": to, "status": status});
        shop.put_as(&token, "/api/v1/admin/seo/redirects", &redirect).await.data();
    }
}

#[sqlx::test(migrations = false)]
async fn a_redirect_keeps_the_language(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let product = shop.any_product().await;
    let page = format!("/mehsullar/{}", text(&product["slug"]));
    save_redirects(
        &shop,
        &[
            ("/mehsullar/kohne-ad", &page, 301),
            ("/mehsul/köhnə gül", "/kateqoriya/güllər", 301),
            ("/bayram", "/endirimler", 302),
            ("/about.html", "/elaqe", 301),
        ],
    )
    .await;
    for (old, status, new) in [
        ("/mehsul/k%C3%B6hn%C9%99%20g%C3%BCl", 301, "/kateqoriya/g%C3%BCll%C9%99r"),
        ("/ru/mehsul/k%C3%B6hn%C9%99%20g%C3%BCl?utm_source=x", 301, "/ru/kateqoriya/g%C3%BCll%C9%99r?utm_source=x"),
        ("/en/bayram", 302, "/en/endirimler"),
        ("/about.html", 301, "/elaqe"),
        ("/abunelikler", 301, "/profil/abunelikler"),
        ("/mehsullar/kohne-ad", 301, &page),
        ("/ru/mehsullar/kohne-ad", 301, &format!("/ru{page}")),
        ("/en/mehsullar/kohne-ad", 301, &format!("/en{page}")),
    ] {
        let response = shop.get(old).await;
        assert_eq!((response.status, response.header("location")), (status, new), "{old}");
        assert_eq!(
            response.header("cache-control"),
            "no-cache",
            "redirects are not cached, because operators may change them"
        );
    }
    assert_eq!(shop.get("/another.html").await.status, 404);
}

#[sqlx::test(migrations = false)]
async fn existing_pages_win_over_redirects_and_gone_pages_are_410(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--page-ttl", "0s", "--cache-ttl", "0s"]).await;
    let product = shop.any_product().await;
    let page = format!("/mehsullar/{}", text(&product["slug"]));
    save_redirects(&shop, &[("/lotereya", "", 410), (&page, "/endirimler", 301), ("/magazalar", "/endirimler", 301)])
        .await;
    let gone = shop.get("/ru/lotereya").await;
    assert!(gone.status == 410 && gone.text.contains("noindex") && gone.text.contains("Этой страницы больше нет"));
    assert_eq!(shop.get(&page).await.status, 200);
    assert_eq!(shop.get("/magazalar").await.status, 200);
    let withdrawn = "update product set state = 'withdrawn' where product_id = $1";
    sqlx::query(withdrawn).bind(product["id"].as_i64()).execute(&shop.catalog).await.unwrap();
    let response = shop.get(&page).await;
    assert_eq!(
        (response.status, response.header("location")),
        (301, "/endirimler"),
        "a withdrawn product has a redirect"
    );
}

#[sqlx::test(migrations = false)]
async fn a_redirect_to_another_site_or_to_itself_is_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let token = shop.operator().await;
    let save = async |redirect: Value| shop.put_as(&token, "/api/v1/admin/seo/redirects", &redirect).await.problem();
    let to_other_site = save(json!({"from": "/a", "to": "https://evil.example", "status": 301})).await;
    assert_eq!(to_other_site, "422 validation_failed to=not_a_path");
    let to_itself = save(json!({"from": "/a", "to": "/a", "status": 301})).await;
    assert_eq!(to_itself, "422 validation_failed to=redirect_loop");
}
