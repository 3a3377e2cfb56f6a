//! Updates wholesale requests when their orders move, in the transaction that moves the order (`app/saga.rs`).

use chrono::{DateTime, Utc};
use kit::Result;
use sqlx::PgConnection;

use super::email::Kind;
use crate::{
    db::{self, saga::Locked, wholesale::order::attach},
    domain::{
        checkout,
        order::{Actor, ChangedBy},
        wholesale::State,
    },
};

/// Sets the requests of the changed orders to the states that follow, and queues e-mails. `changed` has each order
/// before its step, and its state after the step.
pub async fn follow(
    tx: &mut PgConnection,
    changed: &[(&Locked, &checkout::State)],
    by: &ChangedBy,
    now: DateTime<Utc>,
) -> Result<()> {
    for (order, state) in changed.iter().filter(|(order, _)| order.is_wholesale) {
        let before = State::of_order(&order.state);
        let Some(after) = State::of_order(state).filter(|after| Some(*after) != before) else { continue };
        let Some(request) = db::wholesale::request::id_of_order(tx, order.order_id).await? else { continue };
        if after == State::Quoted {
            reopen(tx, request).await?;
            continue;
        }
        db::wholesale::request::lock(tx, request).await?;
        let actor = actor_key(by.actor);
        if db::wholesale::set_state(tx, request, after, (&*actor, by.reason.as_deref()), None, now).await? {
            Kind::write(tx, request, emails_about(after), now).await?;
        }
    }
    Ok(())
}

/// Lets the quote be accepted again until it expires, because its order was refused.
async fn reopen(tx: &mut PgConnection, request: i64) -> Result<()> {
    db::wholesale::request::lock(tx, request).await?;
    attach(tx, request, None).await?;
    db::wholesale::quote::set_accepted(tx, request, None).await?;
    Ok(())
}

/// Returns the e-mails to send when an order brings its request into this state.
fn emails_about(state: State) -> &'static [Kind] {
    match state {
        State::Accepted => &[Kind::Accepted, Kind::DeskAccepted],
        State::Paid => &[Kind::Paid, Kind::DeskPaid],
        State::Cancelled => &[Kind::Cancelled],
        State::Expired => &[Kind::Unpaid],
        State::Requested | State::Quoted | State::Declined => &[],
    }
}

/// Returns the actor's name in the history of wholesale requests, in which shoppers are customers.
fn actor_key(actor: Actor) -> String {
    match actor {
        Actor::Shopper => "customer".to_owned(),
        other => other.key(),
    }
}
