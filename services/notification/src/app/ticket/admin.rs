//! Staff answer, assign, link and close support tickets.

use audit::Entry;
use chrono::TimeDelta;
use kit::{Error, Language, Result, identity::Caller};
use serde_json::json;
use sqlx::PgConnection;

use super::{SUPPORT_LANGUAGE, mail};
use crate::{
    App,
    app::accept::enqueue,
    db::{self, ticket::TicketRow, ticket_answer::AnswerRow},
    domain::{
        DeliveryChannel, Recipient, Template,
        ticket::{Code, OrderCode},
    },
    sender::Sender,
};

const ANSWER_TTL: TimeDelta = TimeDelta::days(7);
const NOT_FOUND: Error = Error::NotFound("ticket_not_found");

/// Also closes the ticket.
pub async fn answer(sender: &Sender, operator: &Caller, code: &Code, text: &str) -> Result<TicketRow> {
    let now = sender.app.clock.now();
    let mut tx = kit::db::begin(&sender.app.pool).await?;
    let language = db::ticket::lock(&mut tx, code.as_str()).await?.ok_or(NOT_FOUND)?;
    db::ticket::close(&mut tx, code.as_str(), now).await?;
    let ticket = db::ticket::find(&mut tx, code.as_str()).await?.ok_or(NOT_FOUND)?;
    let new =
        AnswerRow { ticket_id: ticket.ticket_id, written_by: operator.account, written_at: now, text: text.to_owned() };
    db::ticket_answer::insert(&mut tx, &new).await?;
    let values = [("ticket", code.as_str()), ("text", text)];
    let language = Language::from_tag(&language).unwrap_or(SUPPORT_LANGUAGE);
    let to = Recipient::Mailbox(ticket.email.clone());
    enqueue(sender, &mut tx, &mail(to, Template::TicketAnswered, language, &values, now + ANSWER_TTL)).await?;
    audit::insert(&mut tx, operator, Entry::new("ticket_answered", "ticket", code.as_str()), now).await?;
    tx.commit().await?;
    sender.channel(DeliveryChannel::Email).notifier.notify_one();
    Ok(ticket)
}

/// A repeated call keeps the time of the first call.
pub async fn close(app: &App, operator: &Caller, code: &Code) -> Result<TicketRow> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    if db::ticket::close(&mut tx, code.as_str(), now).await? {
        let entry = Entry::new("ticket_closed", "ticket", code.as_str())
            .changed(json!({"status": "open"}), json!({"status": "closed"}));
        audit::insert(&mut tx, operator, entry, now).await?;
    }
    let ticket = db::ticket::find(&mut tx, code.as_str()).await?.ok_or(NOT_FOUND)?;
    tx.commit().await?;
    Ok(ticket)
}

pub async fn assign(app: &App, operator: &Caller, code: &Code, assignee: Option<i64>) -> Result<TicketRow> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let mut ticket = lock(&mut tx, code).await?;
    if ticket.assignee_id != assignee {
        let (before, after) = (json!({"assigneeId": ticket.assignee_id}), json!({"assigneeId": assignee}));
        db::ticket::set_assignee(&mut tx, ticket.ticket_id, assignee).await?;
        let entry = Entry::new("ticket_assigned", "ticket", code.as_str()).changed(before, after);
        audit::insert(&mut tx, operator, entry, now).await?;
        ticket.assignee_id = assignee;
    }
    tx.commit().await?;
    Ok(ticket)
}

pub async fn link_order(app: &App, operator: &Caller, code: &Code, order: Option<&OrderCode>) -> Result<TicketRow> {
    let now = app.clock.now();
    let order = order.map(OrderCode::as_str);
    let mut tx = kit::db::begin(&app.pool).await?;
    let mut ticket = lock(&mut tx, code).await?;
    if ticket.order_code.as_deref() != order {
        let (before, after) = (json!({"orderCode": ticket.order_code}), json!({"orderCode": order}));
        db::ticket::set_order(&mut tx, ticket.ticket_id, order).await?;
        let entry = Entry::new("ticket_linked", "ticket", code.as_str()).changed(before, after);
        audit::insert(&mut tx, operator, entry, now).await?;
        ticket.order_code = order.map(str::to_owned);
    }
    tx.commit().await?;
    Ok(ticket)
}

async fn lock(tx: &mut PgConnection, code: &Code) -> Result<TicketRow> {
    db::ticket::lock(tx, code.as_str()).await?.ok_or(NOT_FOUND)?;
    db::ticket::find(tx, code.as_str()).await?.ok_or(NOT_FOUND)
}
