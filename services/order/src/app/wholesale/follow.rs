//! Updates wholesale requests in the transaction that moves their order (`app/saga.rs`).

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

/// The order was refused, so the quote can be accepted again.
async fn reopen(tx: &mut PgConnection, request: i64) -> Result<()> {
    db::wholesale::request::lock(tx, request).await?;
    attach(tx, request, None).await?;
    db::wholesale::quote::set_accepted(tx, request, None).await?;
    Ok(())
}

fn emails_about(state: State) -> &'static [Kind] {
    match state {
        State::Accepted => &[Kind::Accepted, Kind::DeskAccepted],
        State::Paid => &[Kind::Paid, Kind::DeskPaid],
        State::Cancelled => &[Kind::Cancelled],
        State::Expired => &[Kind::Unpaid],
        State::Requested | State::Quoted | State::Declined => &[],
    }
}

fn actor_key(actor: Actor) -> String {
    match actor {
        Actor::Shopper => "customer".to_owned(),
        other => other.key(),
    }
}
