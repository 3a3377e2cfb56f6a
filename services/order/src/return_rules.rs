//! Cache of the return exceptions.

use std::sync::Arc;

use kit::{Result, db::lend::Lender};

use crate::{cached::Cached, db, domain::returns::Exception};

#[derive(Clone)]
pub struct ReturnRules {
    lender: Lender,
    cached: Cached<Vec<Exception>>,
}

impl ReturnRules {
    pub fn new(lender: &Lender) -> Self {
        Self { lender: lender.clone(), cached: Cached::new("return exceptions") }
    }

    pub async fn all(&self) -> Result<Arc<Vec<Exception>>> {
        self.cached.get(self.read()).await
    }

    /// Drops the cached value after a change.
    pub fn forget(&self) {
        self.cached.forget();
    }

    async fn read(&self) -> Result<Vec<Exception>> {
        let mut connection = self.lender.lend().await?;
        let exceptions = db::return_exception::all(&mut connection).await?;
        connection.done();
        Ok(exceptions)
    }
}
