//! A fake notification service that stores each wholesale letter once.

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
pub struct ScriptedNotification(Arc<Mutex<Taken>>);

#[derive(Default)]
struct Taken {
    letters: Vec<TakeDeliveryRequest>,
    is_away: bool,
}

impl ScriptedNotification {
    pub async fn serve(&self) -> TestServer {
        let mut routes = Routes::builder();
        routes.add_service(DeliveriesServer::new(self.clone()));
        TestServer::start(routes.routes()).await
    }

    pub fn is_away(&self, is_away: bool) {
        self.0.lock().expect("no test panics while it holds the letters").is_away = is_away;
    }

    /// The recipient and title of each letter.
    pub fn titles(&self) -> Vec<String> {
        let taken = self.0.lock().expect("no test panics while it holds the letters");
        taken.letters.iter().map(|letter| format!("{}: {}", letter.to, letter.values["title"])).collect()
    }

    /// The link in the latest letter to a customer.
    pub fn link(&self) -> String {
        let taken = self.0.lock().expect("no test panics while it holds the letters");
        let letter = taken.letters.iter().rev().find(|letter| letter.to != "support").expect("a letter to a customer");
        letter.values["link"].clone()
    }
}

#[tonic::async_trait]
impl Deliveries for ScriptedNotification {
    async fn take(&self, request: Request<TakeDeliveryRequest>) -> Result<Response<Done>, Status> {
        let mut taken = self.0.lock().expect("no test panics while it holds the letters");
        if taken.is_away {
            return Err(Status::unavailable("the notification service is unavailable"));
        }
        let letter = request.into_inner();
        if taken.letters.iter().all(|known| known.id != letter.id) {
            taken.letters.push(letter);
        }
        Ok(Response::new(Done {}))
    }
}
