//! Notes of staff about orders. Shoppers never see them.

use audit::Entry;
use kit::{Error, Result, identity::Caller};

use crate::{
    App,
    app::saga,
    db::{self, order_note::OrderNote},
    domain::code::Code,
};

const MAX_NOTES: i64 = 100;
const NO_SUCH_ORDER: Error = Error::NotFound("order_not_found");

/// Notes may contain personal data, so reading them is audited.
pub async fn list(app: &App, operator: &Caller, code: &Code) -> Result<Vec<OrderNote>> {
    let mut connection = app.pool.acquire().await?;
    let order = db::order_search::id_of_code(&mut connection, code).await?.ok_or(NO_SUCH_ORDER)?;
    let notes = db::order_note::of_order(&mut connection, order).await?;
    audit::insert(&mut connection, operator, Entry::read("order", code.as_str()), app.clock.now()).await?;
    Ok(notes)
}

/// Refused for an erased customer, because no erasure would delete the note.
pub async fn add(app: &App, operator: &Caller, code: &Code, text: &str) -> Result<OrderNote> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let order = db::order_search::id_of_code(&mut tx, code).await?.ok_or(NO_SUCH_ORDER)?;
    // The lock keeps concurrent notes within the limit, and an erasure of the account out.
    let has_account = saga::lock(&mut tx, order).await?.account.is_some();
    if !has_account && !db::phone_order::has_guest_data(&mut tx, order).await? {
        return Err(Error::NotFound("customer_not_found"));
    }
    if db::order_note::count(&mut tx, order).await? >= MAX_NOTES {
        return Err(Error::conflict("too_many_notes"));
    }
    let note = db::order_note::insert(&mut tx, order, operator.account, text, now).await?;
    audit::insert(&mut tx, operator, Entry::new("order_note_added", "order", code.as_str()), now).await?;
    tx.commit().await?;
    Ok(note)
}
