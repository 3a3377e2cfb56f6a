//! Accepts orders whose stock is reserved, or lets them wait for payment. Concurrent requests share a transaction.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kit::{Result, db::batch};
use sqlx::{Connection as _, PgConnection};

use crate::{
    app::saga::{self, Locked},
    db::{self, saga::DueOrder},
    domain::{
        checkout::{Event, Stage, State, decide},
        order::{Actor, ChangedBy},
        payment::PaymentTime,
    },
};

pub struct ReserveStep {
    pub order_id: i64,
    /// The account of the member of staff who took the order on the phone.
    pub taken_by: Option<i64>,
    pub payment_time: PaymentTime,
    pub now: DateTime<Utc>,
    pub traceparent: Option<String>,
}

pub struct ReservedOrder {
    pub state: State,
    pub at: DateTime<Utc>,
    /// This batch has moved the order, not an earlier one.
    pub is_first: bool,
    pub due: Option<DueOrder>,
}

impl batch::BatchQuery for ReserveStep {
    type Output = Option<ReservedOrder>;

    async fn load_batch(connection: &mut PgConnection, steps: &[Self]) -> Result<Vec<Option<ReservedOrder>>> {
        let step_by_order: HashMap<_, _> = steps.iter().map(|step| (step.order_id, step)).collect();
        let Some(now) = steps.iter().map(|step| step.now).max() else { return Ok(vec![]) };
        let orders: Vec<_> = step_by_order.keys().copied().collect();
        let mut tx = connection.begin().await?;
        let locked = db::saga::lock(&mut tx, &orders).await?;
        let orders_before = locked.into_iter().filter_map(|order| {
            let step = step_by_order.get(&order.order_id)?;
            let pay_until = Some(step.payment_time.until(order.placed_at, now));
            Some(Locked { pay_until, traceparent: step.traceparent.clone(), ..order })
        });
        let taken_by = |order: &Locked| step_by_order.get(&order.order_id).and_then(|step| step.taken_by);
        // `of_staff` and `of_shoppers` keep the states before the step.
        let (of_staff, of_shoppers): (Vec<_>, Vec<_>) = orders_before.partition(|order| taken_by(order).is_some());
        saga::step_all(&mut tx, &of_shoppers, Event::Reserved, &saga::shopper(), now).await?;
        for order in &of_staff {
            let actor = taken_by(order).map_or(Actor::Shopper, Actor::Operator);
            saga::step(&mut tx, order, Event::Reserved, &ChangedBy::of(actor), now).await?;
        }
        // If a concurrent request has moved an order, its lines have left the cart already.
        let placed = of_shoppers.iter().filter(|order| is_placed(order)).map(|order| order.order_id);
        db::order_line::leave_carts(&mut tx, &placed.collect::<Vec<_>>(), now).await?;
        tx.commit().await?;
        let result_of = |step: &Self| {
            let order = of_shoppers.iter().chain(&of_staff).find(|order| order.order_id == step.order_id)?;
            Some(reserved_order(order, now))
        };
        Ok(steps.iter().map(result_of).collect())
    }
}

fn is_placed(order: &Locked) -> bool {
    order.state.stage == Stage::Placed
}

/// Repeats the decision that `step_all` has stored.
fn reserved_order(order: &Locked, at: DateTime<Utc>) -> ReservedOrder {
    let (state, _) = decide(order.state, Event::Reserved);
    let (order_id, code) = (order.order_id, order.code.clone());
    let due = state.stock_call.map(|stock_call| DueOrder {
        order_id,
        code,
        stage: state.stage,
        stock_call: Some(stock_call),
        placed_in_trace: order.placed_in_trace.clone(),
    });
    ReservedOrder { state, at, is_first: is_placed(order), due }
}
