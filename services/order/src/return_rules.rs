//! Caches the categories of goods that can be returned only if they are faulty.

use std::sync::Arc;

use kit::{Result, db::warm_pool::WarmPool};

use crate::{cached::Cached, db, domain::returns::Exception};

#[derive(Clone)]
pub struct ReturnRules {
    warm_pool: WarmPool,
    cached: Cached<Vec<Exception>>,
}

impl ReturnRules {
    pub fn new(warm_pool: &WarmPool) -> Self {
        Self { warm_pool: warm_pool.clone(), cached: Cached::new("return exceptions") }
    }

    pub async fn all(&self) -> Result<Arc<Vec<Exception>>> {
        self.cached.get(self.read()).await
    }

    pub fn forget(&self) {
        self.cached.forget();
    }

    async fn read(&self) -> Result<Vec<Exception>> {
        let mut connection = self.warm_pool.acquire().await?;
        let exceptions = db::return_exception::all(&mut connection).await?;
        connection.release();
        Ok(exceptions)
    }
}
