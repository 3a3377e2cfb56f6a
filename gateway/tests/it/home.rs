//! The home page, whose sections staff edit.

use chrono::TimeDelta;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    pages::{keys, state},
    search_engines,
    test_shop::{TestResponse, TestShop, text},
};

const WITHOUT_CACHES: [&str; 4] = ["--cache-ttl", "0s", "--page-ttl", "0s"];
const LONG_CACHES: [&str; 4] = ["--cache-ttl", "1h", "--page-ttl", "1h"];
const HERO_FILE: &str = "/assets/hero-560-1.webp";

fn section(kind: &str) -> Value {
    json!({"kind": kind, "hidden": false, "tiles": []})
}

fn hero(title: &str, picture: &str) -> Value {
    let mut hero = section("hero");
    hero["title"] = json!({"az": title});
    hero["hero"] = json!({"text": {"az": "Siz seçin"}, "link": "", "picture": picture});
    hero
}

fn shelf(shelf: Value) -> Value {
    let mut section = section("shelf");
    section["title"] = json!({"az": "Rəf"});
    section["shelf"] = shelf;
    section
}

async fn versions(shop: &TestShop, operator: &str) -> Value {
    shop.get_as(operator, "/api/v1/admin/home/versions?perPage=2").await.data()
}

async fn publish(shop: &TestShop, operator: &str, sections: &Value) -> TestResponse {
    let newest = versions(shop, operator).await[0]["version"].clone();
    shop.post_as(operator, "/api/v1/admin/home", &json!({"fromVersion": newest, "sections": sections})).await
}

async fn preview(shop: &TestShop, operator: &str, sections: &Value) -> String {
    let request = json!({"sections": sections});
    text(&shop.post_as(operator, "/api/v1/admin/home/preview", &request).await.data()["token"]).to_owned()
}

fn title_of_the_hero(page: &TestResponse) -> String {
    let state = state(page);
    let queries = state["queries"].as_array().expect("a list");
    let home = queries.iter().find(|query| query["queryKey"][1] == "/home").expect("the page has its sections");
    text(&home["data"]["data"]["sections"][0]["title"]).to_owned()
}

#[sqlx::test(migrations = false)]
async fn sections_are_public_and_cached(pool: PgPool) {
    let shop = TestShop::start_with(pool, &LONG_CACHES).await;
    let response = shop.get("/api/v1/home").await;
    assert_eq!(response.header("cache-control"), "public, max-age=3600");
    let home = response.data();
    let kinds: Vec<&str> = home["sections"].as_array().unwrap().iter().map(|section| text(&section["kind"])).collect();
    assert_eq!(
        kinds,
        [
            "hero",
            "categories",
            "shelf",
            "tiles",
            "tiles",
            "links",
            "shelf",
            "promises",
            "campaigns",
            "shelf",
            "stores",
            "recent",
            "banner",
        ],
        "the page of the demo"
    );
    assert!(home.get("shownAt").is_none() && home["sections"][0]["hero"].get("tone").is_none(), "{home}");
    let russian = shop.get_in("ru", "/api/v1/home").await.data();
    assert_ne!(russian["sections"][0]["title"], home["sections"][0]["title"]);
}

#[sqlx::test(migrations = false)]
async fn publishing_requires_the_latest_version_of_the_page(pool: PgPool) {
    let shop = TestShop::start_with(pool, &WITHOUT_CACHES).await;
    let operator = shop.operator().await;
    let before = versions(&shop, &operator).await;
    assert_eq!((&before[0]["version"], before[0].get("publishedBy")), (&json!(1), None), "{before}");
    let published = publish(&shop, &operator, &json!([hero("Yeni", ""), section("stores")])).await.data();
    assert_eq!((&published["version"], published["publishedBy"].is_i64()), (&json!(2), true), "{published}");
    assert_eq!(shop.get("/api/v1/home").await.data()["sections"][0]["title"], "Yeni");
    assert_eq!(title_of_the_hero(&shop.get("/").await), "Yeni");

    let late = json!({"fromVersion": 1, "sections": [hero("Gec", "")]});
    assert_eq!(shop.post_as(&operator, "/api/v1/admin/home", &late).await.problem(), "409 content_changed");
    // The sections of an earlier version are accepted as they are listed.
    let again = publish(&shop, &operator, &before[0]["sections"]).await.data();
    assert_eq!((&again["version"], &again["sections"]), (&json!(3), &before[0]["sections"]));
    let invalid = publish(&shop, &operator, &json!([shelf(json!({"source": "category", "products": []}))])).await;
    assert_eq!(invalid.problem(), "422 validation_failed sections[0].shelf.category=required");
}

#[sqlx::test(migrations = false)]
async fn the_page_contains_the_products_of_its_shelves(pool: PgPool) {
    let shop = TestShop::start_with(pool, &WITHOUT_CACHES).await;
    let operator = shop.operator().await;
    let (product, tree) = (shop.any_product().await, shop.get("/api/v1/category/all/tree").await.data());
    let category = text(&tree[0]["slug"]);
    let sections = json!([
        hero("Sovqat", ""),
        shelf(json!({"source": "category", "category": category, "products": []})),
        shelf(json!({"source": "products", "products": [product["id"], 999_999_999]})),
        shelf(json!({"source": "sale", "products": []})),
        shelf(json!({"source": "category", "category": "no-such-category", "products": []})),
        shelf(json!({"source": "sale", "products": []})),
    ]);
    publish(&shop, &operator, &sections).await.data();
    for (path, language) in [("/", "az"), ("/en", "en")] {
        let page = shop.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        let keys = keys(&page);
        let shelves: Vec<&String> = keys.iter().filter(|key| key.contains("/product/all")).collect();
        let ids = format!(r#"{{"ids":"{},999999999","perPage":"12"}}"#, product["id"]);
        let of_category = format!(r#"{{"category":"{category}","perPage":"12","shelf":"true","sort":"popular"}}"#);
        let expected = [
            of_category.as_str(),
            ids.as_str(),
            r#"{"discounted":"true","perPage":"12","shelf":"true","sort":"popular"}"#,
        ];
        let expected = expected.map(|query| format!(r#"["GET","/product/all",{query},"{language}"]"#));
        assert_eq!(shelves, expected.iter().collect::<Vec<_>>(), "each once, and none of a category that is missing");
        let state = state(&page);
        let queries = state["queries"].as_array().unwrap();
        let chosen = queries.iter().find(|query| query["queryKey"][2].get("ids").is_some()).unwrap();
        assert_eq!(chosen["data"]["data"]["products"][0]["id"], product["id"]);
    }
}

#[sqlx::test(migrations = false)]
async fn a_page_without_one_of_its_shelves_is_sent_but_not_cached(pool: PgPool) {
    /// The catalogue fails to read a product without an Azerbaijani name.
    const BREAK: &str =
        "update product set name = jsonb_build_object('az', null, 'former', name) where product_id = $1";
    const MEND: &str = "update product set name = name -> 'former' where product_id = $1";
    let shop = TestShop::start_with(pool, &["--cache-ttl", "0s", "--page-ttl", "1h"]).await;
    let operator = shop.operator().await;
    let list = shop.get("/api/v1/product/all?perPage=2").await.data();
    let [broken, other] = [0, 1].map(|place: usize| list["products"][place]["id"].as_i64().expect("an id"));
    let sections = [broken, other].map(|product| shelf(json!({"source": "products", "products": [product]})));
    publish(&shop, &operator, &json!(sections)).await.data();
    let shelves = async || {
        let page = shop.get("/").await;
        assert_eq!(page.status, 200, "{}", page.text);
        let keys = keys(&page);
        [broken, other].map(|product| {
            let key = format!(r#"["GET","/product/all",{{"ids":"{product}","perPage":"12"}},"az"]"#);
            keys.contains(&key)
        })
    };

    sqlx::query(BREAK).bind(broken).execute(&shop.catalog).await.unwrap();
    assert_eq!(shelves().await, [false, true], "the app fetches the missing shelf");
    sqlx::query(MEND).bind(broken).execute(&shop.catalog).await.unwrap();
    assert_eq!(shelves().await, [true, true], "the page without a shelf was not cached");
    sqlx::query(BREAK).bind(broken).execute(&shop.catalog).await.unwrap();
    assert_eq!(shelves().await, [true, true], "the complete page is cached");
}

#[sqlx::test(migrations = false)]
async fn only_the_picture_of_a_hero_is_loaded_early(pool: PgPool) {
    let shop = TestShop::start_with(pool, &WITHOUT_CACHES).await;
    let operator = shop.operator().await;
    assert!(shop.get("/").await.text.contains(HERO_FILE), "the page of the demo");
    for (first, preloaded) in [
        (hero("Sovqat", ""), Some(HERO_FILE)),
        (hero("Sovqat", "/media/aaaa/640.webp"), Some("/media/aaaa/1280.webp 1280w")),
        (hero("Sovqat", "illustration:cake"), None),
        (section("stores"), None),
    ] {
        publish(&shop, &operator, &json!([first])).await.data();
        let page = shop.get("/").await;
        let preload = page.text.lines().find(|line| line.contains("as=\"image\""));
        match preloaded {
            Some(file) => assert!(preload.is_some_and(|link| link.contains(file)), "{first}: {preload:?}"),
            None => assert_eq!(preload, None, "{first}"),
        }
    }
}

#[sqlx::test(migrations = false)]
async fn a_preview_is_shown_for_an_hour_but_neither_cached_nor_indexed(pool: PgPool) {
    let shop = TestShop::start_with(pool, &LONG_CACHES).await;
    let operator = shop.operator().await;
    let published = title_of_the_hero(&shop.get("/").await);
    let token = preview(&shop, &operator, &json!([hero("Sınaq", ""), section("stores")])).await;
    let other = preview(&shop, &operator, &json!([hero("Başqa", "")])).await;

    let response = shop.get(&format!("/api/v1/home?preview={token}")).await;
    assert_eq!(response.header("cache-control"), "private, no-store");
    assert!(response.data()["shownAt"].is_string(), "{}", response.text);
    for prefix in ["/", "/ru", "/en"] {
        for (token, title) in [(&token, "Sınaq"), (&other, "Başqa"), (&token, "Sınaq")] {
            let path = format!("{prefix}?preview={token}");
            let page = shop.get(&path).await;
            assert_eq!((page.status, page.header("cache-control")), (200, "private, no-store"), "{path}");
            assert!(!search_engines::page::read(&path, &page.text).0.is_indexed, "{path}");
            assert_eq!(title_of_the_hero(&page), title, "{path}");
            let key = format!(r#""/home",{{"preview":"{token}"}}"#);
            assert!(keys(&page).iter().any(|keys| keys.contains(&key)), "{:?}", keys(&page));
        }
    }
    let home = shop.get("/").await;
    assert_eq!((title_of_the_hero(&home), home.header("cache-control")), (published, "no-cache"));
    assert!(search_engines::page::read("/", &home.text).0.is_indexed);

    shop.clock.advance(TimeDelta::hours(1));
    for token in [token.as_str(), "unknown"] {
        assert_eq!(shop.get(&format!("/api/v1/home?preview={token}")).await.problem(), "404 page_not_found");
        let page = shop.get(&format!("/ru?preview={token}")).await;
        assert_eq!((page.status, page.header("content-language")), (404, "ru"), "{token}");
    }
}
