//! A fake stock service. Like the real one, it counts stock, reserves all lines or none, and accepts repeated calls. A
//! test can let it run short of stock, fail before or after its work, or not answer.

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

/// The stock of products without another count.
pub const DEFAULT_COUNT: i64 = 1_000_000;

#[derive(Clone, Default)]
pub struct ScriptedStock(Arc<Mutex<StockState>>);

#[derive(Default)]
struct StockState {
    free: BTreeMap<i64, i64>,
    orders: BTreeMap<String, Held>,
    failing: Option<(Call, Failure)>,
    reservations: usize,
}

struct Held {
    state: State,
    lines: Vec<StockLine>,
    /// The returned goods by refund.
    returns: BTreeMap<String, Vec<StockLine>>,
}

impl Held {
    fn of(state: State, lines: Vec<StockLine>) -> Self {
        Self { state, lines, returns: BTreeMap::new() }
    }
}

impl Held {
    fn to_message(&self, order: &str) -> Reservation {
        let state = match self.state {
            State::Held => ReservationState::Held,
            State::Sold | State::Restocked => ReservationState::Sold,
            State::Released => ReservationState::Released,
        };
        let key = |line: &StockLine| (line.product_id, line.size_id);
        let came_back = |line: &StockLine| {
            let all = self.returns.values().flatten().filter(|back| key(back) == key(line));
            if self.state == State::Restocked { line.count } else { all.map(|back| back.count).sum() }
        };
        let line = |line: &StockLine| ReservedLine {
            product_id: line.product_id,
            size_id: line.size_id,
            count: line.count,
            returned: came_back(line),
        };
        Reservation { order: order.to_owned(), state: state.into(), lines: self.lines.iter().map(line).collect() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Held,
    Sold,
    Released,
    /// Sold, and returned.
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

/// The call fails before its work, after it, or without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    Before,
    After,
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

    pub fn fail_calls(&self, call: Call, how: Failure) {
        self.state_mut().failing = Some((call, how));
    }

    pub fn stop_failing(&self) {
        self.state_mut().failing = None;
    }

    /// Returns `None` if no goods were ever reserved.
    pub fn state(&self, order: &str) -> Option<State> {
        self.state_mut().orders.get(order).map(|held| held.state)
    }

    pub fn states(&self) -> Vec<(String, State)> {
        self.state_mut().orders.iter().map(|(order, held)| (order.clone(), held.state)).collect()
    }

    /// The number of calls that reserved goods.
    pub fn reservations(&self) -> usize {
        self.state_mut().reservations
    }

    /// Changes the state of the order's goods without a call of the service.
    pub fn set_state(&self, order: &str, state: State) {
        self.state_mut().orders.get_mut(order).expect("an order that holds something").state = state;
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
        let how = self.state_mut().failing.filter(|(broken, _)| *broken == call).map(|(_, how)| how);
        let unavailable = || Err(Error::unavailable(anyhow::anyhow!("the test makes the stock service fail")).into());
        match how {
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
    fn add(&mut self, lines: &[StockLine], sign: i64) {
        for line in lines {
            *self.free.entry(line.product_id).or_insert(DEFAULT_COUNT) += sign * line.count;
        }
    }

    fn reserve(&mut self, request: ReserveRequest) -> Result<ReserveResponse, Status> {
        self.reservations += 1;
        match self.orders.get(&request.order).map(|held| held.state) {
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
            self.add(&request.lines, -1);
            self.orders.insert(request.order, Held::of(State::Held, request.lines));
        }
        Ok(ReserveResponse { shortages, expires_at: None })
    }

    fn sell(&mut self, order: &str) -> Result<Done, Status> {
        let held = self.orders.get_mut(order).ok_or(Error::NotFound("reservation_not_found"))?;
        match held.state {
            State::Held | State::Sold => held.state = State::Sold,
            State::Released | State::Restocked => return Err(Error::conflict("reservation_released").into()),
        }
        Ok(Done {})
    }

    fn release(&mut self, order: &str) {
        let unknown = || Held::of(State::Released, vec![]);
        let held = self.orders.entry(order.to_owned()).or_insert_with(unknown);
        if held.state == State::Held {
            held.state = State::Released;
            let lines = held.lines.clone();
            self.add(&lines, 1);
        }
    }

    fn list(&self, request: &ListReservationsRequest) -> ReservationPage {
        let is_requested =
            |order: &String| *order > request.after && (request.orders.is_empty() || request.orders.contains(order));
        let orders = self.orders.iter().filter(|(order, _)| is_requested(order)).take(request.limit as usize);
        ReservationPage { reservations: orders.map(|(order, held)| held.to_message(order)).collect() }
    }

    /// Takes back the whole order if the return is called `order`, otherwise the goods of one refund.
    fn restock(&mut self, request: &RestockRequest) -> Result<Done, Status> {
        let held = self.orders.get_mut(&request.order).ok_or(Error::NotFound("reservation_not_found"))?;
        match held.state {
            State::Sold if request.return_key != "order" => {
                if held.returns.insert(request.return_key.clone(), request.lines.clone()).is_none() {
                    self.add(&request.lines, 1);
                }
            }
            State::Sold => {
                held.state = State::Restocked;
                let lines = held.lines.clone();
                self.add(&lines, 1);
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

    /// This fake has no second count that could differ.
    async fn check_counts(&self, _: Request<CheckCountsRequest>) -> Result<Response<CountCheck>, Status> {
        Ok(Response::new(CountCheck::default()))
    }
}
