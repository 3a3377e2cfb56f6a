//! An order service that records the requests, and returns responses that the test chooses.

use std::{
    pin::Pin,
    sync::{Arc, Mutex},
};

use futures::{Stream, StreamExt as _};
use proto::{
    common::Done,
    order::{
        CancelOrderRequest, CartChange, GetOrderRequest, ListOrdersRequest, Order, OrderPage, OrderStatus,
        PayOrderRequest, Payment, PaymentCallbackRequest, PaymentPlan, PaymentPlans, PaymentPlansRequest,
        PaymentStatus, PlaceOrderRequest, PlacedOrder, Refund, RefundOrderRequest, ReorderRequest, Reordered,
        orders_server::{Orders, OrdersServer},
        payments_server::{Payments, PaymentsServer},
    },
};
use testkit::server::TestServer;
use tokio::sync::watch;
use tonic::{Request, Response, Status, service::Routes};

pub const ORDER: &str = "SQ-7K4M-29";

#[derive(Clone, Default)]
pub struct ScriptedOrders(Arc<Inner>);

struct Inner {
    // The recorded requests, oldest first.
    placed: Mutex<Vec<PlaceOrderRequest>>,
    paid: Mutex<Vec<PayOrderRequest>>,
    refunds: Mutex<Vec<RefundOrderRequest>>,
    callbacks: Mutex<Vec<PaymentCallbackRequest>>,
    /// The changes of every cart since its quote.
    changes: Mutex<Vec<CartChange>>,
    /// Calls of `track` receive the changes of this order.
    order: watch::Sender<Order>,
}

impl Default for Inner {
    fn default() -> Self {
        let (order, _) = watch::channel(order(OrderStatus::Waiting));
        let (placed, paid, refunds) = (Mutex::default(), Mutex::default(), Mutex::default());
        Self { placed, paid, refunds, callbacks: Mutex::default(), changes: Mutex::default(), order }
    }
}

fn order(status: OrderStatus) -> Order {
    Order { code: ORDER.to_owned(), status: status.into(), ..Order::default() }
}

impl ScriptedOrders {
    pub async fn serve(&self) -> TestServer {
        let mut routes = Routes::builder();
        routes.add_service(OrdersServer::new(self.clone())).add_service(PaymentsServer::new(self.clone()));
        TestServer::start_as("order", routes.routes()).await
    }

    /// Makes all later orders fail, because their carts have changed.
    pub fn change_carts(&self, changes: &[CartChange]) {
        *self.0.changes.lock().expect("no test panics while it holds the lock") = changes.to_vec();
    }

    pub fn set_status(&self, status: OrderStatus) {
        self.0.order.send_replace(order(status));
    }

    pub fn placed(&self) -> Vec<PlaceOrderRequest> {
        self.0.placed.lock().expect("no test panics while it holds the lock").clone()
    }

    pub fn paid(&self) -> Vec<PayOrderRequest> {
        self.0.paid.lock().expect("no test panics while it holds the lock").clone()
    }

    pub fn refunds(&self) -> Vec<RefundOrderRequest> {
        self.0.refunds.lock().expect("no test panics while it holds the lock").clone()
    }

    pub fn callbacks(&self) -> Vec<PaymentCallbackRequest> {
        self.0.callbacks.lock().expect("no test panics while it holds the lock").clone()
    }

    pub fn watchers(&self) -> usize {
        self.0.order.receiver_count()
    }

    fn placement(&self) -> PlacedOrder {
        let changes = self.0.changes.lock().expect("no test panics while it holds the lock").clone();
        if !changes.is_empty() {
            return PlacedOrder { changes, ..PlacedOrder::default() };
        }
        let payment = Payment {
            status: PaymentStatus::Pending.into(),
            redirect_url: Some("https://bank.example/pay/7".to_owned()),
        };
        PlacedOrder { order: Some(self.0.order.borrow().clone()), payment: Some(payment), changes }
    }
}

#[tonic::async_trait]
impl Orders for ScriptedOrders {
    async fn place(&self, request: Request<PlaceOrderRequest>) -> Result<Response<PlacedOrder>, Status> {
        self.0.placed.lock().expect("no test panics while it holds the lock").push(request.into_inner());
        Ok(Response::new(self.placement()))
    }

    async fn pay(&self, request: Request<PayOrderRequest>) -> Result<Response<PlacedOrder>, Status> {
        self.0.paid.lock().expect("no test panics while it holds the lock").push(request.into_inner());
        Ok(Response::new(self.placement()))
    }

    async fn ask_refund(&self, request: Request<RefundOrderRequest>) -> Result<Response<Refund>, Status> {
        self.0.refunds.lock().expect("no test panics while it holds the lock").push(request.into_inner());
        Ok(Response::new(Refund { id: 1, order_code: ORDER.to_owned(), ..Refund::default() }))
    }

    type TrackStream = Pin<Box<dyn Stream<Item = Result<Order, Status>> + Send>>;

    async fn track(&self, request: Request<GetOrderRequest>) -> Result<Response<Self::TrackStream>, Status> {
        if request.get_ref().code != ORDER {
            return Err(kit::Error::NotFound("order_not_found").into());
        }
        let orders = tokio_stream::wrappers::WatchStream::new(self.0.order.subscribe());
        Ok(Response::new(Box::pin(orders.map(Ok))))
    }

    async fn list(&self, _: Request<ListOrdersRequest>) -> Result<Response<OrderPage>, Status> {
        unscripted()
    }

    async fn get(&self, _: Request<GetOrderRequest>) -> Result<Response<Order>, Status> {
        unscripted()
    }

    async fn cancel(&self, _: Request<CancelOrderRequest>) -> Result<Response<Order>, Status> {
        unscripted()
    }

    async fn reorder(&self, _: Request<ReorderRequest>) -> Result<Response<Reordered>, Status> {
        unscripted()
    }
}

#[tonic::async_trait]
impl Payments for ScriptedOrders {
    async fn callback(&self, request: Request<PaymentCallbackRequest>) -> Result<Response<Done>, Status> {
        assert!(
            request.metadata().get("authorization").is_none(),
            "the bank's Authorization header must not be forwarded"
        );
        self.0.callbacks.lock().expect("no test panics while it holds the lock").push(request.into_inner());
        Ok(Response::new(Done {}))
    }

    async fn plans(&self, request: Request<PaymentPlansRequest>) -> Result<Response<PaymentPlans>, Status> {
        let total = request.get_ref().amount;
        let plans = [3, 6].map(|months| PaymentPlan { months, monthly: total / i64::from(months), total });
        Ok(Response::new(PaymentPlans { plans: plans.to_vec() }))
    }
}

fn unscripted<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("not scripted"))
}
