//! Support tickets in the back office. Each call is recorded in the audit log.

use audit::Entry;
use kit::{Error, Result, input, page::Page};
use proto::notification::{
    AnswerTicketRequest, AssignTicketRequest, CloseTicketRequest, LinkTicketRequest, Ticket, TicketLetter, TicketPage,
    TicketStatus, TicketsRequest, ticket_desk_server,
};
use tonic::{Request, Response, Status};

use super::tickets::{Viewer, into_ticket, with_answers};
use crate::{app, db, domain::ticket, sender::Sender};

const NOT_FOUND: Error = Error::NotFound("ticket_not_found");
/// In characters, as in the table.
const ANSWER_LENGTH: std::ops::RangeInclusive<usize> = 1..=4_000;

pub struct TicketDesk(pub Sender);

#[tonic::async_trait]
impl ticket_desk_server::TicketDesk for TicketDesk {
    async fn list(&self, request: Request<TicketsRequest>) -> Result<Response<TicketPage>, Status> {
        let operator = self.0.app.identity.staff(&request).await?;
        let request = request.into_inner();
        let page = Page::parse(request.page, request.per_page)?;
        let order_code = request.order_code.as_deref().map(parse_order_code).transpose()?;
        let filter = db::ticket::Filter {
            status: parse_status(request.status)?.map(ticket::Status::key),
            assignee: request.assignee_id,
            order_code: order_code.as_ref().map(ticket::OrderCode::as_str),
        };
        let mut connection = self.0.app.pool.acquire().await.map_err(Error::from)?;
        let total = db::ticket::count(&mut connection, &filter).await.map_err(Error::from)?;
        let rows = db::ticket::page(&mut connection, &filter, page).await.map_err(Error::from)?;
        let used_filters = [
            ("status", filter.status.is_some()),
            ("assigneeId", filter.assignee.is_some()),
            ("orderCode", filter.order_code.is_some()),
        ];
        let filters: Vec<_> = used_filters.into_iter().filter(|(_, is_used)| *is_used).map(|(name, _)| name).collect();
        let entry = Entry::read_list("ticket", &filters, rows.iter().map(|row| &row.code));
        audit::insert(&mut connection, &operator, entry, self.0.app.clock.now()).await.map_err(Error::from)?;
        let tickets = with_answers(&mut connection, rows, Viewer::Staff).await.map_err(Error::from)?;
        Ok(Response::new(TicketPage { tickets, meta: Some(page.meta(total)) }))
    }

    async fn answer(&self, request: Request<AnswerTicketRequest>) -> Result<Response<TicketLetter>, Status> {
        let operator = self.0.app.identity.staff(&request).await?;
        let AnswerTicketRequest { code, text } = request.into_inner();
        let text = input::text(text.as_deref().unwrap_or_default(), ANSWER_LENGTH);
        let text = text.map_err(|error| Error::invalid("text", error))?;
        let code = ticket::Code::parse(&code).ok_or(NOT_FOUND)?;
        let row = app::ticket::admin::answer(&self.0, &operator, &code, &text).await?;
        self.letter(row).await
    }

    async fn assign(&self, request: Request<AssignTicketRequest>) -> Result<Response<TicketLetter>, Status> {
        let operator = self.0.app.identity.staff(&request).await?;
        let AssignTicketRequest { code, assignee_id } = request.into_inner();
        if assignee_id.is_some_and(|id| id <= 0) {
            return Err(Error::invalid("assigneeId", "unknown_value").into());
        }
        let code = ticket::Code::parse(&code).ok_or(NOT_FOUND)?;
        let row = app::ticket::admin::assign(&self.0.app, &operator, &code, assignee_id).await?;
        self.letter(row).await
    }

    async fn link_order(&self, request: Request<LinkTicketRequest>) -> Result<Response<TicketLetter>, Status> {
        let operator = self.0.app.identity.staff(&request).await?;
        let LinkTicketRequest { code, order_code } = request.into_inner();
        let order = order_code.as_deref().map(parse_order_code).transpose()?;
        let code = ticket::Code::parse(&code).ok_or(NOT_FOUND)?;
        let row = app::ticket::admin::link_order(&self.0.app, &operator, &code, order.as_ref()).await?;
        self.letter(row).await
    }

    async fn close(&self, request: Request<CloseTicketRequest>) -> Result<Response<Ticket>, Status> {
        let operator = self.0.app.identity.staff(&request).await?;
        let code = ticket::Code::parse(&request.get_ref().code).ok_or(NOT_FOUND)?;
        let row = app::ticket::admin::close(&self.0.app, &operator, &code).await?;
        Ok(Response::new(into_ticket(row)))
    }
}

impl TicketDesk {
    async fn letter(&self, row: db::ticket::TicketRow) -> Result<Response<TicketLetter>, Status> {
        let mut connection = self.0.app.pool.acquire().await.map_err(Error::from)?;
        let tickets = with_answers(&mut connection, vec![row], Viewer::Staff).await.map_err(Error::from)?;
        Ok(Response::new(tickets.into_iter().next().unwrap_or_default()))
    }
}

fn parse_order_code(raw: &str) -> Result<ticket::OrderCode> {
    ticket::OrderCode::parse(raw).ok_or(Error::invalid("orderCode", "invalid"))
}

fn parse_status(raw: i32) -> Result<Option<ticket::Status>> {
    match TicketStatus::try_from(raw) {
        Ok(TicketStatus::Unspecified) => Ok(None),
        Ok(TicketStatus::Open) => Ok(Some(ticket::Status::Open)),
        Ok(TicketStatus::Closed) => Ok(Some(ticket::Status::Closed)),
        Err(_) => Err(Error::invalid("status", "unknown_value")),
    }
}
