//! The stock, which is the catalogue's: held for an order, sold to it, free again. Every call may be made twice.
//!
//! It is told in the shop's own name and not in the shopper's: most of it is said when the shopper has long gone.

use kit::{
    Error, Result,
    client::{self, Channel, OnBehalf},
};
use proto::catalog::{
    CommitRequest, ReleaseRequest, ReserveRequest, RestockRequest, StockLine, stock_client::StockClient,
};
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::{db::order_line::Held, domain::order::Shortage};

/// Why nothing is held that could be sold.
const GONE: [&str; 3] = ["reservation_expired", "reservation_released", "reservation_not_found"];

#[derive(Clone)]
pub struct Stock(StockClient<Channel>);

pub enum Reserved {
    Held,
    Short(Vec<Shortage>),
    /// It was called off before.
    CalledOff,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sale {
    Sold,
    /// What was held for too long is somebody else's.
    Gone,
}

impl Stock {
    pub fn new(channel: Channel) -> Self {
        Self(StockClient::new(channel))
    }

    /// Everything or nothing.
    pub async fn reserve(&self, order: &str, lines: &[Held], seconds: i64) -> Result<Reserved> {
        let request = ReserveRequest { order: order.to_owned(), lines: said(lines), seconds };
        let answer = client::retry(|| {
            let mut stock = self.0.clone();
            let request = OnBehalf::default().sign(request.clone());
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
            let request = OnBehalf::default().sign(request.clone());
            async move { stock.commit(request).await }
        });
        match answer.await {
            Ok(_) => Ok(Sale::Sold),
            Err(status) if GONE.contains(&&*reason(&status)) => Ok(Sale::Gone),
            Err(status) => Err(into_error(status)),
        }
    }

    /// What is held is free, and what comes to be held later is not.
    pub async fn release(&self, order: &str) -> Result<()> {
        let request = ReleaseRequest { order: order.to_owned() };
        let answer = client::retry(|| {
            let mut stock = self.0.clone();
            let request = OnBehalf::default().sign(request.clone());
            async move { stock.release(request).await }
        });
        answer.await.map(drop).map_err(into_error)
    }

    /// Sold goods are for sale again. Those that were never sold are so already.
    pub async fn restock(&self, order: &str, return_key: &str, lines: &[Held]) -> Result<()> {
        let request = RestockRequest { order: order.to_owned(), return_key: return_key.to_owned(), lines: said(lines) };
        let answer = client::retry(|| {
            let mut stock = self.0.clone();
            let request = OnBehalf::default().sign(request.clone());
            async move { stock.restock(request).await }
        });
        match answer.await {
            Ok(_) => Ok(()),
            Err(status) if ["not_sold", "reservation_not_found"].contains(&&*reason(&status)) => Ok(()),
            Err(status) => Err(into_error(status)),
        }
    }
}

fn said(lines: &[Held]) -> Vec<StockLine> {
    let line = |line: &Held| StockLine { product_id: line.key.product, size_id: line.key.size, count: line.count };
    lines.iter().map(line).collect()
}

fn shortages(lines: &[Held], short: Vec<proto::catalog::Shortage>) -> Vec<Shortage> {
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
            Error::internal(anyhow::Error::new(status).context("the stock does not understand us"))
        }
        _ => Error::unavailable(anyhow::Error::new(status).context("the stock cannot be reached")),
    }
}
