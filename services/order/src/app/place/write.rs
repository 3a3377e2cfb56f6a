//! Inserts orders with their promo codes, delivery slots and bonuses. Concurrent requests share a transaction. If it
//! fails, each is written in its own.

use std::{collections::BTreeMap, sync::Arc};

use kit::{Error, Result, db::batch};
use sqlx::{Connection as _, PgConnection};

use super::{
    Change,
    draft::{Draft, InsertedOrder, Written, insert_all},
};
use crate::{
    app::{bonus, order_limits},
    db::{self, order_line::NewOrderLines, order_subject::NewSubject, slot::SlotBooking},
    domain::order_limits::{Exceeded, OrderLimits, Subject},
};

pub struct Write(pub Arc<Draft>);

pub enum NotWritten {
    /// A promo code, a slot or bonuses are no longer available.
    Changed(Vec<Change>),
    CartChanged,
    AlreadyProcessed,
    AnotherOrderInProgress,
    Exceeded(Exceeded),
}

pub(super) enum WriteError {
    NotWritten(NotWritten),
    Failed(Error),
}

impl From<NotWritten> for WriteError {
    fn from(reason: NotWritten) -> Self {
        Self::NotWritten(reason)
    }
}

impl From<Error> for WriteError {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<sqlx::Error> for WriteError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}

type WriteResult = Result<Written, NotWritten>;

impl batch::BatchQuery for Write {
    type Output = WriteResult;

    async fn load_batch(connection: &mut PgConnection, queries: &[Self]) -> Result<Vec<WriteResult>> {
        let drafts: Vec<_> = queries.iter().map(|query| &*query.0).collect();
        match write_all(connection, &drafts).await {
            Ok(results) => Ok(results),
            Err(WriteError::Failed(error)) => Err(error),
            Err(WriteError::NotWritten(reason)) if drafts.len() == 1 => Ok(vec![Err(reason)]),
            // It is not known which draft fails.
            Err(WriteError::NotWritten(_)) => write_one_by_one(connection, &drafts).await,
        }
    }
}

async fn write_one_by_one(connection: &mut PgConnection, drafts: &[&Draft]) -> Result<Vec<WriteResult>> {
    let mut results = Vec::with_capacity(drafts.len());
    for draft in drafts {
        match write_all(connection, &[*draft]).await {
            Ok(written) => results.extend(written),
            Err(WriteError::Failed(error)) => return Err(error),
            Err(WriteError::NotWritten(reason)) => results.push(Err(reason)),
        }
    }
    Ok(results)
}

/// Inserts the drafts that the limits allow. If one of them fails, inserts none.
async fn write_all(connection: &mut PgConnection, drafts: &[&Draft]) -> Result<Vec<WriteResult>, WriteError> {
    let mut tx = connection.begin().await?;
    match insert_allowed(&mut tx, drafts).await {
        Ok(results) => {
            tx.commit().await?;
            Ok(results)
        }
        Err(WriteError::NotWritten(reason)) => {
            // A dropped transaction keeps its locks until the connection is used again.
            tx.rollback().await?;
            Err(WriteError::NotWritten(reason))
        }
        Err(failed) => Err(failed),
    }
}

async fn insert_allowed(tx: &mut PgConnection, drafts: &[&Draft]) -> Result<Vec<WriteResult>, WriteError> {
    let Some(now) = drafts.iter().map(|draft| draft.now).max() else { return Ok(vec![]) };
    let limits = drafts.first().map_or(OrderLimits::default(), |draft| draft.limits);
    let wanted: Vec<_> = drafts.iter().map(|draft| draft.as_wanted()).collect();
    let admitted = order_limits::admit(tx, limits, &wanted, now).await?;
    let allowed = drafts.iter().zip(&admitted).filter_map(|(&draft, admission)| {
        let subjects = admission.as_ref().ok()?;
        Some(AllowedDraft { draft, subjects })
    });
    let allowed: Vec<_> = allowed.collect();
    let mut written = insert_drafts(tx, &allowed).await?.into_iter();
    let results = admitted.iter().map(|admission| match admission {
        Ok(_) => written.next().map(Ok),
        Err(exceeded) => Some(Err(NotWritten::Exceeded(*exceeded))),
    });
    let results: Option<Vec<WriteResult>> = results.collect();
    results.ok_or_else(|| Error::internal(anyhow::anyhow!("an allowed order was not inserted")).into())
}

struct AllowedDraft<'a> {
    draft: &'a Draft,
    subjects: &'a [Subject],
}

struct InsertedDraft<'a> {
    draft: &'a Draft,
    order_id: i64,
    subjects: &'a [Subject],
}

async fn insert_drafts(tx: &mut PgConnection, allowed: &[AllowedDraft<'_>]) -> Result<Vec<Written>, WriteError> {
    if allowed.is_empty() {
        return Ok(vec![]);
    }
    let orders = insert_orders(tx, allowed).await?;
    let inserted = allowed.iter().zip(&orders).map(|(allowed, order)| InsertedDraft {
        draft: allowed.draft,
        order_id: order.order_id,
        subjects: allowed.subjects,
    });
    let inserted: Vec<_> = inserted.collect();
    let line_ids = insert_lines(tx, &inserted).await?;
    insert_referrals(tx, &inserted, &line_ids).await?;
    // All writers lock promo codes, slots and bonuses in this order, each sorted by id.
    take_promos(tx, &inserted).await?;
    book_slots(tx, &inserted).await?;
    spend_bonuses(tx, &inserted).await?;
    record_subjects(tx, &inserted).await?;
    let written = orders.into_iter().zip(line_ids);
    Ok(written.map(|(order, line_ids)| Written { order_id: order.order_id, code: order.code, line_ids }).collect())
}

async fn insert_orders(tx: &mut PgConnection, allowed: &[AllowedDraft<'_>]) -> Result<Vec<InsertedOrder>, WriteError> {
    let drafts: Vec<_> = allowed.iter().map(|allowed| allowed.draft).collect();
    let inserted = insert_all(tx, &drafts).await;
    match violated_constraint(&inserted) {
        Some("purchase_request_key") => Err(NotWritten::AlreadyProcessed.into()),
        Some("purchase_being_placed") => Err(NotWritten::AnotherOrderInProgress.into()),
        _ => inserted.map_err(WriteError::from),
    }
}

/// Returns the line ids of each draft.
async fn insert_lines(tx: &mut PgConnection, inserted: &[InsertedDraft<'_>]) -> Result<Vec<Vec<i64>>, WriteError> {
    let lines = inserted.iter().map(|InsertedDraft { draft, order_id, .. }| NewOrderLines {
        order: *order_id,
        account: draft.account,
        lines: &draft.lines,
        parts: &draft.parts,
    });
    let lines: Vec<_> = lines.collect();
    let line_ids = db::order_line::insert_all(tx, &lines).await?;
    line_ids.ok_or_else(|| NotWritten::CartChanged.into())
}

async fn insert_referrals(
    tx: &mut PgConnection,
    inserted: &[InsertedDraft<'_>],
    line_ids: &[Vec<i64>],
) -> Result<(), WriteError> {
    let referrals =
        inserted.iter().zip(line_ids).flat_map(|(new, line_ids)| new.draft.referrals(new.order_id, line_ids));
    let referrals: Vec<_> = referrals.collect();
    if !referrals.is_empty() {
        db::referral::insert_all(tx, &referrals).await?;
    }
    Ok(())
}

async fn take_promos(tx: &mut PgConnection, inserted: &[InsertedDraft<'_>]) -> Result<(), WriteError> {
    let mut by_promo: Vec<_> = inserted.iter().collect();
    by_promo.sort_by_key(|new| new.draft.promo.as_ref().map(|promo| promo.promo_id));
    for InsertedDraft { draft, order_id, .. } in by_promo {
        let Some(promo) = &draft.promo else { continue };
        let refusal = db::promo::take(tx, promo.promo_id, draft.account, *order_id, draft.now).await?;
        if refusal.is_some() {
            return Err(NotWritten::Changed(vec![Change::promo(promo.discount)]).into());
        }
    }
    Ok(())
}

async fn book_slots(tx: &mut PgConnection, inserted: &[InsertedDraft<'_>]) -> Result<(), WriteError> {
    let mut booking_by_slot: BTreeMap<&str, SlotBooking<'_>> = BTreeMap::new();
    for slot in inserted.iter().filter_map(|new| new.draft.slot.as_ref()) {
        booking_by_slot.entry(&slot.id).or_insert(SlotBooking { slot, orders: 0 }).orders += 1;
    }
    let bookings: Vec<_> = booking_by_slot.into_values().collect();
    if !bookings.is_empty() && !db::slot::book(tx, &bookings).await? {
        let fee = inserted.first().map_or(0, |new| new.draft.amounts.delivery_fee);
        return Err(NotWritten::Changed(vec![Change::delivery(fee)]).into());
    }
    Ok(())
}

async fn spend_bonuses(tx: &mut PgConnection, inserted: &[InsertedDraft<'_>]) -> Result<(), WriteError> {
    let mut by_account: Vec<_> = inserted.iter().collect();
    by_account.sort_by_key(|new| new.draft.account);
    for InsertedDraft { draft, order_id, .. } in by_account {
        let amount = draft.amounts.bonus_spent;
        if let Err(available) = bonus::spend(tx, draft.account, *order_id, amount, draft.now).await? {
            return Err(NotWritten::Changed(vec![Change::bonus(amount, available)]).into());
        }
    }
    Ok(())
}

async fn record_subjects(tx: &mut PgConnection, inserted: &[InsertedDraft<'_>]) -> Result<(), WriteError> {
    let subjects = inserted.iter().flat_map(|InsertedDraft { draft, order_id, subjects }| {
        subjects.iter().map(move |subject| NewSubject {
            subject: *subject,
            order_id: *order_id,
            units: draft.units(),
            placed_at: draft.now,
        })
    });
    order_limits::record(tx, subjects.collect()).await?;
    Ok(())
}

pub(super) fn violated_constraint<T>(outcome: &sqlx::Result<T>) -> Option<&str> {
    let Err(sqlx::Error::Database(cause)) = outcome else { return None };
    cause.constraint()
}
