//! Computes the new values of the products, without writing.

use std::collections::HashSet;

use kit::Result;
use sqlx::PgConnection;

use super::{Outcome, Sample};
use crate::{
    db::{self, bulk_change::BulkProduct},
    domain::bulk_change::{Change, Values},
};

const MAX_SAMPLES: usize = 20;

#[derive(Default)]
pub struct Plan {
    pub products: Vec<PlannedProduct>,
    pub outcome: Outcome,
}

pub struct PlannedProduct {
    pub id: i64,
    pub before: Values,
    pub after: Values,
}

pub async fn plan(tx: &mut PgConnection, ids: &[i64], change: Change) -> Result<Plan> {
    let new_category = if let Change::Category(category) = change { Some(category) } else { None };
    let products = db::bulk_change::products(tx, ids, new_category).await?;
    let found: HashSet<_> = products.iter().map(|product| product.product_id).collect();

    let mut plan = Plan::default();
    for id in ids.iter().filter(|id| !found.contains(id)) {
        plan.outcome.refuse(*id, "product_not_found");
    }
    for product in products {
        plan.add(product, change);
    }
    Ok(plan)
}

impl Plan {
    pub fn ids(&self) -> Vec<i64> {
        self.products.iter().map(|product| product.id).collect()
    }

    fn add(&mut self, product: BulkProduct, change: Change) {
        let BulkProduct { product_id: id, name, candidate } = product;
        let before = candidate.values;
        match change.apply(&candidate) {
            Err(code) => self.outcome.refuse(id, code),
            Ok(after) if after == before && !change.affects_sizes(&candidate) => self.outcome.unchanged += 1,
            Ok(after) => {
                self.outcome.affected += 1;
                if self.outcome.samples.len() < MAX_SAMPLES {
                    let (before, after) = (changed_value(change, before), changed_value(change, after));
                    self.outcome.samples.push(Sample { id, name, before, after });
                }
                self.products.push(PlannedProduct { id, before, after });
            }
        }
    }
}

fn changed_value(change: Change, values: Values) -> String {
    match change {
        Change::PricePercent(_) | Change::Price(_) => values.price.to_string(),
        Change::Category(_) => values.category_id.to_string(),
        Change::State(_) => values.state.name().to_owned(),
    }
}
