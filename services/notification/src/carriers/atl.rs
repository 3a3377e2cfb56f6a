//! The SMS provider ATL. It recognizes a repeated message by its control id, which is the delivery's id.

use kit::template::escape;

use crate::carriers::{Carrier, Http, Outcome, OutgoingMessage, SmsAccount, message_id};

pub struct Atl {
    account: SmsAccount,
    http: Http,
}

impl Atl {
    pub fn new(account: SmsAccount, http: Http) -> Self {
        Self { account, http }
    }

    fn request_body(&self, outgoing: &OutgoingMessage) -> String {
        let SmsAccount { login, password, sender, .. } = &self.account;
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
             <request>\
             <head>\
             <operation>submit</operation>\
             <login>{login}</login>\
             <password>{password}</password>\
             <title>{sender}</title>\
             <bulkmessage>{text}</bulkmessage>\
             <scheduled>NOW</scheduled>\
             <isbulk>true</isbulk>\
             <controlid>{id}</controlid>\
             </head>\
             <body><msisdn>{msisdn}</msisdn></body>\
             </request>",
            login = escape(login),
            password = escape(password.expose()),
            sender = escape(sender),
            text = escape(outgoing.text()),
            id = outgoing.id,
            msisdn = escape(outgoing.msisdn()),
        )
    }
}

#[async_trait::async_trait]
impl Carrier for Atl {
    fn name(&self) -> &'static str {
        "atl"
    }

    async fn send(&self, outgoing: &OutgoingMessage) -> Outcome {
        let address = format!("{}/bulksms/api", self.account.base);
        let body = self.request_body(outgoing);
        match self.http.post(&address, "text/xml; charset=utf-8", body, self.account.timeout).await {
            Ok(response) => parse_response(&response),
            Err(outcome) => outcome,
        }
    }
}

fn parse_response(response: &str) -> Outcome {
    match element(response, "responsecode") {
        // 000: accepted. 002: a message with this control id was accepted before.
        Some("000" | "002") => Outcome::Sent { id: element(response, "taskid").and_then(message_id) },
        Some("105") => Outcome::failed("credentials"),
        Some("118") => Outcome::failed("no_balance"),
        Some("235") => Outcome::failed("bad_sender"),
        Some(code) => Outcome::failed_with_code(code),
        None => Outcome::failed("unreadable_answer"),
    }
}

/// Responses are so simple that they need no XML parser.
fn element<'a>(xml: &'a str, name: &str) -> Option<&'a str> {
    let (_, after_start_tag) = xml.split_once(&format!("<{name}>"))?;
    let (text, _) = after_start_tag.split_once(&format!("</{name}>"))?;
    Some(text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn response_codes_map_to_outcomes() {
        let response = |code: &str| {
            format!(
                "<response><head><responsecode>{code}</responsecode></head><body><taskid>77</taskid></body></response>"
            )
        };
        let sent = Outcome::Sent { id: Some("77".to_owned()) };
        for (code, expected) in [
            ("000", sent.clone()),
            ("002", sent),
            ("105", Outcome::failed("credentials")),
            ("118", Outcome::failed("no_balance")),
            ("235", Outcome::failed("bad_sender")),
            ("999", Outcome::Failed("answer_999".into())),
        ] {
            assert_eq!(parse_response(&response(code)), expected, "{code}");
        }
        assert_eq!(parse_response("<responsecode>000"), Outcome::failed("unreadable_answer"));
        assert_eq!(parse_response("garbage"), Outcome::failed("unreadable_answer"));
    }
}
