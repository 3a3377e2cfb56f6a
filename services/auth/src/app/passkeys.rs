//! Passkeys sign in customers, and are a second factor of staff, who need more than the password to change them.

use anyhow::Context as _;
use kit::{Error, Result, budget, identity::Caller};
use webauthn_rs::prelude::{DiscoverableAuthentication, PasskeyRegistration};

use crate::{
    App,
    app::{
        challenge::{self, Subject},
        keys,
        reauthenticate::reauthenticate,
        second_factor::{self, Factors},
        second_factors::require_recent_factor,
        security_notice, session,
        sign_out::session_id,
        throttle,
        tokens::Tokens,
        visitor::Visitor,
    },
    db::{self, account::AccountRow, challenge::Purpose, passkey::PasskeyRow},
    domain::{device::Device, password::Password, security_event::EventKind, token::Token},
    relying_party::{self, Holder, SignInCredential},
};

pub struct PasskeyChallenge {
    pub token: Token,
    pub options: String,
}

pub async fn begin_registration(app: &App, caller: &Caller, password: Option<Password>) -> Result<PasskeyChallenge> {
    let existing = require_factor_of_staff(app, caller).await?.passkeys;
    let account = reauthenticate(app, caller, password, "password").await?.account_id;
    throttle::charge(app, [throttle::by_budget(app, budget::PASSKEYS_OF_ACCOUNT, &account.to_string())]).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let profile = db::credentials::find_holder(&mut tx, account).await?.ok_or_else(Error::unauthenticated)?;
    let holder = Holder { account, login: &profile.login, name: &profile.name };
    let (options, state) = app.relying_party.begin_registration(&holder, &existing)?;
    let subject = Subject { account: Some(account), session: Some(session_id(caller)?) };
    let token = challenge::insert(app, &mut tx, Purpose::PasskeyRegistration, subject, &state).await?;
    tx.commit().await?;
    Ok(PasskeyChallenge { token, options })
}

pub async fn register(
    app: &App,
    caller: &Caller,
    token: Option<&Token>,
    credential: &str,
    name: &str,
    device: Device,
) -> Result<Vec<PasskeyRow>> {
    let (subject, state) = challenge::attempt::<PasskeyRegistration>(app, Purpose::PasskeyRegistration, token).await?;
    if (subject.account, subject.session) != (Some(caller.account), Some(session_id(caller)?)) {
        return Err(challenge::expired());
    }
    // The account may have got its first second factor since.
    require_factor_of_staff(app, caller).await?;
    let passkey = app.relying_party.finish_registration(credential, &state)?;

    let mut tx = kit::db::begin(&app.pool).await?;
    let owner = session::owner(&mut tx, caller).await?;
    challenge::finish(&mut tx, token).await?;
    db::passkey::insert_for(&mut tx, owner.account_id, &passkey, name, app.clock.now()).await?;
    security_notice::notify_owner(app, &mut tx, &owner, EventKind::PasskeyAdded, device).await?;
    let passkeys = db::passkey::all_for(&mut tx, owner.account_id).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    tracing::info!(account.id = owner.account_id, "Account {} added a passkey", owner.account_id);
    Ok(passkeys)
}

pub async fn list(app: &App, account: i64) -> Result<Vec<PasskeyRow>> {
    Ok(db::passkey::all_for(&mut *app.pool.acquire().await?, account).await?)
}

pub async fn remove(
    app: &App,
    caller: &Caller,
    id: i64,
    password: Option<Password>,
    device: Device,
) -> Result<Vec<PasskeyRow>> {
    require_factor_of_staff(app, caller).await?;
    let account = reauthenticate(app, caller, password, "password").await?.account_id;
    let mut tx = kit::db::begin(&app.pool).await?;
    // Lock order: account, passkeys.
    db::account::lock_credentials(&mut tx, account).await?;
    if !db::passkey::delete_for(&mut tx, account, id).await? {
        return Err(Error::NotFound("passkey_not_found"));
    }
    db::security_event::insert(&mut tx, account, EventKind::PasskeyRemoved, device, app.clock.now()).await?;
    let passkeys = db::passkey::all_for(&mut tx, account).await?;
    tx.commit().await?;
    tracing::info!(account.id = account, "Account {account} removed a passkey");
    Ok(passkeys)
}

/// Staff who have a second factor must have proved it recently.
async fn require_factor_of_staff(app: &App, caller: &Caller) -> Result<Factors> {
    let mut connection = app.pool.acquire().await?;
    let factors = Factors::find(&mut connection, caller.account).await?;
    let is_staff_session = caller.factor_at.is_some();
    if is_staff_session || (!factors.is_empty() && db::staff::has_role_for(&mut connection, caller.account).await?) {
        require_recent_factor(app, caller)?;
    }
    Ok(factors)
}

/// Needs no session, so the number of challenges is limited per network.
pub async fn begin_sign_in(app: &App, visitor: &Visitor) -> Result<PasskeyChallenge> {
    throttle::charge(app, throttle::by_passkey_challenge(app, visitor)).await?;
    let (options, state) = app.relying_party.begin_sign_in()?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let token = challenge::insert(app, &mut tx, Purpose::PasskeySignIn, Subject::default(), &state).await?;
    tx.commit().await?;
    Ok(PasskeyChallenge { token, options })
}

/// Staff get a customer session, too.
pub async fn sign_in(
    app: &App,
    visitor: &Visitor,
    token: Option<&Token>,
    credential: &SignInCredential,
) -> Result<(AccountRow, Tokens)> {
    let (_, state) = challenge::attempt::<DiscoverableAuthentication>(app, Purpose::PasskeySignIn, token).await?;
    let row = db::passkey::find(&mut *app.pool.acquire().await?, credential.id()).await?;
    let row = row.ok_or_else(|| relying_party::refuse(&"no account has the passkey"))?;
    let account = row.account_id;
    let result = app.relying_party.finish_sign_in(credential, state, account, &row.credential.0)?;

    let signer = keys::signer(app).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    challenge::finish(&mut tx, token).await?;
    second_factor::use_passkey(app, &mut tx, account, &result).await?;
    let opened = session::open_for_customer(app, &mut tx, &signer, account, visitor).await?;
    let opened = opened.context("the account of a passkey is gone").map_err(Error::Internal)?;
    tx.commit().await?;
    app.notifier.notify_one();
    tracing::info!(account.id = account, "Account {account} signed in with a passkey");
    Ok(opened)
}

pub fn default_name(device: Device) -> String {
    match (device.browser, device.system) {
        ("", "") => "Passkey".to_owned(),
        (browser, "") => browser.to_owned(),
        ("", system) => system.to_owned(),
        (browser, system) => format!("{browser}, {system}"),
    }
}
