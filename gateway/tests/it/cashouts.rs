//! A blogger requests the earned money, and an operator approves the payment to a card.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    response::TestResponse,
    test_shop::{BLOGGER, LOGIN, PASSWORD, TestShop, send, text},
};

const CARD: &str = "4169 7388 1234 5670";
const CASHOUTS: &str = "/api/v1/influencer/cashouts";
const ADMIN: &str = "/api/v1/admin/cashouts";

impl TestShop {
    async fn request_cashout(&self, token: &str, key: &str, body: &Value) -> TestResponse {
        let request = self.request(Method::POST, "/api/v1/influencer/cashout").bearer_auth(token);
        send(request.header("idempotency-key", key).json(body)).await
    }

    /// `pending` is in qəpik, earned in a test of `ordering`.
    pub async fn test_cashout_of(&self, pending: i64) {
        // The order is too small for the usual minimum.
        sqlx::query("update cashout_setting set minimum = 100").execute(&self.order.pool).await.expect("a limit");
        let (blogger, shopper) = (self.token_of(BLOGGER).await, self.token_of((LOGIN, PASSWORD)).await);
        let early = self.request_cashout(&blogger, "too-early", &form(pending)).await;
        assert_eq!(early.problem(), "409 cashout_exceeds_balance");
        assert_eq!(early.json()["available"], 0);
        // Earnings are available after the return period of 14 days.
        self.clock.advance(TimeDelta::days(20));
        let (blogger, operator) = (self.token_of(BLOGGER).await, self.operator().await);

        let overview = self.get_as(&blogger, CASHOUTS).await;
        assert_eq!(overview.header("cache-control"), "private, no-store");
        let limits = json!({"available": pending, "minimum": 100, "maximum": 500_000, "cashouts": []});
        assert_eq!(overview.data(), limits);
        assert_eq!(self.get(CASHOUTS).await.problem(), "401 unauthenticated");
        assert_eq!(self.get_as(&shopper, CASHOUTS).await.status, 401, "the token has expired");
        self.assert_invalid_cashouts_are_refused(&blogger, pending).await;
        self.request_and_cancel_cashout(&blogger, pending).await;

        let second = self.request_cashout(&blogger, "second-cashout", &form(pending)).await.data();
        assert_eq!(self.get_as(&blogger, ADMIN).await.problem(), "403 forbidden");
        let open = self.get_as(&operator, &format!("{ADMIN}?isOpen=true")).await.data();
        assert_eq!(open[0]["cashout"]["code"], second["code"]);
        assert_eq!(open.as_array().map(Vec::len), Some(1));
        self.approve_cashout(&operator, text(&second["code"]), pending).await;
        let exported = self.get_as(&blogger, "/api/v1/user/export").await.data();
        assert_eq!(exported["cashouts"][0]["code"], second["code"]);
        assert_eq!(exported["earnings"][0]["kind"], "cashed_out");
    }

    async fn assert_invalid_cashouts_are_refused(&self, blogger: &str, pending: i64) {
        for (body, expected) in [
            (json!({}), "amount=required cardNumber=required"),
            (json!({"amount": "20", "cardNumber": CARD}), "amount=wrong_type"),
            (json!({"amount": 20.5, "cardNumber": CARD}), "amount=wrong_type"),
            (json!({"amount": 0, "cardNumber": CARD}), "amount=below_minimum"),
            (json!({"amount": pending, "cardNumber": "4169738812345"}), "cardNumber=card_length"),
            (json!({"amount": pending, "cardNumber": "4169738812345671"}), "cardNumber=card_unknown"),
        ] {
            let refused = self.request_cashout(blogger, "invalid-cashout", &body).await;
            assert_eq!(refused.problem(), format!("422 validation_failed {expected}"));
            assert!(!refused.text.contains("4169738812345"), "the response repeats the card number: {}", refused.text);
        }
        let without_key = self.post_as(blogger, "/api/v1/influencer/cashout", &form(pending)).await;
        assert_eq!(without_key.problem(), "422 validation_failed Idempotency-Key=required");
    }

    async fn request_and_cancel_cashout(&self, blogger: &str, pending: i64) {
        let first = self.request_cashout(blogger, "first-cashout", &form(pending)).await.data();
        assert_eq!(first["status"], "requested");
        assert_eq!(first["card"], "4169 •••• •••• 5670");
        let repeated = self.request_cashout(blogger, "first-cashout", &form(pending)).await;
        assert_eq!(repeated.data()["code"], first["code"]);
        let another = self.request_cashout(blogger, "second-cashout", &form(pending)).await;
        assert_eq!(another.problem(), "409 cashout_open");
        let cancel = format!("/api/v1/influencer/cashout/{}/cancel", text(&first["code"]));
        assert_eq!(self.post_as(blogger, &cancel, &json!({})).await.data()["status"], "cancelled");
    }

    async fn approve_cashout(&self, operator: &str, code: &str, pending: i64) {
        let act =
            async |action: &str, body: Value| self.post_as(operator, &format!("{ADMIN}/{code}/{action}"), &body).await;
        assert_eq!(act("decline", json!({})).await.problem(), "422 validation_failed reason=required");
        let unknown = act("resolve", json!({"resolution": "gone"})).await;
        assert_eq!(unknown.problem(), "422 validation_failed resolution=unknown_value");
        let paid = act("resolve", json!({"resolution": "paid", "paidAmount": pending})).await;
        assert_eq!(paid.problem(), "409 cashout_not_stuck");
        let approved = act("approve", json!({})).await.data();
        assert_eq!(approved["cashout"]["status"], "approved");
        assert_eq!(approved["isStuck"], false);
        assert_eq!(act("approve", json!({})).await.problem(), "409 cashout_decided");
    }
}

fn form(amount: i64) -> Value {
    json!({"amount": amount, "cardNumber": CARD})
}
