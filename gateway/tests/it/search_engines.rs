//! The public pages for crawlers of search engines, which run no JavaScript.

mod crawl;
mod crawler;
mod html;
mod indexnow_key;
pub mod page;
mod redirects;
mod schema;
mod sitemaps;
mod tools;

use sqlx::PgPool;

use crate::test_shop::{TestResponse, TestShop, text};

pub const SITE: &str = "https://sovqat.example";

/// Returns the parts of the text between each `start` and the next `end`.
pub fn all_between<'a>(text: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    text.split(start).skip(1).filter_map(|after_start| after_start.split(end).next()).collect()
}

/// Panics unless there is exactly one such part.
#[track_caller]
fn one_between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let parts = all_between(text, start, end);
    assert_eq!(parts.len(), 1, "{start} in {text}");
    parts[0]
}

fn alternates(page: &TestResponse) -> Vec<(&str, &str)> {
    let links = all_between(&page.text, "<link rel=\"alternate\" hreflang=\"", "\" />");
    links.into_iter().filter_map(|link| link.split_once("\" href=\"")).collect()
}

#[sqlx::test(migrations = false)]
async fn a_later_page_of_a_list_has_its_own_canonical_url_and_a_filter_does_not(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let last_page = shop.get("/api/v1/product/all?sort=newest").await.json()["meta"]["lastPage"].as_i64().unwrap();
    assert!(last_page >= 2, "the demo fills two pages");
    let tree = shop.get("/api/v1/category/all/tree").await.data();
    let category = format!("/kateqoriya/{}", text(&tree[0]["slug"]));
    for (list, query, canonical) in [
        ("/yeni-mehsullar", "", ""),
        ("/yeni-mehsullar", "?page=1", ""),
        ("/yeni-mehsullar", "?page=2", "?page=2"),
        ("/yeni-mehsullar", "?page=2&utm_source=letter", "?page=2"),
        ("/yeni-mehsullar", "?sort=price_asc&page=2", ""),
        ("/yeni-mehsullar", "?inStock=true", ""),
        (&category, "?sort=price_asc", ""),
        (&category, "?minPrice=100&page=1", ""),
        (&category, "?utm_source=mail", ""),
    ] {
        for language in ["", "/ru", "/en"] {
            let page = shop.get(&format!("{language}{list}{query}")).await;
            assert_eq!(page.status, 200, "{query}");
            let actual = one_between(&page.text, "<link rel=\"canonical\" href=\"", "\" />");
            assert_eq!(actual, format!("{SITE}{language}{list}{canonical}"), "{query}");
            assert!(alternates(&page).contains(&("en", &format!("{SITE}/en{list}{canonical}"))), "{query}");
        }
    }
}

#[sqlx::test(migrations = false)]
async fn pages_beyond_the_end_are_404_and_empty_lists_are_not_indexed(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let category = shop.get("/api/v1/category/parent/all").await.data()[0].clone();
    let category = text(&category["slug"]);
    for beyond in [
        "/yeni-mehsullar?page=900".to_owned(),
        "/magazalar?page=900".to_owned(),
        format!("/kateqoriya/{category}?page=900"),
        "/endirimler?page=99999999".to_owned(),
    ] {
        let page = shop.get(&beyond).await;
        assert!(page.status == 404 && page.text.contains("noindex"), "{beyond}: {}", page.status);
    }
    let nothing = shop.get(&format!("/kateqoriya/{category}?minPrice=99999999")).await;
    assert!(nothing.status == 200 && nothing.text.contains("noindex"), "{}", nothing.text);
    let something = shop.get(&format!("/kateqoriya/{category}")).await;
    assert!(something.status == 200 && !something.text.contains("noindex"), "{}", something.text);
}
