//! Updates wholesale requests in the transaction that moves their order (`app/saga.rs`).

use chrono::{DateTime, Utc};
use kit::Result;
use sqlx::PgConnection;

use super::email::Kind;
use crate::{
    app::saga::StateChange,
    db::{
        self,
        wholesale::{By, NOT_DUE, order::detach},
    },
    domain::{
        order::{Actor, ChangedBy},
        wholesale::State,
    },
};

pub async fn follow(
    tx: &mut PgConnection,
    changed: &[StateChange<'_>],
    by: &ChangedBy,
    now: DateTime<Utc>,
) -> Result<()> {
    for StateChange { order, after } in changed.iter().filter(|change| change.order.is_wholesale) {
        let before = State::of_order(&order.state);
        let Some(after) = State::of_order(after).filter(|after| Some(*after) != before) else { continue };
        let Some(request) = db::wholesale::request::id_of_order(tx, order.order_id).await? else { continue };
        if after == State::Quoted {
            reopen(tx, request).await?;
            continue;
        }
        db::wholesale::request::lock(tx, request).await?;
        let actor = actor_key(by.actor);
        let moved_by = By { actor: &actor, reason: by.reason.as_deref() };
        if db::wholesale::set_state(tx, request, after, moved_by, NOT_DUE, now).await? {
            Kind::queue(tx, request, emails_about(after), now).await?;
        }
    }
    Ok(())
}

/// The order was refused, so the quote can be accepted again.
async fn reopen(tx: &mut PgConnection, request: i64) -> Result<()> {
    db::wholesale::request::lock(tx, request).await?;
    detach(tx, request).await?;
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
