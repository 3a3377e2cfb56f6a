//! Promo codes: operators create, try and pause them, and shoppers see the effect at the checkout.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::test_shop::{TestShop, send, text};

const PROMOS: &str = "/api/v1/admin/promos";

/// 15 % off everything.
fn form(code: &str) -> Value {
    json!({
        "code": code, "kind": "percent", "value": 15, "minimum": 0, "isForReduced": true, "categoryIds": [], "storeIds": []
    })
}

fn with_members(form: &Value, members: &Value) -> Value {
    let mut changed = form.clone();
    changed.as_object_mut().expect("an object").extend(members.as_object().expect("members").clone());
    changed
}

fn promo_problem(checked: &Value) -> Option<&Value> {
    let problems = checked["problems"].as_array().expect("a list");
    problems.iter().find(|problem| text(&problem["code"]).starts_with("promo"))
}

#[sqlx::test(migrations = false)]
async fn a_new_promo_code_reduces_a_cart_until_it_is_paused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (operator, shopper) = (shop.operator().await, shop.token().await);
    let product = shop.orderable_product().await;
    shop.post_as(&shopper, "/api/v1/cart/add", &json!({"productId": product["id"]})).await.data();

    let created = shop.post_as(&operator, PROMOS, &form("Bahar-27")).await.data();
    assert_eq!(created["status"], "active");
    assert_eq!(created["used"], 0);
    assert_eq!(created["version"], 1);
    assert!(created.get("totalLimit").is_none() && created.get("endsAt").is_none(), "{created}");
    let promo_path = format!("{PROMOS}/{}", created["id"]);
    let cart = json!({"lines": [{"productId": product["id"], "count": 1}]});
    let trial = shop.post_as(&operator, &format!("{promo_path}/try"), &cart).await.data();
    // Codes are compared without case.
    let code = json!({"promoCode": "bahar-27"});
    let check = async || shop.post_as(&shopper, "/api/v1/order/check", &code).await.data();
    let checked = check().await;
    assert_eq!(promo_problem(&checked), None);
    assert!(trial["promoDiscount"].as_i64() > Some(0), "{trial}");
    for member in ["promoDiscount", "promo", "total", "subtotal"] {
        assert_eq!(trial[member], checked[member], "{member}");
    }
    assert_eq!(trial["lines"][0]["promoDiscount"], trial["promoDiscount"]);

    let paused = shop.post_as(&operator, &format!("{promo_path}/pause"), &json!({})).await.data();
    assert_eq!(paused["status"], "paused");
    assert_eq!(paused["isPaused"], true);
    let paused_problem = json!({"code": "promo_not_applicable", "reason": "paused"});
    assert_eq!(promo_problem(&check().await), Some(&paused_problem));
    let trial = shop.post_as(&operator, &format!("{promo_path}/try"), &cart).await.data();
    assert_eq!(trial["problems"], json!([paused_problem]));
    assert_eq!(trial["promoDiscount"], 0);

    let listed = shop.get_as(&operator, &format!("{PROMOS}?status=paused&code=BAHAR")).await;
    assert_eq!(listed.data()[0]["id"], created["id"]);
    assert_eq!(listed.json()["meta"]["total"], 1);
    let resumed = shop.post_as(&operator, &format!("{promo_path}/resume"), &json!({})).await.data();
    assert_eq!(resumed["status"], "active");
    assert_eq!(promo_problem(&check().await), None);
    let read = shop.get_as(&operator, &promo_path).await.data();
    let actions: Vec<_> = read["changes"].as_array().unwrap().iter().map(|change| text(&change["action"])).collect();
    assert_eq!(actions, ["resumed", "paused", "created"]);
}

#[sqlx::test(migrations = false)]
async fn concurrent_changes_are_refused_and_invalid_rules_are_reported(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    let created = shop.post_as(&operator, PROMOS, &form("BAHAR27")).await.data();
    let promo_path = format!("{PROMOS}/{}", created["id"]);
    let edit =
        |limit: i64| with_members(&form("BAHAR27"), &json!({"version": created["version"], "totalLimit": limit}));
    assert_eq!(shop.put_as(&operator, &promo_path, &edit(100)).await.data()["totalLimit"], 100);
    assert_eq!(shop.put_as(&operator, &promo_path, &edit(200)).await.problem(), "409 promo_changed");
    assert_eq!(shop.get_as(&operator, &promo_path).await.data()["totalLimit"], 100);
    assert_eq!(
        shop.put_as(&operator, &promo_path, &form("BAHAR27")).await.problem(),
        "422 validation_failed version=required"
    );

    let refused = async |body: Value| shop.post_as(&operator, PROMOS, &body).await.problem();
    let valid_form = form("PAYIZ27");
    insta::assert_snapshot!(refused(json!({})).await, @"422 validation_failed code=required kind=required minimum=required isForReduced=required categoryIds=required storeIds=required");
    insta::assert_snapshot!(refused(with_members(&valid_form, &json!({"code": "bahar27"}))).await, @"422 validation_failed code=duplicate");
    insta::assert_snapshot!(refused(with_members(&valid_form, &json!({"kind": "gift"}))).await, @"422 validation_failed kind=unknown_value");
    insta::assert_snapshot!(refused(with_members(&valid_form, &json!({"value": 1.5}))).await, @"422 validation_failed value=wrong_type");
    insta::assert_snapshot!(refused(with_members(&valid_form, &json!({"value": null}))).await, @"422 validation_failed value=required");
    insta::assert_snapshot!(refused(with_members(&valid_form, &json!({"categoryIds": null}))).await, @"422 validation_failed categoryIds=required");
    insta::assert_snapshot!(refused(with_members(&valid_form, &json!({"storeIds": [1, "2"]}))).await, @"422 validation_failed storeIds[1]=wrong_type");
    insta::assert_snapshot!(refused(with_members(&valid_form, &json!({"isForReduced": "yes"}))).await, @"422 validation_failed isForReduced=wrong_type");
    insta::assert_snapshot!(refused(with_members(&valid_form, &json!({"endsAt": "tomorrow"}))).await, @"422 validation_failed endsAt=wrong_type");
    insta::assert_snapshot!(refused(with_members(&valid_form, &json!({"startsAt": "2027-03-01T00:00:00Z", "endsAt": "2027-02-01T00:00:00Z"}))).await, @"422 validation_failed endsAt=invalid_period");
    let request = shop.request(Method::POST, PROMOS).bearer_auth(&operator).header("accept-language", "ru");
    let refused = send(request.json(&form("A%"))).await.json();
    assert_eq!(refused["errors"][0]["message"], "В промокоде могут быть только буквы, цифры и дефис");
    assert_invalid_trials_are_refused(&shop, &operator, &promo_path).await;
    let unknown = shop.get_as(&operator, &format!("{PROMOS}?status=banana")).await;
    assert_eq!(unknown.problem(), "422 validation_failed status=unknown_value");
}

async fn assert_invalid_trials_are_refused(shop: &TestShop, operator: &str, promo_path: &str) {
    let attempt = async |body: Value| shop.post_as(operator, &format!("{promo_path}/try"), &body).await.problem();
    insta::assert_snapshot!(attempt(json!({})).await, @"422 validation_failed lines=required");
    insta::assert_snapshot!(attempt(json!({"lines": [{}]})).await, @"422 validation_failed lines[0].productId=required lines[0].count=required");
    insta::assert_snapshot!(attempt(json!({"lines": [{"productId": 1, "count": "two"}]})).await, @"422 validation_failed lines[0].count=wrong_type");
    insta::assert_snapshot!(attempt(json!({"lines": [{"productId": 1, "count": 1}], "orderCode": "SQ-0000-00"})).await, @"422 validation_failed orderCode=order_not_found");
    for id in ["x", "0", "999999"] {
        assert_eq!(shop.get_as(operator, &format!("{PROMOS}/{id}")).await.problem(), "404 promo_not_found");
        let pause = format!("{PROMOS}/{id}/pause");
        assert_eq!(shop.post_as(operator, &pause, &json!({})).await.problem(), "404 promo_not_found");
    }
}
