//! A fake notification service that records e-mails. Like the real one, it ignores a repeated e-mail.

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
    is_unavailable: bool,
}

impl ScriptedNotification {
    pub async fn serve(&self) -> TestServer {
        let mut routes = Routes::builder();
        routes.add_service(DeliveriesServer::new(self.clone()));
        TestServer::start(routes.routes()).await
    }

    pub fn set_unavailable(&self, is_unavailable: bool) {
        self.0.lock().expect("no test panics while it holds the emails").is_unavailable = is_unavailable;
    }

    /// Returns `recipient: title` of each e-mail.
    pub fn titles(&self) -> Vec<String> {
        let state = self.0.lock().expect("no test panics while it holds the emails");
        state.emails.iter().map(|email| format!("{}: {}", email.to, email.values["title"])).collect()
    }

    /// Returns the last link sent to a customer. E-mails to `support` are for staff.
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
        if state.is_unavailable {
            return Err(Status::unavailable("the notification service is unavailable"));
        }
        let email = request.into_inner();
        if state.emails.iter().all(|stored| stored.id != email.id) {
            state.emails.push(email);
        }
        Ok(Response::new(Done {}))
    }
}
