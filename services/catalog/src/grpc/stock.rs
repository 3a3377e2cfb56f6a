//! Serves stock to the order service, which reserves, sells and audits it.

use chrono::TimeDelta;
use kit::{Error, Result, input};
use proto::{
    catalog::{
        CheckCountsRequest, CommitRequest, CountCheck, ListReservationsRequest, ReleaseRequest, Reservation,
        ReservationPage, ReservationState, ReserveRequest, ReserveResponse, ReservedLine, RestockRequest, StockLine,
        stock_server,
    },
    common::Done,
    json::to_timestamp,
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::stock::{self, Reserved, Shortage},
    db::stock_check::{self, CountDifference, CountKind},
    domain::stock::{self as domain, Item, Line, Lines},
};

/// In characters.
const KEY_LENGTH: std::ops::RangeInclusive<usize> = 1..=64;
/// As in a cart.
const MAX_LINES: usize = 200;
/// Units of a line.
const COUNTS: std::ops::RangeInclusive<i64> = 1..=1_000_000;
/// 31 days, because an accepted wholesale quote waits that long for its bank transfer.
const HOLD_SECONDS: std::ops::RangeInclusive<i64> = 1..=2_678_400;
/// Reservations per reply, and keys per request.
const PAGE_LIMITS: std::ops::RangeInclusive<i64> = 1..=1_000;

const SNAPSHOT: &str = "begin isolation level repeatable read read only";

pub struct Stock(pub App);

#[tonic::async_trait]
impl stock_server::Stock for Stock {
    async fn reserve(&self, request: Request<ReserveRequest>) -> Result<Response<ReserveResponse>, Status> {
        let request = request.get_ref();
        let order = key("order", &request.order)?;
        let lines = lines(&request.lines)?;
        let hold = seconds(request.seconds)?;
        let reserved = stock::reserve(&self.0, &order, &lines, hold).await?;
        Ok(Response::new(match reserved {
            Reserved::Held { until } => {
                ReserveResponse { shortages: Vec::new(), expires_at: Some(to_timestamp(until)) }
            }
            Reserved::Short(short) => {
                ReserveResponse { shortages: short.into_iter().map(into_shortage).collect(), expires_at: None }
            }
        }))
    }

    async fn commit(&self, request: Request<CommitRequest>) -> Result<Response<Done>, Status> {
        stock::sell(&self.0, &key("order", &request.get_ref().order)?).await?;
        Ok(Response::new(Done {}))
    }

    async fn release(&self, request: Request<ReleaseRequest>) -> Result<Response<Done>, Status> {
        stock::release(&self.0, &key("order", &request.get_ref().order)?).await?;
        Ok(Response::new(Done {}))
    }

    async fn restock(&self, request: Request<RestockRequest>) -> Result<Response<Done>, Status> {
        let request = request.get_ref();
        let (order, return_key) = (key("order", &request.order)?, key("returnKey", &request.return_key)?);
        let lines = lines(&request.lines)?;
        stock::restock(&self.0, &order, &return_key, &lines).await?;
        Ok(Response::new(Done {}))
    }

    async fn list_reservations(
        &self,
        request: Request<ListReservationsRequest>,
    ) -> Result<Response<ReservationPage>, Status> {
        let request = request.get_ref();
        if !PAGE_LIMITS.contains(&request.limit) {
            return Err(Error::invalid("limit", "out_of_range").into());
        }
        if request.orders.len() as i64 > *PAGE_LIMITS.end() {
            return Err(Error::invalid("orders", "too_many").into());
        }
        // Reservations and lines must be from the same snapshot.
        let mut tx = kit::db::begin_with(&self.0.pool, SNAPSHOT).await.map_err(Error::from)?;
        let found = stock_check::reservations(&mut tx, &request.after, request.limit, &request.orders).await;
        let reservations = found.map_err(Error::from)?.into_iter().map(into_reservation).collect();
        Ok(Response::new(ReservationPage { reservations }))
    }

    async fn check_counts(&self, _: Request<CheckCountsRequest>) -> Result<Response<CountCheck>, Status> {
        let mut tx = kit::db::begin_with(&self.0.pool, SNAPSHOT).await.map_err(Error::from)?;
        let compared = stock_check::count_compared(&mut tx).await.map_err(Error::from)?;
        let found = stock_check::count_differences(&mut tx, *PAGE_LIMITS.end()).await.map_err(Error::from)?;
        let differences = found.iter().map(into_difference).collect();
        Ok(Response::new(CountCheck { compared, differences }))
    }
}

fn into_reservation(reservation: stock_check::Reservation) -> Reservation {
    let state = match reservation.state {
        domain::ReservationState::Held => ReservationState::Held,
        domain::ReservationState::Sold => ReservationState::Sold,
        domain::ReservationState::Released => ReservationState::Released,
        domain::ReservationState::Expired => ReservationState::Expired,
    };
    let line = |line: stock_check::ReservedLine| ReservedLine {
        product_id: line.item.product,
        size_id: line.item.size,
        count: line.count,
        returned: line.returned,
    };
    let lines = reservation.lines.into_iter().map(line).collect();
    Reservation { order: reservation.order, state: state.into(), lines }
}

fn into_difference(difference: &CountDifference) -> proto::catalog::CountDifference {
    let kind = match difference.kind {
        CountKind::Reserved => proto::catalog::CountKind::Reserved,
        CountKind::StockOfSizes => proto::catalog::CountKind::StockOfSizes,
        CountKind::ReservedOfSizes => proto::catalog::CountKind::ReservedOfSizes,
        CountKind::StockOfMovements => proto::catalog::CountKind::StockOfMovements,
    };
    proto::catalog::CountDifference {
        product_id: difference.item.product,
        size_id: difference.item.size,
        kind: kind.into(),
        expected: difference.expected,
        found: difference.found,
    }
}

fn key(field: &'static str, raw: &str) -> Result<String> {
    input::text(raw, KEY_LENGTH).map_err(|code| Error::invalid(field, code))
}

fn seconds(raw: i64) -> Result<TimeDelta> {
    if HOLD_SECONDS.contains(&raw) {
        Ok(TimeDelta::seconds(raw))
    } else {
        Err(Error::invalid("seconds", "out_of_range"))
    }
}

/// Adds up equal items.
fn lines(raw: &[StockLine]) -> Result<Lines> {
    if raw.is_empty() {
        return Err(Error::invalid("lines", "required"));
    }
    if raw.len() > MAX_LINES {
        return Err(Error::invalid("lines", "too_many"));
    }
    if raw.iter().any(|line| !COUNTS.contains(&line.count)) {
        return Err(Error::invalid("lines", "out_of_range"));
    }
    let line =
        |line: &StockLine| Line { item: Item { product: line.product_id, size: line.size_id }, count: line.count };
    Ok(Lines::merge(raw.iter().map(line)))
}

fn into_shortage(Shortage { item, available }: Shortage) -> proto::catalog::Shortage {
    proto::catalog::Shortage { product_id: item.product, size_id: item.size, available }
}
