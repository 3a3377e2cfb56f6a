//! Serves tickets to operators, who list all tickets and close them.

use audit::Entry;
use kit::{Error, Result, page::Page};
use proto::notification::{CloseTicketRequest, Ticket, TicketPage, TicketStatus, TicketsRequest, ticket_desk_server};
use tonic::{Request, Response, Status};

use super::tickets::{into_ticket, into_ticket_letter};
use crate::{App, app, db, domain::ticket};

pub struct TicketDesk(pub App);

#[tonic::async_trait]
impl ticket_desk_server::TicketDesk for TicketDesk {
    async fn list(&self, request: Request<TicketsRequest>) -> Result<Response<TicketPage>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let request = request.into_inner();
        let page = Page::parse(request.page, request.per_page)?;
        let status = parse_status(request.status)?.map(ticket::Status::key);
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let total = db::ticket::count(&mut connection, status).await.map_err(Error::from)?;
        let rows = db::ticket::page(&mut connection, status, page).await.map_err(Error::from)?;
        let filters: &[_] = if status.is_some() { &["status"] } else { &[] };
        let entry = Entry::read_list("ticket", filters, rows.iter().map(|row| &row.code));
        audit::insert(&mut connection, &operator, entry, self.0.clock.now()).await.map_err(Error::from)?;
        let tickets = rows.into_iter().map(into_ticket_letter).collect();
        Ok(Response::new(TicketPage { tickets, meta: Some(page.meta(total)) }))
    }

    async fn close(&self, request: Request<CloseTicketRequest>) -> Result<Response<Ticket>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let code = ticket::Code::parse(&request.get_ref().code).ok_or(Error::NotFound("ticket_not_found"))?;
        let row = app::ticket::close(&self.0, &operator, &code).await?;
        Ok(Response::new(into_ticket(row)))
    }
}

fn parse_status(raw: i32) -> Result<Option<ticket::Status>> {
    match TicketStatus::try_from(raw) {
        Ok(TicketStatus::Unspecified) => Ok(None),
        Ok(TicketStatus::Open) => Ok(Some(ticket::Status::Open)),
        Ok(TicketStatus::Closed) => Ok(Some(ticket::Status::Closed)),
        Err(_) => Err(Error::invalid("status", "unknown_value")),
    }
}
