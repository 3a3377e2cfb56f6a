//! A rule that an operator changes appears in the first HTML and the structured data of every page, in every language.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    house::{Answer, House, OPERATOR, text},
    pages::{state, structured},
};

/// Turns the caches off, so that the next request sees a change.
const FRESH: [&str; 4] = ["--cache-ttl", "0s", "--page-ttl", "0s"];
const PREFIXES: [(&str, &str); 3] = [("", "az"), ("/ru", "ru"), ("/en", "en")];

/// Content pages, with a text before and after the change: a threshold, a bonus rate, an exception.
const SAID: [(&str, &str, &str); 9] = [
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

/// English uses a decimal point, the other languages a comma.
fn as_written(figure: &str, language: &str) -> String {
    if language == "en" { figure.replace(',', ".") } else { figure.to_owned() }
}

/// Returns the response of this path from the page's initial state.
#[track_caller]
fn begun_with(page: &Answer, path: &str) -> Value {
    let state = state(page);
    let queries = state["queries"].as_array().expect("a list");
    let query = queries.iter().find(|query| query["queryKey"][1] == path);
    query.unwrap_or_else(|| panic!("{path} is not in {:?}", page.text))["data"]["data"].clone()
}

/// Returns the HTML of a content page.
fn html_of(page: &Answer, path: &str) -> String {
    let key = match path {
        "/catdirilma" => "delivery",
        "/bonuslar" => "bonuses",
        "/sertler" => "terms",
        "/komek" => "help",
        _ => "faq",
    };
    text(&begun_with(page, &format!("/content/{key}"))["html"]).to_owned()
}

fn titles(title: &str) -> Value {
    json!({"az": title, "ru": title, "en": title})
}

/// Returns a product whose delivery is not free.
async fn cheap_product(house: &House) -> Value {
    let list = house.get("/api/v1/product/all?inStock=true&maxPrice=4900&perPage=100").await.data();
    let product =
        list["products"].as_array().expect("a list").iter().find(|product| product["price"].as_i64() >= Some(2_000));
    let slug = text(&product.expect("some cost as much")["slug"]).to_owned();
    house.get(&format!("/api/v1/product/{slug}")).await.data()
}

fn offer(page: &Answer) -> Value {
    let product = structured(page).into_iter().find(|value| value["@type"] == "Product");
    product.expect("a product's page")["offers"].clone()
}

async fn change_rules(house: &House, operator: &str, category: i64) {
    let rules = house.get_as(operator, "/api/v1/admin/promises").await.data();
    for zone in ["baku", "baku_outer", "absheron"] {
        let tariffs = rules["tariffs"].as_array().expect("a list");
        let mut tariff = tariffs.iter().find(|tariff| tariff["code"] == zone).expect("a zone").clone();
        (tariff["fee"], tariff["freeFrom"]) = (json!(250), json!(7_700));
        let path = format!("/api/v1/admin/promises/tariffs/{zone}");
        let saved = house.send_as(operator, Method::PUT, &path, &tariff).await.data();
        assert!(saved["tariffs"].as_array().expect("a list").contains(&tariff), "{saved}");
    }
    let everything = json!({
        "rules": [{"title": titles("Hamısı"), "basisPoints": 275, "categoryIds": [], "storeIds": []}],
        "spendShare": 2_500,
    });
    house.send_as(operator, Method::PUT, "/api/v1/admin/promises/bonus-rules", &everything).await.data();
    let exception =
        json!({"exceptions": [{"title": titles("Sınaq-XYZ"), "reason": "hygiene", "categoryIds": [category]}]});
    house.send_as(operator, Method::PUT, "/api/v1/admin/promises/return-exceptions", &exception).await.data();
}

#[sqlx::test(migrations = false)]
async fn a_changed_rule_is_in_the_first_html_of_every_page_in_every_language(pool: PgPool) {
    let house = House::start_with(pool, &FRESH).await;
    let operator = house.token_of(OPERATOR).await;
    let product = cheap_product(&house).await;
    let address = format!("/mehsullar/{}", text(&product["slug"]));
    let category = product["categoryIds"][0].as_i64().expect("every product is in a category");

    let before = offer(&house.get(&address).await);
    assert_eq!(before["shippingDetails"]["shippingRate"]["minValue"], "3.00", "{before}");
    for (prefix, language) in PREFIXES {
        for (path, was, now) in SAID {
            let html = html_of(&house.get(&format!("{prefix}{path}")).await, path);
            assert!(html.contains(was) && !html.contains(now), "{path} in {language}: {html}");
        }
    }

    change_rules(&house, &operator, category).await;

    for (prefix, language) in PREFIXES {
        for path in ["/", address.as_str(), "/sebet"] {
            let page = house.get(format!("{prefix}{path}").trim_end_matches('/')).await;
            let promises = begun_with(&page, "/promises");
            assert_eq!(
                (&promises["tariffs"][0]["freeFrom"], &promises["freeFromLowest"]),
                (&json!(7_700), &json!(7_700))
            );
            assert_eq!(promises["bonus"]["rates"][0]["basisPoints"], 275, "{path} in {language}");
            assert_eq!(promises["returnExceptions"][0]["title"], "Sınaq-XYZ", "{path} in {language}");
        }
        for (path, was, now) in SAID {
            let page = house.get(&format!("{prefix}{path}")).await;
            let html = html_of(&page, path);
            let now = as_written(now, language);
            assert!(html.contains(&now), "{path} in {language} does not say {now}: {html}");
            assert!(was.starts_with('<') || !html.contains(was), "{path} in {language} still says {was}: {html}");
        }
        assert_eq!(
            begun_with(&house.get(&format!("{prefix}/bonuslar")).await, "/bonuses/terms")["rates"][0]["basisPoints"],
            275
        );
        let offer = offer(&house.get(&format!("{prefix}{address}")).await);
        assert_eq!(offer["shippingDetails"]["shippingRate"]["minValue"], "2.50", "{language}: {offer}");
        let policy = &offer["hasMerchantReturnPolicy"]["returnPolicyCategory"];
        assert_eq!(policy, "https://schema.org/MerchantReturnNotPermitted", "{language}");
        let questions = structured(&house.get(&format!("{prefix}/faq")).await);
        let questions = questions.into_iter().find(|value| value["@type"] == "FAQPage").expect("questions").to_string();
        for figure in ["77\u{a0}₼", "2,75%", "25%", "Sınaq-XYZ"] {
            let figure = as_written(figure, language);
            assert!(questions.contains(&figure), "{figure} is not in the questions in {language}: {questions}");
        }
    }

    let slots = house.get("/api/v1/delivery/slots?cityId=1").await.data();
    assert_eq!(slots["freeFrom"], 7_700, "what is promised is what is charged");
    assert!(slots["days"][0]["slots"][0]["fee"] == 250, "{slots}");
}

#[sqlx::test(migrations = false)]
async fn rules_are_the_operators_to_change_and_whole(pool: PgPool) {
    let house = House::start(pool).await;
    let (shopper, operator) = (house.token().await, house.token_of(OPERATOR).await);
    let tariff = json!({
        "title": titles("Bakı"), "fee": 300, "freeFrom": null, "minimum": 0, "leadDays": 0, "cutOff": 18, "prepareHours": 2,
    });
    let path = "/api/v1/admin/promises/tariffs/baku";
    assert_eq!(house.get("/api/v1/admin/promises").await.problem(), "401 unauthenticated");
    assert_eq!(house.get_as(&shopper, "/api/v1/admin/promises").await.problem(), "403 forbidden");
    assert_eq!(house.put_as(&shopper, path, &tariff).await.problem(), "403 forbidden");

    let without = |member: &str| {
        let mut form = tariff.clone();
        form.as_object_mut().expect("an object").remove(member);
        form
    };
    for member in ["fee", "freeFrom", "minimum", "leadDays", "cutOff", "prepareHours", "title"] {
        let told = house.put_as(&operator, path, &without(member)).await.problem();
        assert_eq!(told, format!("422 validation_failed {member}=required"));
    }
    let mut absurd = tariff.clone();
    (absurd["fee"], absurd["cutOff"]) = (json!(-1), json!(25));
    let told = house.put_as(&operator, path, &absurd).await.problem();
    assert_eq!(told, "422 validation_failed fee=out_of_range cutOff=out_of_range");
    let nowhere = "/api/v1/admin/promises/tariffs/mars";
    assert_eq!(house.put_as(&operator, nowhere, &tariff).await.problem(), "404 zone_not_found");

    let (bonuses, exceptions) = ("/api/v1/admin/promises/bonus-rules", "/api/v1/admin/promises/return-exceptions");
    for (path, form, told) in [
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
        let answer = house.put_as(&operator, path, &form).await.problem();
        let mut told: Vec<_> = told.split(' ').collect();
        let mut words: Vec<_> = answer.split(' ').skip(2).collect();
        told.sort_unstable();
        words.sort_unstable();
        assert_eq!(words, told, "{form}");
    }
    assert_eq!(house.get("/api/v1/promises").await.data()["tariffs"][0]["freeFrom"], 5_000, "nothing has changed");
}
