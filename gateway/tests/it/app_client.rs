//! The command line app, an example of a mobile app. Its signatures let the shopper pay with bonuses.

use std::{path::Path, process::Stdio};

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use chrono::TimeDelta;
use p256::ecdsa::{Signature, SigningKey, signature::Signer as _};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use sqlx::PgPool;
use tempfile::TempDir;
use testkit::database::eventually;
use tokio::process::Command;

use crate::{
    addresses::address_form,
    response::TestResponse,
    test_shop::{LOGIN, OTHER_SHOPPER, PASSWORD, TestShop, send, text},
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
    let address = shop.post_as(&token, "/api/v1/user/addresses", &with_postcode(address_form(shop).await)).await.data();
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
    let path = format!("/api/v1/admin/orders/{code}/move");
    for status in
        ["confirmed", "searching_courier", "courier_appointed", "handed_to_courier", "on_the_way", "delivered"]
    {
        eventually(status, async || shop.post_as(&operator, &path, &json!({"status": status})).await.status == 200)
            .await;
    }
    // The return period is 14 days.
    shop.clock.advance(TimeDelta::days(15));
    product
}

fn with_postcode(mut address: Value) -> Value {
    address["phoneNumber"] = json!("055 111 22 33");
    address["postcode"] = json!("AZ1010");
    address
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
    assert_eq!((&client["name"], &client["attestation"]), (&json!("Test phone"), &json!("unattested")));
    let key = app.folder.path().join("key.json");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let checked = app.run(&["check"]).await.unwrap();
    let spendable = checked["bonus"]["spendable"].as_i64().expect("a number");
    assert!(spendable > 0, "{checked}");
    let all_bonuses = spendable.to_string();
    let too_much = app.run(&["order", "--bonuses", &(spendable + 1).to_string()]).await;
    assert_eq!(too_much, Err("bonus_too_much".to_owned()));
    for amount in ["-1", "0.5", "1e30"] {
        let refused = app.run(&["order", &format!("--bonuses={amount}")]).await;
        assert_eq!(refused, Err("validation_failed".to_owned()), "{amount}");
    }
    let order = app.run(&["order", "--bonuses", &all_bonuses]).await.unwrap();
    assert_eq!(order["amounts"]["bonusAmount"], json!(spendable));
    assert_eq!(order["amounts"]["total"], json!(checked["total"].as_i64().unwrap() - spendable));
    let history = app.run(&["bonuses"]).await.unwrap();
    assert_eq!(
        (&history["entries"][0]["kind"], &history["entries"][0]["amount"]),
        (&json!("spent"), &json!(-spendable))
    );
    assert_eq!(history["entries"][0]["orderCode"], order["code"]);

    let clients = app.run(&["clients"]).await.unwrap();
    assert_eq!((clients.as_array().unwrap().len(), &clients[0]["id"]), (1, &client["id"]));
    app.run(&["revoke", text(&client["id"])]).await.unwrap();
    app.run(&["add", &id]).await.unwrap();
    assert_eq!(app.run(&["order", "--bonuses", "1"]).await, Err("client_revoked".to_owned()));
    let renewed = app.run(&["register"]).await.unwrap();
    assert_ne!(renewed["id"], client["id"], "a revoked key is replaced");
    app.run(&["check", "--bonuses", "1"]).await.unwrap();
    app.run(&["sign-out"]).await.unwrap();
}

/// Signs requests like an app, with correct or wrong signatures.
struct Signer(SigningKey);

impl Signer {
    fn new(seed: u8) -> Self {
        Self(SigningKey::from_slice(&[seed; 32]).expect("a scalar of the curve"))
    }

    fn jwk(&self) -> Value {
        let point = self.0.verifying_key().to_encoded_point(false);
        let text = |coordinate: Option<&p256::FieldBytes>| URL_SAFE_NO_PAD.encode(coordinate.expect("no infinity"));
        json!({"kty": "EC", "crv": "P-256", "x": text(point.x()), "y": text(point.y())})
    }

    /// The key's id is its thumbprint (RFC 7638).
    fn id(&self) -> String {
        let jwk = self.jwk();
        let members = format!(r#"{{"crv":"P-256","kty":"EC","x":{},"y":{}}}"#, jwk["x"], jwk["y"]);
        URL_SAFE_NO_PAD.encode(Sha256::digest(members))
    }

    /// Signs a POST request (RFC 9421). `created` is in Unix seconds.
    fn sign(&self, path: &str, body: &str, created: i64, nonce: &str) -> [(&'static str, String); 3] {
        let digest = format!("sha-256=:{}:", STANDARD.encode(Sha256::digest(body)));
        // A nonce has at least 16 characters.
        let input = format!(
            r#"("@method" "@path" "content-digest");created={created};nonce="{:-<16}";keyid="{}";alg="ecdsa-p256-sha256";tag="sovqat-app""#,
            nonce.replace(' ', "-"),
            self.id()
        );
        let base = format!(
            "\"@method\": POST\n\"@path\": {path}\n\"content-digest\": {digest}\n\"@signature-params\": {input}"
        );
        let signature: Signature = self.0.sign(base.as_bytes());
        [
            ("content-digest", digest),
            ("signature-input", format!("app={input}")),
            ("signature", format!("app=:{}:", STANDARD.encode(signature.to_bytes()))),
        ]
    }
}

async fn post_signed(shop: &TestShop, token: &str, path: &str, body: &str, headers: &[(&str, String)]) -> TestResponse {
    let request = shop.request(Method::POST, path).bearer_auth(token).header("content-type", "application/json");
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, value));
    send(request.body(body.to_owned())).await
}

#[sqlx::test(migrations = false)]
async fn invalid_signatures_are_refused_in_the_callers_language(pool: PgPool) {
    const REGISTER: &str = "/api/v1/user/clients";
    const CHECK: &str = "/api/v1/order/check";
    let shop = TestShop::start(pool).await;
    let (token, other_token) = (shop.token().await, shop.token_of(OTHER_SHOPPER).await);
    // Only `phone` gets registered.
    let (phone, other) = (Signer::new(1), Signer::new(2));
    let now = shop.clock.now().timestamp();
    let body = json!({"publicKey": phone.jwk(), "name": "Telefon", "platform": "ios"}).to_string();
    assert_eq!(post_signed(&shop, &token, REGISTER, &body, &[]).await.problem(), "403 signature_invalid");
    let forged = other.sign(REGISTER, &body, now, "forged");
    assert_eq!(post_signed(&shop, &token, REGISTER, &body, &forged).await.problem(), "403 signature_invalid");
    let good = phone.sign(REGISTER, &body, now, "register");
    assert_eq!(post_signed(&shop, &token, REGISTER, &body, &good).await.status, 201);
    assert_eq!(post_signed(&shop, &token, REGISTER, &body, &good).await.problem(), "403 signature_replayed");
    let taken = phone.sign(REGISTER, &body, now, "taken");
    assert_eq!(post_signed(&shop, &other_token, REGISTER, &body, &taken).await.problem(), "409 client_taken");

    let check = r#"{"bonusAmount":0}"#;
    let signed = |nonce| phone.sign(CHECK, check, now, nonce);
    let problem_of = async |token: &str, body: &str, headers: &[(&str, String)]| {
        post_signed(&shop, token, CHECK, body, headers).await.problem()
    };
    let app = post_signed(&shop, &token, CHECK, check, &signed("good")).await.data();
    assert_eq!(app["bonus"]["reason"], "no_bonuses");
    assert_eq!(problem_of(&token, check, &signed("good")).await, "403 signature_replayed");
    assert_eq!(problem_of(&token, r#"{"bonusAmount":9}"#, &signed("altered")).await, "403 digest_mismatch");
    let mut other_digest = signed("another digest");
    other_digest[0].1 = format!("sha-256=:{}:", STANDARD.encode(Sha256::digest("{}")));
    assert_eq!(problem_of(&token, "{}", &other_digest).await, "403 signature_invalid", "the digest is signed, too");
    let without_signature = &signed("half")[..2];
    assert_eq!(problem_of(&token, check, without_signature).await, "403 signature_invalid");
    let elsewhere = phone.sign("/api/v1/order", check, now, "elsewhere");
    assert_eq!(problem_of(&token, check, &elsewhere).await, "403 signature_invalid");
    // A signature is valid for 300 seconds.
    let late = phone.sign(CHECK, check, now - 301, "late");
    assert_eq!(problem_of(&token, check, &late).await, "403 signature_expired");
    assert_eq!(problem_of(&other_token, check, &signed("of another account")).await, "403 client_taken");
    let unknown = other.sign(CHECK, check, now, "unknown");
    assert_eq!(problem_of(&token, check, &unknown).await, "403 client_not_found");

    let browser = shop.post_as(&token, CHECK, &json!({"bonusAmount": 5})).await.data();
    let codes: Vec<_> = browser["problems"].as_array().unwrap().iter().map(|problem| &problem["code"]).collect();
    assert!(codes.contains(&&json!("bonus_app_only")), "{codes:?}");
    for wrong in [json!(1.5), json!("5"), json!(99_999_999_999_999_999_999_f64)] {
        let response = shop.post_as(&token, CHECK, &json!({"bonusAmount": wrong})).await;
        assert_eq!(response.problem(), "422 validation_failed bonusAmount=wrong_type", "{wrong}");
    }
    let order =
        json!({"quote": "x", "addressId": 1, "recipientType": "self", "paymentMethod": "cash", "bonusAmount": 5});
    let request = shop.request(Method::POST, "/api/v1/order").bearer_auth(&token).header("accept-language", "ru");
    let refusal = send(request.header("idempotency-key", "a-browser").json(&order)).await;
    assert_eq!(refusal.problem(), "403 bonus_app_only");
    assert_eq!(refusal.json()["title"], "Бонусы тратятся только в приложении");
}
