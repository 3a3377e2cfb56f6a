//! Inserts orders with their promo codes, delivery slots and bonuses. Concurrent requests share a transaction. If it
//! fails, each is written in its own.

use std::{collections::BTreeMap, sync::Arc};

use kit::{Error, Result, db::batch};
use sqlx::{Connection as _, PgConnection};

use super::{
    Change,
    draft::{Draft, Written, insert_all},
};
use crate::{
    app::{bonus, order_limits},
    db::{self, order_line::NewOrderLines, order_subject},
    domain::{
        delivery::Slot,
        order_limits::{Exceeded, OrderLimits, Subject},
    },
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

impl batch::BatchQuery for Write {
    type Output = Result<Written, NotWritten>;

    async fn load_batch(connection: &mut PgConnection, queries: &[Self]) -> Result<Vec<Self::Output>> {
        let drafts: Vec<_> = queries.iter().map(|query| &*query.0).collect();
        match write_all(connection, &drafts).await? {
            Ok(results) => Ok(results),
            Err(not_written) if drafts.len() == 1 => Ok(vec![Err(not_written)]),
            // It is not known which draft fails.
            Err(_) => {
                let mut results = Vec::with_capacity(drafts.len());
                for draft in drafts {
                    match write_all(connection, &[draft]).await? {
                        Ok(written) => results.extend(written),
                        Err(not_written) => results.push(Err(not_written)),
                    }
                }
                Ok(results)
            }
        }
    }
}

type WriteResults = Vec<Result<Written, NotWritten>>;

/// Inserts the drafts that the limits allow. If one of them fails, inserts none and returns the reason as the inner
/// error.
async fn write_all(connection: &mut PgConnection, drafts: &[&Draft]) -> Result<Result<WriteResults, NotWritten>> {
    let mut tx = connection.begin().await?;
    match insert_allowed(&mut tx, drafts).await? {
        Ok(results) => {
            tx.commit().await?;
            Ok(Ok(results))
        }
        Err(not_written) => {
            // A dropped transaction keeps its locks until the connection is used again.
            tx.rollback().await?;
            Ok(Err(not_written))
        }
    }
}

async fn insert_allowed(tx: &mut PgConnection, drafts: &[&Draft]) -> Result<Result<WriteResults, NotWritten>> {
    let Some(now) = drafts.iter().map(|draft| draft.now).max() else { return Ok(Ok(vec![])) };
    let limits = drafts.first().map_or(OrderLimits::default(), |draft| draft.limits);
    let wanted: Vec<_> = drafts.iter().map(|draft| draft.as_wanted()).collect();
    let admitted = order_limits::admit(tx, limits, &wanted, now).await?;
    let allowed = drafts.iter().zip(&admitted).filter_map(|(draft, admission)| {
        let subjects = admission.as_ref().ok()?;
        Some((*draft, &**subjects))
    });
    let allowed: Vec<(&Draft, &[Subject])> = allowed.collect();
    let mut written = match insert_drafts(tx, &allowed).await? {
        Ok(written) => written.into_iter(),
        Err(not_written) => return Ok(Err(not_written)),
    };
    let results = admitted.iter().map(|admission| match admission {
        Ok(_) => written.next().map(Ok),
        Err(exceeded) => Some(Err(NotWritten::Exceeded(*exceeded))),
    });
    let results: Option<_> = results.collect();
    results.map(Ok).ok_or_else(|| Error::internal(anyhow::anyhow!("an allowed order was not inserted")))
}

async fn insert_drafts(
    tx: &mut PgConnection,
    allowed: &[(&Draft, &[Subject])],
) -> Result<Result<Vec<Written>, NotWritten>> {
    let drafts: Vec<_> = allowed.iter().map(|(draft, _)| *draft).collect();
    let drafts = &*drafts;
    if drafts.is_empty() {
        return Ok(Ok(vec![]));
    }
    let inserted = insert_all(tx, drafts).await;
    match violated_constraint(&inserted) {
        Some("purchase_request_key") => return Ok(Err(NotWritten::AlreadyProcessed)),
        Some("purchase_being_placed") => return Ok(Err(NotWritten::AnotherOrderInProgress)),
        _ => {}
    }
    let inserted = inserted?;
    let placed: Vec<_> = drafts.iter().zip(&inserted).map(|(draft, (order_id, _))| (*draft, *order_id)).collect();
    let lines = placed.iter().map(|(draft, order)| NewOrderLines {
        order: *order,
        account: draft.account,
        lines: &draft.lines,
        parts: &draft.parts,
    });
    let Some(line_ids) = db::order_line::insert_all(tx, &lines.collect::<Vec<_>>()).await? else {
        return Ok(Err(NotWritten::CartChanged));
    };
    let referrals = placed.iter().zip(&line_ids).flat_map(|((draft, order), ids)| draft.referrals(*order, ids));
    let referrals: Vec<_> = referrals.collect();
    if !referrals.is_empty() {
        db::referral::insert_all(tx, &referrals).await?;
    }
    if let Some(not_written) = take_limited(tx, placed).await? {
        return Ok(Err(not_written));
    }
    let subjects = allowed.iter().zip(&inserted).flat_map(|((draft, subjects), (order_id, _))| {
        let new = |subject: &Subject| order_subject::NewSubject {
            subject: *subject,
            order_id: *order_id,
            units: draft.units(),
            placed_at: draft.now,
        };
        subjects.iter().map(new)
    });
    order_limits::record(tx, subjects.collect()).await?;
    let written = inserted.into_iter().zip(line_ids);
    Ok(Ok(written.map(|((order_id, code), line_ids)| Written { order_id, code, line_ids }).collect()))
}

/// All writers lock promo codes, slots and bonuses in this order, sorted by id.
async fn take_limited(tx: &mut PgConnection, mut placed: Vec<(&Draft, i64)>) -> Result<Option<NotWritten>> {
    placed.sort_by_key(|(draft, _)| draft.promo.as_ref().map(|promo| promo.promo_id));
    for (draft, order) in &placed {
        if let Some(promo) = &draft.promo
            && db::promo::take(tx, promo.promo_id, draft.account, *order, draft.now).await?.is_some()
        {
            return Ok(Some(NotWritten::Changed(vec![Change::promo(promo.discount)])));
        }
    }
    let mut slots: BTreeMap<&str, (&Slot, i32)> = BTreeMap::new();
    for slot in placed.iter().filter_map(|(draft, _)| draft.slot.as_ref()) {
        slots.entry(&slot.id).or_insert((slot, 0)).1 += 1;
    }
    let slots: Vec<_> = slots.into_values().collect();
    if !slots.is_empty() && !db::slot::book(tx, &slots).await? {
        let fee = placed.first().map_or(0, |(draft, _)| draft.amounts.delivery_fee);
        return Ok(Some(NotWritten::Changed(vec![Change::delivery(fee)])));
    }
    placed.sort_by_key(|(draft, _)| draft.account);
    for (draft, order) in placed {
        let amount = draft.amounts.bonus_spent;
        if let Err(available) = bonus::spend(tx, draft.account, order, amount, draft.now).await? {
            return Ok(Some(NotWritten::Changed(vec![Change::bonus(amount, available)])));
        }
    }
    Ok(None)
}

fn violated_constraint<T>(outcome: &sqlx::Result<T>) -> Option<&str> {
    let Err(sqlx::Error::Database(cause)) = outcome else { return None };
    cause.constraint()
}
