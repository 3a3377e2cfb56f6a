//! Caches the rules by which shoppers earn and spend bonuses.

use std::sync::Arc;

use kit::{Result, db::warm_pool::WarmPool};

use crate::{
    cached::Cached,
    db::{self, rate_rule::Earner},
    domain::bonus::Rule,
};

pub struct BonusConditions {
    pub rules: Vec<Rule>,
    /// Part of the goods total that bonuses may pay, in hundredths of a per cent.
    pub spend_share: i64,
}

#[derive(Clone)]
pub struct BonusRules {
    warm_pool: WarmPool,
    cached: Cached<BonusConditions>,
}

impl BonusRules {
    pub fn new(warm_pool: &WarmPool) -> Self {
        Self { warm_pool: warm_pool.clone(), cached: Cached::new("bonus rules") }
    }

    pub async fn all(&self) -> Result<Arc<BonusConditions>> {
        self.cached.get(self.read()).await
    }

    pub fn forget(&self) {
        self.cached.forget();
    }

    async fn read(&self) -> Result<BonusConditions> {
        let mut connection = self.warm_pool.acquire().await?;
        let rules = db::rate_rule::all(&mut connection, Earner::Shopper).await?;
        let spend_share = db::bonus::spend_share(&mut connection).await?;
        connection.release();
        Ok(BonusConditions { rules, spend_share })
    }
}
