//! Single pages as search engines see them: structured data, redirects and status codes.

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    pages::structured,
    test_shop::{TestShop, text},
};

#[sqlx::test(migrations = false)]
async fn a_product_page_has_structured_data_with_reviews(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--page-ttl", "0s", "--cache-ttl", "0s"]).await;
    let (token, product) = (shop.token().await, shop.any_product().await);
    let review = json!({"rating": 4, "text": "Çox gözəl </script><script>alert(1)</script> hədiyyə oldu."});
    let path = format!("/api/v1/product/{}/reviews", product["id"]);
    assert_eq!(shop.post_as(&token, &path, &review).await.data()["state"], "published");
    let page = shop.get(&format!("/mehsullar/{}", text(&product["slug"]))).await;
    let data = structured(&page).into_iter().find(|value| value["@type"] == "Product").unwrap();
    let product = shop.get(&format!("/api/v1/product/{}", product["id"])).await.data();
    assert_eq!(data["aggregateRating"]["reviewCount"], product["reviewCount"]);
    assert_eq!(data["review"][0]["reviewBody"], review["text"]);
    assert_eq!(data["review"][0]["reviewRating"]["ratingValue"], 4);
    assert!(!page.text.contains("<script>alert"), "{}", page.text);
    let state = page.text.split("id=\"state\">").nth(1).unwrap();
    assert!(!state.contains("/reviews\""), "the app loads reviews later");
}

#[sqlx::test(migrations = false)]
async fn an_id_in_the_path_redirects_to_the_slug(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let product = shop.any_product().await;
    let category = shop.get("/api/v1/category/parent/all").await.data()[0].clone();
    let store = shop.get("/api/v1/store/all").await.data()[0].clone();
    for (page, subject) in [("mehsullar", &product), ("kateqoriya", &category), ("magazalar", &store)] {
        for language in ["", "/ru", "/en"] {
            let response = shop.get(&format!("{language}/{page}/{}?page=2&x=y", subject["id"])).await;
            let current = format!("{language}/{page}/{}?page=2&x=y", text(&subject["slug"]));
            assert_eq!((response.status, response.header("location")), (301, current.as_str()));
            assert_eq!(
                response.header("cache-control"),
                "no-cache",
                "redirects are not cached, because the slug may be used again"
            );
        }
    }
}

#[sqlx::test(migrations = false)]
async fn a_previous_slug_redirects_to_the_current_one(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let product = shop.any_product().await;
    let category = shop.get("/api/v1/category/parent/all").await.data()[0].clone();
    for (page, rename, subject) in [
        ("mehsullar", "update product set slug = 'yeni-ad' where product_id = $1", &product),
        ("kateqoriya", "update category set slug = 'yeni-ad' where category_id = $1", &category),
    ] {
        sqlx::query(rename).bind(subject["id"].as_i64()).execute(&shop.catalog).await.unwrap();
        let response = shop.get(&format!("/en/{page}/{}", text(&subject["slug"]))).await;
        let current = format!("/en/{page}/yeni-ad");
        assert_eq!((response.status, response.header("location")), (301, current.as_str()), "{}", response.text);
        assert_eq!(shop.get(&current).await.status, 200);
    }
}

#[sqlx::test(migrations = false)]
async fn a_withdrawn_product_page_is_410(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let product = shop.any_product().await;
    sqlx::query("update product set state = 'withdrawn' where product_id = $1")
        .bind(product["id"].as_i64())
        .execute(&shop.catalog)
        .await
        .unwrap();
    let slug = text(&product["slug"]);
    assert_eq!(shop.get(&format!("/api/v1/product/{slug}")).await.problem(), "404 product_withdrawn");
    let page = shop.get(&format!("/mehsullar/{slug}")).await;
    assert_eq!(page.status, 410);
    assert!(page.text.contains("noindex"), "{}", page.text);
}

#[sqlx::test(migrations = false)]
async fn a_product_list_page_has_its_own_title_and_description(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (token, product) = (crate::lists::make_blogger(&shop).await, shop.any_product().await);
    let form = json!({"name": "Anama <hədiyyələr>", "description": "Bayrama nə alım deyənlər üçün"});
    let list = shop.post_as(&token, "/api/v1/list", &form).await.data();
    let products = format!("/api/v1/list/{}/products", list["id"]);
    shop.post_as(&token, &products, &json!({"productId": product["id"]})).await.data();
    let page = shop.get(&format!("/siyahi/{}", text(&list["slug"]))).await;
    assert_eq!(page.status, 200);
    for part in [
        "<title>Anama &lt;hədiyyələr&gt; · Sovqat</title>",
        "<meta name=\"description\" content=\"Bayrama nə alım deyənlər üçün\" />",
        "<meta property=\"og:image\"",
    ] {
        assert!(page.text.contains(part), "{part} is not in {}", page.text);
    }
    let items: Vec<Value> = structured(&page).into_iter().filter(|value| value["@type"] == "ItemList").collect();
    assert_eq!(items[0]["name"], form["name"]);
    assert_eq!(items[0]["numberOfItems"], 1);
    let link = format!("https://sovqat.example/mehsullar/{}", text(&product["slug"]));
    assert_eq!(items[0]["itemListElement"][0]["url"], link);
    assert_eq!(shop.get("/siyahi/no-such-list").await.status, 404);
}
