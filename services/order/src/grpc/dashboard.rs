//! Serves the figures of the back office's first page.

use chrono::NaiveDate;
use kit::{Error, identity::Identity};
use proto::{
    json::to_timestamp,
    order::{DashboardFigures, DashboardRequest, DaySales, LateDelivery, StoreSales, dashboard_server},
};
use tonic::{Request, Response, Status};

use super::orders::reply;
use crate::{
    App,
    app::dashboard::{self, Figures},
    db::dashboard::{LateOrder, StoreSales as SalesOfStore},
    domain::dashboard::Sales,
};

pub struct Dashboard {
    pub app: App,
    pub identity: Identity,
}

#[tonic::async_trait]
impl dashboard_server::Dashboard for Dashboard {
    async fn get(&self, request: Request<DashboardRequest>) -> Result<Response<DashboardFigures>, Status> {
        self.identity.staff(&request).await?;
        let figures = dashboard::read(&self.app).await.map_err(Error::from)?;
        Ok(Response::new(into_figures(figures)))
    }
}

fn into_figures(figures: Figures) -> DashboardFigures {
    let Figures { at, days, last_week, stores, late_count, late } = figures;
    let days: Vec<_> = days.into_iter().map(into_day).collect();
    DashboardFigures {
        at: Some(to_timestamp(at)),
        today: days.last().cloned(),
        last_week: Some(into_day(last_week)),
        days,
        stores: stores.into_iter().map(into_store).collect(),
        late_count,
        late: late.into_iter().map(into_late).collect(),
    }
}

/// In the message, the number of orders includes cancelled ones.
fn into_day((day, sales): (NaiveDate, Sales)) -> DaySales {
    DaySales {
        day: day.to_string(),
        orders: sales.orders + sales.cancelled,
        cancelled: sales.cancelled,
        revenue: sales.revenue,
        average_order: sales.average_order(),
    }
}

fn into_store(SalesOfStore { store_id, name, orders, revenue }: SalesOfStore) -> StoreSales {
    StoreSales { store_id, name, orders, revenue }
}

fn into_late(LateOrder { code, status, deliver_until }: LateOrder) -> LateDelivery {
    LateDelivery {
        code: code.as_str().to_owned(),
        status: reply::status(status).into(),
        deliver_until: Some(to_timestamp(deliver_until)),
    }
}
