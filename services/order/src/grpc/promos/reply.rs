//! Converts promo codes, and the result of trying one, to messages for operators.

use chrono::{DateTime, Utc};
use proto::{
    json::{from_name, to_timestamp},
    order::{self as pb, PromoAction, PromoKind, PromoStatus, PromoTrial},
};

use super::super::reply;
use crate::{
    app::Assessment,
    db::promo_admin::{PromoChange, PromoRecord},
    domain::promo::Status,
};

pub fn promo(record: PromoRecord, changes: &[PromoChange], now: DateTime<Utc>) -> pb::Promo {
    let PromoRecord { promo, used, version, created_at, created_by } = record;
    let status = status(promo.status(used, now)).into();
    let rules = promo.rules;
    pb::Promo {
        id: promo.id,
        code: rules.code,
        kind: from_name::<PromoKind>(rules.benefit.kind()).unwrap_or_default().into(),
        value: rules.benefit.value(),
        at_most: rules.benefit.at_most(),
        minimum: rules.minimum,
        is_for_reduced: rules.is_for_reduced,
        category_ids: rules.scope.categories,
        store_ids: rules.scope.stores,
        starts_at: rules.starts_at.map(to_timestamp),
        ends_at: rules.ends_at.map(to_timestamp),
        total_limit: rules.total_limit,
        user_limit: rules.user_limit,
        status,
        is_paused: promo.is_paused,
        used,
        version,
        created_at: Some(to_timestamp(created_at)),
        created_by,
        changes: changes.iter().map(change).collect(),
    }
}

/// The delivery fee is unknown without a destination.
pub fn trial(assessment: Assessment) -> PromoTrial {
    let delivery_fee = assessment.zone.as_ref().map(|_| assessment.bill.delivery_fee);
    let checked = reply::assessment(assessment);
    PromoTrial {
        lines: checked.lines,
        problems: checked.problems,
        subtotal: checked.subtotal,
        discount: checked.discount,
        promo_discount: checked.promo_discount,
        delivery_fee,
        total: checked.total,
        promo: checked.promo,
    }
}

/// Shows only the names of the changed fields.
fn change(change: &PromoChange) -> pb::PromoChange {
    let mut fields: Vec<_> = change.fields.as_object().into_iter().flatten().map(|(field, _)| field.clone()).collect();
    fields.sort_unstable();
    pb::PromoChange {
        action: from_name::<PromoAction>(&change.action).unwrap_or_default().into(),
        operator_id: change.operator,
        at: Some(to_timestamp(change.changed_at)),
        fields,
    }
}

fn status(status: Status) -> PromoStatus {
    from_name(status.key()).unwrap_or_default()
}
