//! The clusters of one run of the checks: one for each service, and one for the tests of everything else.
//!
//! A new database is a copy of its cluster's `template1`. With the migrations of one service applied to it there, the databases
//! that sqlx makes for that service's tests are migrated already, and the tests need not know.

use super::Alone;
use crate::board::Board;
use crate::checkout::Checkout;
use crate::shop::SERVICES;
use anyhow::Result;

#[derive(Debug)]
pub struct Clusters {
    services: Vec<(&'static str, Alone)>,
    others: Alone,
}

impl Clusters {
    pub async fn start(board: &Board, checkout: &Checkout) -> Result<Self> {
        // The first one brings PostgreSQL along when it is not there yet.
        let others = Alone::forgetful(board, checkout, None, &[]).await?;
        let services = SERVICES.map(|service| async move {
            Ok::<_, anyhow::Error>((service, Alone::forgetful(board, checkout, None, &[]).await?))
        });
        Ok(Self { services: futures::future::try_join_all(services).await?, others })
    }

    /// The cluster of a service's tests; for any other package the one without migrations.
    pub fn of(&self, package: &str) -> &Alone {
        self.services.iter().find(|(service, _)| *service == package).map_or(&self.others, |(_, cluster)| cluster)
    }

    pub async fn stop(self) {
        let all = self.services.into_iter().map(|(_, cluster)| cluster).chain([self.others]);
        futures::future::join_all(all.map(Alone::stop)).await;
    }
}
