//! Security events, and undoing changes that somebody else has made.

use kit::{Error, Result, input::Checks};
use proto::{
    auth::{
        ChangePhoneRequest, DisownRequest, GetNoticeRequest, ListSecurityEventsRequest, SecurityEvent,
        SecurityEventKind, SecurityEventList, SecurityNotice, User, security_server,
    },
    common::Done,
    json::{from_name, to_timestamp},
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::{
        change_phone::{NewNumber, change_phone},
        disown::disown,
        security_events, security_notice,
    },
    db::security_event::EventRow,
    domain::{otp::Otp, password::Password, token::Token},
    grpc::{
        accounts::into_user,
        codes::{parse_code_token, parse_phone},
        visitor_of,
    },
};

pub struct Security(pub App);

#[tonic::async_trait]
impl security_server::Security for Security {
    async fn list_events(
        &self,
        request: Request<ListSecurityEventsRequest>,
    ) -> Result<Response<SecurityEventList>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let events = security_events::list(&self.0, &caller).await?;
        Ok(Response::new(SecurityEventList { events: events.into_iter().map(into_event).collect() }))
    }

    async fn change_phone(&self, request: Request<ChangePhoneRequest>) -> Result<Response<User>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let (new, password) = parse_change(request.get_ref())?;
        let visitor = visitor_of(&request).in_browser(request.get_ref().device.as_deref());
        let account = change_phone(&self.0, &caller, &visitor, &new, password).await?;
        Ok(Response::new(into_user(account)))
    }

    async fn get_notice(&self, request: Request<GetNoticeRequest>) -> Result<Response<SecurityNotice>, Status> {
        let token = Token::parse(&request.get_ref().token);
        let notice = security_notice::get(&self.0, &visitor_of(&request), token.as_ref()).await?;
        Ok(Response::new(SecurityNotice {
            kind: parse_kind(&notice.kind).into(),
            at: Some(to_timestamp(notice.happened_at)),
            browser: notice.browser,
            system: notice.system,
        }))
    }

    async fn disown(&self, request: Request<DisownRequest>) -> Result<Response<Done>, Status> {
        let token = Token::parse(&request.get_ref().token);
        disown(&self.0, &visitor_of(&request), token.as_ref()).await?;
        Ok(Response::new(Done {}))
    }
}

fn parse_change(request: &ChangePhoneRequest) -> Result<(NewNumber, Option<Password>)> {
    let mut checks = Checks::default();
    let phone = checks.take("phoneNumber", parse_phone(&request.phone_number));
    let code = checks.take("otpCode", Otp::parse(&request.otp_code));
    let code_token = checks.take("codeToken", parse_code_token(&request.code_token)).flatten();
    let password = checks.take("password", request.password.as_deref().map(Password::parse).transpose());
    checks.finish()?;
    let new = (|| Some(NewNumber { phone: phone?, code: code?, code_token }))();
    new.zip(password).ok_or_else(|| Error::invalid("phoneNumber", "required"))
}

pub fn into_event(row: EventRow) -> SecurityEvent {
    let EventRow { kind, happened_at, browser, system } = row;
    SecurityEvent { kind: parse_kind(&kind).into(), at: Some(to_timestamp(happened_at)), browser, system }
}

fn parse_kind(name: &str) -> SecurityEventKind {
    from_name(name).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::*;
    use crate::domain::security_event::EventKind;

    #[test]
    fn every_kind_of_event_has_the_name_of_the_contract() {
        // In the contract, 0 is unspecified and the kinds follow in the same order.
        for (number, kind) in (1..).zip(EventKind::VARIANTS) {
            assert_eq!(i32::from(parse_kind(kind.key())), number, "{kind:?}");
        }
    }
}
