//! The command line app, an example of a mobile app. Its signatures let the shopper pay with bonuses. `app_signatures`
//! tests invalid ones.

use std::{path::Path, process::Stdio};

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;
use tempfile::TempDir;
use tokio::process::Command;

use crate::{
    addresses::address_form,
    ordering::STATUSES_TO_DELIVERY,
    test_shop::{LOGIN, PASSWORD, TestShop, send, text},
};

/// The folder holds the app's key and session.
struct App<'a> {
    shop: &'a TestShop,
    folder: TempDir,
}

impl<'a> App<'a> {
    fn new(shop: &'a TestShop) -> Self {
        Self { shop, folder: TempDir::new().expect("a folder") }
    }

    /// An error is the code of a problem.
    async fn run(&self, arguments: &[&str]) -> Result<Value, String> {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/local/app/app.mjs");
        let now = self.shop.clock.now().timestamp().to_string();
        let output = Command::new("node")
            .arg(program)
            .args(arguments)
            .args(["--base", &self.shop.url, "--folder", self.folder.path().to_str().expect("a path"), "--now", &now])
            .stdin(Stdio::null())
            .output()
            .await
            .expect("Node.js is installed");
        if output.status.success() {
            return Ok(serde_json::from_slice(&output.stdout).expect("a JSON response"));
        }
        let problem: Value = serde_json::from_slice(&output.stderr)
            .unwrap_or_else(|_| panic!("no problem but {}", String::from_utf8_lossy(&output.stderr)));
        Err(text(&problem["code"]).to_owned())
    }
}

/// Delivers an order and ends the return period. Returns the ordered product.
async fn earn_bonuses(shop: &TestShop) -> Value {
    let token = shop.token_of((LOGIN, PASSWORD)).await;
    let mut address = address_form(shop).await;
    address["phoneNumber"] = json!("055 111 22 33");
    address["postcode"] = json!("AZ1010");
    let address = shop.post_as(&token, "/api/v1/user/addresses", &address).await.data();
    sqlx::query("update bonus_rule set basis_points = 5000").execute(&shop.order.pool).await.expect("a rule");
    let product = shop.orderable_product().await;
    shop.post_as(&token, "/api/v1/cart/add", &json!({"productId": product["id"]})).await.data();
    let mut order_form = json!({"addressId": address["id"], "paymentMethod": "cash", "recipientType": "self"});
    let checked = shop.post_as(&token, "/api/v1/order/check", &order_form).await.data();
    assert_eq!(checked["bonus"], json!({"spendable": 0, "balance": 0, "reason": "bonus_app_only"}));
    order_form["quote"] = checked["quote"].clone();
    let request = shop.request(Method::POST, "/api/v1/order").bearer_auth(&token);
    let placed = send(request.header("idempotency-key", "an-order").json(&order_form)).await.json();
    let code = text(&placed["data"]["order"]["code"]).to_owned();
    let operator = shop.operator().await;
    for status in STATUSES_TO_DELIVERY {
        shop.move_order(&operator, &code, status).await;
    }
    // The return period is 14 days.
    shop.clock.advance(TimeDelta::days(15));
    product
}

#[sqlx::test(migrations = false)]
async fn the_app_registers_and_orders_with_bonuses(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let product = earn_bonuses(&shop).await;
    let app = App::new(&shop);
    app.run(&["sign-in", "--login", LOGIN, "--password", PASSWORD]).await.unwrap();
    let id = product["id"].to_string();
    app.run(&["add", &id, "--count", "1"]).await.unwrap();
    assert_eq!(app.run(&["check"]).await, Err("client_not_found".to_owned()), "signed by a key that is not registered");
    let client = app.run(&["register", "--name", "Test phone"]).await.unwrap();
    assert_eq!(client["name"], "Test phone");
    assert_eq!(client["attestation"], "unattested");
    #[cfg(unix)]
    assert_only_the_user_reads(&app.folder.path().join("key.json"));
    let order = order_with_bonuses(&app).await;
    let history = app.run(&["bonuses"]).await.unwrap();
    assert_eq!(history["entries"][0]["kind"], "spent");
    assert_eq!(history["entries"][0]["amount"], json!(-order["amounts"]["bonusAmount"].as_i64().unwrap()));
    assert_eq!(history["entries"][0]["orderCode"], order["code"]);

    let clients = app.run(&["clients"]).await.unwrap();
    assert_eq!(clients.as_array().unwrap().len(), 1);
    assert_eq!(clients[0]["id"], client["id"]);
    app.run(&["revoke", text(&client["id"])]).await.unwrap();
    app.run(&["add", &id]).await.unwrap();
    assert_eq!(app.run(&["order", "--bonuses", "1"]).await, Err("client_revoked".to_owned()));
    let renewed = app.run(&["register"]).await.unwrap();
    assert_ne!(renewed["id"], client["id"], "a revoked key is replaced");
    app.run(&["check", "--bonuses", "1"]).await.unwrap();
    app.run(&["sign-out"]).await.unwrap();
}

#[cfg(unix)]
fn assert_only_the_user_reads(file: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    assert_eq!(std::fs::metadata(file).expect("the file exists").permissions().mode() & 0o777, 0o600);
}

async fn order_with_bonuses(app: &App<'_>) -> Value {
    let checked = app.run(&["check"]).await.expect("the cart is checked");
    let spendable = checked["bonus"]["spendable"].as_i64().expect("a number");
    assert!(spendable > 0, "{checked}");
    let too_much = app.run(&["order", "--bonuses", &(spendable + 1).to_string()]).await;
    assert_eq!(too_much, Err("bonus_too_much".to_owned()));
    for amount in ["-1", "0.5", "1e30"] {
        let refused = app.run(&["order", &format!("--bonuses={amount}")]).await;
        assert_eq!(refused, Err("validation_failed".to_owned()), "{amount}");
    }
    let order = app.run(&["order", "--bonuses", &spendable.to_string()]).await.expect("the order is placed");
    assert_eq!(order["amounts"]["bonusAmount"], json!(spendable));
    assert_eq!(order["amounts"]["total"], json!(checked["total"].as_i64().expect("an amount") - spendable));
    order
}
