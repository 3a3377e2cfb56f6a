//! Generates `.sqlx`, the descriptions of all SQL queries: their parameters and columns, with which the library sqlx
//! checks them at compile time. The descriptions are checked in, so that a build needs no database.

use super::compare;
use crate::checkout::Checkout;
use crate::compile;
use crate::services::SERVICES;
use crate::session::Session;
use anyhow::Result;
use std::path::{Path, PathBuf};

/// Returns the folder of a service's descriptions.
pub fn checked_in(checkout: &Checkout, service: &str) -> PathBuf {
    checkout.join("services").join(service).join(".sqlx")
}

/// Fails if the checked-in descriptions differ from the descriptions that the last compilation has made.
pub async fn check(session: &Session) -> Result<()> {
    session.compiled().await?;
    for service in SERVICES {
        let generated = compare::read(&compile::query_folder(&session.checkout, service)?)?;
        let name = Path::new("services").join(service).join(".sqlx");
        compare::ensure_same(&compare::read(&checked_in(&session.checkout, service))?, &generated, &name)?;
    }
    Ok(())
}

/// Copies the descriptions that the last compilation has made into the services' folders, and removes old ones.
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
