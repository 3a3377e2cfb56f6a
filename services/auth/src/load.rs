//! Loads the demo accounts of local mode. Loading them again changes nothing.

use std::path::Path;

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use kit::{Language, config::LoadArgs, input};
use serde::Deserialize;

use crate::{
    App,
    app::{
        demo::{self, DemoFactors},
        register::{AccountFlags, Registration},
    },
    domain::{email::Email, password::Password, phone::Phone, second_factor::TotpSecret},
    relying_party::passkey_of_key,
};

const MAX_NAME_LENGTH: usize = 100;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DemoAccount {
    /// As local mode prints it.
    role: String,
    first_name: String,
    last_name: String,
    phone_number: String,
    email: String,
    email_verified: bool,
    password: String,
    language: Language,
    roles: Vec<String>,
    is_blogger: bool,
    second_factors: Option<PublishedFactors>,
}

/// The passkeys' private key is in `staff-passkey.json`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PublishedFactors {
    /// Base32.
    totp: String,
    passkey: PublishedPasskey,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PublishedPasskey {
    /// Base64url.
    id: String,
    /// An uncompressed point on P-256 (SEC 1) in base64url.
    public_key: String,
}

pub async fn load(app: &App, args: &LoadArgs) -> anyhow::Result<()> {
    let accounts: Vec<DemoAccount> = args.read("accounts.json")?;
    for account in &accounts {
        let context = || format!("the demo's {}", account.role);
        let registration = parse(account).map_err(|error| anyhow::anyhow!("{}: {error}", context()))?;
        demo::upsert(app, &registration).await.with_context(context)?;
        if let Some(published) = &account.second_factors {
            let factors = parse_factors(published).with_context(context)?;
            demo::put_factors(app, &registration.phone, &factors).await?;
        }
    }
    tracing::info!("Loaded {} demo accounts", accounts.len());
    Ok(())
}

pub fn totp_codes(folder: &Path, now: DateTime<Utc>) -> anyhow::Result<Vec<String>> {
    // Accounts have no pictures, and are not sampled.
    let args = LoadArgs { folder: folder.to_owned(), pictures: None, sample: 1 };
    let accounts: Vec<DemoAccount> = args.read("accounts.json")?;
    let with_factors = accounts.iter().filter_map(|account| Some((account, account.second_factors.as_ref()?)));
    let line = |(account, published): (&DemoAccount, &PublishedFactors)| {
        let code = TotpSecret::from_base32(&published.totp)?.code_at(now)?;
        Ok(format!("{:<10} {} {code}", account.role, account.phone_number))
    };
    with_factors.map(line).collect()
}

fn parse_factors(published: &PublishedFactors) -> anyhow::Result<DemoFactors> {
    let PublishedPasskey { id, public_key } = &published.passkey;
    let passkey = passkey_of_key(&URL_SAFE_NO_PAD.decode(id)?, &URL_SAFE_NO_PAD.decode(public_key)?)?;
    Ok(DemoFactors { totp: TotpSecret::from_base32(&published.totp)?, passkey })
}

fn parse(account: &DemoAccount) -> Result<Registration, &'static str> {
    Ok(Registration {
        first_name: input::text(&account.first_name, 1..=MAX_NAME_LENGTH)?,
        last_name: input::text(&account.last_name, 1..=MAX_NAME_LENGTH)?,
        phone: Phone::parse(&account.phone_number).ok_or("its phone number is invalid")?,
        email: Some(Email::parse(&account.email).ok_or("its e-mail address is invalid")?),
        password: Some(Password::parse_new(&account.password)?),
        language: account.language,
        flags: AccountFlags {
            roles: account.roles.clone(),
            is_blogger: account.is_blogger,
            is_demo: true,
            is_email_verified: account.email_verified,
        },
    })
}
