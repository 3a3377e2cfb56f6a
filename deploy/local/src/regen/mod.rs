//! `cargo regen` writes generated files, and `cargo verify` checks them.

pub mod compare;
pub mod contracts;
pub mod openapi;
pub mod queries;
pub mod web;

use crate::cli;
use crate::session::Session;
use crate::signals::Stop;
use anyhow::{Context as _, Result, bail};
use std::process::ExitCode;

/// Each part may need the ones before it: `sqlx` compiles the gateway, which prints `openapi`, the source of `web`.
const PARTS: [&str; 4] = ["proto", "sqlx", "openapi", "web"];

pub async fn regen(options: cli::Regen) -> Result<ExitCode> {
    let stop = Stop::listen()?;
    if let Some(unknown) = options.only.iter().find(|part| !PARTS.contains(&part.as_str())) {
        bail!("there is no part `{unknown}`; the parts are {}", PARTS.join(", "));
    }
    let session = Session::open("regen")?;
    let result = tokio::select! {
        result = regenerate(&session, &options) => result,
        () = stop.requested.cancelled() => Err(anyhow::anyhow!("stopped")),
    };
    session.close().await;
    result.map(|()| ExitCode::SUCCESS)
}

async fn regenerate(session: &Session, options: &cli::Regen) -> Result<()> {
    for part in PARTS {
        if options.only.is_empty() || options.only.iter().any(|only| only == part) {
            let step = session.board.step(part, None);
            regenerate_part(session, part, options.accept_breaking).await?;
            step.done("regenerated");
        }
    }
    Ok(())
}

async fn regenerate_part(session: &Session, part: &str, accept_breaking: bool) -> Result<()> {
    match part {
        "proto" => {
            if !accept_breaking {
                contracts::breaking(session)
                    .await
                    .context("this change is incompatible; before the first release, use --accept-breaking")?;
            }
            contracts::baseline(session, &session.checkout.join(contracts::BASELINE)).await
        }
        "sqlx" => queries::regenerate(session).await,
        "openapi" => openapi::write_document(session, &session.checkout.join(openapi::DOCUMENT)).await,
        _ => web::generate_types(session).await,
    }
}
