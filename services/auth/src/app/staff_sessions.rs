//! A staff session opens in two steps: [`begin`] checks the password, and [`open`] checks a second factor or stores the
//! first one. A step-up checks it again before a sensitive action.

use anyhow::Context as _;
use kit::{Error, Result, identity::Caller, security};
use rand::rngs::OsRng;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use webauthn_rs::prelude::{PasskeyAuthentication, PasskeyRegistration};

use crate::{
    App,
    app::{
        challenge::{self, Subject},
        keys, messages,
        passkeys::default_name,
        second_factor::{self, Factors, Proof},
        security_notice::{self, Former, Notice},
        session,
        sign_in::{Credentials, check_password, refuse_credentials},
        sign_out::session_id,
        throttle,
        tokens::{self, Tokens},
        visitor::Visitor,
    },
    db::{self, account::AccountRow, challenge::Purpose},
    domain::{
        device::DeviceHash, second_factor::TotpSecret, security_event::EventKind, session_kind::SessionKind,
        token::Token,
    },
    relying_party::Holder,
};

#[derive(Serialize, Deserialize)]
struct OpeningState {
    /// Grows when the password or the roles change, which invalidates the challenge.
    generation: i64,
    /// Base64.
    device: Option<String>,
    passkeys: Option<PasskeyAuthentication>,
    first: Option<FirstFactorDrafts>,
}

/// One of these drafts is confirmed.
#[derive(Serialize, Deserialize)]
struct FirstFactorDrafts {
    /// Base32.
    totp: String,
    passkey: PasskeyRegistration,
}

pub struct StaffChallenge {
    pub token: Token,
    pub has_totp: bool,
    pub has_recovery_codes: bool,
    /// JSON for the browser.
    pub passkey_options: Option<String>,
    pub first: Option<FirstFactor>,
}

/// Offered to an account without a second factor.
pub struct FirstFactor {
    pub totp: TotpSecret,
    /// Shown in the authenticator app.
    pub account_name: String,
    /// JSON for the browser.
    pub passkey_options: String,
}

pub struct OpenedSession {
    pub account: AccountRow,
    pub tokens: Tokens,
    pub recovery_codes: Vec<String>,
}

/// Refuses accounts without roles like a wrong password.
pub async fn begin(app: &App, visitor: &Visitor, credentials: Credentials<'_>) -> Result<StaffChallenge> {
    let checked = check_password(app, visitor, credentials).await?;
    if checked.credentials.roles.is_empty() {
        return Err(refuse_credentials());
    }
    let account = checked.credentials.account_id;
    let mut tx = kit::db::begin(&app.pool).await?;
    checked.confirm(&mut tx).await?;

    let factors = Factors::find(&mut tx, account).await?;
    let (first, first_state) = if factors.is_empty() {
        let (first, state) = begin_first_factor(app, &mut tx, account).await?;
        (Some(first), Some(state))
    } else {
        (None, None)
    };
    let (passkey_options, passkeys) = request_passkey(app, &factors)?;

    let state = OpeningState {
        generation: checked.credentials.token_generation,
        device: visitor.device_hash.map(DeviceHash::to_base64),
        passkeys,
        first: first_state,
    };
    let subject = Subject { account: Some(account), session: None };
    let token = challenge::insert(app, &mut tx, Purpose::StaffSession, subject, &state).await?;
    tx.commit().await?;
    Ok(StaffChallenge {
        token,
        has_totp: factors.has_totp,
        has_recovery_codes: factors.recovery_codes > 0 && !factors.is_empty(),
        passkey_options,
        first,
    })
}

async fn begin_first_factor(
    app: &App,
    tx: &mut PgConnection,
    account: i64,
) -> Result<(FirstFactor, FirstFactorDrafts)> {
    let profile = db::credentials::find_holder(tx, account).await?.ok_or_else(refuse_credentials)?;
    let totp = TotpSecret::random(&mut OsRng);
    let holder = Holder { account, login: &profile.login, name: &profile.name };
    let (passkey_options, passkey) = app.relying_party.begin_registration(&holder, &[])?;
    let state = FirstFactorDrafts { totp: totp.to_base32(), passkey };
    Ok((FirstFactor { totp, account_name: profile.login, passkey_options }, state))
}

fn request_passkey(app: &App, factors: &Factors) -> Result<(Option<String>, Option<PasskeyAuthentication>)> {
    if factors.passkeys.is_empty() {
        return Ok((None, None));
    }
    let (options, state) = app.relying_party.begin_authentication(&factors.passkeys)?;
    Ok((Some(options), Some(state)))
}

pub async fn open(app: &App, visitor: &Visitor, token: Option<&Token>, proof: &Proof) -> Result<OpenedSession> {
    let (subject, state) = challenge::attempt::<OpeningState>(app, Purpose::StaffSession, token).await?;
    let account = subject.account.context("a challenge of staff has no account").map_err(Error::Internal)?;
    let device = state.device.as_deref().and_then(DeviceHash::from_base64);
    let visitor = visitor.with_device(device);
    let meter = proof.meter(app, &meter_subject(app, account, device).await?);
    throttle::charge(app, meter.clone()).await?;

    let signer = keys::signer(app).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let current = db::account::lock_credentials(&mut tx, account).await?;
    let is_unchanged =
        |current: db::account::Credentials| current.token_generation == state.generation && !current.roles.is_empty();
    if !current.is_some_and(is_unchanged) {
        return Err(challenge::expired());
    }
    challenge::finish(&mut tx, token).await?;

    let mut recovery_codes = Vec::new();
    if let Some(first) = &state.first {
        recovery_codes = store_first_factor(app, &mut tx, account, &visitor, first, proof).await?;
    } else {
        second_factor::accept(app, &mut tx, account, proof, state.passkeys.as_ref()).await?;
    }
    throttle::refund(&mut tx, meter.as_ref()).await?;

    let opened = session::open(app, &mut tx, &signer, account, &visitor, SessionKind::Staff).await?;
    let (row, tokens) = opened.ok_or_else(challenge::expired)?;
    tx.commit().await?;
    app.notifier.notify_one();
    tracing::info!(account.id = account, "Account {account} opened a session of staff");
    Ok(OpenedSession { account: row, tokens, recovery_codes })
}

/// Returns recovery codes. The account's row must be locked.
async fn store_first_factor(
    app: &App,
    tx: &mut PgConnection,
    account: i64,
    visitor: &Visitor,
    first: &FirstFactorDrafts,
    proof: &Proof,
) -> Result<Vec<String>> {
    if !Factors::find(tx, account).await?.is_empty() {
        return Err(challenge::expired());
    }
    match proof {
        Proof::Totp(code) => {
            let secret = TotpSecret::from_base32(&first.totp).map_err(Error::Internal)?;
            second_factor::store_totp(app, tx, account, &secret, code).await?;
        }
        Proof::Passkey(credential) => {
            let passkey = app.relying_party.finish_registration(credential, &first.passkey)?;
            let name = default_name(visitor.device);
            db::passkey::insert_for(tx, account, &passkey, &name, app.clock.now()).await?;
        }
        Proof::Recovery(_) => {
            security::refused("second_factor");
            return Err(Error::conflict("second_factor_refused"));
        }
    }
    let owner = db::credentials::find_holder(tx, account).await?.ok_or_else(challenge::expired)?;
    let notice = Notice {
        account,
        kind: EventKind::SecondFactorChanged,
        device: visitor.device,
        language: messages::parse_language(&owner.language),
        email: owner.verified_email.as_deref(),
        former: Former::default(),
    };
    security_notice::send(app, tx, &notice).await?;
    second_factor::renew_recovery_codes(app, tx, account).await
}

/// Browsers of earlier staff sessions count separately. A customer session is not enough, because anyone with the
/// password could open many.
async fn meter_subject(app: &App, account: i64, device: Option<DeviceHash>) -> Result<Vec<String>> {
    let mut subject = vec![account.to_string()];
    if let Some(device) = device
        && db::session::has_staff_session_in(&mut *app.pool.acquire().await?, account, device).await?
    {
        subject.push(device.to_base64());
    }
    Ok(subject)
}

pub async fn begin_step_up(app: &App, caller: &Caller) -> Result<StaffChallenge> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let factors = Factors::find(&mut tx, caller.account).await?;
    let (passkey_options, passkeys) = request_passkey(app, &factors)?;
    let subject = Subject { account: Some(caller.account), session: Some(session_id(caller)?) };
    let token = challenge::insert(app, &mut tx, Purpose::StepUp, subject, &passkeys).await?;
    tx.commit().await?;
    Ok(StaffChallenge {
        token,
        has_totp: factors.has_totp,
        has_recovery_codes: factors.recovery_codes > 0,
        passkey_options,
        first: None,
    })
}

pub async fn step_up(app: &App, caller: &Caller, token: Option<&Token>, proof: &Proof) -> Result<OpenedSession> {
    let (account, session) = (caller.account, session_id(caller)?);
    let (subject, passkeys) = challenge::attempt::<Option<PasskeyAuthentication>>(app, Purpose::StepUp, token).await?;
    if (subject.account, subject.session) != (Some(account), Some(session)) {
        return Err(challenge::expired());
    }
    let meter = proof.meter(app, &[account.to_string(), caller.session.clone()]);
    throttle::charge(app, meter.clone()).await?;
    let signer = keys::signer(app).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    challenge::finish(&mut tx, token).await?;
    second_factor::accept(app, &mut tx, account, proof, passkeys.as_ref()).await?;
    throttle::refund(&mut tx, meter.as_ref()).await?;
    db::session::set_second_factor_at(&mut tx, account, session, app.clock.now())
        .await?
        .ok_or_else(Error::unauthenticated)?;
    let row = session::account(&mut tx, caller).await?;
    let tokens = tokens::access(app, &signer, &row, session)?;
    tx.commit().await?;
    tracing::info!(account.id = account, "Account {account} has proved its second factor again");
    Ok(OpenedSession { account: row, tokens, recovery_codes: Vec::new() })
}
