//! The SMS provider LSIM. It takes no message ids, so a retry after a lost response sends the message twice.

use md5::{Digest as _, Md5};
use serde_json::{Value, json};

use crate::{
    carriers::{Carrier, Http, Outcome, OutgoingMessage, SmsAccount, message_id},
    domain::gsm,
};

pub struct Lsim {
    account: SmsAccount,
    http: Http,
}

impl Lsim {
    pub fn new(account: SmsAccount, http: Http) -> Self {
        Self { account, http }
    }

    fn request_body(&self, outgoing: &OutgoingMessage) -> Value {
        let SmsAccount { login, password, sender, .. } = &self.account;
        let (text, msisdn) = (outgoing.text(), outgoing.msisdn());
        json!({
            "login": login,
            "key": signature(login, password.expose(), text, msisdn, sender),
            "msisdn": msisdn,
            "text": text,
            "sender": sender,
            "scheduled": "NOW",
            "unicode": !gsm::is_gsm(text),
        })
    }
}

#[async_trait::async_trait]
impl Carrier for Lsim {
    fn name(&self) -> &'static str {
        "lsim"
    }

    async fn send(&self, outgoing: &OutgoingMessage) -> Outcome {
        let address = format!("{}/quicksms/v1/smssender", self.account.base);
        let body = self.request_body(outgoing).to_string();
        match self.http.post(&address, "application/json", body, self.account.timeout).await {
            Ok(response) => parse_response(&response),
            Err(outcome) => outcome,
        }
    }
}

/// md5(md5(password) + login + text + msisdn + sender), as the API requires.
fn signature(login: &str, password: &str, text: &str, msisdn: &str, sender: &str) -> String {
    let password = hex_md5(password);
    hex_md5(&[password.as_str(), login, text, msisdn, sender].concat())
}

fn hex_md5(text: &str) -> String {
    let digits = Md5::digest(text).into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

fn parse_response(response: &str) -> Outcome {
    let Ok(response) = serde_json::from_str::<Value>(response) else { return Outcome::failed("unreadable_answer") };
    let code = number_text(&response["errorCode"]);
    // `obj` is the message id.
    let id = number_text(&response["obj"]);
    match code.as_deref() {
        Some("-100" | "-108") => Outcome::failed("credentials"),
        Some("-102") => Outcome::refused("bad_number"),
        Some("-103") => Outcome::failed("bad_sender"),
        Some("-104") => Outcome::failed("no_balance"),
        Some("-107") => Outcome::failed("address_not_allowed"),
        Some(code) if code.starts_with('-') => Outcome::failed_with_code(code),
        _ => match id {
            Some(id) => Outcome::Sent { id: message_id(&id) },
            None => Outcome::failed("unreadable_answer"),
        },
    }
}

/// The API sends numbers as JSON numbers and as strings.
fn number_text(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_matches_the_documented_algorithm() {
        let signature = signature("mylogin", "secret", "Kod: 1234", "994501234567", "MyShop");
        assert_eq!(signature, "ea39d8026aea6e594e0ea0a6e89ac676");
    }

    #[test]
    fn response_codes_map_to_outcomes() {
        let sent = Outcome::Sent { id: Some("815".to_owned()) };
        for (response, expected) in [
            (r#"{"successMessage": "Operation", "obj": 815, "errorCode": null}"#, sent.clone()),
            (r#"{"successMessage": "Operation", "obj": "815", "errorCode": 100}"#, sent),
            (r#"{"errorMessage": "x", "errorCode": -100}"#, Outcome::failed("credentials")),
            (r#"{"errorMessage": "x", "errorCode": "-108"}"#, Outcome::failed("credentials")),
            (r#"{"errorCode": -102, "obj": 0}"#, Outcome::refused("bad_number")),
            (r#"{"errorCode": -103}"#, Outcome::failed("bad_sender")),
            (r#"{"errorCode": -104}"#, Outcome::failed("no_balance")),
            (r#"{"errorCode": -107}"#, Outcome::failed("address_not_allowed")),
            (r#"{"errorCode": -500}"#, Outcome::failed_with_code("-500")),
            ("{}", Outcome::failed("unreadable_answer")),
            ("<html>", Outcome::failed("unreadable_answer")),
        ] {
            assert_eq!(parse_response(response), expected, "{response}");
        }
    }
}
