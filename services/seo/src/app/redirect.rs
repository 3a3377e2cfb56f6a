//! Keeping redirects: resolved when they are saved, so that whoever follows one arrives at once.

use kit::{Error, Result, identity::Caller};

use crate::{
    App,
    db::{self, redirect::Row},
    domain::{
        path::Path,
        redirect::{Answer, Unresolved},
    },
};

/// The answer as it was kept: with where its target leads by now.
pub async fn save(app: &App, operator: &Caller, from: &Path, answer: Answer) -> Result<Answer> {
    let mut tx = app.pool.begin().await?;
    db::redirect::lock(&mut tx).await?;
    let next = match answer.target() {
        Some(to) => db::redirect::find(&mut tx, to).await?.map(|row| stored(&row)).transpose()?,
        None => None,
    };
    let answer = answer.resolve(from, next).map_err(|unresolved| match unresolved {
        Unresolved::Loop => Error::invalid("to", "redirect_loop"),
        Unresolved::LeadsNowhere => Error::invalid("to", "leads_nowhere"),
    })?;
    for other in db::redirect::leading_to(&mut tx, from).await? {
        let path = Path::parse(&other.path).map_err(unreadable)?;
        db::redirect::save(&mut tx, &path, &stored(&other)?.then(answer.clone())).await?;
    }
    if db::redirect::save(&mut tx, from, &answer).await? {
        db::audit::insert(&mut tx, operator.account, "redirect_saved", from.as_str(), app.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(answer)
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

fn stored(row: &Row) -> Result<Answer> {
    Answer::parse(row.status.into(), &row.target).map_err(|(_, code)| unreadable(code))
}

/// Only what was parsed is stored.
fn unreadable(code: &'static str) -> Error {
    Error::internal(anyhow::anyhow!("a stored redirect cannot be read: {code}"))
}
