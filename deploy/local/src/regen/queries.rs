//! `.sqlx`: what the database said about every query, checked in so that a build needs no database.

use super::{Workshop, compare};
use crate::checkout::Checkout;
use crate::compile;
use crate::shop::SERVICES;
use anyhow::Result;
use std::path::{Path, PathBuf};

pub fn checked_in(checkout: &Checkout, service: &str) -> PathBuf {
    checkout.join("services").join(service).join(".sqlx")
}

/// Refuses when what is checked in is not what the last compile described.
pub async fn are_fresh(shop: &Workshop) -> Result<()> {
    shop.compiled().await?;
    for service in SERVICES {
        let described = compare::read(&compile::described(&shop.checkout, service)?)?;
        let name = Path::new("services").join(service).join(".sqlx");
        compare::same(&compare::read(&checked_in(&shop.checkout, service))?, &described, &name)?;
    }
    Ok(())
}

/// Puts what the compile describes into the services' folders. What is no longer described disappears.
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
