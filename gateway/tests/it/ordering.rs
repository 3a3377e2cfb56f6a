//! Orders from the cart to the delivery, with the real services. `orders` tests the same routes with a scripted order
//! service.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    addresses::address_form,
    response::TestResponse,
    test_shop::{BLOGGER, LOGIN, OTHER_SHOPPER, PASSWORD, TestShop, send, text},
};

const EARNINGS: &str = "/api/v1/influencer/earnings";

/// The statuses of a paid or cash order after `waiting`, in their order.
pub const STATUSES_TO_DELIVERY: [&str; 6] =
    ["confirmed", "searching_courier", "courier_appointed", "handed_to_courier", "on_the_way", "delivered"];

impl TestShop {
    /// Moves an order. It cannot move until its stock is booked, which happens in the background.
    pub async fn move_order(&self, operator: &str, code: &str, status: &str) {
        let path = format!("/api/v1/admin/orders/{code}/move");
        let step = json!({"status": status});
        eventually(status, async || {
            let moved = self.post_as(operator, &path, &step).await;
            assert!(moved.status == 200 || moved.problem() == "409 order_not_ready", "{status}: {}", moved.text);
            moved.status == 200
        })
        .await;
    }
}

/// A shopper with an address, and a product in the cart.
struct Shopper<'a> {
    shop: &'a TestShop,
    token: String,
    product: Value,
    /// The body for `POST /order/check`.
    check_form: Value,
}

impl<'a> Shopper<'a> {
    async fn sign_in(shop: &'a TestShop, credentials: (&str, &str)) -> Self {
        let token = shop.token_of(credentials).await;
        let product = shop.orderable_product().await;
        let mut address = address_form(shop).await;
        address["phoneNumber"] = json!("055 111 22 33");
        address["postcode"] = json!("AZ1010");
        let address = shop.post_as(&token, "/api/v1/user/addresses", &address).await.data();
        let check_form = json!({"addressId": address["id"], "paymentMethod": "cash"});
        let shopper = Self { shop, token, product, check_form };
        shopper.post("/cart/add", &json!({"productId": shopper.product["id"]})).await.data();
        shopper
    }

    async fn get(&self, path: &str) -> TestResponse {
        self.shop.get_as(&self.token, &format!("/api/v1{path}")).await
    }

    async fn post(&self, path: &str, body: &Value) -> TestResponse {
        self.shop.post_as(&self.token, &format!("/api/v1{path}"), body).await
    }

    /// Checks the cart, and returns the form that places the order.
    async fn check(&self) -> Value {
        let check = self.post("/order/check", &self.check_form).await.data();
        assert_eq!(check["problems"], json!([]), "{check}");
        let mut order = self.check_form.clone();
        order["quote"] = check["quote"].clone();
        order["recipientType"] = json!("other");
        order["recipient"] = json!({"firstName": "Gülnarə", "lastName": "Əliyeva", "phoneNumber": "+994501234567"});
        order
    }

    async fn place(&self, key: &str, order: &Value) -> TestResponse {
        let request = self.shop.request(Method::POST, "/api/v1/order").bearer_auth(&self.token);
        send(request.header("idempotency-key", key).json(order)).await
    }

    /// Orders the cart, and returns the order's code.
    async fn order(&self) -> String {
        let response = self.place("an-order", &self.check().await).await;
        assert_eq!(response.status, 201, "{}", response.text);
        text(&response.json()["data"]["order"]["code"]).to_owned()
    }

    async fn has_notification(&self, kind: &str) -> bool {
        let notifications = self.get("/notification/all?perPage=100").await.data();
        notifications.as_array().expect("a list").iter().any(|notification| notification["kind"] == kind)
    }
}

#[sqlx::test(migrations = false)]
async fn a_cash_order_is_placed_moved_and_delivered(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let shopper = Shopper::sign_in(&shop, (LOGIN, PASSWORD)).await;
    let order = shopper.check().await;
    let response = shopper.place("only-once", &order).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let placed = response.json()["data"]["order"].clone();
    let code = text(&placed["code"]).to_owned();
    assert_eq!(placed["status"], "waiting");
    assert_eq!(placed["paymentStatus"], "unpaid");
    assert_eq!(placed["address"]["phoneNumber"], "+994551112233", "the number is normalised");
    assert_eq!(placed["address"]["postcode"], "1010", "the postcode is normalised");
    assert_eq!(placed["lines"][0]["productId"], shopper.product["id"]);
    assert_eq!(shopper.get("/cart/counts").await.data()["cartCount"], 0, "ordered units have left the cart");
    let again = shopper.place("only-once", &order).await;
    assert_eq!(again.status, 201);
    assert_eq!(again.json()["data"]["order"]["code"], code, "the same order");
    let other = json!({"note": "another order", "quote": order["quote"], "addressId": 1, "recipientType": "self", "paymentMethod": "cash"});
    assert_eq!(shopper.place("only-once", &other).await.problem(), "409 idempotency_key_reused");
    let orders = shopper.get("/order/all").await;
    assert_eq!(orders.data()[0]["code"], code);
    assert_eq!(orders.json()["meta"]["total"], 1);
    assert_eq!(orders.header("cache-control"), "private, no-store");

    deliver(&shop, &shopper, &code).await;
    eventually("the notification", async || shopper.has_notification("order_delivered").await).await;
    assert!(shopper.has_notification("order_placed").await);
    let exported = shopper.get("/user/export").await.data();
    assert_eq!(exported["orders"][0]["code"], code);
    shopper.post(&format!("/order/{code}/reorder"), &json!({})).await.data();
    assert_eq!(shopper.get("/cart/counts").await.data()["cartCount"], 1);
}

async fn deliver(shop: &TestShop, shopper: &Shopper<'_>, code: &str) {
    let operator = shop.operator().await;
    for status in STATUSES_TO_DELIVERY {
        shop.move_order(&operator, code, status).await;
        assert_eq!(shopper.get(&format!("/order/{code}")).await.data()["status"], status);
    }
    let move_path = format!("/api/v1/admin/orders/{code}/move");
    let backwards = shop.post_as(&operator, &move_path, &json!({"status": "waiting"})).await;
    assert_eq!(backwards.problem(), "409 order_move_not_allowed");
    let delivered = shop.get_as(&operator, "/api/v1/admin/orders?status=delivered").await.data();
    assert_eq!(delivered[0]["code"], code);
    assert_eq!(shop.get_as(&operator, "/api/v1/admin/orders?status=cancelled").await.data(), json!([]));
}

#[sqlx::test(migrations = false)]
async fn operators_find_an_order_by_its_recipient_and_its_delivery(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let shopper = Shopper::sign_in(&shop, (LOGIN, PASSWORD)).await;
    let code = shopper.order().await;
    let order = shopper.get(&format!("/order/{code}")).await.data();
    let operator = shop.operator().await;
    let admin = async |path: &str| shop.get_as(&operator, &format!("/api/v1/admin{path}")).await;
    let from: chrono::DateTime<chrono::Utc> = text(&order["delivery"]["from"]).parse().expect("a time");
    // Baku is four hours ahead of UTC.
    let day = (from + chrono::TimeDelta::hours(4)).date_naive();

    let deliveries = admin(&format!("/deliveries?day={day}")).await;
    assert_eq!(deliveries.header("cache-control"), "private, no-store");
    let deliveries = deliveries.data();
    let windows = deliveries["windows"].as_array().expect("windows");
    let holds_order = |window: &&Value| window["orders"].as_array().is_some_and(|orders| !orders.is_empty());
    let window = windows.iter().find(holds_order).expect("the window of the order");
    let delivered = &window["orders"][0];
    assert_eq!(delivered["code"], code);
    assert_eq!(delivered["cashDue"], order["amounts"]["total"]);
    assert_eq!(delivered["recipient"], order["recipient"]);
    let window = &window["window"];
    assert_eq!(window["from"], order["delivery"]["from"]);
    assert_eq!(window["until"], order["delivery"]["until"]);
    let without_orders = admin(&format!("/delivery-windows?day={day}")).await.data();
    assert!(without_orders["windows"].as_array().expect("windows").contains(window), "{without_orders}");

    let slot = text(&window["slotId"]);
    for query in [
        "text=eliyeva".to_owned(),
        "text=0501234567".to_owned(),
        format!("text={code}"),
        format!("deliverOn={day}&text=gul&status=waiting"),
        format!("window={slot}&storeId={}", order["stores"][0]["storeId"]),
    ] {
        let found = admin(&format!("/orders?{query}")).await;
        assert_eq!(found.data()[0]["code"], code, "{query}");
        assert_eq!(found.json()["meta"], json!({}), "{query}");
    }
    for query in ["text=nobody", "window=unknown", "since=2030-01-01T00:00:00Z"] {
        assert_eq!(admin(&format!("/orders?{query}")).await.data(), json!([]), "{query}");
    }
    for (path, problem) in [
        ("/orders?cursor=next", "422 validation_failed cursor=invalid"),
        ("/orders?limit=101&text=a", "422 validation_failed text=too_short limit=out_of_range"),
        ("/deliveries", "422 validation_failed day=required"),
        ("/delivery-windows?day=tomorrow", "422 validation_failed day=invalid_date"),
    ] {
        assert_eq!(admin(path).await.problem(), problem, "{path}");
    }
    let counts = admin("/order-counts").await.data();
    assert_eq!(counts[0], json!({"status": "waiting", "count": 1}));
    assert_eq!(counts.as_array().map(Vec::len), Some(6), "one count per status that is not final: {counts}");
}

#[sqlx::test(migrations = false)]
async fn a_blogger_earns_from_an_order_with_a_list_link(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let blogger = shop.token_of(BLOGGER).await;
    let shopper = Shopper::sign_in(&shop, (LOGIN, PASSWORD)).await;
    let product = &shopper.product["id"];
    let list = shop.post_as(&blogger, "/api/v1/list", &json!({"name": "Anama hədiyyələr"})).await.data();
    let slug = text(&list["slug"]);
    shop.post_as(&blogger, &format!("/api/v1/list/{}/products", list["id"]), &json!({"productId": product}))
        .await
        .data();
    assert_nothing_is_earned(&shop, &blogger, &shopper.token).await;

    let click = shop.request(Method::POST, "/api/v1/influencer/click").header("user-agent", "Mozilla/5.0 Chrome/130.0");
    assert_eq!(send(click.json(&json!({"list": slug, "productId": product}))).await.data(), json!({}));
    let unknown = shop.post("/api/v1/influencer/click", &json!({"code": "nobody-x"})).await;
    assert_eq!(unknown.data(), json!({}), "no error");
    assert_eq!(
        shop.post("/api/v1/influencer/click", &json!({})).await.problem(),
        "422 validation_failed list=required"
    );

    let clicked_at = shop.clock.clock().now().to_rfc3339();
    let with_referral = |list: &str, clicked_at: &str| {
        let referral = json!({"list": list, "clickedAt": clicked_at});
        json!({"productId": product, "count": 1, "referral": referral})
    };
    let wrong_time = shopper.post("/cart/add", &with_referral("<script>", "yesterday")).await;
    assert_eq!(wrong_time.problem(), "422 validation_failed referral.clickedAt=wrong_type");
    let wrong_list = shopper.post("/cart/add", &with_referral("<script>", &clicked_at)).await;
    assert_eq!(wrong_list.problem(), "422 validation_failed referral.list=invalid_characters");
    shopper.post("/cart/update", &with_referral(slug, &clicked_at)).await.data();
    let code = shopper.order().await;
    deliver(&shop, &shopper, &code).await;

    let earned = shop.get_as(&blogger, &format!("{EARNINGS}?days=90&perPage=5")).await;
    assert_eq!(earned.json()["meta"]["total"], 1);
    let earned = earned.data();
    let pending = earned["pending"].as_i64().expect("a sum");
    assert!(pending > 0, "{earned}");
    assert_eq!(earned["balance"], 0);
    assert_eq!(earned["earned"], pending);
    assert_eq!(earned["entries"][0]["kind"], "earned");
    assert_eq!(earned["entries"][0]["balance"], pending);
    assert_eq!(earned["byList"][0]["name"], "Anama hədiyyələr");
    assert_eq!(earned["byList"][0]["figures"], json!({"clicks": 1, "orders": 1, "earned": pending, "takenBack": 0}));
    assert_eq!(earned["byProduct"][0]["slug"], shopper.product["slug"]);
    assert_eq!(earned["byDay"].as_array().map(Vec::len), Some(90));
    shop.test_cashout_of(pending).await;
}

async fn assert_nothing_is_earned(shop: &TestShop, blogger: &str, shopper: &str) {
    assert_eq!(shop.get(EARNINGS).await.problem(), "401 unauthenticated");
    assert_eq!(shop.get_as(shopper, EARNINGS).await.problem(), "403 not_a_blogger");
    let overview = shop.get_as(blogger, EARNINGS).await;
    assert_eq!(overview.header("cache-control"), "private, no-store");
    assert_eq!(overview.data()["code"], "leyla-h");
    assert_eq!(overview.data()["balance"], 0);
    assert_eq!(shop.get_as(blogger, "/api/v1/user/me").await.data()["referralCode"], "leyla-h");
    let other_period = shop.get_as(blogger, &format!("{EARNINGS}?days=7")).await;
    assert_eq!(other_period.problem(), "422 validation_failed days=unknown_value");
}

#[sqlx::test(migrations = false)]
async fn an_order_with_a_changed_price_is_refused_with_409(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let shopper = Shopper::sign_in(&shop, (LOGIN, PASSWORD)).await;
    let order = shopper.check().await;
    // Updates the database, because the test cannot wait for the start of a discount. Prices are in qəpik.
    sqlx::query("update product set own_discount_holds = false, price = price_now + 500 where product_id = $1")
        .bind(shopper.product["id"].as_i64())
        .execute(&shop.catalog)
        .await
        .expect("the update succeeds");
    let response = shopper.place("too-late", &order).await;
    assert_eq!(response.problem(), "409 cart_changed");
    let changes = response.json()["changes"].as_array().expect("a list").clone();
    let price = changes.iter().find(|change| change["code"] == "price").expect("the price has changed");
    assert_eq!(price["is"].as_i64().unwrap() - price["was"].as_i64().unwrap(), 500, "{changes:?}");
    assert_eq!(shopper.get("/order/all").await.data(), json!([]));
    assert_eq!(shopper.get("/cart/counts").await.data()["cartCount"], 1);
    assert_eq!(shopper.place("just-in-time", &shopper.check().await).await.status, 201);
}

#[sqlx::test(migrations = false)]
async fn the_sixth_unconfirmed_cash_order_is_refused_with_the_reason(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let shopper = Shopper::sign_in(&shop, (LOGIN, PASSWORD)).await;
    let unit = json!({"productId": shopper.product["id"]});
    // Five unconfirmed cash orders are allowed.
    for number in 1..=5 {
        let placed = shopper.place(&format!("order-number-{number}"), &shopper.check().await).await;
        assert_eq!(placed.status, 201, "{}", placed.text);
        shopper.post("/cart/add", &unit).await.data();
    }
    let request = shop.request(Method::POST, "/api/v1/order").bearer_auth(&shopper.token);
    let request = request.header("accept-language", "ru").header("idempotency-key", "order-number-6");
    let refused = send(request.json(&shopper.check().await)).await;
    assert_eq!(refused.problem(), "409 cash_orders_exceeded");
    assert_eq!(refused.json()["title"], "Этот заказ нельзя оплатить наличными");
    assert_eq!(shopper.get("/cart/counts").await.data()["cartCount"], 1, "the cart is kept");
}

#[sqlx::test(migrations = false)]
async fn a_cancelled_order_cannot_be_delivered(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let shopper = Shopper::sign_in(&shop, (LOGIN, PASSWORD)).await;
    let code = shopper.order().await;
    let cancelled = shopper.post(&format!("/order/{code}/cancel"), &json!({"reason": "Fikrimi dəyişdim"})).await;
    assert_eq!(cancelled.data()["status"], "cancelled");
    assert_eq!(cancelled.data()["canCancel"], false);
    let operator = shop.operator().await;
    let step = json!({"status": "delivered"});
    let moved = shop.post_as(&operator, &format!("/api/v1/admin/orders/{code}/move"), &step).await;
    assert_eq!(moved.problem(), "409 order_move_not_allowed");
    eventually("the notification", async || shopper.has_notification("order_cancelled").await).await;
}

#[sqlx::test(migrations = false)]
async fn an_order_is_not_found_for_other_accounts(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let shopper = Shopper::sign_in(&shop, (LOGIN, PASSWORD)).await;
    let (code, other) = (shopper.order().await, shop.token_of(OTHER_SHOPPER).await);
    let read = async |path: String| shop.get_as(&other, &path).await.problem();
    assert_eq!(read(format!("/api/v1/order/{code}")).await, "404 order_not_found");
    assert_eq!(read(format!("/api/v1/order/{code}/track")).await, "404 order_not_found");
    for (action, body) in [
        ("cancel", json!({})),
        ("pay", json!({"paymentMethod": "card"})),
        ("refund", json!({"reason": "Mənim deyil", "ground": "faulty"})),
        ("reorder", json!({})),
    ] {
        let request = shop.request(Method::POST, &format!("/api/v1/order/{code}/{action}")).bearer_auth(&other);
        let response = send(request.header("idempotency-key", "not-mine").json(&body)).await;
        assert_eq!(response.problem(), "404 order_not_found", "{action}");
    }
    assert_eq!(shop.get_as(&other, "/api/v1/order/all").await.data(), json!([]));
    assert_eq!(shopper.get(&format!("/order/{code}")).await.data()["status"], "waiting", "the order is unchanged");
}
