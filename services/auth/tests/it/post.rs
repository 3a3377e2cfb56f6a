//! The notification service as this one sees it: it takes letters, or is away.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use auth::Postman;
use proto::{
    common::Done,
    notification::{
        Channel, TakeDeliveryRequest,
        deliveries_server::{Deliveries, DeliveriesServer},
    },
};
use testkit::server::TestServer;
use tonic::{Request, Response, Status, service::Routes};

use crate::house::TestAuth;

#[derive(Clone, Default)]
struct Taken {
    letters: Arc<Mutex<Vec<TakeDeliveryRequest>>>,
    is_away: Arc<AtomicBool>,
}

#[tonic::async_trait]
impl Deliveries for Taken {
    async fn take(&self, request: Request<TakeDeliveryRequest>) -> Result<Response<Done>, Status> {
        if self.is_away.load(Ordering::Relaxed) {
            return Err(Status::unavailable("away"));
        }
        self.letters.lock().expect("nobody died with it").push(request.into_inner());
        Ok(Response::new(Done {}))
    }
}

pub struct TestPost {
    taken: Taken,
    postman: Postman,
    _server: TestServer,
}

impl TestPost {
    pub async fn start(auth: &TestAuth) -> Self {
        let taken = Taken::default();
        let mut routes = Routes::builder();
        routes.add_service(DeliveriesServer::new(taken.clone()));
        let server = TestServer::start(routes.routes()).await;
        let postman = Postman::new(auth.app.clone(), server.channel());
        Self { taken, postman, _server: server }
    }

    pub fn postman(&self) -> Postman {
        self.postman.clone()
    }

    pub fn go_away(&self) {
        self.taken.is_away.store(true, Ordering::Relaxed);
    }

    pub fn come_back(&self) {
        self.taken.is_away.store(false, Ordering::Relaxed);
    }

    /// Everything taken, what is due now included.
    pub async fn letters(&self) -> Vec<TakeDeliveryRequest> {
        while self.postman.round().await.expect("letters are carried") > 0 {}
        self.taken.letters.lock().expect("nobody died with it").clone()
    }

    /// The last letter to this phone or address.
    pub async fn last_to(&self, to: &str) -> TakeDeliveryRequest {
        let letter = self.letters().await.into_iter().rfind(|letter| letter.to == to);
        letter.unwrap_or_else(|| panic!("nothing came to {to}"))
    }

    /// The code that was last sent to this number.
    pub async fn code_to(&self, phone: &str) -> String {
        let letter = self.last_to(phone).await;
        assert_eq!((letter.channel(), letter.template.as_str()), (Channel::Sms, "code"));
        letter.values["code"].clone()
    }

    /// The token of the last link that was mailed to this address.
    pub async fn link_to(&self, email: &str, template: &str) -> String {
        let letters = self.letters().await.into_iter();
        let letter = letters.rev().find(|letter| letter.to == email && letter.template == template);
        let letter = letter.unwrap_or_else(|| panic!("no {template} came to {email}"));
        letter.values["link"].rsplit_once('=').expect("a link ends with its token").1.to_owned()
    }

    /// The templates of everything that came to this address, in order.
    pub async fn templates_to(&self, to: &str) -> Vec<String> {
        let letters = self.letters().await.into_iter();
        letters.filter(|letter| letter.to == to).map(|letter| letter.template).collect()
    }
}
