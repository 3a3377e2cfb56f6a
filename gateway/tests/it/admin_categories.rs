//! The routes with which an operator edits categories, and what shoppers see afterwards.

use kit::permission::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::test_shop::{TestShop, text};

const CATEGORIES: &str = "/api/v1/admin/categories";

fn named(az: &str) -> Value {
    json!({"az": az})
}

/// Returns the body of a PUT that changes nothing.
fn form_of(category: &Value) -> Value {
    let members = ["version", "name", "slug", "imageUrl", "fields"];
    let mut form: Value = members.into_iter().map(|member| (member.to_owned(), category[member].clone())).collect();
    form["addOns"] = category["addOns"].as_array().expect("a list").iter().map(|add_on| add_on["id"].clone()).collect();
    form
}

#[sqlx::test(migrations = false)]
async fn a_category_is_created_moved_changed_and_deleted(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--cache-ttl", "0s"]).await;
    let operator = shop.operator().await;
    let tops = async || shop.get("/api/v1/category/parent/all").await.data().as_array().unwrap().clone();
    let count = tops().await.len();
    let created = shop.post_as(&operator, CATEGORIES, &json!({"name": named("Payız")})).await.data();
    assert_eq!(created["slug"], "payiz");
    assert_eq!(created["position"], json!(count));
    assert_eq!(created["version"], 1);
    assert!(created.get("parentId").is_none(), "{created}");
    assert_eq!(tops().await.last().unwrap()["slug"], "payiz");

    let path = format!("{CATEGORIES}/{}", created["id"]);
    let moved = shop.post_as(&operator, &format!("{path}/move"), &json!({"version": 1, "position": 0})).await.data();
    assert_eq!(tops().await[0]["id"], created["id"]);
    assert_eq!(moved["version"], 2);
    let listed = shop.get_as(&operator, CATEGORIES).await.data();
    assert_eq!(listed[0]["id"], created["id"]);
    assert_eq!(listed[0]["fieldCount"], 0);

    let mut form = form_of(&moved);
    form["slug"] = json!("payiz-bazari");
    form["fields"] = json!([{
        "key": "leaf", "type": "choice", "name": named("Yarpaq"), "isFilterable": true,
        "values": [{"value": "maple", "label": {"az": "Ağcaqayın", "ru": "Клён", "en": "Maple"}}],
    }]);
    let changed = shop.put_as(&operator, &path, &form).await.data();
    let field = &changed["fields"][0];
    assert_eq!(field["type"], "choice");
    assert_eq!(field["position"], 0);
    assert_eq!(field["inUse"], false);
    assert_eq!(
        field["values"][0],
        json!({
            "value": "maple", "label": {"az": "Ağcaqayın", "ru": "Клён", "en": "Maple"}, "position": 0, "inUse": false
        })
    );
    let shown = shop.get("/api/v1/category/fields/payiz?onlyFilterable=true").await.data();
    assert_eq!(shown[0]["key"], "leaf", "the former slug leads to the category");
    assert_eq!(shop.get_as(&operator, &path).await.data(), changed);

    assert_eq!(shop.delete_as(&operator, &path).await.data(), json!({}));
    assert_eq!(shop.get_as(&operator, &path).await.problem(), "404 category_not_found");
    assert_eq!(tops().await.len(), count);
}

#[sqlx::test(migrations = false)]
async fn conflicts_and_invalid_categories_are_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    let listed = shop.get_as(&operator, CATEGORIES).await.data();
    let listed = listed.as_array().unwrap();
    let child = listed.iter().find(|row| row.get("parentId").is_some() && row["productCount"] != 0).unwrap();
    let parent = listed.iter().find(|row| row["id"] == child["parentId"]).unwrap();
    let path = |row: &Value| format!("{CATEGORIES}/{}", row["id"]);
    let under_itself = json!({"version": parent["version"], "parentId": child["id"], "position": 0});
    let outcome = shop.post_as(&operator, &format!("{}/move", path(parent)), &under_itself).await;
    assert_eq!(outcome.problem(), "409 category_under_itself");
    assert_eq!(shop.delete_as(&operator, &path(parent)).await.problem(), "409 category_in_use");

    let (category, field_index) = category_with_used_choice(&shop, &operator, listed).await;
    let mut form = form_of(&category);
    let values = &mut form["fields"][field_index]["values"];
    let used_value = values.as_array_mut().unwrap().iter_mut().find(|value| value["inUse"] == true);
    used_value.expect("a value that products have")["value"] = json!("other");
    assert_eq!(shop.put_as(&operator, &path(&category), &form).await.problem(), "409 value_in_use");
    let mut form = form_of(&category);
    form["fields"] = json!([]);
    assert_eq!(shop.put_as(&operator, &path(&category), &form).await.problem(), "409 field_in_use");

    let mut renamed = form_of(&category);
    renamed["name"] = named("Birinci");
    assert_eq!(shop.put_as(&operator, &path(&category), &renamed).await.data()["name"], named("Birinci"));
    renamed["name"] = named("İkinci");
    assert_eq!(shop.put_as(&operator, &path(&category), &renamed).await.problem(), "409 category_changed");
    renamed["fields"] = json!([{"key": "A", "type": "colour", "name": named("A"), "isFilterable": true}]);
    let outcome = shop.put_as(&operator, &path(&category), &renamed).await.problem();
    insta::assert_snapshot!(outcome, @"422 validation_failed fields[0].type=unknown_value");

    let refused = async |body: Value| shop.post_as(&operator, CATEGORIES, &body).await.problem();
    insta::assert_snapshot!(refused(json!({})).await, @"422 validation_failed name=required");
    insta::assert_snapshot!(refused(json!({"name": {"ru": "Осень"}})).await, @"422 validation_failed name.az=required");
    insta::assert_snapshot!(refused(json!({"name": named("Payız"), "parentId": 999_999})).await, @"422 validation_failed parentId=category_not_found");
    let taken = json!({"name": named("Payız"), "slug": child["slug"]});
    insta::assert_snapshot!(refused(taken).await, @"422 validation_failed slug=duplicate");
    for id in ["x", "0", "999999"] {
        assert_eq!(shop.get_as(&operator, &format!("{CATEGORIES}/{id}")).await.problem(), "404 category_not_found");
    }
}

#[sqlx::test(migrations = false)]
async fn add_ons_of_a_category_are_shown_with_its_products(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--cache-ttl", "0s"]).await;
    let operator = shop.operator().await;
    let product = shop.any_product().await;
    let found = shop.get("/api/v1/product/all?inStock=true&perPage=100").await.data();
    let is_choice = |other: &&Value| other["hasSizes"] == false && other["id"] != product["id"];
    let chosen: Vec<_> = found["products"].as_array().unwrap().iter().filter(is_choice).take(2).collect();
    let ids = json!([chosen[0]["id"], chosen[1]["id"]]);

    let path = format!("{CATEGORIES}/{}", product["category"]["id"]);
    let mut form = form_of(&shop.get_as(&operator, &path).await.data());
    form["addOns"] = ids.clone();
    let changed = shop.put_as(&operator, &path, &form).await.data();
    assert_eq!(changed["addOns"][0]["id"], ids[0]);
    assert_eq!(changed["addOns"][0]["slug"], chosen[0]["slug"]);
    assert_eq!(changed["addOns"][0]["state"], "offered");
    assert!(!text(&changed["addOns"][0]["name"]).is_empty());

    let page = shop.get(&format!("/api/v1/product/{}", product["id"])).await.data();
    let shown: Value = page["addOns"].as_array().unwrap().iter().map(|card| card["id"].clone()).collect();
    assert_eq!(shown, ids);

    form = form_of(&changed);
    form["addOns"] = json!([ids[0], 999_999]);
    let outcome = shop.put_as(&operator, &path, &form).await.problem();
    insta::assert_snapshot!(outcome, @"422 validation_failed addOns[1]=product_not_found");
    form.as_object_mut().unwrap().remove("addOns");
    let outcome = shop.put_as(&operator, &path, &form).await.problem();
    insta::assert_snapshot!(outcome, @"422 validation_failed addOns=required");
}

async fn category_with_used_choice(shop: &TestShop, operator: &str, listed: &[Value]) -> (Value, usize) {
    for row in listed.iter().filter(|row| row["fieldCount"] != 0) {
        let details = shop.get_as(operator, &format!("{CATEGORIES}/{}", row["id"])).await.data();
        let fields = details["fields"].as_array().expect("a list");
        let is_used_choice = |field: &Value| field["inUse"] == true && field["type"] == "choice";
        let used_choice = fields.iter().position(is_used_choice);
        if let Some(field_index) = used_choice {
            return (details, field_index);
        }
    }
    panic!("no category has a choice field that products have");
}

#[sqlx::test(migrations = false)]
async fn support_reads_categories_but_cannot_change_them(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let support = shop.staff(Role::Support).await;
    let listed = shop.get_as(&support, CATEGORIES).await.data();
    assert!(!text(&listed[0]["name"]["az"]).is_empty());
    let created = shop.post_as(&support, CATEGORIES, &json!({"name": named("Payız")})).await;
    assert_eq!(created.problem(), "403 forbidden");
    assert_eq!(shop.get_as(&shop.token().await, CATEGORIES).await.problem(), "403 forbidden");
}
