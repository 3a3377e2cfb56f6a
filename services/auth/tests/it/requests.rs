//! Calls that tests of several files make.

use std::net::IpAddr;

use kit::{
    Language,
    client::{CallContext, ClientInfo},
};
use proto::auth::{
    ChangeEmailRequest, ChangePasswordRequest, CodeSent, CodeVerified, CountriesRequest, Country, Device,
    EndDeviceRequest, EndOtherDevicesRequest, ForgetPasswordRequest, ListDevicesRequest, ResetPasswordRequest,
    SendCodeRequest, SendVerificationRequest, Session, SignInRequest, SignUpRequest, Tokens, User, VerifyCodeRequest,
    VerifyEmailRequest, VerifyResetRequest, codes_client::CodesClient, devices_client::DevicesClient,
    emails_client::EmailsClient, passwords_client::PasswordsClient, sessions_client::SessionsClient,
};
use tonic::Status;
use tonic_types::StatusExt as _;

use crate::{
    fake_notification::FakeNotification,
    test_auth::{PASSWORD, TestAuth, with_token},
};

/// The token of a browser that has requested no code.
pub const FOREIGN_TOKEN: &str = "x";

/// The last nine digits are the same in all spellings of a number.
fn subscriber(phone: &str) -> String {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    digits[digits.len().saturating_sub(9)..].to_owned()
}

/// Each IPv4 address is a network.
pub fn visitor_at(address: [u8; 4]) -> CallContext {
    visitor_from(address, "")
}

pub fn visitor_from(address: [u8; 4], agent: &str) -> CallContext {
    CallContext { origin: ClientInfo::new(Some(IpAddr::from(address)), agent.as_bytes()), ..CallContext::default() }
}

impl TestAuth {
    pub async fn countries(&self, language: Language) -> Vec<Country> {
        let reader = CallContext { language, ..CallContext::default() };
        let list = CodesClient::new(self.channel()).countries(reader.sign(CountriesRequest {})).await;
        list.expect("countries are public").into_inner().countries
    }

    pub async fn send_code(&self, phone: &str) -> Result<CodeSent, Status> {
        self.send_code_from(&CallContext::default(), phone).await
    }

    pub async fn send_code_from(&self, visitor: &CallContext, phone: &str) -> Result<CodeSent, Status> {
        self.send_code_to(visitor, phone, None).await
    }

    /// Keeps the token that the code is bound to.
    pub async fn send_code_to(
        &self,
        visitor: &CallContext,
        phone: &str,
        device: Option<&str>,
    ) -> Result<CodeSent, Status> {
        let request = SendCodeRequest { phone_number: phone.to_owned(), device: device.map(str::to_owned) };
        let sent = CodesClient::new(self.channel()).send(visitor.sign(request)).await?.into_inner();
        self.code_tokens.lock().expect("not poisoned").insert(subscriber(phone), sent.code_token.clone());
        Ok(sent)
    }

    /// Enters a code in the browser that requested the last one.
    pub async fn verify_code(&self, phone: &str, code: &str) -> Result<CodeVerified, Status> {
        self.verify_code_with(phone, code, &self.code_token(phone), None).await
    }

    pub fn code_token(&self, phone: &str) -> String {
        let token = self.code_tokens.lock().expect("not poisoned").get(&subscriber(phone)).cloned();
        token.unwrap_or_else(|| FOREIGN_TOKEN.to_owned())
    }

    pub async fn verify_code_with(
        &self,
        phone: &str,
        code: &str,
        token: &str,
        device: Option<&str>,
    ) -> Result<CodeVerified, Status> {
        let request = VerifyCodeRequest {
            phone_number: phone.to_owned(),
            otp_code: code.to_owned(),
            device: device.map(str::to_owned),
            code_token: token.to_owned(),
        };
        Ok(CodesClient::new(self.channel()).verify(request).await?.into_inner())
    }

    /// Returns the token that allows a sign-up with the number.
    pub async fn verify_phone(&self, notification: &FakeNotification, phone: &str) -> String {
        self.send_code(phone).await.expect("a code is sent");
        let verified = self.verify_code(phone, &notification.code_to(phone).await).await.expect("the right code");
        verified.verification_token.expect("a number without an account")
    }

    pub async fn sign_up(&self, request: SignUpRequest) -> Result<Session, Status> {
        self.sign_up_in(Language::Az, request).await
    }

    pub async fn sign_up_in(&self, language: Language, request: SignUpRequest) -> Result<Session, Status> {
        let visitor = CallContext { language, ..CallContext::default() };
        Ok(CodesClient::new(self.channel()).sign_up(visitor.sign(request)).await?.into_inner())
    }

    pub async fn sign_in_from(&self, visitor: &CallContext, login: &str, password: &str) -> Result<Session, Status> {
        let request = SignInRequest { login: login.to_owned(), password: password.to_owned(), device: None };
        Ok(SessionsClient::new(self.channel()).sign_in(visitor.sign(request)).await?.into_inner())
    }

    pub async fn forget(&self, email: &str) -> Result<(), Status> {
        let request = ForgetPasswordRequest { email: email.to_owned() };
        PasswordsClient::new(self.channel()).forget(request).await.map(drop)
    }

    pub async fn verify_reset(&self, token: &str) -> Result<bool, Status> {
        let request = VerifyResetRequest { token: token.to_owned() };
        Ok(PasswordsClient::new(self.channel()).verify_reset(request).await?.into_inner().valid)
    }

    pub async fn reset(&self, token: &str, password: &str) -> Result<(), Status> {
        let (token, password) = (token.to_owned(), password.to_owned());
        let request = ResetPasswordRequest { token, password_confirmation: password.clone(), password };
        PasswordsClient::new(self.channel()).reset(request).await.map(drop)
    }

    /// An empty current password is left out, for accounts without one.
    pub async fn change_password(&self, access: &str, current: &str, new: &str) -> Result<Tokens, Status> {
        let request = ChangePasswordRequest {
            current_password: (!current.is_empty()).then(|| current.to_owned()),
            password: new.to_owned(),
            password_confirmation: new.to_owned(),
        };
        Ok(PasswordsClient::new(self.channel()).change(with_token(access).sign(request)).await?.into_inner())
    }

    /// An empty password is left out, for accounts without one.
    pub async fn change_email(&self, access: &str, email: &str, password: &str) -> Result<User, Status> {
        let (email, password) = (email.to_owned(), (!password.is_empty()).then(|| password.to_owned()));
        let request = ChangeEmailRequest { email_confirmation: email.clone(), email, password };
        Ok(EmailsClient::new(self.channel()).change(with_token(access).sign(request)).await?.into_inner())
    }

    pub async fn send_verification(&self, access: &str) -> Result<(), Status> {
        EmailsClient::new(self.channel())
            .send_verification(with_token(access).sign(SendVerificationRequest {}))
            .await
            .map(drop)
    }

    pub async fn verify_email(&self, access: &str, token: &str) -> Result<(), Status> {
        let request = VerifyEmailRequest { token: token.to_owned() };
        EmailsClient::new(self.channel()).verify(with_token(access).sign(request)).await.map(drop)
    }

    pub async fn devices(&self, access: &str) -> Result<Vec<Device>, Status> {
        let request = with_token(access).sign(ListDevicesRequest {});
        Ok(DevicesClient::new(self.channel()).list(request).await?.into_inner().devices)
    }

    pub async fn end_device(&self, access: &str, id: &str) -> Result<(), Status> {
        let request = with_token(access).sign(EndDeviceRequest { id: id.to_owned() });
        DevicesClient::new(self.channel()).end(request).await.map(drop)
    }

    pub async fn end_other_devices(&self, access: &str) -> Result<(), Status> {
        let request = with_token(access).sign(EndOtherDevicesRequest {});
        DevicesClient::new(self.channel()).end_others(request).await.map(drop)
    }
}

/// Returns a code that differs from `code`.
pub fn wrong_code_for(code: &str) -> &'static str {
    if code == "0000" { "0001" } else { "0000" }
}

pub fn sign_up_request(phone: &str, email: &str, proof: &str) -> SignUpRequest {
    SignUpRequest {
        first_name: " Nigar ".to_owned(),
        last_name: "Əliyeva".to_owned(),
        phone_number: phone.to_owned(),
        email: Some(email.to_owned()),
        password: Some(PASSWORD.to_owned()),
        password_confirmation: Some(PASSWORD.to_owned()),
        accept_terms: true,
        verification_token: proof.to_owned(),
        device: None,
    }
}

/// Returns the seconds until the next attempt.
pub fn retry_after<T>(outcome: Result<T, Status>) -> u64 {
    let status = outcome.err().expect("the call must be refused");
    status.get_details_retry_info().and_then(|info| info.retry_delay).expect("a delay").as_secs()
}
