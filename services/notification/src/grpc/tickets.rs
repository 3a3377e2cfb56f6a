//! Support tickets of customers.

use std::collections::HashMap;

use kit::{
    Error, Language, Result,
    client::ClientInfo,
    input::{self, Checks},
    page::Page,
    phone,
};
use proto::{
    json::to_timestamp,
    notification::{
        MyTicketsRequest, Ticket, TicketAnswer, TicketLetter, TicketPage, TicketStatus, WriteToUsRequest,
        tickets_server,
    },
};
use sqlx::PgConnection;
use tonic::{Request, Response, Status};

use crate::{
    app::{self, ticket::ContactForm},
    db::{self, ticket::TicketRow},
    domain::{DeliveryChannel, Recipient, ticket},
    sender::Sender,
};

/// In characters.
const NAME_LENGTH: std::ops::RangeInclusive<usize> = 1..=100;
const MESSAGE_LENGTH: std::ops::RangeInclusive<usize> = 10..=4_000;

pub struct Tickets(pub Sender);

#[tonic::async_trait]
impl tickets_server::Tickets for Tickets {
    async fn write(&self, request: Request<WriteToUsRequest>) -> Result<Response<Ticket>, Status> {
        let language = Language::from_metadata(request.metadata());
        let account = self.0.app.identity.visitor(&request).await?.map(|caller| caller.account);
        let network = ClientInfo::from_request(&request).remote_network();
        let form = ContactForm { account, network, ..parse_form(request.get_ref(), language)? };
        let row = app::ticket::open(&self.0, &form).await?;
        Ok(Response::new(into_ticket(row)))
    }

    async fn mine(&self, request: Request<MyTicketsRequest>) -> Result<Response<TicketPage>, Status> {
        let account = self.0.app.identity.account(&request).await?;
        let page = Page::parse(request.get_ref().page, request.get_ref().per_page)?;
        let mut connection = self.0.app.pool.acquire().await.map_err(Error::from)?;
        let total = db::ticket::count_for(&mut connection, account).await.map_err(Error::from)?;
        let rows = db::ticket::page_for(&mut connection, account, page).await.map_err(Error::from)?;
        let tickets = with_answers(&mut connection, rows, Viewer::Customer).await.map_err(Error::from)?;
        Ok(Response::new(TicketPage { tickets, meta: Some(page.meta(total)) }))
    }
}

/// The caller adds the account and the network.
fn parse_form(request: &WriteToUsRequest, language: Language) -> Result<ContactForm> {
    let mut checks = Checks::default();
    let name = checks.take("name", input::single_line(&request.name, NAME_LENGTH));
    let email = checks.take("email", parse_mailbox(&request.email));
    let phone = request.phone_number.as_deref().filter(|raw| !raw.trim().is_empty());
    let phone_number = checks.take("phoneNumber", phone.map(phone::parse).transpose());
    let message = checks.take("message", input::text(&request.message, MESSAGE_LENGTH));
    checks.finish()?;
    let (Some(name), Some(email), Some(phone_number), Some(message)) = (name, email, phone_number, message) else {
        return Err(Error::internal(anyhow::anyhow!("a field is missing although every check passed")));
    };
    Ok(ContactForm { name, email, phone_number, message, language, account: None, network: None })
}

/// Returns the address in lower case.
fn parse_mailbox(raw: &str) -> Result<String, &'static str> {
    let raw = raw.trim();
    match Recipient::parse(raw, DeliveryChannel::Email) {
        Some(Recipient::Mailbox(mailbox)) => Ok(mailbox),
        _ if raw.is_empty() => Err("required"),
        _ => Err("invalid_email"),
    }
}

pub fn into_ticket(row: TicketRow) -> Ticket {
    Ticket { status: ticket_status(&row.status).into(), code: row.code, created_at: Some(to_timestamp(row.created_at)) }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    Staff,
    /// Does not see which member of staff answered.
    Customer,
}

pub async fn with_answers(
    connection: &mut PgConnection,
    rows: Vec<TicketRow>,
    viewer: Viewer,
) -> sqlx::Result<Vec<TicketLetter>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.ticket_id).collect();
    let mut answers: HashMap<i64, Vec<TicketAnswer>> = HashMap::new();
    for answer in db::ticket_answer::list(connection, &ids).await? {
        let operator_id = if viewer == Viewer::Staff { answer.written_by } else { 0 };
        let at = Some(to_timestamp(answer.written_at));
        answers.entry(answer.ticket_id).or_default().push(TicketAnswer { operator_id, at, text: answer.text });
    }
    let letters = rows.into_iter().map(|row| TicketLetter {
        answers: answers.remove(&row.ticket_id).unwrap_or_default(),
        code: row.code,
        status: ticket_status(&row.status).into(),
        name: row.name,
        email: row.email,
        phone_number: row.phone_number,
        message: row.message,
        created_at: Some(to_timestamp(row.created_at)),
        closed_at: row.closed_at.map(to_timestamp),
        assignee_id: row.assignee_id.filter(|_| viewer == Viewer::Staff),
        order_code: row.order_code,
    });
    Ok(letters.collect())
}

fn ticket_status(key: &str) -> TicketStatus {
    match ticket::Status::from_key(key) {
        Some(ticket::Status::Open) => TicketStatus::Open,
        Some(ticket::Status::Closed) => TicketStatus::Closed,
        None => TicketStatus::Unspecified,
    }
}
