//! Opens wholesale requests by their secret link.

use kit::{Error, Result};
use sqlx::PgConnection;

use super::NOT_FOUND;
use crate::{
    App,
    app::place::{Payable, payable},
    db,
    domain::wholesale::{code::RequestCode, link::Token, record::Record},
};

pub struct Link {
    pub code: RequestCode,
    pub token: Token,
}

/// An unknown code gives the same error as a wrong token, so that it does not reveal which codes exist.
pub async fn open(app: &App, link: &Link) -> Result<Record> {
    let mut connection = app.pool.acquire().await?;
    let id = id_for(&mut connection, link).await?;
    Ok(db::wholesale::record::load_one(&mut connection, id).await?)
}

pub(super) async fn id_for(tx: &mut PgConnection, link: &Link) -> Result<i64> {
    let (id, token_hash) = db::wholesale::request::link_of_code(tx, &link.code).await?.ok_or(NOT_FOUND)?;
    if link.token.matches(&token_hash) { Ok(id) } else { Err(NOT_FOUND) }
}

pub async fn open_order(app: &App, record: &Record) -> Result<Payable> {
    let order = record.order.as_ref().ok_or_else(|| Error::conflict("wholesale_not_open"))?;
    payable(app, order.order_id).await
}

pub async fn page_of_order(app: &App, order: i64) -> Result<Option<String>> {
    let mut connection = app.pool.acquire().await?;
    let Some(id) = db::wholesale::request::id_of_order(&mut connection, order).await? else { return Ok(None) };
    let record = db::wholesale::record::load_one(&mut connection, id).await?;
    Ok(Some(super::page_of(app, &record.code, record.language)))
}
