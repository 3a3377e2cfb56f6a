//! Checks a second factor. Each proof is used up in the transaction of the action that it authorises.

use kit::{Error, Result, budget, security};
use rand::rngs::OsRng;
use sqlx::PgConnection;
use webauthn_rs::prelude::{AuthenticationResult, Passkey, PasskeyAuthentication};

use crate::{
    App,
    app::throttle::{self, Meter},
    db,
    domain::second_factor::{RECOVERY_CODES, RecoveryCode, TotpSecret},
    keyed::Digest,
    relying_party,
};

pub enum Proof {
    Totp(String),
    /// The browser's response as JSON.
    Passkey(String),
    /// `None` for a malformed code.
    Recovery(Option<RecoveryCode>),
}

impl Proof {
    /// Counts attempts, except for passkeys, which cannot be guessed. `subject` is an account, and its session or
    /// device.
    pub fn meter(&self, app: &App, subject: &[String]) -> Option<Meter> {
        match self {
            Self::Totp(_) | Self::Recovery(_) => {
                Some(throttle::by_budget(app, budget::SECOND_FACTORS, &subject.join("/")))
            }
            Self::Passkey(_) => None,
        }
    }
}

pub struct Factors {
    pub has_totp: bool,
    pub recovery_codes: i64,
    pub passkeys: Vec<Passkey>,
}

impl Factors {
    pub async fn find(tx: &mut PgConnection, account: i64) -> Result<Self> {
        let passkeys = db::passkey::all_for(tx, account).await?;
        Ok(Self {
            has_totp: db::totp::find_secret(tx, account).await?.is_some(),
            recovery_codes: db::recovery_code::count_for(tx, account).await?,
            passkeys: passkeys.into_iter().map(|row| row.credential.0).collect(),
        })
    }

    /// Recovery codes only replace a lost factor.
    pub fn is_empty(&self) -> bool {
        !self.has_totp && self.passkeys.is_empty()
    }
}

/// Checks the proof, and uses it up.
pub async fn accept(
    app: &App,
    tx: &mut PgConnection,
    account: i64,
    proof: &Proof,
    passkey_state: Option<&PasskeyAuthentication>,
) -> Result<()> {
    match proof {
        Proof::Totp(code) => {
            let sealed = db::totp::find_secret(tx, account).await?.ok_or_else(refuse)?;
            let secret = open_secret(app, account, &sealed)?;
            let step = secret.matching_step(code, app.clock.now()).map_err(Error::Internal)?.ok_or_else(refuse)?;
            if db::totp::accept_step(tx, account, step).await? { Ok(()) } else { Err(refuse()) }
        }
        Proof::Recovery(code) => {
            let code = code.as_ref().ok_or_else(refuse)?;
            let hash = recovery_hash(app, account, code);
            if db::recovery_code::take_for(tx, account, &hash).await? { Ok(()) } else { Err(refuse()) }
        }
        Proof::Passkey(credential) => {
            let state = passkey_state.ok_or_else(|| relying_party::refuse(&"the account has no passkey"))?;
            let result = app.relying_party.finish_authentication(account, credential, state)?;
            use_passkey(app, tx, account, &result).await
        }
    }
}

/// A counter that has not grown may be from a copy of the passkey.
pub async fn use_passkey(app: &App, tx: &mut PgConnection, account: i64, result: &AuthenticationResult) -> Result<()> {
    let row = db::passkey::lock_for(tx, account, result.cred_id()).await?;
    let mut row = row.ok_or_else(|| relying_party::refuse(&"the passkey was removed"))?;
    let has_changed = row.credential.0.update_credential(result);
    // Many authenticators always send 0.
    if result.counter() > 0 && has_changed != Some(true) {
        return Err(relying_party::refuse(&"the counter was used"));
    }
    db::passkey::set_used(tx, row.passkey_id, &row.credential.0, app.clock.now()).await?;
    Ok(())
}

pub async fn store_totp(app: &App, tx: &mut PgConnection, account: i64, secret: &TotpSecret, code: &str) -> Result<()> {
    let now = app.clock.now();
    let step = secret.matching_step(code, now).map_err(Error::Internal)?.ok_or_else(refuse)?;
    let sealed = seal_secret(app, account, secret)?;
    db::totp::put(tx, account, &sealed, step, now).await?;
    Ok(())
}

pub async fn renew_recovery_codes(app: &App, tx: &mut PgConnection, account: i64) -> Result<Vec<String>> {
    let codes: Vec<_> = (0..RECOVERY_CODES).map(|_| RecoveryCode::random(&mut OsRng)).collect();
    let hashes: Vec<_> = codes.iter().map(|code| recovery_hash(app, account, code)).collect();
    db::recovery_code::replace_for(tx, account, &hashes).await?;
    Ok(codes.iter().map(RecoveryCode::reveal).collect())
}

pub fn seal_secret(app: &App, account: i64, secret: &TotpSecret) -> Result<Vec<u8>> {
    app.seal.close(&seal_id(account), secret.as_bytes(), &mut OsRng).map_err(Error::Internal)
}

pub fn open_secret(app: &App, account: i64, sealed: &[u8]) -> Result<TotpSecret> {
    let opened = app.seal.open(&seal_id(account), sealed).map_err(Error::Internal)?;
    TotpSecret::from_bytes(&opened).map_err(Error::Internal)
}

fn seal_id(account: i64) -> String {
    format!("totp.{account}")
}

fn recovery_hash(app: &App, account: i64, code: &RecoveryCode) -> Digest {
    app.keyed_hasher.hash("recovery_code", &[&account.to_string(), code.as_str()])
}

/// The same error for wrong, used and unknown codes.
fn refuse() -> Error {
    security::refused("second_factor");
    Error::conflict("second_factor_refused")
}
