use axum::extract::State;
use kit::client::retry;
use proto::{
    json::enumeration,
    notification::{
        AnswerTicketRequest, AssignTicketRequest, CloseTicketRequest, LinkTicketRequest, Ticket, TicketLetter,
        TicketStatus, TicketsRequest,
    },
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Segment},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(answer))
        .routes(routes!(assign, unassign))
        .routes(routes!(link_order, unlink_order))
        .routes(routes!(close))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct TicketQuery {
    #[serde(deserialize_with = "enumeration::deserialize::<TicketStatus, _>")]
    #[param(value_type = Option<TicketStatus>)]
    status: i32,
    /// Only tickets assigned to this account
    assignee_id: Option<i64>,
    /// Only tickets about this order
    order_code: Option<String>,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// For operators: tickets, open ones first, oldest first
#[utoipa::path(get, path = "/admin/tickets", operation_id = "listTickets",
    extensions(("x-rpc" = json!("notification.v1.TicketDesk/List"))),
    tag = "desk", params(TicketQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of tickets", body = Paged<Vec<TicketLetter>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<TicketQuery>,
) -> PagedReply<Vec<TicketLetter>> {
    let TicketQuery { status, assignee_id, order_code, page, per_page } = query;
    let request = TicketsRequest { status, page, per_page, assignee_id, order_code };
    let response = retry(async || services.ticket_desk().list(caller.request(request.clone())).await).await;
    reply_paged(response, |page| (page.tickets, page.meta))
}

#[derive(Deserialize, ToSchema)]
struct TicketAnswerForm {
    #[schema(value_type = String, required = true)]
    text: Option<String>,
}

/// For operators: answer a ticket
///
/// The answer is mailed to the writer, in the language of the ticket, and the ticket is closed.
#[utoipa::path(post, path = "/admin/tickets/{code}/answer", operation_id = "answerTicket",
    extensions(("x-rpc" = json!("notification.v1.TicketDesk/Answer"))),
    tag = "desk", request_body = TicketAnswerForm, security(("bearer" = [])),
    params(("code" = String, Path, description = "A ticket's code")),
    responses((status = OK, description = "The answered ticket", body = Data<TicketLetter>)))]
async fn answer(
    State(services): State<Services>,
    caller: Caller,
    Segment(code): Segment,
    Json(TicketAnswerForm { text }): Json<TicketAnswerForm>,
) -> Reply<TicketLetter> {
    reply(services.ticket_desk().answer(caller.request(AnswerTicketRequest { code, text })).await)
}

/// The member of staff who handles a ticket.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TicketAssigneeForm {
    /// An account's id
    assignee_id: i64,
}

/// For operators: assign a ticket to a member of staff
#[utoipa::path(put, path = "/admin/tickets/{code}/assignee", operation_id = "changeTicketAssignee",
    extensions(("x-rpc" = json!("notification.v1.TicketDesk/Assign"))),
    tag = "desk", request_body = TicketAssigneeForm, security(("bearer" = [])),
    params(("code" = String, Path, description = "A ticket's code")),
    responses((status = OK, description = "The assigned ticket", body = Data<TicketLetter>)))]
async fn assign(
    State(services): State<Services>,
    caller: Caller,
    Segment(code): Segment,
    Json(TicketAssigneeForm { assignee_id }): Json<TicketAssigneeForm>,
) -> Reply<TicketLetter> {
    let request = AssignTicketRequest { code, assignee_id: Some(assignee_id) };
    reply(services.ticket_desk().assign(caller.request(request)).await)
}

/// For operators: assign a ticket to nobody
#[utoipa::path(delete, path = "/admin/tickets/{code}/assignee", operation_id = "removeTicketAssignee",
    extensions(("x-rpc" = json!("notification.v1.TicketDesk/Assign"))),
    tag = "desk", security(("bearer" = [])),
    params(("code" = String, Path, description = "A ticket's code")),
    responses((status = OK, description = "The ticket without assignee", body = Data<TicketLetter>)))]
async fn unassign(State(services): State<Services>, caller: Caller, Segment(code): Segment) -> Reply<TicketLetter> {
    let request = AssignTicketRequest { code, assignee_id: None };
    reply(services.ticket_desk().assign(caller.request(request)).await)
}

/// The order that a ticket is about.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TicketOrderForm {
    /// An order's code
    order_code: String,
}

/// For operators: link a ticket to an order
///
/// A code in the message was linked when the ticket was opened.
#[utoipa::path(put, path = "/admin/tickets/{code}/order", operation_id = "changeTicketOrder",
    extensions(("x-rpc" = json!("notification.v1.TicketDesk/LinkOrder"))),
    tag = "desk", request_body = TicketOrderForm, security(("bearer" = [])),
    params(("code" = String, Path, description = "A ticket's code")),
    responses((status = OK, description = "The linked ticket", body = Data<TicketLetter>)))]
async fn link_order(
    State(services): State<Services>,
    caller: Caller,
    Segment(code): Segment,
    Json(TicketOrderForm { order_code }): Json<TicketOrderForm>,
) -> Reply<TicketLetter> {
    let request = LinkTicketRequest { code, order_code: Some(order_code) };
    reply(services.ticket_desk().link_order(caller.request(request)).await)
}

/// For operators: remove a ticket's link to an order
#[utoipa::path(delete, path = "/admin/tickets/{code}/order", operation_id = "removeTicketOrder",
    extensions(("x-rpc" = json!("notification.v1.TicketDesk/LinkOrder"))),
    tag = "desk", security(("bearer" = [])),
    params(("code" = String, Path, description = "A ticket's code")),
    responses((status = OK, description = "The ticket without order", body = Data<TicketLetter>)))]
async fn unlink_order(State(services): State<Services>, caller: Caller, Segment(code): Segment) -> Reply<TicketLetter> {
    let request = LinkTicketRequest { code, order_code: None };
    reply(services.ticket_desk().link_order(caller.request(request)).await)
}

/// For operators: close a ticket
#[utoipa::path(post, path = "/admin/tickets/{code}/close", operation_id = "closeTicket",
    extensions(("x-rpc" = json!("notification.v1.TicketDesk/Close"))),
    tag = "desk", security(("bearer" = [])),
    params(("code" = String, Path, description = "A ticket's code")),
    responses((status = OK, description = "The closed ticket", body = Data<Ticket>)))]
async fn close(State(services): State<Services>, caller: Caller, Segment(code): Segment) -> Reply<Ticket> {
    reply(services.ticket_desk().close(caller.request(CloseTicketRequest { code })).await)
}
