//! Accounts of customers, for staff.

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
    /// A phone number in any usual form, an e-mail address, or an account number of eight digits
    #[param(required = true)]
    q: String,
}

#[derive(Deserialize, ToSchema)]
pub struct BlockForm {
    /// For the staff, 3 to 500 characters. The customer does not see it.
    #[serde(default)]
    #[schema(required = true)]
    reason: String,
}

/// For staff: find customers
///
/// Returns one account, or several if an unverified e-mail address is asked for. Every look is audited.
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

/// For staff: a customer's account with its open sessions
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

/// For staff: block a customer's account
///
/// Refuses sign-ins, and ends all sessions within five seconds. Only owners block members of staff, and nobody blocks themselves.
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

/// For staff: unblock a customer's account
#[utoipa::path(post, path = "/admin/customers/{id}/unblock", operation_id = "unblockCustomer",
    extensions(("x-rpc" = json!("auth.v1.Customers/Unblock"))),
    tag = "customers", params(("id" = i64, Path, description = "An account's id")),
    security(("bearer" = [])), responses((status = OK, description = "The account", body = Data<Customer>)))]
async fn unblock(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Customer> {
    reply(services.customers().unblock(caller.request(customer(&segment)?)).await)
}

/// For staff: end all sessions of a customer
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
