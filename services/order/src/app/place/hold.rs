//! The stock of an order is held: it is accepted, or its shopper is sent to the bank. Written for all whose stock was held at the
//! same moment, in one transaction.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kit::{Result, db::together};
use sqlx::{Connection as _, PgConnection};

use crate::{
    app::saga::{self, Locked},
    db::{self, saga::Due},
    domain::{
        checkout::{Event, Stage, decide},
        payment::PaymentTime,
    },
};

pub struct Hold {
    pub order_id: i64,
    pub payment_time: PaymentTime,
    pub now: DateTime<Utc>,
    pub traceparent: Option<String>,
}

impl together::Question for Hold {
    /// What is due now.
    type Answer = Option<Due>;

    async fn answer(connection: &mut PgConnection, holds: &[Self]) -> Result<Vec<Option<Due>>> {
        let known: HashMap<_, _> = holds.iter().map(|hold| (hold.order_id, hold)).collect();
        let Some(now) = holds.iter().map(|hold| hold.now).max() else { return Ok(vec![]) };
        let orders: Vec<_> = known.keys().copied().collect();
        let mut tx = connection.begin().await?;
        let locked = db::saga::lock(&mut tx, &orders).await?;
        let orders = locked.into_iter().filter_map(|order| {
            let hold = known.get(&order.order_id)?;
            let pay_until = Some(hold.payment_time.until(order.placed_at, now));
            Some(Locked { pay_until, traceparent: hold.traceparent.clone(), ..order })
        });
        let orders: Vec<_> = orders.collect();
        saga::step_all(&mut tx, &orders, Event::Reserved, &saga::shopper(), now).await?;
        // The second of two who go on with the same order finds that the first was quicker.
        let placed = orders.iter().filter(|order| order.state.stage == Stage::Placed).map(|order| order.order_id);
        db::order_line::leave_carts(&mut tx, &placed.collect::<Vec<_>>(), now).await?;
        tx.commit().await?;
        let due = |hold: &Self| orders.iter().find(|order| order.order_id == hold.order_id).and_then(due_after);
        Ok(holds.iter().map(due).collect())
    }
}

fn due_after(order: &Locked) -> Option<Due> {
    let (state, _) = decide(order.state, Event::Reserved);
    let (order_id, code) = (order.order_id, order.code.clone());
    state.errand.map(|errand| Due { order_id, code, stage: state.stage, errand: Some(errand) })
}
