//! MSM: everything in the address, answered as a query string. It knows no ids of ours: a message repeated after an answer
//! that was lost comes twice.

use url::form_urlencoded;

use crate::carriers::{Carrier, Http, Outcome, Parcel, SmsAccount, message_id};

pub struct Msm {
    account: SmsAccount,
    http: Http,
}

impl Msm {
    pub fn new(account: SmsAccount, http: Http) -> Self {
        Self { account, http }
    }

    fn question(&self, parcel: &Parcel) -> String {
        let SmsAccount { base, login, password, sender, .. } = &self.account;
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("user", login)
            .append_pair("password", password.expose())
            .append_pair("gsm", parcel.msisdn())
            .append_pair("from", sender)
            .append_pair("text", parcel.text())
            .finish();
        format!("{base}/sendsms?{query}")
    }
}

#[async_trait::async_trait]
impl Carrier for Msm {
    fn name(&self) -> &'static str {
        "msm"
    }

    async fn carry(&self, parcel: &Parcel) -> Outcome {
        match self.http.get(&self.question(parcel), self.account.patience).await {
            Ok(answer) => understand(&answer),
            Err(outcome) => outcome,
        }
    }
}

fn understand(answer: &str) -> Outcome {
    let answers: Vec<_> = form_urlencoded::parse(answer.trim().as_bytes()).collect();
    let said = |wanted: &str| answers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_ref());
    match said("errno") {
        Some("100") => Outcome::Sent { id: said("message_id").and_then(message_id) },
        Some(code) => Outcome::answered(code),
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
            ("errno=100&errtext=OK&message_id=42&charge=1\n", sent(Some("42"))),
            ("errno=100&errtext=OK", sent(None)),
            ("errno=200&errtext=Wrong+password", Outcome::Failed("answer_200".into())),
            ("errtext=OK", Outcome::failed("unreadable_answer")),
            ("<html>100</html>", Outcome::failed("unreadable_answer")),
        ] {
            assert_eq!(understand(answer), expected, "{answer}");
        }
    }
}
