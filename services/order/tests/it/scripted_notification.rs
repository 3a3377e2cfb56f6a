//! A fake notification service that stores each wholesale e-mail once.

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
    is_away: bool,
}

impl ScriptedNotification {
    pub async fn serve(&self) -> TestServer {
        let mut routes = Routes::builder();
        routes.add_service(DeliveriesServer::new(self.clone()));
        TestServer::start(routes.routes()).await
    }

    pub fn set_away(&self, is_away: bool) {
        self.0.lock().expect("no test panics while it holds the emails").is_away = is_away;
    }

    /// The recipient and title of each e-mail.
    pub fn titles(&self) -> Vec<String> {
        let state = self.0.lock().expect("no test panics while it holds the emails");
        state.emails.iter().map(|email| format!("{}: {}", email.to, email.values["title"])).collect()
    }

    /// The link in the latest e-mail to a customer.
    pub fn link(&self) -> String {
        let state = self.0.lock().expect("no test panics while it holds the emails");
        let email = state.emails.iter().rev().find(|email| email.to != "support").expect("a email to a customer");
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
