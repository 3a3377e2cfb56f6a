//! The demo's people, from `accounts.json`. Loading twice is loading once.

use anyhow::Context as _;
use kit::{Language, config::LoadArgs, input};
use serde::Deserialize;

use crate::{
    App,
    app::{
        demo,
        register::{Registration, Standing},
    },
    domain::{email::Email, password::Password, phone::Phone},
};

const LONGEST_NAME: usize = 100;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DemoAccount {
    /// Says what the account is for; the table at the end of the start shows it.
    role: String,
    first_name: String,
    last_name: String,
    phone_number: String,
    email: String,
    password: String,
    language: Language,
    roles: Vec<String>,
    is_blogger: bool,
}

pub async fn load(app: &App, args: &LoadArgs) -> anyhow::Result<()> {
    let accounts: Vec<DemoAccount> = args.read("accounts.json")?;
    for account in &accounts {
        let registration = parse(account).map_err(|what| anyhow::anyhow!("the demo's {}: {what}", account.role))?;
        demo::place(app, &registration).await.with_context(|| format!("the demo's {}", account.role))?;
    }
    tracing::info!("{} demo accounts are there", accounts.len());
    Ok(())
}

fn parse(account: &DemoAccount) -> Result<Registration, &'static str> {
    Ok(Registration {
        first_name: input::text(&account.first_name, 1..=LONGEST_NAME)?,
        last_name: input::text(&account.last_name, 1..=LONGEST_NAME)?,
        phone: Phone::parse(&account.phone_number).ok_or("its phone number is none")?,
        email: Some(Email::parse(&account.email).ok_or("its e-mail address is none")?),
        password: Some(Password::choose(&account.password)?),
        language: account.language,
        standing: Standing { roles: account.roles.clone(), is_blogger: account.is_blogger, is_demo: true },
    })
}
