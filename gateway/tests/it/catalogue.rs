//! Public routes about products, categories and stores, with the members that the web app reads.

use serde_json::Value;
use sqlx::PgPool;
use testkit::database::eventually;

use crate::test_shop::{TestShop, text};

/// The names of the members are separated by spaces.
#[track_caller]
fn assert_has(value: &Value, members: &str) {
    for member in members.split_whitespace() {
        assert!(value.get(member).is_some(), "{member} is missing in {value}");
    }
}

const CARD: &str = "id name slug imageUrl price category store rating reviewCount inStock isLiked";
const CATEGORY: &str = "id name slug imageUrl productCount children";
const STORE: &str = "id name slug logoUrl coverUrl about rating subscriberCount productCount isSubscribed";
const META: &str = "page perPage total lastPage";

#[sqlx::test(migrations = false)]
async fn categories_are_found_as_a_tree_and_as_parents_and_children(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let tree = shop.get("/api/v1/category/all/tree").await.data();
    let (top, child) = (&tree[0], &tree[0]["children"][0]);
    assert_has(top, CATEGORY);
    assert_has(child, CATEGORY);
    let flat = shop.get("/api/v1/category/all").await.data();
    assert!(flat.as_array().unwrap().len() > tree.as_array().unwrap().len());
    let tops = shop.get("/api/v1/category/parent/all").await.data();
    assert_eq!(tops.as_array().unwrap().len(), tree.as_array().unwrap().len());
    let children = shop.get(&format!("/api/v1/category/child/{}", top["id"])).await.data();
    assert_eq!(children[0]["slug"], child["slug"]);
    let chain = shop.get(&format!("/api/v1/category/parent/{}", text(&child["slug"]))).await.data();
    assert_eq!([&chain[0]["slug"], &chain[1]["slug"]], [&top["slug"], &child["slug"]]);
    let by_slug = shop.get(&format!("/api/v1/category/{}", text(&top["slug"]))).await.data();
    let by_id = shop.get(&format!("/api/v1/category/{}", top["id"])).await.data();
    assert_eq!(by_slug, by_id);
    let fields =
        shop.get(&format!("/api/v1/category/fields/{}?onlyFilterable=true", text(&child["slug"]))).await.data();
    assert_has(&fields[0], "key name type values");
    assert!(["choice", "range", "toggle"].contains(&text(&fields[0]["type"])), "{fields}");
}

#[sqlx::test(migrations = false)]
async fn products_and_stores_are_public(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let page = shop.get("/api/v1/product/all?perPage=5&sort=price_asc").await.json();
    assert_has(&page["meta"], META);
    assert_has(&page["data"], "products facets");
    let products = page["data"]["products"].as_array().unwrap();
    assert_eq!((products.len(), page["meta"]["perPage"].as_i64()), (5, Some(5)));
    assert_has(&products[0], CARD);
    assert!(products[0]["id"].is_i64() && products[0]["price"].is_i64(), "{}", products[0]);
    let slug = text(&products[0]["slug"]);
    let product = shop.get(&format!("/api/v1/product/{slug}")).await.data();
    assert_has(&product, CARD);
    assert_has(&product, "description images stock sizes fields breadcrumbs installment seo");
    assert_eq!(shop.get(&format!("/api/v1/product/{}", product["id"])).await.data(), product);
    let similar = shop.get(&format!("/api/v1/product/{slug}/similar")).await;
    let cards = similar.data();
    assert!((1..=12).contains(&cards.as_array().unwrap().len()), "{cards}");
    assert_has(&cards[0], CARD);
    assert!(cards.as_array().unwrap().iter().all(|card| card["id"] != product["id"] && card["inStock"] == true));
    assert_eq!(similar.header("cache-control"), "public, max-age=10");
    assert_eq!(shop.get("/api/v1/product/no-such-product/similar").await.problem(), "404 product_not_found");
    let stores = shop.get("/api/v1/store/all?sort=name").await.json();
    assert_has(&stores["meta"], META);
    assert_has(&stores["data"][0], STORE);
    let store = async |name: &str| shop.get(&format!("/api/v1/store/{name}")).await.data();
    let (slug, id) = (text(&stores["data"][0]["slug"]), stores["data"][0]["id"].to_string());
    // The event feed may update the product count between the two requests.
    eventually("one store under both names", async || store(slug).await == store(&id).await).await;
    let own = shop.get(&format!("/api/v1/product/all?store={}", text(&product["store"]["slug"]))).await.data();
    assert!(own["products"].as_array().unwrap().iter().all(|card| card["store"]["id"] == product["store"]["id"]));
}

#[sqlx::test(migrations = false)]
async fn filtering_by_a_field_value_returns_the_number_in_its_facet(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let categories = shop.get("/api/v1/category/all").await.data();
    let mut checked = 0;
    for category in categories.as_array().unwrap().iter().filter(|category| category["productCount"].as_i64() > Some(1))
    {
        let slug = text(&category["slug"]);
        let fields = shop.get(&format!("/api/v1/category/fields/{slug}?onlyFilterable=true")).await.data();
        for field in fields.as_array().unwrap().iter().filter(|field| field["type"] == "choice") {
            let offered = field["values"].as_array().unwrap().iter().filter(|value| value["count"].as_i64() > Some(0));
            for value in offered {
                let path = format!(
                    "/api/v1/product/all?category={slug}&fields[{}]={}",
                    text(&field["key"]),
                    text(&value["value"])
                );
                assert_eq!(shop.get(&path).await.json()["meta"]["total"], value["count"], "{path}");
                checked += 1;
            }
        }
    }
    assert!(checked > 3, "{checked}");
}

#[sqlx::test(migrations = false)]
async fn names_are_in_the_callers_language(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let mut names = Vec::new();
    for (requested, expected) in
        [("az", "az"), ("ru-RU, en;q=0.5", "ru"), ("en", "en"), ("de", "az"), ("", "az"), ("ru;q=0, en;q=0.1", "en")]
    {
        let response = shop.get_in(requested, "/api/v1/category/parent/all").await;
        assert_eq!(response.header("content-language"), expected, "{requested}");
        assert!(response.header("vary").contains("Accept-Language"));
        names.push(text(&response.data()[0]["name"]).to_owned());
    }
    assert_eq!(names[0], names[3], "an unknown language falls back to Azerbaijani");
    assert_ne!(names[0], names[1], "{names:?}");
    assert_ne!(names[1], names[2], "{names:?}");
    let missing = shop.get_in("ru", "/api/v1/product/no-such-product").await;
    assert_eq!((missing.problem().as_str(), missing.header("content-language")), ("404 product_not_found", "ru"));
    assert_eq!(text(&missing.json()["title"]), "Товар не найден");
}

#[sqlx::test(migrations = false)]
async fn settings_and_seo_texts_are_public(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let settings = shop.get("/api/v1/settings").await.data();
    assert_has(&settings["contact"], "email phoneNumber whatsapp");
    assert!(settings.get("freeDeliveryFrom").is_none(), "thresholds are in GET /promises");
    for tag in ["google-analytics", "google-tag-manager", "search-console", "yandex-metrica"] {
        assert!(shop.get(&format!("/api/v1/seo/{tag}")).await.data()["value"].is_string(), "{tag}");
    }
    for page in "home-page new-products-page sale-page most-saled-page product-page store-page delivery-page payment-page cart-page \
                 favorite-page notification-page category-page contact-page faq-page"
        .split_whitespace()
    {
        assert_has(&shop.get(&format!("/api/v1/seo/{page}")).await.data(), "title description keywords ogImage heading text");
    }
    let (product, store) = (shop.any_product().await, shop.get("/api/v1/store/all").await.data()[0].clone());
    let category = shop.get("/api/v1/category/parent/all").await.data()[0].clone();
    for (page, subject) in [("product-page", &product), ("store-page", &store), ("category-page", &category)] {
        let texts = shop.get(&format!("/api/v1/seo/{page}?slug={}", text(&subject["slug"]))).await.data();
        assert!(text(&texts["title"]).contains(text(&subject["name"])), "{texts} is not about {subject}");
    }
    assert_eq!(shop.get("/api/v1/seo/product-page?slug=none").await.problem(), "404 product_not_found");
}
