//! Loads the demo's accounts from `accounts.json`. Loading again changes nothing.

use anyhow::Context as _;
use kit::{Language, config::LoadArgs, input};
use serde::Deserialize;

use crate::{
    App,
    app::{
        demo,
        register::{AccountFlags, Registration},
    },
    domain::{email::Email, password::Password, phone::Phone},
};

const MAX_NAME_LENGTH: usize = 100;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DemoAccount {
    /// The purpose of the account, as shown in the table that local mode prints at its start.
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
}

pub async fn load(app: &App, args: &LoadArgs) -> anyhow::Result<()> {
    let accounts: Vec<DemoAccount> = args.read("accounts.json")?;
    for account in &accounts {
        let registration = parse(account).map_err(|error| anyhow::anyhow!("the demo's {}: {error}", account.role))?;
        demo::upsert(app, &registration).await.with_context(|| format!("the demo's {}", account.role))?;
    }
    tracing::info!("Loaded {} demo accounts", accounts.len());
    Ok(())
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
