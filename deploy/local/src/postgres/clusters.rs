//! Starts the PostgreSQL clusters for one run of the checks: one for each service, and one for all other tests.
//!
//! `compile` applies the migrations of a service to the database `template1` of its cluster. PostgreSQL copies this
//! database for each new one, so that the test databases of sqlx are migrated.

use super::StandaloneCluster;
use crate::board::Board;
use crate::checkout::Checkout;
use crate::services::SERVICES;
use anyhow::Result;

/// The running clusters. A cluster is one PostgreSQL server with its databases.
#[derive(Debug)]
pub struct Clusters {
    services: Vec<(&'static str, StandaloneCluster)>,
    /// The cluster for the tests of packages that are not services.
    unmigrated: StandaloneCluster,
}

impl Clusters {
    /// Starts the clusters in temporary folders.
    pub async fn start(board: &Board, checkout: &Checkout) -> Result<Self> {
        let any_free_port = None;
        // This cluster starts before the others, because its start installs PostgreSQL if it is missing.
        let unmigrated = StandaloneCluster::temporary(board, checkout, any_free_port).await?;
        let services = SERVICES.map(|service| async move {
            Ok::<_, anyhow::Error>((service, StandaloneCluster::temporary(board, checkout, any_free_port).await?))
        });
        Ok(Self { services: futures::future::try_join_all(services).await?, unmigrated })
    }

    /// Returns the cluster for the tests of a package. Packages that are not services share a cluster without
    /// migrations.
    pub fn for_package(&self, package: &str) -> &StandaloneCluster {
        self.services.iter().find(|(service, _)| *service == package).map_or(&self.unmigrated, |(_, cluster)| cluster)
    }

    /// Stops all clusters, and deletes their data.
    pub async fn stop(self) {
        let clusters = self.services.into_iter().map(|(_, cluster)| cluster).chain([self.unmigrated]);
        futures::future::join_all(clusters.map(StandaloneCluster::stop)).await;
    }
}
