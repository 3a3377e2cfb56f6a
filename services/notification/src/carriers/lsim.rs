//! LSIM's single SMS: JSON, signed with a key made of everything that is said. It knows no ids of ours: a message repeated
//! after an answer that was lost comes twice.

use md5::{Digest as _, Md5};
use serde_json::{Value, json};

use crate::{
    carriers::{Carrier, Http, Outcome, Parcel, SmsAccount, message_id},
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

    fn question(&self, parcel: &Parcel) -> Value {
        let SmsAccount { login, password, sender, .. } = &self.account;
        let (text, msisdn) = (parcel.text(), parcel.msisdn());
        json!({
            "login": login,
            "key": key(login, password.expose(), text, msisdn, sender),
            "msisdn": msisdn,
            "text": text,
            "sender": sender,
            "scheduled": "NOW",
            "unicode": !gsm::is_plain(text),
        })
    }
}

#[async_trait::async_trait]
impl Carrier for Lsim {
    fn name(&self) -> &'static str {
        "lsim"
    }

    async fn carry(&self, parcel: &Parcel) -> Outcome {
        let address = format!("{}/quicksms/v1/smssender", self.account.base);
        let question = self.question(parcel).to_string();
        match self.http.post(&address, "application/json", question, self.account.patience).await {
            Ok(answer) => understand(&answer),
            Err(outcome) => outcome,
        }
    }
}

/// md5( md5(password) + login + text + msisdn + sender ), in hexadecimal.
fn key(login: &str, password: &str, text: &str, msisdn: &str, sender: &str) -> String {
    let password = hex_md5(password);
    hex_md5(&[password.as_str(), login, text, msisdn, sender].concat())
}

fn hex_md5(text: &str) -> String {
    let digits = Md5::digest(text).into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

fn understand(answer: &str) -> Outcome {
    let Ok(answer) = serde_json::from_str::<Value>(answer) else { return Outcome::failed("unreadable_answer") };
    let code = number_of(&answer["errorCode"]);
    match (code.as_deref(), number_of(&answer["obj"])) {
        (Some("-100" | "-108"), _) => Outcome::failed("credentials"),
        (Some("-102"), _) => Outcome::refused("bad_number"),
        (Some("-103"), _) => Outcome::failed("bad_sender"),
        (Some("-104"), _) => Outcome::failed("no_balance"),
        (Some("-107"), _) => Outcome::failed("address_not_allowed"),
        (Some(code), _) if code.starts_with('-') => Outcome::answered(code),
        (_, Some(transaction)) => Outcome::Sent { id: message_id(&transaction) },
        _ => Outcome::failed("unreadable_answer"),
    }
}

/// They write numbers with and without quotation marks.
fn number_of(value: &Value) -> Option<String> {
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
    fn the_key_is_the_one_they_compute() {
        let key = key("mylogin", "secret", "Kod: 1234", "994501234567", "MyShop");
        assert_eq!(key, "ea39d8026aea6e594e0ea0a6e89ac676");
    }

    #[test]
    fn their_answers_are_understood() {
        let sent = Outcome::Sent { id: Some("815".to_owned()) };
        for (answer, expected) in [
            (r#"{"successMessage": "Operation", "obj": 815, "errorCode": null}"#, sent.clone()),
            (r#"{"successMessage": "Operation", "obj": "815", "errorCode": 100}"#, sent),
            (r#"{"errorMessage": "x", "errorCode": -100}"#, Outcome::failed("credentials")),
            (r#"{"errorMessage": "x", "errorCode": "-108"}"#, Outcome::failed("credentials")),
            (r#"{"errorCode": -102, "obj": 0}"#, Outcome::refused("bad_number")),
            (r#"{"errorCode": -103}"#, Outcome::failed("bad_sender")),
            (r#"{"errorCode": -104}"#, Outcome::failed("no_balance")),
            (r#"{"errorCode": -107}"#, Outcome::failed("address_not_allowed")),
            (r#"{"errorCode": -500}"#, Outcome::answered("-500")),
            ("{}", Outcome::failed("unreadable_answer")),
            ("<html>", Outcome::failed("unreadable_answer")),
        ] {
            assert_eq!(understand(answer), expected, "{answer}");
        }
    }
}
