//! What this service announces, and what it does with what it hears.

use outbox::{Event, Handler, parse};
use proto::{
    auth::AccountErased,
    feed,
    order::{OrderDelivered, OrderMoved, OrderPaid},
};
use sqlx::PgConnection;

use crate::db;

/// An order was placed, or has another status.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Moved(pub OrderMoved);

impl Event for Moved {
    const KIND: &'static str = "order_moved";
}

/// The money of an order is there, did not come, or has gone back.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Paid(pub OrderPaid);

impl Event for Paid {
    const KIND: &'static str = "order_paid";
}

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Delivered(pub OrderDelivered);

impl Event for Delivered {
    const KIND: &'static str = "order_delivered";
}

/// Throws away the cart of who has left, and the person in their orders.
pub struct Heard;

#[async_trait::async_trait]
impl Handler for Heard {
    fn kinds(&self) -> &'static [&'static str] {
        &["account_erased"]
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let AccountErased { account_id } = parse(event)?;
        db::cart::delete_for(tx, account_id).await?;
        // Those that are done are masked at once, and the others by `app/errands.rs` when they are.
        db::leaver::insert_for(tx, account_id).await?;
        Ok(db::leaver::mask(tx).await.map(drop)?)
    }
}
