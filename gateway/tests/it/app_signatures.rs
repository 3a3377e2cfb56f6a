//! Signatures of apps (RFC 9421): a registered key is needed, each signature counts once, and browsers cannot spend
//! bonuses.

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use p256::ecdsa::{Signature, SigningKey, signature::Signer as _};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use sqlx::PgPool;

use crate::{
    response::TestResponse,
    test_shop::{OTHER_SHOPPER, TestShop, send},
};

const REGISTER: &str = "/api/v1/user/clients";
const CHECK: &str = "/api/v1/order/check";
const CHECK_BODY: &str = r#"{"bonusAmount":0}"#;
const VALIDITY_SECONDS: i64 = 300;

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
        let digest = content_digest(body);
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

fn content_digest(body: &str) -> String {
    format!("sha-256=:{}:", STANDARD.encode(Sha256::digest(body)))
}

async fn post_signed(shop: &TestShop, token: &str, path: &str, body: &str, headers: &[(&str, String)]) -> TestResponse {
    let request = shop.request(Method::POST, path).bearer_auth(token).header("content-type", "application/json");
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, value));
    send(request.body(body.to_owned())).await
}

#[sqlx::test(migrations = false)]
async fn invalid_signatures_are_refused_in_the_callers_language(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (token, other_token) = (shop.token().await, shop.token_of(OTHER_SHOPPER).await);
    let (phone, unregistered) = (Signer::new(1), Signer::new(2));
    let other = Account { token: &other_token, signer: &unregistered };
    register(&shop, &Account { token: &token, signer: &phone }, &other).await;

    let now = shop.clock.now().timestamp();
    let signed = |nonce| phone.sign(CHECK, CHECK_BODY, now, nonce);
    let problem_of = async |token: &str, body: &str, headers: &[(&str, String)]| {
        post_signed(&shop, token, CHECK, body, headers).await.problem()
    };
    let accepted = post_signed(&shop, &token, CHECK, CHECK_BODY, &signed("good")).await.data();
    assert_eq!(accepted["bonus"]["reason"], "no_bonuses");
    assert_eq!(problem_of(&token, CHECK_BODY, &signed("good")).await, "403 signature_replayed");
    assert_eq!(problem_of(&token, r#"{"bonusAmount":9}"#, &signed("altered")).await, "403 digest_mismatch");
    let [_, input, signature] = signed("another digest");
    let other_digest = [("content-digest", content_digest("{}")), input, signature];
    assert_eq!(problem_of(&token, "{}", &other_digest).await, "403 signature_invalid", "the digest is signed, too");
    let without_signature = &signed("half")[..2];
    assert_eq!(problem_of(&token, CHECK_BODY, without_signature).await, "403 signature_invalid");
    let elsewhere = phone.sign("/api/v1/order", CHECK_BODY, now, "elsewhere");
    assert_eq!(problem_of(&token, CHECK_BODY, &elsewhere).await, "403 signature_invalid");
    let late = phone.sign(CHECK, CHECK_BODY, now - VALIDITY_SECONDS - 1, "late");
    assert_eq!(problem_of(&token, CHECK_BODY, &late).await, "403 signature_expired");
    let of_another_account = signed("of another account");
    assert_eq!(problem_of(&other_token, CHECK_BODY, &of_another_account).await, "403 client_taken");
    let unknown = unregistered.sign(CHECK, CHECK_BODY, now, "unknown");
    assert_eq!(problem_of(&token, CHECK_BODY, &unknown).await, "403 client_not_found");
    assert_browsers_cannot_spend_bonuses(&shop, &token).await;
}

struct Account<'a> {
    token: &'a str,
    signer: &'a Signer,
}

/// Registers the signer of `account`. The request must be signed with the key that it registers.
async fn register(shop: &TestShop, account: &Account<'_>, other: &Account<'_>) {
    let now = shop.clock.now().timestamp();
    let body = json!({"publicKey": account.signer.jwk(), "name": "Telefon", "platform": "ios"}).to_string();
    let unsigned = post_signed(shop, account.token, REGISTER, &body, &[]).await;
    assert_eq!(unsigned.problem(), "403 signature_invalid");
    let forged = other.signer.sign(REGISTER, &body, now, "forged");
    assert_eq!(post_signed(shop, account.token, REGISTER, &body, &forged).await.problem(), "403 signature_invalid");
    let good = account.signer.sign(REGISTER, &body, now, "register");
    assert_eq!(post_signed(shop, account.token, REGISTER, &body, &good).await.status, 201);
    assert_eq!(post_signed(shop, account.token, REGISTER, &body, &good).await.problem(), "403 signature_replayed");
    let taken = account.signer.sign(REGISTER, &body, now, "taken");
    assert_eq!(post_signed(shop, other.token, REGISTER, &body, &taken).await.problem(), "409 client_taken");
}

async fn assert_browsers_cannot_spend_bonuses(shop: &TestShop, token: &str) {
    let browser = shop.post_as(token, CHECK, &json!({"bonusAmount": 5})).await.data();
    let codes: Vec<_> =
        browser["problems"].as_array().expect("a list").iter().map(|problem| &problem["code"]).collect();
    assert!(codes.contains(&&json!("bonus_app_only")), "{codes:?}");
    for wrong in [json!(1.5), json!("5"), json!(99_999_999_999_999_999_999_f64)] {
        let response = shop.post_as(token, CHECK, &json!({"bonusAmount": wrong})).await;
        assert_eq!(response.problem(), "422 validation_failed bonusAmount=wrong_type", "{wrong}");
    }
    let order =
        json!({"quote": "x", "addressId": 1, "recipientType": "self", "paymentMethod": "cash", "bonusAmount": 5});
    let request = shop.request(Method::POST, "/api/v1/order").bearer_auth(token).header("accept-language", "ru");
    let refusal = send(request.header("idempotency-key", "a-browser").json(&order)).await;
    assert_eq!(refusal.problem(), "403 bonus_app_only");
    assert_eq!(refusal.json()["title"], "Бонусы тратятся только в приложении");
}
