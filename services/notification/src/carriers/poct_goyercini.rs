//! The SMS provider Poçt Göyərçini. It takes no message ids, so a retry after a lost response sends the message twice.

use serde_json::{Value, json};

use crate::carriers::{Carrier, Http, Outcome, OutgoingMessage, SmsAccount, message_id};

pub struct PoctGoyercini {
    account: SmsAccount,
    http: Http,
}

impl PoctGoyercini {
    pub fn new(account: SmsAccount, http: Http) -> Self {
        Self { account, http }
    }

    fn request_body(&self, outgoing: &OutgoingMessage) -> Value {
        let SmsAccount { login, password, sender, .. } = &self.account;
        json!({
            "Username": login,
            "Password": password.expose(),
            "Message": outgoing.text(),
            "Receivers": [outgoing.msisdn()],
            "Channel": "OTP",
            "Originator": sender,
        })
    }
}

#[async_trait::async_trait]
impl Carrier for PoctGoyercini {
    fn name(&self) -> &'static str {
        "poct_goyercini"
    }

    async fn send(&self, outgoing: &OutgoingMessage) -> Outcome {
        let address = format!("{}/api_json/v1/Sms/Send_1_N", self.account.base);
        let body = self.request_body(outgoing).to_string();
        match self.http.post(&address, "application/json", body, self.account.timeout).await {
            Ok(response) => parse_response(&response),
            Err(outcome) => outcome,
        }
    }
}

fn parse_response(response: &str) -> Outcome {
    let Ok(response) = serde_json::from_str::<Value>(response) else { return Outcome::failed("unreadable_answer") };
    match response["StatusCode"].as_i64() {
        Some(200) => {
            // The API sends ids as strings and as numbers.
            let id = match &response["Result"][0]["MessageId"] {
                Value::String(id) => Some(id.clone()),
                id => id.as_i64().map(|number| number.to_string()),
            };
            Outcome::Sent { id: id.as_deref().and_then(message_id) }
        }
        Some(401 | 403) => Outcome::failed("credentials"),
        Some(code) => Outcome::failed_with_code(&code.to_string()),
        None => Outcome::failed("unreadable_answer"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn response_codes_map_to_outcomes() {
        let sent = |id: Option<&str>| Outcome::Sent { id: id.map(str::to_owned) };
        for (response, expected) in [
            (
                r#"{"StatusCode": 200, "Result": [{"MessageId": "a1", "Receiver": "994", "Charge": 1}]}"#,
                sent(Some("a1")),
            ),
            (r#"{"StatusCode": 200, "Result": [{"MessageId": 7}]}"#, sent(Some("7"))),
            (r#"{"StatusCode": 200}"#, sent(None)),
            (r#"{"StatusCode": 401, "StatusDescription": "x"}"#, Outcome::failed("credentials")),
            (r#"{"StatusCode": 310}"#, Outcome::Failed("answer_310".into())),
            (r#"{"StatusCode": "200"}"#, Outcome::failed("unreadable_answer")),
            ("", Outcome::failed("unreadable_answer")),
        ] {
            assert_eq!(parse_response(response), expected, "{response}");
        }
    }
}
