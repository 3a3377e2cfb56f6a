//! Applications to become a blogger. The account's row is locked first, so that a concurrent application and decision
//! cannot deadlock.

use audit::Entry;
use kit::{Error, Result, identity::Caller, security};
use proto::auth::InfluencerDecided;
use serde_json::json;

use crate::{
    App,
    app::referral,
    db::{
        self,
        application::{ApplicationRow, NewApplication},
    },
    domain::application::Status,
};

pub async fn apply(app: &App, account: i64, new: &NewApplication) -> Result<ApplicationRow> {
    let mut tx = kit::db::begin(&app.pool).await?;
    if !db::profile::lock(&mut tx, account).await? {
        return Err(Error::unauthenticated());
    }
    if db::profile::is_blogger_for(&mut tx, account).await? {
        return Err(Error::conflict("already_blogger"));
    }
    let row = db::application::insert_for(&mut tx, account, new, app.clock.now()).await?;
    tx.commit().await?;
    Ok(row)
}

pub enum Decision {
    Approve { reason: Option<String> },
    Decline { reason: String },
}

impl Decision {
    fn parts(&self) -> (Status, &'static str, Option<&str>) {
        match self {
            Self::Approve { reason } => (Status::Approved, "application_approved", reason.as_deref()),
            Self::Decline { reason } => (Status::Declined, "application_declined", Some(reason)),
        }
    }
}

/// `grpc/influencers.rs` has checked the permission.
pub async fn decide(app: &App, operator: &Caller, application: i64, decision: &Decision) -> Result<ApplicationRow> {
    let now = app.clock.now();
    let (status, action, reason) = decision.parts();
    let mut tx = kit::db::begin(&app.pool).await?;
    let not_found = Error::NotFound("application_not_found");
    let Some(applicant) = db::application::applicant(&mut tx, application).await? else { return Err(not_found) };
    if applicant == operator.account {
        security::refused("own_decision");
        return Err(Error::NotAllowed("own_application"));
    }
    if !db::profile::lock(&mut tx, applicant).await? {
        // Erased in the meantime.
        return Err(not_found);
    }

    let row = db::application::decide(&mut tx, application, status, operator.account, reason, now).await?;
    let row = row.ok_or_else(|| Error::conflict("application_decided"))?;
    let approved = status == Status::Approved;
    if approved {
        // The schema requires every blogger to have a referral code.
        referral::give_code(&mut tx, applicant).await?;
        db::profile::make_blogger(&mut tx, applicant).await?;
    }

    let entry = Entry::new(action, "application", application)
        .changed(json!({"status": Status::Pending.key()}), json!({"status": status.key()}));
    audit::insert(&mut tx, operator, entry, now).await?;
    outbox::append(&mut tx, &InfluencerDecided { account_id: applicant, approved }).await?;
    tx.commit().await?;
    tracing::info!(application.id = application, "Application {application} was decided");
    Ok(row)
}
