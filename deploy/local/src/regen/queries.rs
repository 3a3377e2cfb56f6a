//! Generates `.sqlx`, with which builds need no database.

use super::compare;
use crate::checkout::Checkout;
use crate::compile;
use crate::services::SERVICES;
use crate::session::Session;
use anyhow::Result;
use std::path::{Path, PathBuf};

pub fn checked_in(checkout: &Checkout, service: &str) -> PathBuf {
    checkout.join("services").join(service).join(".sqlx")
}

pub async fn check(session: &Session) -> Result<()> {
    session.compiled().await?;
    for service in SERVICES {
        let generated = compare::read(&compile::query_folder(&session.checkout, service)?)?;
        let name = Path::new("services").join(service).join(".sqlx");
        compare::ensure_same(&compare::read(&checked_in(&session.checkout, service))?, &generated, &name)?;
    }
    Ok(())
}

pub async fn regenerate(session: &Session) -> Result<()> {
    session.compiled().await?;
    for service in SERVICES {
        let folder = checked_in(&session.checkout, service);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        for (name, content) in compare::read(&compile::query_folder(&session.checkout, service)?)? {
            std::fs::create_dir_all(&folder)?;
            std::fs::write(folder.join(name), content)?;
        }
    }
    Ok(())
}
