//! Poçt Göyərçini: JSON with capital letters. It knows no ids of ours: a message repeated after an answer that was lost comes
//! twice.

use serde_json::{Value, json};

use crate::carriers::{Carrier, Http, Outcome, Parcel, SmsAccount, message_id};

pub struct PoctGoyercini {
    account: SmsAccount,
    http: Http,
}

impl PoctGoyercini {
    pub fn new(account: SmsAccount, http: Http) -> Self {
        Self { account, http }
    }

    fn question(&self, parcel: &Parcel) -> Value {
        let SmsAccount { login, password, sender, .. } = &self.account;
        json!({
            "Username": login,
            "Password": password.expose(),
            "Message": parcel.text(),
            "Receivers": [parcel.msisdn()],
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

    async fn carry(&self, parcel: &Parcel) -> Outcome {
        let address = format!("{}/api_json/v1/Sms/Send_1_N", self.account.base);
        let question = self.question(parcel).to_string();
        match self.http.post(&address, "application/json", question, self.account.patience).await {
            Ok(answer) => understand(&answer),
            Err(outcome) => outcome,
        }
    }
}

fn understand(answer: &str) -> Outcome {
    let Ok(answer) = serde_json::from_str::<Value>(answer) else { return Outcome::failed("unreadable_answer") };
    match answer["StatusCode"].as_i64() {
        Some(200) => {
            let id = &answer["Result"][0]["MessageId"];
            let id = id.as_str().map_or_else(|| id.as_i64().map(|number| number.to_string()), |id| Some(id.to_owned()));
            Outcome::Sent { id: id.as_deref().and_then(message_id) }
        }
        Some(401 | 403) => Outcome::failed("credentials"),
        Some(code) => Outcome::answered(&code.to_string()),
        None => Outcome::failed("unreadable_answer"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn their_answers_are_understood() {
        let sent = |id: Option<&str>| Outcome::Sent { id: id.map(str::to_owned) };
        for (answer, expected) in [
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
            assert_eq!(understand(answer), expected, "{answer}");
        }
    }
}
