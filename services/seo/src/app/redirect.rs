//! Saves and removes redirects. Chains are resolved when a redirect is saved, so that following one takes one step.

use kit::{Error, Result, identity::Caller};

use crate::{
    App,
    db::{self, redirect::RedirectRow},
    domain::{
        path::Path,
        redirect::{Redirect, ResolveError},
    },
};

/// Saves a redirect. Returns it as saved, with the final target.
pub async fn save(app: &App, operator: &Caller, from: &Path, redirect: Redirect) -> Result<Redirect> {
    let mut tx = app.pool.begin().await?;
    db::redirect::lock(&mut tx).await?;
    let next = match redirect.target() {
        Some(to) => db::redirect::find(&mut tx, to).await?.map(|row| parse_row(&row)).transpose()?,
        None => None,
    };
    let redirect = redirect.resolve(from, next).map_err(|error| match error {
        ResolveError::Loop => Error::invalid("to", "redirect_loop"),
        ResolveError::TargetGone => Error::invalid("to", "leads_nowhere"),
    })?;
    // Redirects to `from` now lead to its target.
    for other in db::redirect::leading_to(&mut tx, from).await? {
        let path = Path::parse(&other.path).map_err(invalid_row)?;
        db::redirect::save(&mut tx, &path, &parse_row(&other)?.then(redirect.clone())).await?;
    }
    if db::redirect::save(&mut tx, from, &redirect).await? {
        db::audit::insert(&mut tx, operator.account, "redirect_saved", from.as_str(), app.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(redirect)
}

pub async fn remove(app: &App, operator: &Caller, from: &Path) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    if !db::redirect::delete(&mut tx, from).await? {
        return Err(Error::NotFound("redirect_not_found"));
    }
    db::audit::insert(&mut tx, operator.account, "redirect_removed", from.as_str(), app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

fn parse_row(row: &RedirectRow) -> Result<Redirect> {
    Redirect::parse(row.status.into(), &row.target).map_err(|(_, code)| invalid_row(code))
}

/// Stored redirects were validated before they were saved, so this is an internal error.
fn invalid_row(code: &'static str) -> Error {
    Error::internal(anyhow::anyhow!("a stored redirect is invalid: {code}"))
}
