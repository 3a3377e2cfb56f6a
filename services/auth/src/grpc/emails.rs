use kit::{Error, input::Checks};
use proto::{
    auth::{ChangeEmailRequest, SendVerificationRequest, User, VerifyEmailRequest, emails_server},
    common::Done,
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::{change_email::change_email, verify_email},
    domain::{email::Email, password::Password, token::Token},
    grpc::{accounts::into_user, visitor_of},
};

pub struct Emails(pub App);

#[tonic::async_trait]
impl emails_server::Emails for Emails {
    async fn change(&self, request: Request<ChangeEmailRequest>) -> Result<Response<User>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let (email, password) = parse_change(request.get_ref())?;
        let account = change_email(&self.0, &caller, &visitor_of(&request), &email, password).await?;
        Ok(Response::new(into_user(account)))
    }

    async fn send_verification(&self, request: Request<SendVerificationRequest>) -> Result<Response<Done>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        verify_email::send(&self.0, &caller, &visitor_of(&request)).await?;
        Ok(Response::new(Done {}))
    }

    async fn verify(&self, request: Request<VerifyEmailRequest>) -> Result<Response<Done>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let token = Token::parse(&request.get_ref().token);
        verify_email::verify(&self.0, &caller, &visitor_of(&request), token.as_ref()).await?;
        Ok(Response::new(Done {}))
    }
}

fn parse_change(request: &ChangeEmailRequest) -> kit::Result<(Email, Option<Password>)> {
    let mut checks = Checks::default();
    let email = checks.take("email", parse_email(&request.email));
    let confirmation = match request.email_confirmation.trim() {
        "" => Err("required"),
        typed => Ok(Email::parse(typed)),
    };
    let confirmation = checks.take("emailConfirmation", confirmation);
    if let (Some(email), Some(confirmation)) = (&email, confirmation) {
        let is_same = confirmation.as_ref() == Some(email);
        checks.take("emailConfirmation", if is_same { Ok(()) } else { Err("emails_differ") });
    }
    let password = checks.take("password", request.password.as_deref().map(Password::parse).transpose());
    checks.finish()?;
    email.zip(password).ok_or_else(|| Error::invalid("email", "required"))
}

pub fn parse_email(raw: &str) -> Result<Email, &'static str> {
    match raw.trim() {
        "" => Err("required"),
        typed => Email::parse(typed).ok_or("invalid_email"),
    }
}
