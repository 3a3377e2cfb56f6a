//! Accounts, sessions and the keys that sign them. Signing in opens a session: an access token for minutes, which everybody
//! verifies alone, and a refresh token that is exchanged at each use, so that a stolen one betrays itself.
//!
//! People prove a phone number by a one-time code and an address by a mailed link. What they are to be told is written here, in
//! the transaction of what it tells, and carried to the notification service; nothing is sent from here.
//!
//! What is personal is kept here and nowhere else: where people live, whose birthdays they remember, how they want to be
//! written to. It does not know what an account bought, likes or follows, and no other service knows a name, a phone or a
//! password; they hear when an account is no more.

mod app;
mod attestation;
mod config;
mod db;
mod domain;
mod events;
mod grpc;
mod keyed;
mod keyring;
mod leaked;
mod load;
mod passwords;
mod postman;
mod readers;

use std::{process::ExitCode, sync::Arc};

use anyhow::Context as _;
use chrono::TimeDelta;
use kit::{
    Clock, Process, client,
    config::{FeedConfig, Task},
    db::lend::Lender,
    identity::Identity,
    seal::Seal,
    serve::{Readiness, Routes},
    worker::Worker,
};
use outbox::Outbox;
use proto::auth::{
    accounts_server::AccountsServer, addresses_server::AddressesServer, clients_server::ClientsServer,
    codes_server::CodesServer, contacts_server::ContactsServer, devices_server::DevicesServer,
    emails_server::EmailsServer, families_server::FamiliesServer, influencers_server::InfluencersServer,
    keys_server::KeysServer, passwords_server::PasswordsServer, places_server::PlacesServer,
    profiles_server::ProfilesServer, sessions_server::SessionsServer,
};
use sqlx::{PgPool, migrate::Migrator};
use tokio_util::sync::CancellationToken;

use crate::{
    app::post::Bell,
    attestation::{Attestations, Unconfigured},
    domain::{otp, refresh::Limits, rotation::Rotation, throttle::Patiences},
    keyed::Keyed,
    keyring::Keyring,
    leaked::Leaked,
    passwords::Passwords,
    readers::Readers,
};

pub use app::birthdays::remind;
pub use app::erase::erase_due;
pub use app::housekeeping::sweep;
pub use app::keys::rotate;
pub use config::Config;
pub use load::load;
pub use postman::Postman;

pub static MIGRATOR: Migrator = sqlx::migrate!();

/// What the rooms share.
#[derive(Clone)]
pub struct App {
    pub pool: PgPool,
    readers: Readers,
    pub clock: Clock,
    identity: Identity,
    passwords: Passwords,
    keyring: Keyring,
    attestations: Arc<dyn Attestations>,
    seal: Seal,
    limits: Limits,
    rotation: Rotation,
    access_ttl: TimeDelta,
    keyed: Keyed,
    leaked: Leaked,
    code_rules: otp::Rules,
    patiences: Patiences,
    bell: Bell,
    /// Where people find the shop.
    site: String,
    deletion_grace: TimeDelta,
}

impl App {
    pub fn new(config: &Config, pool: PgPool, clock: Clock) -> anyhow::Result<Self> {
        let rotation = config.rotation()?;
        let own_keys = grpc::OwnKeys { pool: pool.clone(), clock: clock.clone(), rotation };
        let secret = config.key_secret()?;
        Ok(Self {
            readers: Readers::open(&Lender::new(pool.clone())),
            identity: Identity::new(own_keys, clock.clone()),
            passwords: Passwords::new(&config.passwords)?,
            keyring: Keyring::default(),
            attestations: Arc::new(Unconfigured),
            keyed: Keyed::new(&secret)?,
            leaked: Leaked::load(config.passwords.leaked.as_deref())?,
            code_rules: config.limits.code_rules(),
            patiences: config.limits.patiences(config.process.is_local()),
            bell: Bell::default(),
            site: config.site(),
            seal: Seal::new(secret),
            limits: config.limits(),
            rotation,
            access_ttl: config.sessions.access_ttl,
            deletion_grace: config.accounts.deletion_grace,
            pool,
            clock,
        })
    }
}

/// The whole process. It stands here and not in the binary, so that the service is compiled once.
pub fn main() -> ExitCode {
    kit::run("auth", run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    let is_local = config.process.is_local();
    if let Some(Task::Load(_)) = config.task {
        anyhow::ensure!(
            is_local,
            "the demo's accounts have passwords everybody knows: they are loaded in local mode only"
        );
    }
    let pool = kit::db::connect(&config.database_url, &config.database, "auth").await?;
    kit::db::migrate(&pool, &MIGRATOR).await?;
    if let Some(Task::Migrate) = config.task {
        return Ok(());
    }
    let app = App::new(&config, pool.clone(), process.clock.clone())?;
    match &config.task {
        Some(Task::Load(args)) => return load::load(&app, args).await,
        Some(Task::Parked) => return outbox::print_parked(&pool).await,
        Some(Task::Replay { .. }) => anyhow::bail!("the auth service listens to nobody: there is nothing to replay"),
        Some(Task::Migrate) | None => {}
    }
    if !is_local {
        app::demo::refuse(&app).await?;
    }
    rotate(&app).await.context("there is no key to sign with")?;
    let outbox = outbox(&pool);
    process.spawn("outbox", outbox.clone().run(process.stopping()));
    let postman = Postman::new(app.clone(), client::connect(&config.notification_url)?);
    process.start(workers(&app, &config.feed, &postman));
    let routes = routes(&app, &outbox, process.stopping());
    kit::serve::serve(&process, routes, Readiness::of_database(&pool)).await
}

/// The outbox with the snapshots of this service.
pub fn outbox(pool: &PgPool) -> Outbox {
    Outbox::new(pool.clone()).with_state(events::Current)
}

/// The background work of this service.
pub fn workers(app: &App, feed: &FeedConfig, postman: &Postman) -> Vec<Worker> {
    let mut workers = vec![outbox(&app.pool).retention(feed), postman.worker()];
    workers.extend(app::housekeeping::workers(app));
    workers
}

/// The service's door, the same in tests and in earnest.
pub fn routes(app: &App, outbox: &Outbox, stop: CancellationToken) -> Routes {
    let own_keys = grpc::OwnKeys { pool: app.pool.clone(), clock: app.clock.clone(), rotation: app.rotation };
    let mut routes = Routes::builder();
    routes
        .add_service(SessionsServer::new(grpc::Sessions(app.clone())))
        .add_service(AccountsServer::new(grpc::Accounts(app.clone())))
        .add_service(CodesServer::new(grpc::Codes(app.clone())))
        .add_service(ContactsServer::new(grpc::Contacts(app.clone())))
        .add_service(PasswordsServer::new(grpc::Passwords(app.clone())))
        .add_service(EmailsServer::new(grpc::Emails(app.clone())))
        .add_service(ClientsServer::new(grpc::Clients(app.clone())))
        .add_service(DevicesServer::new(grpc::Devices(app.clone())))
        .add_service(KeysServer::new(grpc::Keys(own_keys)))
        .add_service(ProfilesServer::new(grpc::Profiles(app.clone())))
        .add_service(PlacesServer::new(grpc::Places(app.clone())))
        .add_service(AddressesServer::new(grpc::Addresses(app.clone())))
        .add_service(FamiliesServer::new(grpc::Families(app.clone())))
        .add_service(InfluencersServer::new(grpc::Influencers(app.clone())))
        .add_service(outbox.service(stop));
    routes.routes()
}
