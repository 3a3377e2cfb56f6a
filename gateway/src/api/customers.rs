use axum::extract::State;
use kit::client::retry;
use proto::auth::{BlockCustomerRequest, Customer, FindCustomersRequest, GetCustomerRequest};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Segment},
    problem::Problem,
    reply::{Data, Reply, reply, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(get))
        .routes(routes!(block))
        .routes(routes!(unblock))
        .routes(routes!(sign_out))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct CustomerQuery {
    /// A phone number, an e-mail address, or an account number
    #[param(required = true)]
    q: String,
}

#[derive(Deserialize, ToSchema)]
pub struct BlockForm {
    /// The customer does not see it.
    #[serde(default)]
    #[schema(required = true)]
    reason: String,
}

/// Find customers
///
/// Every look is audited.
#[utoipa::path(get, path = "/admin/customers", operation_id = "listCustomers",
    extensions(("x-rpc" = json!("auth.v1.Customers/Find"))),
    tag = "customers", params(CustomerQuery), security(("bearer" = [])),
    responses((status = OK, description = "The accounts", body = Data<Vec<Customer>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(CustomerQuery { q }): Query<CustomerQuery>,
) -> Reply<Vec<Customer>> {
    let request = || caller.request(FindCustomersRequest { text: q.clone() });
    reply_with(retry(async || services.customers().find(request()).await).await, |list| list.customers)
}

/// A customer's account with its open sessions
///
/// Every look is audited.
#[utoipa::path(get, path = "/admin/customers/{id}", operation_id = "getCustomer",
    extensions(("x-rpc" = json!("auth.v1.Customers/Get"))),
    tag = "customers", params(("id" = i64, Path, description = "An account's id")), security(("bearer" = [])),
    responses((status = OK, description = "The account", body = Data<Customer>)))]
async fn get(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Customer> {
    let request = customer(&segment)?;
    reply(retry(async || services.customers().get(caller.request(request)).await).await)
}

/// Block a customer's account
///
/// Ends all sessions within five seconds. Only owners block members of staff.
#[utoipa::path(post, path = "/admin/customers/{id}/block", operation_id = "blockCustomer",
    extensions(("x-rpc" = json!("auth.v1.Customers/Block"))),
    tag = "customers", request_body = BlockForm, params(("id" = i64, Path, description = "An account's id")),
    security(("bearer" = [])), responses((status = OK, description = "The account", body = Data<Customer>)))]
async fn block(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(BlockForm { reason }): Json<BlockForm>,
) -> Reply<Customer> {
    let request = BlockCustomerRequest { account_id: customer(&segment)?.account_id, reason };
    reply(services.customers().block(caller.request(request)).await)
}

/// Unblock a customer's account
#[utoipa::path(post, path = "/admin/customers/{id}/unblock", operation_id = "unblockCustomer",
    extensions(("x-rpc" = json!("auth.v1.Customers/Unblock"))),
    tag = "customers", params(("id" = i64, Path, description = "An account's id")),
    security(("bearer" = [])), responses((status = OK, description = "The account", body = Data<Customer>)))]
async fn unblock(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Customer> {
    reply(services.customers().unblock(caller.request(customer(&segment)?)).await)
}

/// End all sessions of a customer
#[utoipa::path(post, path = "/admin/customers/{id}/end-sessions", operation_id = "signOutCustomer",
    extensions(("x-rpc" = json!("auth.v1.Customers/EndSessions"))),
    tag = "customers", params(("id" = i64, Path, description = "An account's id")),
    security(("bearer" = [])), responses((status = OK, description = "The account", body = Data<Customer>)))]
async fn sign_out(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Customer> {
    reply(services.customers().end_sessions(caller.request(customer(&segment)?)).await)
}

fn customer(segment: &Segment) -> Result<GetCustomerRequest, Problem> {
    Ok(GetCustomerRequest { account_id: segment.id("customer_not_found")? })
}
