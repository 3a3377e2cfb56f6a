//! The clusters for one run of the checks: one per service, and one for all other tests.
//!
//! A new database is a copy of its cluster's `template1`. `compile` applies the migrations of each service
//! there, so the test databases that sqlx creates are already migrated.

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
        // The tests connect to the sockets.
        let port = None;
        // The first start installs PostgreSQL if it is missing.
        let others = StandaloneCluster::temporary(board, checkout, port).await?;
        let services = SERVICES.map(|service| async move {
            Ok::<_, anyhow::Error>((service, StandaloneCluster::temporary(board, checkout, port).await?))
        });
        Ok(Self { services: futures::future::try_join_all(services).await?, others })
    }

    /// Returns the cluster for a package's tests; packages that are not services get one without migrations.
    pub fn for_package(&self, package: &str) -> &StandaloneCluster {
        self.services.iter().find(|(service, _)| *service == package).map_or(&self.others, |(_, cluster)| cluster)
    }

    pub async fn stop(self) {
        let all = self.services.into_iter().map(|(_, cluster)| cluster).chain([self.others]);
        futures::future::join_all(all.map(StandaloneCluster::stop)).await;
    }
}
