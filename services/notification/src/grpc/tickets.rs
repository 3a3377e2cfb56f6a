//! Serves tickets to customers, who open tickets and list their own.

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
        MyTicketsRequest, Ticket, TicketLetter, TicketPage, TicketStatus, WriteToUsRequest, tickets_server,
    },
};
use tonic::{Request, Response, Status};

use crate::{
    app::{self, ticket::ContactForm},
    db,
    domain::{DeliveryChannel, Recipient, ticket},
    sender::Sender,
};

/// The length of a name in characters.
const NAME_LENGTH: std::ops::RangeInclusive<usize> = 1..=100;
/// The length of a message in characters.
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
        let tickets = rows.into_iter().map(into_ticket_letter).collect();
        Ok(Response::new(TicketPage { tickets, meta: Some(page.meta(total)) }))
    }
}

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
    // The caller adds account and network.
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

pub fn into_ticket(row: db::ticket::TicketRow) -> Ticket {
    Ticket { status: ticket_status(&row.status).into(), code: row.code, created_at: Some(to_timestamp(row.created_at)) }
}

pub fn into_ticket_letter(row: db::ticket::TicketRow) -> TicketLetter {
    TicketLetter {
        code: row.code,
        status: ticket_status(&row.status).into(),
        name: row.name,
        email: row.email,
        phone_number: row.phone_number,
        message: row.message,
        created_at: Some(to_timestamp(row.created_at)),
        closed_at: row.closed_at.map(to_timestamp),
    }
}

fn ticket_status(key: &str) -> TicketStatus {
    match ticket::Status::from_key(key) {
        Some(ticket::Status::Open) => TicketStatus::Open,
        Some(ticket::Status::Closed) => TicketStatus::Closed,
        None => TicketStatus::Unspecified,
    }
}
