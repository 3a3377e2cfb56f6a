//! The auditor is a job of the order service that compares orders with stock and payments, and reports differences as
//! findings.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    addresses::address_form,
    test_shop::{TestShop, send, text},
};

const RUNS: &str = "/api/v1/admin/auditor/runs";
const FINDINGS: &str = "/api/v1/admin/auditor/findings";

impl TestShop {
    async fn run_auditor(&self, operator: &str) -> Vec<Value> {
        self.post_as(operator, RUNS, &json!({})).await.data();
        order::audit_due(&self.order).await.expect("the auditor runs");
        let runs = self.get_as(operator, RUNS).await.data();
        assert!(runs[0]["finishedAt"].is_string(), "{runs}");
        let failed: Vec<_> =
            runs[0]["results"].as_array().expect("the areas").iter().filter(|area| area["hasFailed"] == true).collect();
        assert_eq!(failed, Vec::<&Value>::new());
        self.get_as(operator, FINDINGS).await.data().as_array().expect("a list").clone()
    }
}

/// An order of one unit without sizes, and two of a size. The other fields are ids.
struct Order {
    code: String,
    plain: i64,
    sized: i64,
    size: i64,
}

async fn place_order(shop: &TestShop, shopper: &str) -> Order {
    let plain = shop.orderable_product().await;
    let list = shop.get("/api/v1/product/all?inStock=true&minPrice=2500&perPage=100").await.data();
    let products = list["products"].as_array().expect("a list");
    let sized = products.iter().find(|product| product["hasSizes"] == true).expect("a product with sizes");
    let page = shop.get(&format!("/api/v1/product/{}", text(&sized["slug"]))).await.data();
    let size =
        page["sizes"].as_array().expect("a list").iter().find(|size| size["stock"].as_i64() > Some(1)).expect("a size");
    let two_units = json!({"productId": sized["id"], "sizeId": size["id"], "count": 2});
    shop.post_as(shopper, "/api/v1/cart/add", &two_units).await.data();
    shop.post_as(shopper, "/api/v1/cart/add", &json!({"productId": plain["id"]})).await.data();

    let address = shop.post_as(shopper, "/api/v1/user/addresses", &address_form(shop).await).await.data();
    let mut order = json!({"addressId": address["id"], "paymentMethod": "cash"});
    let checked = shop.post_as(shopper, "/api/v1/order/check", &order).await.data();
    order["quote"] = checked["quote"].clone();
    order["recipientType"] = json!("self");
    let request = shop.request(Method::POST, "/api/v1/order").bearer_auth(shopper);
    let placed = send(request.header("idempotency-key", "audited-order").json(&order)).await.json();
    while order::run_order_jobs(&shop.order).await.expect("the catalogue responds") > 0 {}
    let id = |value: &Value| value["id"].as_i64().expect("an id");
    Order {
        code: text(&placed["data"]["order"]["code"]).to_owned(),
        plain: id(&plain),
        sized: id(sized),
        size: id(size),
    }
}

#[sqlx::test(migrations = false)]
async fn the_auditor_finds_differences_between_orders_and_stock(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (operator, shopper) = (shop.operator().await, shop.token().await);
    let Order { code, plain, sized, size } = place_order(&shop, &shopper).await;

    assert_eq!(shop.run_auditor(&operator).await, Vec::<Value>::new());
    let reserve_without_order = "update product set reserved = reserved + 1 where product_id = $1 and stock > reserved";
    sqlx::query(reserve_without_order).bind(plain).execute(&shop.catalog).await.unwrap();
    let lose_reserved_unit = "update reservation_line set count = 1 where order_key = $1 and size_id is not null";
    sqlx::query(lose_reserved_unit).bind(code).execute(&shop.catalog).await.unwrap();
    let findings = shop.run_auditor(&operator).await;
    let findings_text: Vec<_> = findings
        .iter()
        .map(|finding| ["area", "field", "expected", "found"].map(|member| text(&finding[member])).join(" "))
        .collect();
    assert_eq!(findings_text, ["counts reserved 0 1".to_owned(), format!("stock count:{sized}/{size} 2 1")]);

    let note = shop.request(Method::PUT, &format!("{FINDINGS}/{}/note", findings[0]["id"])).bearer_auth(&operator);
    let noted = send(note.json(&json!({"note": "Sayım zamanı dəyişib"}))).await.data();
    assert_eq!(noted["note"], "Sayım zamanı dəyişib");
    let empty = shop.request(Method::PUT, &format!("{FINDINGS}/{}/note", findings[0]["id"])).bearer_auth(&operator);
    let refused = send(empty.json(&json!({}))).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json()["errors"][0]["field"], "note");
    assert_eq!(shop.get_as(&shopper, FINDINGS).await.status, 403);
    assert_eq!(shop.get(RUNS).await.status, 401);
}
