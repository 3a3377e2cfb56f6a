//! Promises: delivery, returns and bonuses as the pages describe them and the shop applies them.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    pages::{state, structured},
    test_shop::{TestResponse, TestShop, text},
};

const WITHOUT_CACHES: [&str; 4] = ["--cache-ttl", "0s", "--page-ttl", "0s"];
const PREFIXES: [(&str, &str); 3] = [("", "az"), ("/ru", "ru"), ("/en", "en")];

/// A page, a text that it has before `change_rules`, and the text that replaces it. If the first text is a tag, it
/// stays, and the page only gains the second one.
const EXPECTED_TEXTS: [(&str, &str, &str); 9] = [
    ("/catdirilma", ">50\u{a0}₼<", "77\u{a0}₼"),
    ("/faq", " 3\u{a0}₼", "77\u{a0}₼"),
    ("/bonuslar", ": 1%", ": 2,75%"),
    ("/faq", ": 1%", ": 2,75%"),
    ("/bonuslar", "30%", "25%"),
    ("/faq", "30%", "25%"),
    ("/sertler", "<li>", "Sınaq-XYZ"),
    ("/faq", "<a", "Sınaq-XYZ"),
    ("/komek", "<a", "Sınaq-XYZ"),
];

/// English has a decimal point, the other languages a comma.
fn localised(figure: &str, language: &str) -> String {
    if language == "en" { figure.replace(',', ".") } else { figure.to_owned() }
}

#[track_caller]
fn initial_data(page: &TestResponse, path: &str) -> Value {
    let state = state(page);
    let queries = state["queries"].as_array().expect("a list");
    let query = queries.iter().find(|query| query["queryKey"][1] == path);
    query.unwrap_or_else(|| panic!("{path} is not in {:?}", page.text))["data"]["data"].clone()
}

fn html_of(page: &TestResponse, path: &str) -> String {
    let key = match path {
        "/catdirilma" => "delivery",
        "/bonuslar" => "bonuses",
        "/sertler" => "terms",
        "/komek" => "help",
        _ => "faq",
    };
    text(&initial_data(page, &format!("/content/{key}"))["html"]).to_owned()
}

fn titles(title: &str) -> Value {
    json!({"az": title, "ru": title, "en": title})
}

/// Returns a product for 20 to 49 manat. Delivery is free from 50 manat, so it has a fee.
async fn cheap_product(shop: &TestShop) -> Value {
    let list = shop.get("/api/v1/product/all?inStock=true&maxPrice=4900&perPage=100").await.data();
    let product =
        list["products"].as_array().expect("a list").iter().find(|product| product["price"].as_i64() >= Some(2_000));
    let slug = text(&product.expect("some cost as much")["slug"]).to_owned();
    shop.get(&format!("/api/v1/product/{slug}")).await.data()
}

fn offer(page: &TestResponse) -> Value {
    let product = structured(page).into_iter().find(|value| value["@type"] == "Product");
    product.expect("a product's page")["offers"].clone()
}

/// Products of `category` can no longer be returned. Amounts are in qəpik, and rates in basis points.
async fn change_rules(shop: &TestShop, operator: &str, category: i64) {
    let list = shop.get_as(operator, "/api/v1/admin/zones").await.data();
    for code in ["baku", "baku_outer", "absheron"] {
        let zones = list["zones"].as_array().expect("a list");
        let mut zone = zones.iter().find(|zone| zone["code"] == code).expect("a zone").clone();
        (zone["fee"], zone["freeFrom"]) = (json!(250), json!(7_700));
        let path = format!("/api/v1/admin/zones/{}", zone["id"]);
        let saved = shop.send_as(operator, Method::PUT, &path, &zone).await.data();
        assert_eq!(saved["fee"], 250, "{saved}");
        assert_eq!(saved["freeFrom"], 7_700, "{saved}");
    }
    let everything = json!({
        "rules": [{"title": titles("Hamısı"), "basisPoints": 275, "categoryIds": [], "storeIds": []}],
        "spendShare": 2_500,
    });
    shop.send_as(operator, Method::PUT, "/api/v1/admin/promises/bonus-rules", &everything).await.data();
    let exception =
        json!({"exceptions": [{"title": titles("Sınaq-XYZ"), "reason": "hygiene", "categoryIds": [category]}]});
    shop.send_as(operator, Method::PUT, "/api/v1/admin/promises/return-exceptions", &exception).await.data();
}

#[sqlx::test(migrations = false)]
async fn a_changed_rule_appears_in_the_first_html_of_every_page_in_every_language(pool: PgPool) {
    let shop = TestShop::start_with(pool, &WITHOUT_CACHES).await;
    let operator = shop.operator().await;
    let product = cheap_product(&shop).await;
    let address = format!("/mehsullar/{}", text(&product["slug"]));
    let category = product["categoryIds"][0].as_i64().expect("products have categories");

    let before = offer(&shop.get(&address).await);
    assert_eq!(before["shippingDetails"]["shippingRate"]["minValue"], "3.00", "{before}");
    for (prefix, language) in PREFIXES {
        for (path, old, new) in EXPECTED_TEXTS {
            let html = html_of(&shop.get(&format!("{prefix}{path}")).await, path);
            assert!(html.contains(old), "{path} in {language}: {html}");
            assert!(!html.contains(new), "{path} in {language}: {html}");
        }
    }

    change_rules(&shop, &operator, category).await;

    for (prefix, language) in PREFIXES {
        for path in ["/", address.as_str(), "/sebet"] {
            let page = shop.get(format!("{prefix}{path}").trim_end_matches('/')).await;
            let promises = initial_data(&page, "/promises");
            assert_eq!(promises["tariffs"][0]["freeFrom"], 7_700);
            assert_eq!(promises["freeFromLowest"], 7_700);
            assert_eq!(promises["bonus"]["rates"][0]["basisPoints"], 275, "{path} in {language}");
            assert_eq!(promises["returnExceptions"][0]["title"], "Sınaq-XYZ", "{path} in {language}");
        }
        assert_texts_have_changed(&shop, prefix, language).await;
        let bonuses = shop.get(&format!("{prefix}/bonuslar")).await;
        assert_eq!(initial_data(&bonuses, "/bonuses/terms")["rates"][0]["basisPoints"], 275);
        let offer = offer(&shop.get(&format!("{prefix}{address}")).await);
        assert_eq!(offer["shippingDetails"]["shippingRate"]["minValue"], "2.50", "{language}: {offer}");
        let policy = &offer["hasMerchantReturnPolicy"]["returnPolicyCategory"];
        assert_eq!(policy, "https://schema.org/MerchantReturnNotPermitted", "{language}");
    }

    let slots = shop.get("/api/v1/delivery/slots?cityId=1").await.data();
    assert_eq!(slots["freeFrom"], 7_700, "the charged fees match the promised ones");
    assert!(slots["days"][0]["slots"][0]["fee"] == 250, "{slots}");
}

async fn assert_texts_have_changed(shop: &TestShop, prefix: &str, language: &str) {
    for (path, old, new) in EXPECTED_TEXTS {
        let html = html_of(&shop.get(&format!("{prefix}{path}")).await, path);
        let new = localised(new, language);
        let is_tag = old.starts_with('<');
        assert!(html.contains(&new), "{path} in {language} does not say {new}: {html}");
        assert!(is_tag || !html.contains(old), "{path} in {language} still says {old}: {html}");
    }
    let questions = structured(&shop.get(&format!("{prefix}/faq")).await);
    let questions = questions.into_iter().find(|value| value["@type"] == "FAQPage").expect("questions").to_string();
    for figure in ["77\u{a0}₼", "2,75%", "25%", "Sınaq-XYZ"] {
        let figure = localised(figure, language);
        assert!(questions.contains(&figure), "{figure} is not in the questions in {language}: {questions}");
    }
}

#[sqlx::test(migrations = false)]
async fn only_operators_change_rules_and_invalid_rules_are_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (shopper, operator) = (shop.token().await, shop.operator().await);
    assert_eq!(shop.get("/api/v1/admin/promises").await.problem(), "401 unauthenticated");
    assert_eq!(shop.get_as(&shopper, "/api/v1/admin/promises").await.problem(), "403 forbidden");
    let (bonuses, exceptions) = ("/api/v1/admin/promises/bonus-rules", "/api/v1/admin/promises/return-exceptions");
    for (path, form, expected) in [
        (bonuses, json!({"spendShare": 10}), "rules=required"),
        (bonuses, json!({"rules": []}), "spendShare=required"),
        (bonuses, json!({"rules": [], "spendShare": 9_001}), "spendShare=out_of_range"),
        (
            bonuses,
            json!({"rules": [{}], "spendShare": 0}),
            "rules[0].title=required rules[0].basisPoints=required rules[0].categoryIds=required rules[0].storeIds=required",
        ),
        (
            bonuses,
            json!({"rules": [{"title": titles("Hədiyyə"), "basisPoints": 0, "categoryIds": [], "storeIds": [-1]}], "spendShare": 0}),
            "rules[0].basisPoints=out_of_range rules[0].storeIds=invalid",
        ),
        (exceptions, json!({}), "exceptions=required"),
        (
            exceptions,
            json!({"exceptions": [{"title": titles(" "), "reason": "food", "categoryIds": []}]}),
            "exceptions[0].categoryIds=required exceptions[0].title.az=required exceptions[0].title.en=required \
             exceptions[0].title.ru=required",
        ),
    ] {
        let problem = shop.put_as(&operator, path, &form).await.problem();
        let mut expected: Vec<_> = expected.split(' ').collect();
        let mut errors: Vec<_> = problem.split(' ').skip(2).collect();
        expected.sort_unstable();
        errors.sort_unstable();
        assert_eq!(errors, expected, "{form}");
    }
    let terms = shop.get("/api/v1/promises").await.data();
    assert_eq!(terms["bonus"]["rates"][0]["basisPoints"], 100, "nothing has changed");
}
