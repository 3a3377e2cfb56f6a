//! Being found: every public page, as a crawler without a browser sees it, from the sitemap down to the last block of
//! structured data.

mod proof;
mod redirects;
mod schema;
mod sitemaps;
mod tools;

use sqlx::PgPool;

use self::sitemaps::addresses;
use crate::{
    house::{Answer, House, text},
    pages::structured,
};

const SITE: &str = "https://sovqat.example";

/// What stands between two marks, every time.
pub fn all_between<'a>(text: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    text.split(start).skip(1).filter_map(|rest| rest.split(end).next()).collect()
}

#[track_caller]
fn one_between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let all = all_between(text, start, end);
    assert_eq!(all.len(), 1, "{start} in {text}");
    all[0]
}

/// `(language, address)` of each.
fn alternates(page: &Answer) -> Vec<(&str, &str)> {
    let all = all_between(&page.text, "<link rel=\"alternate\" hreflang=\"", "\" />");
    all.into_iter().filter_map(|link| link.split_once("\" href=\"")).collect()
}

#[sqlx::test(migrations = false)]
async fn every_page_of_the_sitemap_is_there_and_says_what_it_is(pool: PgPool) {
    let house = House::start(pool).await;
    let addresses = addresses(&house).await;
    assert!(addresses.len() > 60, "{addresses:?}");
    let mut kinds = std::collections::BTreeSet::new();
    for address in &addresses {
        let page = house.get(address.strip_prefix(SITE).expect("an address of the shop")).await;
        assert_eq!(page.status, 200, "{address}");
        let title = one_between(&page.text, "<title>", "</title>");
        let description = one_between(&page.text, "<meta name=\"description\" content=\"", "\" />");
        assert!(title.len() > 10 && description.len() > 20, "{address}: {title} / {description}");
        assert_eq!(one_between(&page.text, "<link rel=\"canonical\" href=\"", "\" />"), address);
        assert!(!page.text.contains("noindex"), "{address}");
        let alternates = alternates(&page);
        assert_eq!(alternates.len(), 4, "{address}");
        for (language, other) in alternates {
            assert!(addresses.iter().any(|known| known == other), "{other}, the {language} of {address}, is no page");
        }
        for block in structured(&page) {
            kinds.insert(text(&block["@type"]).to_owned());
            schema::assert_complete(address, &block);
        }
    }
    let expected = ["BreadcrumbList", "ItemList", "OnlineStore", "Organization", "Product", "WebSite"];
    for kind in expected
        .into_iter()
        .filter(|kind| *kind != "OnlineStore" || addresses.iter().any(|a| a.contains("/magazalar/")))
    {
        assert!(kinds.contains(kind), "{kind} is told nowhere: {kinds:?}");
    }
}

#[sqlx::test(migrations = false)]
async fn a_later_page_of_a_list_is_its_own_and_a_choice_is_not(pool: PgPool) {
    let house = House::start(pool).await;
    let total = house.get("/api/v1/product/all?sort=newest").await.json()["meta"]["lastPage"].as_i64().unwrap();
    assert!(total >= 2, "the demo fills two pages");
    for (query, canonical) in [
        ("", ""),
        ("?page=1", ""),
        ("?page=2", "?page=2"),
        ("?page=2&utm_source=letter", "?page=2"),
        ("?sort=price_asc&page=2", ""),
        ("?inStock=true", ""),
    ] {
        let page = house.get(&format!("/ru/yeni-mehsullar{query}")).await;
        assert_eq!(page.status, 200, "{query}");
        let own = one_between(&page.text, "<link rel=\"canonical\" href=\"", "\" />");
        assert_eq!(own, format!("{SITE}/ru/yeni-mehsullar{canonical}"), "{query}");
        assert!(alternates(&page).contains(&("en", &format!("{SITE}/en/yeni-mehsullar{canonical}"))), "{query}");
    }
}

#[sqlx::test(migrations = false)]
async fn what_is_empty_is_not_told_to_be_full(pool: PgPool) {
    let house = House::start(pool).await;
    let category = house.get("/api/v1/category/parent/all").await.data()[0].clone();
    let category = text(&category["slug"]);
    for beyond in [
        "/yeni-mehsullar?page=900".to_owned(),
        "/magazalar?page=900".to_owned(),
        format!("/kateqoriya/{category}?page=900"),
        "/endirimler?page=99999999".to_owned(),
    ] {
        let page = house.get(&beyond).await;
        assert!(page.status == 404 && page.text.contains("noindex"), "{beyond}: {}", page.status);
    }
    let nothing = house.get(&format!("/kateqoriya/{category}?minPrice=99999999")).await;
    assert!(nothing.status == 200 && nothing.text.contains("noindex"), "{}", nothing.text);
    let something = house.get(&format!("/kateqoriya/{category}")).await;
    assert!(something.status == 200 && !something.text.contains("noindex"), "{}", something.text);
}
