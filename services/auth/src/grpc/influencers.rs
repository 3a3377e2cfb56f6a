//! Applications to become a blogger, and the check whether a purchase through a blogger's link is the blogger's own.

use audit::Entry;
use kit::{
    Error, Result,
    input::{Checks, id, text},
    page::Page,
};
use proto::{
    auth::{
        Application, ApplicationPage, ApplicationStatus, ApplyRequest, DecideRequest, ListApplicationsRequest,
        MyApplicationRequest, ScreenRequest, Screening, SelfDealing, influencers_server,
    },
    json::{from_name, to_name, to_timestamp},
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::{
        applications::{self, Decision},
        referral::{self, Blogger},
    },
    db::{
        self,
        application::{ApplicationRow, NewApplication},
    },
    domain::{
        application::{self, ABOUT, Network, REASON},
        field::optional,
        referral::SelfDealing as Sign,
    },
    grpc::signed_in::{owner, staff},
};

const NOT_FOUND: &str = "application_not_found";

pub struct Influencers(pub App);

#[tonic::async_trait]
impl influencers_server::Influencers for Influencers {
    async fn apply(&self, request: Request<ApplyRequest>) -> Result<Response<Application>, Status> {
        let account = owner(&self.0, &request).await?;
        let row = applications::apply(&self.0, account, &parse(request.get_ref())?).await?;
        Ok(Response::new(into_application(row)))
    }

    async fn mine(&self, request: Request<MyApplicationRequest>) -> Result<Response<Application>, Status> {
        let account = owner(&self.0, &request).await?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let row = db::application::find_last_for(&mut connection, account).await.map_err(Error::from)?;
        Ok(Response::new(row.map(into_application).ok_or(Error::NotFound(NOT_FOUND))?))
    }

    async fn list(&self, request: Request<ListApplicationsRequest>) -> Result<Response<ApplicationPage>, Status> {
        let operator = staff(&self.0, &request).await?;
        let request = request.get_ref();
        let (status, page) = (parse_status(request.status)?, Page::parse(request.page, request.per_page)?);
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let total = db::application::count(&mut connection, status).await.map_err(Error::from)?;
        let rows = db::application::page(&mut connection, status, page).await.map_err(Error::from)?;
        let filters: &[_] = if status.is_some() { &["status"] } else { &[] };
        let entry = Entry::read_list("application", filters, rows.iter().map(|row| row.application_id));
        audit::insert(&mut connection, &operator, entry, self.0.clock.now()).await.map_err(Error::from)?;
        let applications = rows.into_iter().map(into_application).collect();
        Ok(Response::new(ApplicationPage { applications, meta: Some(page.meta(total)) }))
    }

    async fn decide(&self, request: Request<DecideRequest>) -> Result<Response<Application>, Status> {
        let operator = staff(&self.0, &request).await?;
        let application = id(request.get_ref().id, NOT_FOUND)?;
        let decision = parse_decision(request.get_ref())?;
        let row = applications::decide(&self.0, &operator, application, &decision).await?;
        Ok(Response::new(into_application(row)))
    }

    async fn screen(&self, request: Request<ScreenRequest>) -> Result<Response<Screening>, Status> {
        let caller = self.0.identity.visitor(&request).await?;
        let request = request.into_inner();
        let blogger = match (request.code, request.account_id) {
            (Some(code), None) => Blogger::Code(code),
            (None, Some(account)) => Blogger::Account(account),
            _ => return Err(Error::invalid("code", "required").into()),
        };
        let screening = referral::screen(&self.0, caller.as_ref(), &blogger, request.address_id).await?;
        Ok(Response::new(screening.as_ref().map(into_screening).unwrap_or_default()))
    }
}

fn into_screening(screening: &referral::Screening) -> Screening {
    let self_dealing = match screening.self_dealing {
        None => SelfDealing::Unspecified,
        Some(Sign::Purchase) => SelfDealing::OwnPurchase,
        Some(Sign::Device) => SelfDealing::OwnDevice,
        Some(Sign::Address) => SelfDealing::OwnAddress,
    };
    Screening { account_id: Some(screening.account), self_dealing: self_dealing.into() }
}

fn parse(request: &ApplyRequest) -> Result<NewApplication> {
    let mut checks = Checks::default();
    let about = checks.take("about", text(&request.about, ABOUT));
    let mut link = |field, network: Network, raw: &Option<String>| {
        checks.take(field, optional(raw.as_deref(), |raw| network.parse_link(raw))).flatten()
    };
    let instagram = link("instagram", Network::Instagram, &request.instagram);
    let youtube = link("youtube", Network::Youtube, &request.youtube);
    let facebook = link("facebook", Network::Facebook, &request.facebook);
    let tiktok = link("tiktok", Network::Tiktok, &request.tiktok);
    let other = link("other", Network::Other, &request.other);
    checks.finish()?;
    let about = about.ok_or_else(|| Error::invalid("about", "required"))?;
    Ok(NewApplication { about, instagram, youtube, facebook, tiktok, other })
}

fn parse_status(raw: i32) -> Result<Option<application::Status>> {
    match ApplicationStatus::try_from(raw) {
        Ok(ApplicationStatus::Unspecified) => Ok(None),
        Ok(status) => Ok(application::Status::of_key(&to_name(status))),
        Err(_) => Err(Error::invalid("status", "unknown_value")),
    }
}

fn parse_decision(request: &DecideRequest) -> Result<Decision> {
    let reason = optional(request.reason.as_deref(), |raw| text(raw, REASON));
    let reason = reason.map_err(|code| Error::invalid("reason", code))?;
    match (request.approve, reason) {
        (true, reason) => Ok(Decision::Approve { reason }),
        (false, Some(reason)) => Ok(Decision::Decline { reason }),
        (false, None) => Err(Error::invalid("reason", "reason_required")),
    }
}

pub fn into_application(row: ApplicationRow) -> Application {
    Application {
        id: row.application_id,
        status: from_name::<ApplicationStatus>(&row.status).unwrap_or_default().into(),
        about: row.about,
        instagram: row.instagram,
        youtube: row.youtube,
        facebook: row.facebook,
        tiktok: row.tiktok,
        other: row.other,
        created_at: Some(to_timestamp(row.created_at)),
        decided_at: row.decided_at.map(to_timestamp),
        reason: row.reason,
    }
}
