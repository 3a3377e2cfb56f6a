//! A fake stock service. A reservation holds all lines of an order or none, and a repeated call has no further effect.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use kit::Error;
use proto::{
    catalog::{
        CheckCountsRequest, CommitRequest, CountCheck, ListReservationsRequest, ReleaseRequest, Reservation,
        ReservationPage, ReservationState, ReserveRequest, ReserveResponse, ReservedLine, RestockRequest, Shortage,
        StockLine,
        stock_server::{Stock, StockServer},
    },
    common::Done,
};
use testkit::server::TestServer;
use tonic::{Request, Response, Status, service::Routes};

/// The stock of products whose count no test has set.
pub const DEFAULT_COUNT: i64 = 1_000_000;

#[derive(Clone, Default)]
pub struct ScriptedStock(Arc<Mutex<StockState>>);

#[derive(Default)]
struct StockState {
    /// Units that are not held or sold, by product.
    free: BTreeMap<i64, i64>,
    /// Goods by order code.
    orders: BTreeMap<String, OrderGoods>,
    failing: Option<(Call, Failure)>,
    reserve_calls: usize,
}

struct OrderGoods {
    state: State,
    lines: Vec<StockLine>,
    /// Returned lines by refund.
    returns: BTreeMap<String, Vec<StockLine>>,
}

impl OrderGoods {
    fn of(state: State, lines: Vec<StockLine>) -> Self {
        Self { state, lines, returns: BTreeMap::new() }
    }

    fn to_message(&self, order: &str) -> Reservation {
        let state = match self.state {
            State::Held => ReservationState::Held,
            State::Sold | State::Restocked => ReservationState::Sold,
            State::Released => ReservationState::Released,
        };
        let key = |line: &StockLine| (line.product_id, line.size_id);
        let returned_count = |line: &StockLine| {
            let returns = self.returns.values().flatten().filter(|returned| key(returned) == key(line));
            if self.state == State::Restocked { line.count } else { returns.map(|returned| returned.count).sum() }
        };
        let line = |line: &StockLine| ReservedLine {
            product_id: line.product_id,
            size_id: line.size_id,
            count: line.count,
            returned: returned_count(line),
        };
        Reservation { order: order.to_owned(), state: state.into(), lines: self.lines.iter().map(line).collect() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Reserved until the order is paid or confirmed.
    Held,
    Sold,
    /// Free again, because the order was not paid.
    Released,
    /// Sold, and returned as a whole.
    Restocked,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Reserve,
    Sell,
    Release,
    Restock,
    List,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The call fails and has no effect.
    Before,
    /// The call has its effect, but its answer is lost.
    After,
    /// The call has no effect, and does not answer within any client's timeout.
    Hanging,
}

impl Failure {
    pub const ALL: [Self; 3] = [Self::Before, Self::After, Self::Hanging];
}

impl ScriptedStock {
    pub async fn serve(&self) -> TestServer {
        let mut routes = Routes::builder();
        routes.add_service(StockServer::new(self.clone()));
        TestServer::start(routes.routes()).await
    }

    pub fn set_count(&self, product: i64, count: i64) {
        self.state_mut().free.insert(product, count);
    }

    pub fn free(&self, product: i64) -> i64 {
        self.state_mut().free.get(&product).copied().unwrap_or(DEFAULT_COUNT)
    }

    pub fn fail_calls(&self, call: Call, failure: Failure) {
        self.state_mut().failing = Some((call, failure));
    }

    pub fn stop_failing(&self) {
        self.state_mut().failing = None;
    }

    /// Returns `None` if no goods were ever reserved for the order.
    pub fn state(&self, order: &str) -> Option<State> {
        self.state_mut().orders.get(order).map(|goods| goods.state)
    }

    pub fn states(&self) -> Vec<(String, State)> {
        self.state_mut().orders.iter().map(|(order, goods)| (order.clone(), goods.state)).collect()
    }

    /// Counts calls without effect, too.
    pub fn reserve_calls(&self) -> usize {
        self.state_mut().reserve_calls
    }

    pub fn set_state(&self, order: &str, state: State) {
        self.state_mut().orders.get_mut(order).expect("the order has goods").state = state;
    }

    pub fn remove_reservation(&self, order: &str) {
        self.state_mut().orders.remove(order);
    }

    fn state_mut(&self) -> MutexGuard<'_, StockState> {
        self.0.lock().expect("no test panics while it holds the state")
    }

    async fn handle<T>(
        &self,
        call: Call,
        work: impl FnOnce(&mut StockState) -> Result<T, Status>,
    ) -> Result<T, Status> {
        let failure = self.state_mut().failing.filter(|(failing, _)| *failing == call).map(|(_, failure)| failure);
        let unavailable = || Err(Error::unavailable(anyhow::anyhow!("the test makes the stock service fail")).into());
        match failure {
            None => work(&mut self.state_mut()),
            Some(Failure::Before) => unavailable(),
            Some(Failure::After) => {
                work(&mut self.state_mut())?;
                unavailable()
            }
            Some(Failure::Hanging) => {
                tokio::time::sleep(Duration::from_hours(1)).await;
                unavailable()
            }
        }
    }
}

impl StockState {
    fn add_to_free(&mut self, lines: &[StockLine]) {
        for line in lines {
            *self.free.entry(line.product_id).or_insert(DEFAULT_COUNT) += line.count;
        }
    }

    fn take_from_free(&mut self, lines: &[StockLine]) {
        for line in lines {
            *self.free.entry(line.product_id).or_insert(DEFAULT_COUNT) -= line.count;
        }
    }

    fn reserve(&mut self, request: ReserveRequest) -> Result<ReserveResponse, Status> {
        self.reserve_calls += 1;
        match self.orders.get(&request.order).map(|goods| goods.state) {
            Some(State::Released | State::Restocked) => return Err(Error::conflict("reservation_released").into()),
            Some(State::Held | State::Sold) => return Ok(ReserveResponse::default()),
            None => {}
        }
        let available = |line: &StockLine| self.free.get(&line.product_id).copied().unwrap_or(DEFAULT_COUNT);
        let short = request.lines.iter().filter(|line| available(line) < line.count);
        let shortages: Vec<_> = short
            .map(|line| Shortage { product_id: line.product_id, size_id: line.size_id, available: available(line) })
            .collect();
        if shortages.is_empty() {
            self.take_from_free(&request.lines);
            self.orders.insert(request.order, OrderGoods::of(State::Held, request.lines));
        }
        Ok(ReserveResponse { shortages, expires_at: None })
    }

    fn sell(&mut self, order: &str) -> Result<Done, Status> {
        let goods = self.orders.get_mut(order).ok_or(Error::NotFound("reservation_not_found"))?;
        match goods.state {
            State::Held | State::Sold => goods.state = State::Sold,
            State::Released | State::Restocked => return Err(Error::conflict("reservation_released").into()),
        }
        Ok(Done {})
    }

    /// Records an order without goods as released, too, so that a reservation which arrives later is refused.
    fn release(&mut self, order: &str) {
        let no_goods = || OrderGoods::of(State::Released, vec![]);
        let goods = self.orders.entry(order.to_owned()).or_insert_with(no_goods);
        if goods.state == State::Held {
            goods.state = State::Released;
            let lines = goods.lines.clone();
            self.add_to_free(&lines);
        }
    }

    fn list(&self, request: &ListReservationsRequest) -> ReservationPage {
        let is_requested =
            |order: &String| *order > request.after && (request.orders.is_empty() || request.orders.contains(order));
        let orders = self.orders.iter().filter(|(order, _)| is_requested(order)).take(request.limit as usize);
        ReservationPage { reservations: orders.map(|(order, goods)| goods.to_message(order)).collect() }
    }

    /// The return key `order` takes back the whole order, any other key the goods of one refund.
    fn restock(&mut self, request: &RestockRequest) -> Result<Done, Status> {
        let goods = self.orders.get_mut(&request.order).ok_or(Error::NotFound("reservation_not_found"))?;
        match goods.state {
            State::Sold if request.return_key != "order" => {
                if goods.returns.insert(request.return_key.clone(), request.lines.clone()).is_none() {
                    self.add_to_free(&request.lines);
                }
            }
            State::Sold => {
                goods.state = State::Restocked;
                let lines = goods.lines.clone();
                self.add_to_free(&lines);
            }
            State::Restocked => {}
            State::Held | State::Released => return Err(Error::conflict("not_sold").into()),
        }
        Ok(Done {})
    }
}

#[tonic::async_trait]
impl Stock for ScriptedStock {
    async fn reserve(&self, request: Request<ReserveRequest>) -> Result<Response<ReserveResponse>, Status> {
        let request = request.into_inner();
        Ok(Response::new(self.handle(Call::Reserve, |state| state.reserve(request)).await?))
    }

    async fn commit(&self, request: Request<CommitRequest>) -> Result<Response<Done>, Status> {
        Ok(Response::new(self.handle(Call::Sell, |state| state.sell(&request.get_ref().order)).await?))
    }

    async fn release(&self, request: Request<ReleaseRequest>) -> Result<Response<Done>, Status> {
        let released = self.handle(Call::Release, |state| {
            state.release(&request.get_ref().order);
            Ok(Done {})
        });
        Ok(Response::new(released.await?))
    }

    async fn restock(&self, request: Request<RestockRequest>) -> Result<Response<Done>, Status> {
        Ok(Response::new(self.handle(Call::Restock, |state| state.restock(request.get_ref())).await?))
    }

    async fn list_reservations(
        &self,
        request: Request<ListReservationsRequest>,
    ) -> Result<Response<ReservationPage>, Status> {
        Ok(Response::new(self.handle(Call::List, |state| Ok(state.list(request.get_ref()))).await?))
    }

    /// The real service compares two counts, and this fake has only one.
    async fn check_counts(&self, _: Request<CheckCountsRequest>) -> Result<Response<CountCheck>, Status> {
        Ok(Response::new(CountCheck::default()))
    }
}
