//! The clusters for one run of the checks: one per service, and one for all other tests.
//!
//! A new database is a copy of its cluster's `template1`, to which `compile` applies a service's migrations, so sqlx
//! creates migrated test databases.

use super::StandaloneCluster;
use crate::board::Board;
use crate::checkout::Checkout;
use crate::services::SERVICES;
use anyhow::Result;

#[derive(Debug)]
pub struct Clusters {
    services: Vec<(&'static str, StandaloneCluster)>,
    others: StandaloneCluster,
}

impl Clusters {
    pub async fn start(board: &Board, checkout: &Checkout) -> Result<Self> {
        let any_free_port = None;
        // This cluster starts before the others, because the first start installs PostgreSQL if it is missing.
        let others = StandaloneCluster::temporary(board, checkout, any_free_port).await?;
        let services = SERVICES.map(|service| async move {
            Ok::<_, anyhow::Error>((service, StandaloneCluster::temporary(board, checkout, any_free_port).await?))
        });
        Ok(Self { services: futures::future::try_join_all(services).await?, others })
    }

    /// Returns the cluster for a package's tests; packages that are not services share one without migrations.
    pub fn for_package(&self, package: &str) -> &StandaloneCluster {
        self.services.iter().find(|(service, _)| *service == package).map_or(&self.others, |(_, cluster)| cluster)
    }

    pub async fn stop(self) {
        let all = self.services.into_iter().map(|(_, cluster)| cluster).chain([self.others]);
        futures::future::join_all(all.map(StandaloneCluster::stop)).await;
    }
}
