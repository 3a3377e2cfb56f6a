//! What this service announces, and what it does with what it hears.

use kit::Clock;
use outbox::{Event, Handler, parse};
use proto::{
    auth::AccountErased,
    feed,
    order::{BonusesExpiring, CashoutEnded, OrderDelivered, OrderMoved, OrderPaid},
};
use sqlx::PgConnection;

use crate::{app, db};

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

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Expiring(pub BonusesExpiring);

impl Event for Expiring {
    const KIND: &'static str = "bonuses_expiring";
}

/// A cash-out was paid, failed, or was declined.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct CashoutIsOver(pub CashoutEnded);

impl Event for CashoutIsOver {
    const KIND: &'static str = "cashout_ended";
}

/// Throws away the cart of who has left, their bonuses, and the person in their orders.
pub struct Heard {
    pub clock: Clock,
}

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
        db::leaver::mask(tx).await?;
        db::wholesale::mask_for(tx, account_id).await?;
        app::bonus::erase(tx, account_id, self.clock.now()).await
    }
}
