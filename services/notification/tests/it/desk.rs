//! Tickets, as those who write them and operators see them.

use kit::client::Channel;
use proto::notification::{
    InboxMessage, MyTicketsRequest, Ticket, TicketPage, TicketStatus, TicketsRequest, WriteToUsRequest,
    ticket_desk_client::TicketDeskClient, tickets_client::TicketsClient,
};
use sqlx::PgPool;
use testkit::tokens::TestKeys;
use tonic::{Request, Status};
use tonic_types::StatusExt as _;

use crate::office::Office;

pub const OPERATOR: i64 = 9;

pub struct Desk {
    pub office: Office,
    pool: PgPool,
}

/// As the form would send it.
pub fn letter(email: &str, message: &str) -> WriteToUsRequest {
    WriteToUsRequest {
        name: "Aygün Məmmədova".to_owned(),
        email: email.to_owned(),
        phone_number: None,
        message: message.to_owned(),
    }
}

pub fn in_language<T>(language: &'static str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("accept-language", language.parse().expect("a language"));
    request
}

/// Each field that was complained of, and how.
pub fn complaints(status: &Status) -> Vec<(String, String)> {
    let details = status.get_error_details();
    let Some(bad) = details.bad_request() else { panic!("no field is to blame: {status}") };
    bad.field_violations.iter().map(|broken| (broken.field.clone(), broken.description.clone())).collect()
}

impl Desk {
    pub async fn open(pool: PgPool) -> Self {
        Self { office: Office::local(pool.clone()).await, pool }
    }

    pub fn ticket_writer(&self) -> TicketsClient<Channel> {
        TicketsClient::new(self.office.channel())
    }

    pub fn ticket_desk(&self) -> TicketDeskClient<Channel> {
        TicketDeskClient::new(self.office.channel())
    }

    pub fn with_roles<T>(&self, roles: &[&str], message: T) -> Request<T> {
        self.signed(OPERATOR, roles, message)
    }

    fn signed<T>(&self, account: i64, roles: &[&str], message: T) -> Request<T> {
        let mut request = Request::new(message);
        let token = TestKeys::new(&self.office.clock).token_with_roles(account, roles);
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().expect("a token"));
        request
    }

    pub fn operator<T>(&self, message: T) -> Request<T> {
        self.with_roles(&["operator"], message)
    }

    pub async fn write(&self, letter: WriteToUsRequest) -> Result<Ticket, Status> {
        Ok(self.ticket_writer().write(in_language("ru", letter)).await?.into_inner())
    }

    pub async fn write_as(&self, account: i64, letter: WriteToUsRequest) -> Result<Ticket, Status> {
        Ok(self.ticket_writer().write(self.signed(account, &[], letter)).await?.into_inner())
    }

    pub async fn tickets_of(&self, account: i64) -> TicketPage {
        let request = self.signed(account, &[], MyTicketsRequest::default());
        self.ticket_writer().mine(request).await.expect("a list").into_inner()
    }

    pub async fn tickets(&self, status: TicketStatus) -> TicketPage {
        let request = TicketsRequest { status: status.into(), page: 0, per_page: 0 };
        self.ticket_desk().list(self.operator(request)).await.expect("a list").into_inner()
    }

    /// What came to a mailbox once all is carried.
    pub async fn mail(&self, to: &str) -> Vec<InboxMessage> {
        self.office.carry().await;
        self.office.inbox(Some(to)).await
    }

    /// The accounts that tickets are known to be of.
    pub async fn writers(&self) -> Vec<Option<i64>> {
        sqlx::query_scalar("select account_id from ticket order by ticket_id")
            .fetch_all(&self.pool)
            .await
            .expect("the tickets")
    }

    /// Who did what to what, oldest first.
    pub async fn audit(&self) -> Vec<(i64, String, String)> {
        sqlx::query_as("select operator_id, action, subject from audit order by audit_id")
            .fetch_all(&self.pool)
            .await
            .expect("an audit")
    }
}
