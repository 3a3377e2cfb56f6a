//! Generated files that are checked in. `cargo regen` writes them; `cargo verify` generates them elsewhere and
//! compares.

pub mod compare;
pub mod contracts;
pub mod openapi;
pub mod queries;
pub mod web;

use crate::cli;
use crate::signals::Stop;
use crate::workshop::Workshop;
use anyhow::{Context as _, Result, bail};
use std::process::ExitCode;

/// The order matters: the gateway is built with the described queries, and the web app's types are generated from the
/// gateway's document.
const PARTS: [&str; 4] = ["proto", "sqlx", "openapi", "web"];

pub async fn regen(options: cli::Regen) -> Result<ExitCode> {
    let stop = Stop::listen()?;
    if let Some(stranger) = options.only.iter().find(|part| !PARTS.contains(&part.as_str())) {
        bail!("there is no part `{stranger}`; the parts are {}", PARTS.join(", "));
    }
    let shop = Workshop::open("regen")?;
    let result = tokio::select! {
        result = all(&shop, &options) => result,
        () = stop.asked.cancelled() => Err(anyhow::anyhow!("stopped")),
    };
    shop.close().await;
    result.map(|()| ExitCode::SUCCESS)
}

async fn all(shop: &Workshop, options: &cli::Regen) -> Result<()> {
    for part in PARTS {
        if options.only.is_empty() || options.only.iter().any(|only| only == part) {
            let step = shop.board.step(part, None);
            make(shop, part, options.accept_breaking).await?;
            step.done("renewed");
        }
    }
    Ok(())
}

async fn make(shop: &Workshop, part: &str, accept_breaking: bool) -> Result<()> {
    match part {
        "proto" => {
            if !accept_breaking {
                contracts::breaking(shop).await.context("contracts only grow; before a release: --accept-breaking")?;
            }
            contracts::baseline(shop, &shop.checkout.join(contracts::BASELINE)).await
        }
        "sqlx" => queries::renew(shop).await,
        "openapi" => openapi::print(shop, &shop.checkout.join(openapi::DOCUMENT)).await,
        _ => web::types(shop).await,
    }
}
