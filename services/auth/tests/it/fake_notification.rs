//! A fake of the notification service, which records messages, or is unavailable.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use auth::DeliveryWorker;
use proto::{
    common::Done,
    notification::{
        Channel, TakeDeliveryRequest,
        deliveries_server::{Deliveries, DeliveriesServer},
    },
};
use testkit::server::TestServer;
use tonic::{Request, Response, Status, service::Routes};

use crate::test_auth::TestAuth;

#[derive(Clone, Default)]
struct FakeDeliveries {
    deliveries: Arc<Mutex<Vec<TakeDeliveryRequest>>>,
    is_offline: Arc<AtomicBool>,
}

#[tonic::async_trait]
impl Deliveries for FakeDeliveries {
    async fn take(&self, request: Request<TakeDeliveryRequest>) -> Result<Response<Done>, Status> {
        if self.is_offline.load(Ordering::Relaxed) {
            return Err(Status::unavailable("offline"));
        }
        self.deliveries.lock().expect("not poisoned").push(request.into_inner());
        Ok(Response::new(Done {}))
    }
}

pub struct FakeNotification {
    fake: FakeDeliveries,
    worker: DeliveryWorker,
    _server: TestServer,
}

impl FakeNotification {
    pub async fn start(auth: &TestAuth) -> Self {
        let fake = FakeDeliveries::default();
        let mut routes = Routes::builder();
        routes.add_service(DeliveriesServer::new(fake.clone()));
        let server = TestServer::start(routes.routes()).await;
        let worker = DeliveryWorker::new(auth.app.clone(), server.channel());
        Self { fake, worker, _server: server }
    }

    pub fn delivery_worker(&self) -> DeliveryWorker {
        self.worker.clone()
    }

    pub fn go_offline(&self) {
        self.fake.is_offline.store(true, Ordering::Relaxed);
    }

    pub fn go_online(&self) {
        self.fake.is_offline.store(false, Ordering::Relaxed);
    }

    /// Delivers all due messages, and returns all accepted ones.
    pub async fn deliveries(&self) -> Vec<TakeDeliveryRequest> {
        while self.worker.deliver_due().await.expect("the worker reads the database") > 0 {}
        self.fake.deliveries.lock().expect("not poisoned").clone()
    }

    pub async fn last_to(&self, to: &str) -> TakeDeliveryRequest {
        let delivery = self.deliveries().await.into_iter().rfind(|delivery| delivery.to == to);
        delivery.unwrap_or_else(|| panic!("nothing was sent to {to}"))
    }

    pub async fn code_to(&self, phone: &str) -> String {
        let delivery = self.last_to(phone).await;
        assert_eq!((delivery.channel(), delivery.template.as_str()), (Channel::Sms, "code"));
        delivery.values["code"].clone()
    }

    /// The token of the last link.
    pub async fn link_to(&self, email: &str, template: &str) -> String {
        let deliveries = self.deliveries().await.into_iter();
        let delivery = deliveries.rev().find(|delivery| delivery.to == email && delivery.template == template);
        let delivery = delivery.unwrap_or_else(|| panic!("no {template} was sent to {email}"));
        delivery.values["link"].rsplit_once('=').expect("a link ends with its token").1.to_owned()
    }

    /// The token in the link of the last security notice.
    pub async fn notice_to(&self, to: &str, template: &str) -> String {
        let deliveries = self.deliveries().await.into_iter();
        let delivery = deliveries.rev().find(|delivery| delivery.to == to && delivery.template == template);
        let delivery = delivery.unwrap_or_else(|| panic!("no {template} was sent to {to}"));
        let (page, token) = delivery.values["link"].rsplit_once('/').expect("a link ends with its token");
        assert_eq!(page, "http://localhost:8080/tehlukesizlik");
        token.to_owned()
    }

    pub async fn templates_to(&self, to: &str) -> Vec<String> {
        let deliveries = self.deliveries().await.into_iter();
        deliveries.filter(|delivery| delivery.to == to).map(|delivery| delivery.template).collect()
    }
}
