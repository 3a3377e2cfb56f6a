//! The auth service: accounts, sessions and the keys that sign access tokens. Personal data is stored here only.

mod app;
mod attestation;
mod config;
mod db;
mod delivery_worker;
mod domain;
mod events;
mod grpc;
mod keyed;
mod keyring;
mod leaked;
mod load;
mod passwords;
mod readers;
mod relying_party;
mod revocation_feed;

use std::{path::Path, process::ExitCode, sync::Arc};

use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};
use kit::{
    BuildInfo, Clock, Process,
    config::{FeedConfig, Task},
    db::warm_pool::WarmPool,
    identity::Identity,
    seal::Seal,
    serve::{Readiness, Routes},
    worker::Worker,
};
use outbox::{Handlers, Outbox};
use proto::auth::{
    accounts_server::AccountsServer, addresses_server::AddressesServer, clients_server::ClientsServer,
    codes_server::CodesServer, contacts_server::ContactsServer, customers_server::CustomersServer,
    devices_server::DevicesServer, emails_server::EmailsServer, families_server::FamiliesServer,
    influencers_server::InfluencersServer, keys_server::KeysServer, passkeys_server::PasskeysServer,
    passwords_server::PasswordsServer, places_server::PlacesServer, profiles_server::ProfilesServer,
    revocations_server::RevocationsServer, saved_views_server::SavedViewsServer,
    second_factors_server::SecondFactorsServer, security_server::SecurityServer, sessions_server::SessionsServer,
    staff_server::StaffServer, staff_sessions_server::StaffSessionsServer,
};
use sqlx::{PgPool, migrate::Migrator};
use tokio_util::sync::CancellationToken;

use crate::{
    app::messages::Notifier,
    attestation::{Attestations, Unconfigured},
    domain::{otp, refresh::Limits, rotation::Rotation, throttle::AttemptLimits},
    keyed::KeyedHasher,
    keyring::Keyring,
    leaked::LeakedPasswords,
    passwords::Passwords,
    readers::Readers,
    relying_party::RelyingParty,
    revocation_feed::RevocationFeed,
};

pub use app::birthdays::publish_due as publish_birthday_events;
pub use app::erase::erase_due;
pub use app::housekeeping::delete_expired_rows;
pub use app::keys::rotate as rotate_keys;
use config::AuthTask;
pub use config::Config;
pub use delivery_worker::DeliveryWorker;
pub use load::load;

pub static MIGRATOR: Migrator = sqlx::migrate!();

/// The state of the service, which clones share.
#[derive(Clone)]
pub struct App {
    pub pool: PgPool,
    readers: Readers,
    pub clock: Clock,
    identity: Identity,
    passwords: Passwords,
    relying_party: RelyingParty,
    keyring: Keyring,
    attestations: Arc<dyn Attestations>,
    /// Encrypts signing keys, secrets and messages in the database.
    seal: Seal,
    session_limits: Limits,
    rotation: Rotation,
    access_ttl: TimeDelta,
    keyed_hasher: KeyedHasher,
    leaked: LeakedPasswords,
    code_rules: otp::Rules,
    attempt_limits: AttemptLimits,
    pub revocations: RevocationFeed,
    /// Wakes the delivery worker.
    notifier: Notifier,
    /// The URL has no trailing slash.
    site: String,
    deletion_grace: TimeDelta,
}

impl App {
    pub fn new(config: &Config, pool: PgPool, clock: Clock) -> anyhow::Result<Self> {
        let rotation = config.rotation()?;
        let own_keys = grpc::OwnKeys { pool: pool.clone(), clock: clock.clone(), rotation };
        let secret = config.key_secret()?;
        Ok(Self {
            readers: Readers::open(&WarmPool::new(pool.clone())),
            identity: Identity::new(own_keys, clock.clone()),
            passwords: Passwords::new(&config.passwords)?,
            relying_party: RelyingParty::new(&config.site(), config.admin_origin())?,
            keyring: Keyring::default(),
            attestations: Arc::new(Unconfigured),
            keyed_hasher: KeyedHasher::new(&secret, keyed::PURPOSE)?,
            leaked: LeakedPasswords::load(config.passwords.leaked.as_deref())?,
            code_rules: config.limits.code_rules(),
            attempt_limits: config.limits.attempt_limits(config.process.is_local()),
            notifier: Notifier::default(),
            site: config.site(),
            seal: Seal::new(secret),
            session_limits: config.session_limits(),
            rotation,
            revocations: RevocationFeed::new(pool.clone(), config.sessions.access_ttl)?,
            access_ttl: config.sessions.access_ttl,
            deletion_grace: config.accounts.deletion_grace,
            pool,
            clock,
        })
    }
}

/// The program's `main` is in the library, so that the code is compiled once.
pub fn main(build: BuildInfo) -> ExitCode {
    kit::run("auth", build, run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    let is_local = config.process.is_local();
    match &config.task {
        Some(AuthTask::Common(Task::Load(_))) => {
            anyhow::ensure!(is_local, "demo accounts have published passwords, so they are loaded only in local mode");
        }
        Some(AuthTask::Common(Task::Migrate(args))) => {
            return kit::db::migrate(&process, &config.database_url, &config.database, &MIGRATOR, args).await;
        }
        Some(AuthTask::Totp { folder }) => {
            anyhow::ensure!(is_local, "the demo's second factors are published, so they exist only in local mode");
            return print_totp_codes(folder, process.clock.now());
        }
        Some(AuthTask::Common(Task::Parked | Task::Replay { .. }) | AuthTask::Owner { .. }) | None => {}
    }

    let pool = kit::db::open(&process, &config.database_url, &config.database, &MIGRATOR).await?;
    let app = App::new(&config, pool, process.clock.clone())?;
    match &config.task {
        Some(AuthTask::Common(Task::Load(args))) => load::load(&app, args).await,
        Some(AuthTask::Common(Task::Parked)) => outbox::run_parked(&app.pool).await,
        Some(AuthTask::Common(Task::Replay { .. })) => {
            anyhow::bail!("the auth service consumes no events, so there is nothing to replay")
        }
        Some(AuthTask::Owner { phone }) => print_owner_link(&app, phone).await,
        Some(AuthTask::Common(Task::Migrate(_)) | AuthTask::Totp { .. }) | None => serve(&app, &config, &process).await,
    }
}

async fn serve(app: &App, config: &Config, process: &Process) -> anyhow::Result<()> {
    if !config.process.is_local() {
        app::demo::ensure_none(app).await?;
    }
    rotate_keys(app).await.context("cannot provide a signing key")?;
    let outbox = outbox(&app.pool);
    outbox.renew_epoch().await?;
    process.spawn("outbox", outbox.clone().run(process.stopping()));
    process.start(outbox.nats_publisher(process.name, &config.feed, process.config.mode)?);
    process.spawn("revocations", app.revocations.clone().run(process.stopping()));
    let connector = process.connector()?;
    let delivery = DeliveryWorker::new(app.clone(), connector.connect(&config.notification_url)?);
    process.start(workers(app, &config.feed, &delivery));
    let routes = routes(app, &outbox, process.stopping());
    kit::serve::serve(process, routes, Readiness::default()).await
}

fn print_totp_codes(folder: &Path, now: DateTime<Utc>) -> anyhow::Result<()> {
    for line in load::totp_codes(folder, now)? {
        kit::lifecycle::print_result(&line);
    }
    Ok(())
}

async fn print_owner_link(app: &App, phone: &str) -> anyhow::Result<()> {
    let link = invite_owner(app, phone).await?;
    kit::lifecycle::print_result(&format!("Sign in with this number, then open this link within 15 minutes:\n{link}"));
    Ok(())
}

pub async fn invite_owner(app: &App, phone: &str) -> anyhow::Result<String> {
    let phone = domain::phone::Phone::parse(phone).context("this is not a mobile phone number")?;
    Ok(app::staff::invite_owner(app, &phone).await?.url)
}

pub fn outbox(pool: &PgPool) -> Outbox {
    Outbox::new(pool.clone()).with_state(events::AuthSnapshot)
}

pub fn workers(app: &App, feed: &FeedConfig, delivery: &DeliveryWorker) -> Vec<Worker> {
    let mut workers = vec![outbox(&app.pool).retention(feed), delivery.worker()];
    workers.extend(app::housekeeping::workers(app));
    workers
}

pub fn routes(app: &App, outbox: &Outbox, stop: CancellationToken) -> Routes {
    let own_keys = grpc::OwnKeys { pool: app.pool.clone(), clock: app.clock.clone(), rotation: app.rotation };
    let mut routes = Routes::builder();
    routes
        .add_service(SessionsServer::new(grpc::Sessions(app.clone())))
        .add_service(AccountsServer::new(grpc::Accounts(app.clone())))
        .add_service(CodesServer::new(grpc::Codes(app.clone())))
        .add_service(ContactsServer::new(grpc::Contacts(app.clone())))
        .add_service(SecurityServer::new(grpc::Security(app.clone())))
        .add_service(PasskeysServer::new(grpc::Passkeys(app.clone())))
        .add_service(PasswordsServer::new(grpc::Passwords(app.clone())))
        .add_service(EmailsServer::new(grpc::Emails(app.clone())))
        .add_service(ClientsServer::new(grpc::Clients(app.clone())))
        .add_service(CustomersServer::new(grpc::Customers(app.clone())))
        .add_service(DevicesServer::new(grpc::Devices(app.clone())))
        .add_service(KeysServer::new(grpc::Keys(own_keys)))
        .add_service(ProfilesServer::new(grpc::Profiles(app.clone())))
        .add_service(PlacesServer::new(grpc::Places(app.clone())))
        .add_service(AddressesServer::new(grpc::Addresses(app.clone())))
        .add_service(FamiliesServer::new(grpc::Families(app.clone())))
        .add_service(InfluencersServer::new(grpc::Influencers(app.clone())))
        .add_service(StaffServer::new(grpc::Staff(app.clone())))
        .add_service(StaffSessionsServer::new(grpc::StaffSessions(app.clone())))
        .add_service(SavedViewsServer::new(grpc::SavedViews(app.clone())))
        .add_service(SecondFactorsServer::new(grpc::SecondFactors(app.clone())))
        .add_service(RevocationsServer::new(grpc::Revocations { feed: app.revocations.clone(), stop: stop.clone() }))
        .add_service(audit::service("auth", &app.pool, &app.identity, stop.clone()))
        .add_service(outbox::system_desk("auth", &app.pool, &app.identity, &app.clock, Handlers::default()))
        .add_service(outbox.service(stop));
    routes.routes()
}
