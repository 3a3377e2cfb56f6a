use kit::{Error, input::Checks};
use proto::{
    auth::{
        ChangePasswordRequest, ForgetPasswordRequest, ResetPasswordRequest, ResetVerified, Tokens, VerifyResetRequest,
        passwords_server,
    },
    common::Done,
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::{change_password::change_password, forgot_password::request_reset, reset},
    domain::{email::Email, password::Password, phone::Phone, token::Token},
    grpc::{emails::parse_email, sessions::into_tokens, visitor_of},
};

pub struct Passwords(pub App);

#[tonic::async_trait]
impl passwords_server::Passwords for Passwords {
    async fn forget(&self, request: Request<ForgetPasswordRequest>) -> Result<Response<Done>, Status> {
        let email = parse_email(&request.get_ref().email).map_err(|code| Error::invalid("email", code))?;
        request_reset(&self.0, &visitor_of(&request), &email).await?;
        Ok(Response::new(Done {}))
    }

    async fn verify_reset(&self, request: Request<VerifyResetRequest>) -> Result<Response<ResetVerified>, Status> {
        let token = Token::parse(&request.get_ref().token);
        reset::verify(&self.0, &visitor_of(&request), token.as_ref()).await?;
        Ok(Response::new(ResetVerified { valid: true }))
    }

    async fn reset(&self, request: Request<ResetPasswordRequest>) -> Result<Response<Done>, Status> {
        let ResetPasswordRequest { token, password, password_confirmation } = request.get_ref();
        let password = parse_confirmed(&self.0, password, password_confirmation, Checks::default())?;
        reset::reset(&self.0, &visitor_of(&request), Token::parse(token).as_ref(), password).await?;
        Ok(Response::new(Done {}))
    }

    async fn change(&self, request: Request<ChangePasswordRequest>) -> Result<Response<Tokens>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let ChangePasswordRequest { current_password, password, password_confirmation } = request.get_ref();
        let mut checks = Checks::default();
        let current = current_password.as_deref().map(Password::parse).transpose();
        let current = checks.take("currentPassword", current);
        let new = parse_confirmed(&self.0, password, password_confirmation, checks)?;
        let tokens = change_password(&self.0, &caller, &visitor_of(&request), current.flatten(), new).await?;
        Ok(Response::new(into_tokens(tokens)))
    }
}

/// Errors of earlier fields in `checks` are reported together with those of the password.
fn parse_confirmed(app: &App, password: &str, confirmation: &str, mut checks: Checks) -> kit::Result<Password> {
    let parsed = checks.take("password", parse_password(app, password, None, None));
    checks.take("passwordConfirmation", check_confirmation(password, confirmation));
    checks.finish()?;
    parsed.ok_or_else(|| Error::invalid("password", "required"))
}

/// `email` and `phone` are the account's, if they are known yet.
pub fn parse_password(
    app: &App,
    raw: &str,
    email: Option<&Email>,
    phone: Option<&Phone>,
) -> Result<Password, &'static str> {
    let password = Password::parse_new(raw)?;
    if app.leaked.contains(&password) {
        return Err("password_leaked");
    }
    if password.is_guessable_from(email, phone) { Err("password_guessable") } else { Ok(password) }
}

pub fn check_confirmation(password: &str, confirmation: &str) -> Result<(), &'static str> {
    match confirmation {
        "" => Err("required"),
        _ if confirmation == password => Ok(()),
        _ => Err("passwords_differ"),
    }
}
