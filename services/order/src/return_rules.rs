//! Cache of the return exceptions.

use std::sync::Arc;

use kit::{Result, db::lend::Lender};

use crate::{db, domain::returns::Exception, remembered::Remembered};

#[derive(Clone)]
pub struct ReturnRules {
    lender: Lender,
    remembered: Remembered<Vec<Exception>>,
}

impl ReturnRules {
    pub fn new(lender: &Lender) -> Self {
        Self { lender: lender.clone(), remembered: Remembered::new("return exceptions") }
    }

    pub async fn all(&self) -> Result<Arc<Vec<Exception>>> {
        self.remembered.get(self.read()).await
    }

    /// Drops the cached value after a change.
    pub fn forget(&self) {
        self.remembered.forget();
    }

    async fn read(&self) -> Result<Vec<Exception>> {
        let mut connection = self.lender.lend().await?;
        let exceptions = db::return_exception::all(&mut connection).await?;
        connection.done();
        Ok(exceptions)
    }
}
