//! Bonus rules and the share that can be spent, as they were a moment ago. Every check of a cart and every order needs them, and they change a few times a year.

use std::{sync::Arc, time::Duration};

use kit::{Error, Result, db::lend::Lender};
use moka::future::Cache;

use crate::{
    db::{self, rate_rule::Earner},
    domain::bonus::Rule,
};

const REMEMBERED: Duration = Duration::from_secs(1);

/// How bonuses are earned and spent.
pub struct BonusConditions {
    pub rules: Vec<Rule>,
    /// Hundredths of a per cent of the goods that bonuses can pay for.
    pub spend_share: i64,
}

#[derive(Clone)]
pub struct BonusRules {
    lender: Lender,
    remembered: Cache<(), Arc<BonusConditions>>,
}

impl BonusRules {
    pub fn new(lender: &Lender) -> Self {
        let remembered = Cache::builder().max_capacity(1).time_to_live(REMEMBERED).build();
        Self { lender: lender.clone(), remembered }
    }

    /// Reads all rules; requests at the same moment share one query.
    pub async fn all(&self) -> Result<Arc<BonusConditions>> {
        let rules = self.remembered.try_get_with((), self.read()).await;
        rules.map_err(|error| Error::unavailable(anyhow::anyhow!("the bonus rules cannot be read: {error:#}")))
    }

    /// Reads them anew the next time: they have changed.
    pub fn forget(&self) {
        self.remembered.invalidate_all();
    }

    async fn read(&self) -> Result<Arc<BonusConditions>> {
        let mut connection = self.lender.lend().await?;
        let rules = db::rate_rule::all(&mut connection, Earner::Shopper).await?;
        let spend_share = db::bonus::spend_share(&mut connection).await?;
        connection.done();
        Ok(Arc::new(BonusConditions { rules, spend_share }))
    }
}
