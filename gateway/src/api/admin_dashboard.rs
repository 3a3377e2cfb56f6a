use axum::extract::State;
use kit::client::retry;
use proto::{
    auth::{CountNewCustomersRequest, NewCustomers},
    order::{DashboardFigures, DashboardRequest},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::Caller,
    reply::{Data, Reply, reply},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(figures)).routes(routes!(accounts))
}

/// For staff: sales of today, of the last 30 days and by store
///
/// Days are those of Baku.
#[utoipa::path(get, path = "/admin/dashboard", operation_id = "getDashboard",
    extensions(("x-rpc" = json!("order.v1.Dashboard/Get"))), tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "The figures", body = Data<DashboardFigures>)))]
async fn figures(State(services): State<Services>, caller: Caller) -> Reply<DashboardFigures> {
    reply(retry(async || services.dashboard().get(caller.request(DashboardRequest {})).await).await)
}

/// For staff: new accounts of today
#[utoipa::path(get, path = "/admin/dashboard/accounts", operation_id = "countNewAccounts",
    extensions(("x-rpc" = json!("auth.v1.Customers/CountNew"))), tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "The numbers of today and of last week", body = Data<NewCustomers>)))]
async fn accounts(State(services): State<Services>, caller: Caller) -> Reply<NewCustomers> {
    reply(retry(async || services.customers().count_new(caller.request(CountNewCustomersRequest {})).await).await)
}
