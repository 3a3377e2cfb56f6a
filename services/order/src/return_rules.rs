//! A short-lived cache of the return exceptions: every order needs them, and they change a few times a year.

use std::{sync::Arc, time::Duration};

use kit::{Error, Result, db::lend::Lender};
use moka::future::Cache;

use crate::{db, domain::returns::Exception};

const TTL: Duration = Duration::from_secs(1);

#[derive(Clone)]
pub struct ReturnRules {
    lender: Lender,
    cache: Cache<(), Arc<Vec<Exception>>>,
}

impl ReturnRules {
    pub fn new(lender: &Lender) -> Self {
        let cache = Cache::builder().max_capacity(1).time_to_live(TTL).build();
        Self { lender: lender.clone(), cache }
    }

    /// Reads all exceptions; requests at the same moment share one query.
    pub async fn all(&self) -> Result<Arc<Vec<Exception>>> {
        let exceptions = self.cache.try_get_with((), self.read()).await;
        exceptions
            .map_err(|error| Error::unavailable(anyhow::anyhow!("the return exceptions cannot be read: {error:#}")))
    }

    /// Reads them anew the next time: they have changed.
    pub fn forget(&self) {
        self.cache.invalidate_all();
    }

    async fn read(&self) -> Result<Arc<Vec<Exception>>> {
        let mut connection = self.lender.lend().await?;
        let exceptions = db::return_exception::all(&mut connection).await?;
        connection.done();
        Ok(Arc::new(exceptions))
    }
}
