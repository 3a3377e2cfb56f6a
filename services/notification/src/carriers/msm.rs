//! The SMS provider MSM. It takes no message ids, so a retry after a lost response sends the message twice.

use url::form_urlencoded;

use crate::carriers::{Carrier, Http, Outcome, OutgoingMessage, SmsAccount, message_id};

pub struct Msm {
    account: SmsAccount,
    http: Http,
}

impl Msm {
    pub fn new(account: SmsAccount, http: Http) -> Self {
        Self { account, http }
    }

    fn request_url(&self, outgoing: &OutgoingMessage) -> String {
        let SmsAccount { base, login, password, sender, .. } = &self.account;
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("user", login)
            .append_pair("password", password.expose())
            .append_pair("gsm", outgoing.msisdn())
            .append_pair("from", sender)
            .append_pair("text", outgoing.text())
            .finish();
        format!("{base}/sendsms?{query}")
    }
}

#[async_trait::async_trait]
impl Carrier for Msm {
    fn name(&self) -> &'static str {
        "msm"
    }

    async fn send(&self, outgoing: &OutgoingMessage) -> Outcome {
        match self.http.get(&self.request_url(outgoing), self.account.timeout).await {
            Ok(response) => parse_response(&response),
            Err(outcome) => outcome,
        }
    }
}

fn parse_response(response: &str) -> Outcome {
    let fields: Vec<_> = form_urlencoded::parse(response.trim().as_bytes()).collect();
    let field = |name: &str| fields.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_ref());
    match field("errno") {
        // 100: accepted.
        Some("100") => Outcome::Sent { id: field("message_id").and_then(message_id) },
        Some(code) => Outcome::failed_with_code(code),
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
            ("errno=100&errtext=OK&message_id=42&charge=1\n", sent(Some("42"))),
            ("errno=100&errtext=OK", sent(None)),
            ("errno=200&errtext=Wrong+password", Outcome::Failed("answer_200".into())),
            ("errtext=OK", Outcome::failed("unreadable_answer")),
            ("<html>100</html>", Outcome::failed("unreadable_answer")),
        ] {
            assert_eq!(parse_response(response), expected, "{response}");
        }
    }
}
