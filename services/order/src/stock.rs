//! The client of the catalog's stock service. Every call is idempotent, and made in the shop's name, because most
//! happen after the shopper's request has ended.

use std::collections::BTreeMap;

use kit::{
    Error, Result,
    client::{self, CallContext, Channel},
};
use proto::catalog::{
    CheckCountsRequest, CommitRequest, CountDifference, CountKind, ListReservationsRequest, ReleaseRequest,
    Reservation, ReservationState, ReserveRequest, RestockRequest, StockLine, stock_client::StockClient,
};
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::{
    db::order_line::LineCount,
    domain::{
        auditor::{self, Comparison, Count, Difference},
        order::Shortage,
    },
};

/// Errors which mean that the goods are no longer reserved.
const GONE_REASONS: [&str; 3] = ["reservation_expired", "reservation_released", "reservation_not_found"];

/// The parameter `order` of the methods is an order's code.
#[derive(Clone)]
pub struct Stock(StockClient<Channel>);

pub enum Reserved {
    Held,
    /// Nothing is reserved.
    Short(Vec<Shortage>),
    /// The order was released before.
    CalledOff,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sale {
    Sold,
    /// The reservation expired, and the stock went to another order.
    Gone,
}

impl Stock {
    pub fn new(channel: Channel) -> Self {
        Self(StockClient::new(channel))
    }

    /// Reserves all lines or none.
    pub async fn reserve(&self, order: &str, lines: &[LineCount], seconds: i64) -> Result<Reserved> {
        let request = ReserveRequest { order: order.to_owned(), lines: to_stock_lines(lines), seconds };
        let answer = client::retry(|| {
            let mut stock = self.0.clone();
            let request = CallContext::default().sign(request.clone());
            async move { stock.reserve(request).await }
        });
        match answer.await {
            Ok(answer) => {
                let short = answer.into_inner().shortages;
                Ok(if short.is_empty() { Reserved::Held } else { Reserved::Short(shortages(lines, short)) })
            }
            Err(status) if reason(&status) == "reservation_released" => Ok(Reserved::CalledOff),
            Err(status) => Err(into_error(status)),
        }
    }

    pub async fn sell(&self, order: &str) -> Result<Sale> {
        let request = CommitRequest { order: order.to_owned() };
        let answer = client::retry(|| {
            let mut stock = self.0.clone();
            let request = CallContext::default().sign(request.clone());
            async move { stock.commit(request).await }
        });
        match answer.await {
            Ok(_) => Ok(Sale::Sold),
            Err(status) if GONE_REASONS.contains(&&*reason(&status)) => Ok(Sale::Gone),
            Err(status) => Err(into_error(status)),
        }
    }

    /// A later `reserve` fails.
    pub async fn release(&self, order: &str) -> Result<()> {
        let request = ReleaseRequest { order: order.to_owned() };
        let answer = client::retry(|| {
            let mut stock = self.0.clone();
            let request = CallContext::default().sign(request.clone());
            async move { stock.release(request).await }
        });
        answer.await.map(drop).map_err(into_error)
    }

    /// Returns a page of reservations after the code `after`. An empty `orders` means all.
    pub async fn reservations(
        &self,
        after: &str,
        limit: i64,
        orders: &[String],
    ) -> Result<BTreeMap<String, auditor::Reserved>> {
        let request = ListReservationsRequest { after: after.to_owned(), limit, orders: orders.to_vec() };
        let answer = client::retry(|| {
            let mut stock = self.0.clone();
            let request = CallContext::default().sign(request.clone());
            async move { stock.list_reservations(request).await }
        });
        let page = answer.await.map_err(into_error)?.into_inner();
        Ok(page.reservations.into_iter().map(reserved).collect())
    }

    pub async fn check_counts(&self) -> Result<Comparison> {
        let answer = client::retry(|| {
            let mut stock = self.0.clone();
            let request = CallContext::default().sign(CheckCountsRequest {});
            async move { stock.check_counts(request).await }
        });
        let check = answer.await.map_err(into_error)?.into_inner();
        let differences = check.differences.iter().map(count_difference).collect();
        Ok(Comparison { compared: check.compared, differences })
    }

    /// Idempotent by `return_key`. Does nothing for goods that were never sold.
    pub async fn restock(&self, order: &str, return_key: &str, lines: &[LineCount]) -> Result<()> {
        let request =
            RestockRequest { order: order.to_owned(), return_key: return_key.to_owned(), lines: to_stock_lines(lines) };
        let answer = client::retry(|| {
            let mut stock = self.0.clone();
            let request = CallContext::default().sign(request.clone());
            async move { stock.restock(request).await }
        });
        match answer.await {
            Ok(_) => Ok(()),
            Err(status) if ["not_sold", "reservation_not_found"].contains(&&*reason(&status)) => Ok(()),
            Err(status) => Err(into_error(status)),
        }
    }
}

fn reserved(reservation: Reservation) -> (String, auditor::Reserved) {
    let state = match reservation.state() {
        ReservationState::Held => auditor::Reservation::Held,
        ReservationState::Sold => auditor::Reservation::Sold,
        ReservationState::Released | ReservationState::Expired | ReservationState::Unspecified => {
            auditor::Reservation::Free
        }
    };
    let count = |line: proto::catalog::ReservedLine| {
        ((line.product_id, line.size_id), Count { ordered: line.count, returned: line.returned })
    };
    let counts = reservation.lines.into_iter().map(count).collect();
    (reservation.order, auditor::Reserved { state, counts })
}

fn count_difference(difference: &CountDifference) -> Difference {
    let kind = match difference.kind() {
        CountKind::StockOfSizes => "stock_of_sizes",
        CountKind::ReservedOfSizes => "reserved_of_sizes",
        CountKind::StockOfMovements => "stock_of_movements",
        CountKind::Reserved | CountKind::Unspecified => "reserved",
    };
    let subject = match difference.size_id {
        Some(size) => format!("{}/{size}", difference.product_id),
        None => difference.product_id.to_string(),
    };
    Difference::new(&subject, kind, &difference.expected, &difference.found)
}

fn to_stock_lines(lines: &[LineCount]) -> Vec<StockLine> {
    let line = |line: &LineCount| StockLine { product_id: line.key.product, size_id: line.key.size, count: line.count };
    lines.iter().map(line).collect()
}

fn shortages(lines: &[LineCount], short: Vec<proto::catalog::Shortage>) -> Vec<Shortage> {
    let wanted = |product: i64, size: Option<i64>| {
        lines.iter().find(|line| (line.key.product, line.key.size) == (product, size)).map_or(0, |line| line.count)
    };
    let shortage = |short: proto::catalog::Shortage| Shortage {
        product_id: short.product_id,
        size_id: short.size_id,
        wanted: wanted(short.product_id, short.size_id),
        available: short.available,
    };
    short.into_iter().map(shortage).collect()
}

fn reason(status: &Status) -> String {
    status.get_error_details().error_info().map(|info| info.reason.clone()).unwrap_or_default()
}

fn into_error(status: Status) -> Error {
    match status.code() {
        Code::InvalidArgument | Code::FailedPrecondition => {
            Error::internal(anyhow::Error::new(status).context("the stock service does not understand the request"))
        }
        _ => Error::unavailable(anyhow::Error::new(status).context("the stock service is unavailable")),
    }
}
