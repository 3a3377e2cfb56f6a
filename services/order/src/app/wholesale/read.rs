//! Reads a wholesale request, after checking the token of the customer's link.

use kit::{Error, Result};
use sqlx::PgConnection;

use super::NOT_FOUND;
use crate::{
    App,
    app::place::{Payable, payable},
    db,
    domain::wholesale::{code::RequestCode, link::Token, record::Record},
};

/// The parts of the secret link with which a customer opens a request.
pub struct Link {
    pub code: RequestCode,
    pub token: Token,
}

/// Returns the request of a link. An unknown code gives the same error as a wrong token, so that nobody can find out
/// which codes exist.
pub async fn open(app: &App, link: &Link) -> Result<Record> {
    let mut connection = app.pool.acquire().await?;
    let id = id_for(&mut connection, link).await?;
    Ok(db::wholesale::request::load_one(&mut connection, id).await?)
}

/// Checks the link's token, and returns the id of the request.
pub(super) async fn id_for(tx: &mut PgConnection, link: &Link) -> Result<i64> {
    let (id, token_hash) = db::wholesale::request::link_of_code(tx, &link.code).await?.ok_or(NOT_FOUND)?;
    if link.token.matches(&token_hash) { Ok(id) } else { Err(NOT_FOUND) }
}

/// Returns the order that the request became, with its payment page.
pub async fn open_order(app: &App, record: &Record) -> Result<Payable> {
    let order = record.order.as_ref().ok_or_else(|| Error::conflict("wholesale_not_open"))?;
    payable(app, order.order_id).await
}

/// Returns the URL of the customer's page for the wholesale request that became this order, if there was one.
pub async fn page_of_order(app: &App, order: i64) -> Result<Option<String>> {
    let mut connection = app.pool.acquire().await?;
    let Some(id) = db::wholesale::request::id_of_order(&mut connection, order).await? else { return Ok(None) };
    let record = db::wholesale::request::load_one(&mut connection, id).await?;
    Ok(Some(super::page_of(app, &record.code, record.language)))
}
