use chrono::NaiveDate;
use kit::{
    Error, Result,
    input::{Checks, text},
};
use proto::{
    auth::{
        AccountExport, DeleteAccountRequest, ExportRequest, ReportRequest, RestoreAccountRequest, UpdateUserRequest,
        User, profiles_server,
    },
    common::Done,
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::{erase, profile, report},
    domain::{
        baku, birthday,
        password::Password,
        profile::{BirthDate, Changes, NAME, parse_language},
    },
    grpc::{accounts::into_user, export},
};

// Lengths in characters.
const SUBJECT: std::ops::RangeInclusive<usize> = 3..=120;
const TEXT: std::ops::RangeInclusive<usize> = 10..=4000;

pub struct Profiles(pub App);

#[tonic::async_trait]
impl profiles_server::Profiles for Profiles {
    async fn update(&self, request: Request<UpdateUserRequest>) -> Result<Response<User>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let changes = parse_changes(request.get_ref(), baku::today(self.0.clock.now()))?;
        let account = profile::update(&self.0, &caller, &changes).await?;
        Ok(Response::new(into_user(account)))
    }

    async fn report(&self, request: Request<ReportRequest>) -> Result<Response<Done>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let (subject, text) = parse_report(request.get_ref())?;
        report::report(&self.0, &caller, &subject, &text).await?;
        Ok(Response::new(Done {}))
    }

    async fn export(&self, request: Request<ExportRequest>) -> Result<Response<AccountExport>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let language = kit::Language::from_metadata(request.metadata());
        Ok(Response::new(export::account_data(&self.0, &caller, language).await?))
    }

    async fn delete(&self, request: Request<DeleteAccountRequest>) -> Result<Response<User>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let password = request.get_ref().password.as_deref().map(Password::parse).transpose();
        let password = password.map_err(|code| Error::invalid("password", code))?;
        let account = erase::schedule(&self.0, &caller, password).await?;
        Ok(Response::new(into_user(account)))
    }

    async fn restore(&self, request: Request<RestoreAccountRequest>) -> Result<Response<User>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let account = erase::cancel(&self.0, &caller).await?;
        Ok(Response::new(into_user(account)))
    }
}

fn parse_changes(request: &UpdateUserRequest, today: NaiveDate) -> Result<Changes> {
    let mut checks = Checks::default();
    let birth_date = |raw: &String| match raw.trim() {
        "" => Ok(BirthDate::Removed),
        raw => birthday::parse(raw, today).map(BirthDate::Set),
    };
    let changes = Changes {
        first_name: request.first_name.as_ref().and_then(|raw| checks.take("firstName", text(raw, NAME))),
        last_name: request.last_name.as_ref().and_then(|raw| checks.take("lastName", text(raw, NAME))),
        birth_date: request.birth_date.as_ref().and_then(|raw| checks.take("birthDate", birth_date(raw))),
        language: request.language.as_ref().and_then(|raw| checks.take("language", parse_language(raw))),
    };
    checks.finish()?;
    Ok(changes)
}

fn parse_report(request: &ReportRequest) -> Result<(String, String)> {
    let mut checks = Checks::default();
    let subject = checks.take("subject", text(&request.subject, SUBJECT));
    let text = checks.take("text", text(&request.text, TEXT));
    checks.finish()?;
    subject.zip(text).ok_or_else(|| Error::invalid("text", "required"))
}
