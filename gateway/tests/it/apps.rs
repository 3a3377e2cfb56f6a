//! The services' `App` values, as their programs create them in local mode.

use std::path::Path;

use clap::Parser as _;
use kit::{
    client::{Channel, Connector},
    db::warm_pool::WarmPool,
    identity::Identity,
    seal::Seal,
};
use sqlx::PgPool;
use testkit::clock::TestClock;

use crate::test_shop::INDEXNOW_KEY;

pub fn auth(pool: PgPool, clock: &TestClock) -> auth::App {
    auth::App::new(&auth_config(), pool, clock.clock()).expect("a configuration that works")
}

pub fn auth_config() -> auth::Config {
    // Required, but unused: `auth` gets an open pool.
    let flags = ["sovqat-auth", "--mode", "local", "--database-url", "postgres://elsewhere"];
    // Cheap hashes make the tests faster.
    let cheap = ["--password-memory-kib", "64", "--password-passes", "1"];
    auth::Config::parse_from(flags.iter().chain(&cheap))
}

/// The sender stores messages in the inbox.
pub async fn sender(app: &notification::App) -> notification::Sender {
    let config = notification_config();
    let sender = notification::Sender::new(&config, app.clone()).expect("an inbox");
    notification::enable_push(sender, &config).await.expect("a key to push with")
}

pub fn worker_context(
    app: notification::App,
    sender: notification::Sender,
    peers: notification::Peers,
) -> notification::WorkerContext {
    notification::WorkerContext::new(&notification_config(), app, sender, peers).expect("a key to sign links with")
}

fn notification_config() -> notification::Config {
    notification::Config::parse_from([
        "sovqat-notification",
        "--mode",
        "local",
        "--database-url",
        "postgres://elsewhere",
    ])
}

pub fn catalog(pool: PgPool, clock: &TestClock, identity: Identity, auth: Channel, index: &Path) -> catalog::App {
    let warm_pool = WarmPool::new(pool.clone());
    catalog::App {
        readers: catalog::Readers::open(&warm_pool),
        stock_batches: catalog::StockBatches::open(&warm_pool),
        warm_pool,
        pool,
        identity,
        clock: clock.clock(),
        media: catalog::Media::open("memory:///").expect("a media store"),
        accounts: catalog::Accounts::new(auth),
        search: catalog::Search::new(index.to_owned()),
        // A query is popular from its second visitor on.
        searches: catalog::Searches::new(2, &[7; 32]).expect("a key"),
        search_rules: catalog::SearchRules::default(),
    }
}

pub fn store(pool: PgPool, clock: &TestClock, identity: Identity) -> store::App {
    store::App { pool, identity, clock: clock.clock(), campaign_notifier: store::CampaignNotifier::default() }
}

pub fn seo(pool: PgPool, clock: &TestClock, identity: Identity, rules: seo::RuleCache) -> seo::App {
    let indexnow_key = Some(INDEXNOW_KEY.parse().expect("a key"));
    seo::App { pool, identity, clock: clock.clock(), rules, indexnow_key }
}

/// `flags` are further settings, such as the address of a bank.
pub fn order(pool: PgPool, clock: &TestClock, auth: Channel, catalog: Channel, flags: &[&str]) -> order::App {
    let always = ["sovqat-order", "--mode", "local", "--database-url", "postgres://elsewhere"];
    let config = order::Config::parse_from(always.iter().chain(flags));
    let warm_pool = WarmPool::new(pool.clone());
    order::App {
        batches: order::Batches::open(&warm_pool),
        zones: order::Zones::new(&warm_pool),
        bonus_rules: order::BonusRules::new(&warm_pool),
        returns: order::ReturnRules::new(&warm_pool),
        warm_pool,
        pool,
        clock: clock.clock(),
        auth: order::Auth::new(auth),
        catalog: order::Catalog::new(catalog.clone()),
        stock: order::Stock::new(catalog),
        quote_key: config.quote_key().expect("local mode has a key"),
        banks: config.banks().expect("local mode has a bank"),
        card_seal: Seal::new(config.card_secret().expect("local mode has a secret")),
        keyed_hasher: config.keyed_hasher().expect("local mode has a secret"),
        site_url: config.public_url.clone(),
        payment_time: config.payment_time(),
        order_limits: config.order_limits().expect("local mode allows any"),
        two_people: config.two_people.limits(),
        notifier: order::Notifier::default(),
        tracker: order::Tracker::default(),
        wholesale: config.wholesale(&Connector::default()).expect("local mode has an account"),
    }
}
