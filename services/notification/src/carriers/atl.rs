//! ATL SMS: XML. A message carries our id as its control id, so one repeated after an answer that was lost is recognised and
//! comes once.

use kit::fill::escape;

use crate::carriers::{Carrier, Http, Outcome, Parcel, SmsAccount, message_id};

pub struct Atl {
    account: SmsAccount,
    http: Http,
}

impl Atl {
    pub fn new(account: SmsAccount, http: Http) -> Self {
        Self { account, http }
    }

    fn question(&self, parcel: &Parcel) -> String {
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
            text = escape(parcel.text()),
            id = parcel.id,
            msisdn = escape(parcel.msisdn()),
        )
    }
}

#[async_trait::async_trait]
impl Carrier for Atl {
    fn name(&self) -> &'static str {
        "atl"
    }

    async fn carry(&self, parcel: &Parcel) -> Outcome {
        let address = format!("{}/bulksms/api", self.account.base);
        let question = self.question(parcel);
        match self.http.post(&address, "text/xml; charset=utf-8", question, self.account.patience).await {
            Ok(answer) => understand(&answer),
            Err(outcome) => outcome,
        }
    }
}

fn understand(answer: &str) -> Outcome {
    let task = || element(answer, "taskid").and_then(message_id);
    match element(answer, "responsecode") {
        // 002: they have taken this control id before.
        Some("000" | "002") => Outcome::Sent { id: task() },
        Some("105") => Outcome::failed("credentials"),
        Some("118") => Outcome::failed("no_balance"),
        Some("235") => Outcome::failed("bad_sender"),
        Some(code) => Outcome::answered(code),
        None => Outcome::failed("unreadable_answer"),
    }
}

/// The text of the first such element. Their answers are two elements deep; an XML reader would be more than they need.
fn element<'a>(xml: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = xml.split_once(&format!("<{name}>"))?;
    let (text, _) = rest.split_once(&format!("</{name}>"))?;
    Some(text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn their_answers_are_understood() {
        let of = |code: &str| {
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
            assert_eq!(understand(&of(code)), expected, "{code}");
        }
        assert_eq!(understand("<responsecode>000"), Outcome::failed("unreadable_answer"));
        assert_eq!(understand("garbage"), Outcome::failed("unreadable_answer"));
    }
}
