//! A fake notification service. It records the e-mails about wholesale requests instead of sending them. Like the real
//! service, it accepts a repeated e-mail without recording it again.

use std::sync::{Arc, Mutex};

use proto::{
    common::Done,
    notification::{
        TakeDeliveryRequest,
        deliveries_server::{Deliveries, DeliveriesServer},
    },
};
use testkit::server::TestServer;
use tonic::{Request, Response, Status, service::Routes};

#[derive(Clone, Default)]
pub struct ScriptedNotification(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    emails: Vec<TakeDeliveryRequest>,
    /// Whether every call fails.
    is_away: bool,
}

impl ScriptedNotification {
    pub async fn serve(&self) -> TestServer {
        let mut routes = Routes::builder();
        routes.add_service(DeliveriesServer::new(self.clone()));
        TestServer::start(routes.routes()).await
    }

    /// Makes every call fail, or succeed again.
    pub fn set_away(&self, is_away: bool) {
        self.0.lock().expect("no test panics while it holds the emails").is_away = is_away;
    }

    /// Returns the recipient and the title of each e-mail.
    pub fn titles(&self) -> Vec<String> {
        let state = self.0.lock().expect("no test panics while it holds the emails");
        state.emails.iter().map(|email| format!("{}: {}", email.to, email.values["title"])).collect()
    }

    /// Returns the link in the latest e-mail to a customer. E-mails to `support` are for staff.
    pub fn link(&self) -> String {
        let state = self.0.lock().expect("no test panics while it holds the emails");
        let email =
            state.emails.iter().rev().find(|email| email.to != "support").expect("a customer has received an e-mail");
        email.values["link"].clone()
    }
}

#[tonic::async_trait]
impl Deliveries for ScriptedNotification {
    async fn take(&self, request: Request<TakeDeliveryRequest>) -> Result<Response<Done>, Status> {
        let mut state = self.0.lock().expect("no test panics while it holds the emails");
        if state.is_away {
            return Err(Status::unavailable("the notification service is unavailable"));
        }
        let email = request.into_inner();
        if state.emails.iter().all(|stored| stored.id != email.id) {
            state.emails.push(email);
        }
        Ok(Response::new(Done {}))
    }
}
