//! Calls about security, and of staff about customers.

use kit::client::CallContext;
use proto::auth::{
    AcceptInvitationRequest, BlockCustomerRequest, ChangePhoneRequest, Customer, DisownRequest, FindCustomersRequest,
    GetCustomerRequest, GetNoticeRequest, ListSecurityEventsRequest, SecurityEvent, SecurityEventKind, SecurityNotice,
    Session, SignInRequest, User, customers_client::CustomersClient, security_client::SecurityClient,
    sessions_client::SessionsClient, staff_client::StaffClient,
};
use tonic::Status;

use crate::{
    fake_notification::FakeNotification,
    owner::Owner,
    test_auth::{PASSWORD, TestAuth, phone, with_token},
};

impl TestAuth {
    /// `device` is the browser's random id.
    pub async fn sign_in_from_device(&self, visitor: &CallContext, number: u8, device: &str) -> Session {
        let (login, password, device) = (phone(number), PASSWORD.to_owned(), Some(device.to_owned()));
        let request = visitor.sign(SignInRequest { login, password, device });
        SessionsClient::new(self.channel()).sign_in(request).await.expect("the right password").into_inner()
    }

    pub async fn accept_invitation(&self, access: &str, token: &str) -> Result<(), Status> {
        let request = AcceptInvitationRequest { token: token.to_owned() };
        StaffClient::new(self.channel()).accept(with_token(access).sign(request)).await.map(drop)
    }

    pub async fn security_events(&self, access: &str) -> Result<Vec<SecurityEvent>, Status> {
        let request = with_token(access).sign(ListSecurityEventsRequest {});
        Ok(SecurityClient::new(self.channel()).list_events(request).await?.into_inner().events)
    }

    /// Newest first.
    pub async fn event_kinds(&self, access: &str) -> Vec<SecurityEventKind> {
        let events = self.security_events(access).await.expect("an open session");
        events.iter().map(SecurityEvent::kind).collect()
    }

    pub async fn notice(&self, token: &str) -> Result<SecurityNotice, Status> {
        let request = GetNoticeRequest { token: token.to_owned() };
        Ok(SecurityClient::new(self.channel()).get_notice(request).await?.into_inner())
    }

    pub async fn disown(&self, token: &str) -> Result<(), Status> {
        SecurityClient::new(self.channel()).disown(DisownRequest { token: token.to_owned() }).await.map(drop)
    }

    /// An empty password is left out, for accounts without one.
    pub async fn change_phone(&self, access: &str, number: &str, code: &str, password: &str) -> Result<User, Status> {
        let request = ChangePhoneRequest {
            phone_number: number.to_owned(),
            otp_code: code.to_owned(),
            code_token: self.code_token(number),
            password: (!password.is_empty()).then(|| password.to_owned()),
            device: None,
        };
        Ok(SecurityClient::new(self.channel()).change_phone(with_token(access).sign(request)).await?.into_inner())
    }

    pub async fn prove_and_change_phone(
        &self,
        notification: &FakeNotification,
        access: &str,
        number: &str,
        password: &str,
    ) -> Result<User, Status> {
        self.send_code(number).await?;
        self.change_phone(access, number, &notification.code_to(number).await, password).await
    }
}

impl Owner {
    pub async fn find_customers(&self, text: &str) -> Result<Vec<Customer>, Status> {
        let request = self.credentials.sign(FindCustomersRequest { text: text.to_owned() });
        Ok(self.customers().find(request).await?.into_inner().customers)
    }

    pub async fn customer(&self, account_id: i64) -> Result<Customer, Status> {
        Ok(self.customers().get(self.credentials.sign(GetCustomerRequest { account_id })).await?.into_inner())
    }

    pub async fn block(&self, account_id: i64, reason: &str) -> Result<Customer, Status> {
        let request = BlockCustomerRequest { account_id, reason: reason.to_owned() };
        Ok(self.customers().block(self.credentials.sign(request)).await?.into_inner())
    }

    pub async fn unblock(&self, account_id: i64) -> Result<Customer, Status> {
        Ok(self.customers().unblock(self.credentials.sign(GetCustomerRequest { account_id })).await?.into_inner())
    }

    pub async fn end_sessions_of(&self, account_id: i64) -> Result<Customer, Status> {
        Ok(self.customers().end_sessions(self.credentials.sign(GetCustomerRequest { account_id })).await?.into_inner())
    }

    fn customers(&self) -> CustomersClient<kit::client::Channel> {
        CustomersClient::new(self.channel.clone())
    }
}
