//! Saves and removes redirects of moved pages.

use audit::Entry;
use kit::{Error, Result, identity::Caller};
use serde_json::{Value, json};

use crate::{
    App,
    db::{self, redirect::RedirectRow},
    domain::{
        path::Path,
        redirect::{Redirect, ResolveError},
    },
};

/// Returns the redirect with its final target.
pub async fn save(app: &App, operator: &Caller, from: &Path, redirect: Redirect) -> Result<Redirect> {
    let mut tx = kit::db::begin(&app.pool).await?;
    db::redirect::lock(&mut tx).await?;
    let next = match redirect.target() {
        Some(to) => db::redirect::find(&mut tx, to).await?.map(|row| parse_row(&row)).transpose()?,
        None => None,
    };
    let redirect = redirect.resolve(from, next).map_err(|error| match error {
        ResolveError::Loop => Error::invalid("to", "redirect_loop"),
        ResolveError::TargetGone => Error::invalid("to", "leads_nowhere"),
    })?;

    // Redirects that lead to `from` would become chains.
    for other in db::redirect::leading_to(&mut tx, from).await? {
        let path = Path::parse(&other.path).map_err(invalid_row)?;
        db::redirect::save(&mut tx, &path, &parse_row(&other)?.then(redirect.clone())).await?;
    }

    let before = db::redirect::find(&mut tx, from).await?;
    if db::redirect::save(&mut tx, from, &redirect).await? {
        let after = json!({"to": redirect.target().map_or("", Path::as_str), "status": redirect.status()});
        let before = before.as_ref().map_or(Value::Null, audited);
        let entry = Entry::new("redirect_saved", "redirect", from.as_str()).changed(before, after);
        audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(redirect)
}

pub async fn remove(app: &App, operator: &Caller, from: &Path) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let deleted = db::redirect::delete(&mut tx, from).await?.ok_or(Error::NotFound("redirect_not_found"))?;
    let entry = Entry::new("redirect_removed", "redirect", from.as_str()).changed(audited(&deleted), Value::Null);
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

fn audited(row: &RedirectRow) -> Value {
    json!({"to": row.target, "status": row.status})
}

fn parse_row(row: &RedirectRow) -> Result<Redirect> {
    Redirect::parse(row.status.into(), &row.target).map_err(|(_, code)| invalid_row(code))
}

/// Internal, because redirects are validated when saved.
fn invalid_row(code: &'static str) -> Error {
    Error::internal(anyhow::anyhow!("a stored redirect is invalid: {code}"))
}
