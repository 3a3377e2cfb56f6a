use kit::{Error, Language, Result, identity::Caller};
use proto::{
    auth::{AccountExport, Report},
    json::to_timestamp,
};

use crate::{
    App,
    app::{devices, security_events, sign_out::session_id},
    db,
    grpc::{
        accounts::into_user, addresses, devices::into_device, families, influencers::into_application, saved_views,
        security::into_event,
    },
};

/// Limits the applications, and the reports.
const MAX_ROWS: i64 = 1_000;

pub async fn account_data(app: &App, caller: &Caller, language: Language) -> Result<AccountExport> {
    let (account, session) = (caller.account, session_id(caller)?);
    let devices = devices::list(app, caller).await?;
    let security_events = security_events::list(app, caller).await?;
    let addresses = addresses::list_all(app, account, language).await?;
    let families = families::all(app, account).await?;
    let saved_views = saved_views::list_all(app, account).await?;
    let mut connection = app.pool.acquire().await?;
    let user = db::account::find_signed_in(&mut connection, account, session).await?;
    let user = user.map(into_user).ok_or_else(Error::unauthenticated)?;
    let registered_at = db::profile::registered_at_for(&mut connection, account).await?;
    let applications = db::application::newest_for(&mut connection, account, MAX_ROWS).await?;
    let reports = db::report::newest_for(&mut connection, account, MAX_ROWS).await?;
    let into_report = |row: db::report::ReportRow| Report {
        subject: row.subject,
        text: row.text,
        created_at: Some(to_timestamp(row.created_at)),
    };
    Ok(AccountExport {
        user: Some(user),
        registered_at: registered_at.map(to_timestamp),
        addresses,
        families,
        devices: devices.into_iter().map(|device| into_device(device, &caller.session)).collect(),
        applications: applications.into_iter().map(into_application).collect(),
        reports: reports.into_iter().map(into_report).collect(),
        security_events: security_events.into_iter().map(into_event).collect(),
        saved_views,
    })
}
