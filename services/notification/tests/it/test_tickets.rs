//! Calls the service as a guest, a customer or an operator.

use kit::client::Channel;
use proto::notification::{
    InboxMessage, MyTicketsRequest, Ticket, TicketPage, TicketStatus, TicketsRequest, WriteToUsRequest,
    ticket_desk_client::TicketDeskClient, tickets_client::TicketsClient,
};
use sqlx::PgPool;
use testkit::{audit::changes, tokens::TestKeys};
use tonic::{Request, Status};
use tonic_types::StatusExt as _;

use crate::test_delivery_service::TestDeliveryService;

pub const OPERATOR: i64 = 9;

pub struct TestTickets {
    pub service: TestDeliveryService,
    pool: PgPool,
}

pub fn contact_form(email: &str, message: &str) -> WriteToUsRequest {
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

/// The name and error code of each invalid field.
pub fn field_errors(status: &Status) -> Vec<(String, String)> {
    let details = status.get_error_details();
    let Some(bad) = details.bad_request() else { panic!("the error names no field: {status}") };
    bad.field_violations.iter().map(|violation| (violation.field.clone(), violation.description.clone())).collect()
}

impl TestTickets {
    pub async fn open(pool: PgPool) -> Self {
        Self { service: TestDeliveryService::local(pool.clone()).await, pool }
    }

    pub fn tickets_client(&self) -> TicketsClient<Channel> {
        TicketsClient::new(self.service.channel())
    }

    pub fn ticket_desk_client(&self) -> TicketDeskClient<Channel> {
        TicketDeskClient::new(self.service.channel())
    }

    /// Signs as the operator, with these roles instead of `owner`.
    pub fn with_roles<T>(&self, roles: &[&str], message: T) -> Request<T> {
        self.signed(OPERATOR, roles, message)
    }

    fn signed<T>(&self, account: i64, roles: &[&str], message: T) -> Request<T> {
        let mut request = Request::new(message);
        let token = TestKeys::new(&self.service.clock).token_with_roles(account, roles);
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().expect("a token"));
        request
    }

    pub fn as_operator<T>(&self, message: T) -> Request<T> {
        self.with_roles(&["owner"], message)
    }

    /// Writes as a guest, in Russian.
    pub async fn write(&self, form: WriteToUsRequest) -> Result<Ticket, Status> {
        Ok(self.tickets_client().write(in_language("ru", form)).await?.into_inner())
    }

    pub async fn write_from(&self, address: &str, form: WriteToUsRequest) -> Result<Ticket, Status> {
        let mut request = in_language("ru", form);
        request.metadata_mut().insert("x-origin-address", address.parse().expect("an address"));
        Ok(self.tickets_client().write(request).await?.into_inner())
    }

    pub async fn write_as(&self, account: i64, form: WriteToUsRequest) -> Result<Ticket, Status> {
        Ok(self.tickets_client().write(self.signed(account, &[], form)).await?.into_inner())
    }

    pub async fn tickets_of(&self, account: i64) -> TicketPage {
        let request = self.signed(account, &[], MyTicketsRequest::default());
        self.tickets_client().mine(request).await.expect("a list").into_inner()
    }

    pub async fn tickets(&self, status: TicketStatus) -> TicketPage {
        let request = TicketsRequest { status: status.into(), ..TicketsRequest::default() };
        self.ticket_desk_client().list(self.as_operator(request)).await.expect("a list").into_inner()
    }

    /// Sends everything that is due first.
    pub async fn mails_to(&self, to: &str) -> Vec<InboxMessage> {
        self.service.deliver_due().await;
        self.service.inbox(Some(to)).await
    }

    /// Oldest first.
    pub async fn ticket_accounts(&self) -> Vec<Option<i64>> {
        sqlx::query_scalar("select account_id from ticket order by ticket_id")
            .fetch_all(&self.pool)
            .await
            .expect("the tickets")
    }

    /// Operator, action and subject of each change, oldest first.
    pub async fn audit(&self) -> Vec<(i64, String, String)> {
        changes(&self.pool).await
    }
}
