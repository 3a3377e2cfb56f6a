//! `.sqlx`: descriptions of all queries, checked in so that builds need no database.

use super::compare;
use crate::checkout::Checkout;
use crate::compile;
use crate::services::SERVICES;
use crate::workshop::Workshop;
use anyhow::Result;
use std::path::{Path, PathBuf};

pub fn checked_in(checkout: &Checkout, service: &str) -> PathBuf {
    checkout.join("services").join(service).join(".sqlx")
}

/// Fails if the checked-in descriptions differ from those of the last compile.
pub async fn are_fresh(shop: &Workshop) -> Result<()> {
    shop.compiled().await?;
    for service in SERVICES {
        let described = compare::read(&compile::described(&shop.checkout, service)?)?;
        let name = Path::new("services").join(service).join(".sqlx");
        compare::same(&compare::read(&checked_in(&shop.checkout, service))?, &described, &name)?;
    }
    Ok(())
}

/// Copies the compile's descriptions into the services' folders and removes old ones.
pub async fn renew(shop: &Workshop) -> Result<()> {
    shop.compiled().await?;
    for service in SERVICES {
        let place = checked_in(&shop.checkout, service);
        if place.exists() {
            std::fs::remove_dir_all(&place)?;
        }
        for (name, content) in compare::read(&compile::described(&shop.checkout, service)?)? {
            std::fs::create_dir_all(&place)?;
            std::fs::write(place.join(name), content)?;
        }
    }
    Ok(())
}
