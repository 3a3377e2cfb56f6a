//! Starts the PostgreSQL clusters for one run of the checks: one for each service, and one for all other tests.
//!
//! `compile` applies the migrations of a service to the database `template1` of its cluster. PostgreSQL copies this
//! database for each new one, so that the test databases of sqlx are migrated.

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
        // This cluster starts before the others, because its start installs PostgreSQL if it is missing.
        let others = StandaloneCluster::temporary(board, checkout, any_free_port).await?;
        let services = SERVICES.map(|service| async move {
            Ok::<_, anyhow::Error>((service, StandaloneCluster::temporary(board, checkout, any_free_port).await?))
        });
        Ok(Self { services: futures::future::try_join_all(services).await?, others })
    }

    /// Returns the cluster for the tests of a package. Packages that are not services share a cluster without
    /// migrations.
    pub fn for_package(&self, package: &str) -> &StandaloneCluster {
        self.services.iter().find(|(service, _)| *service == package).map_or(&self.others, |(_, cluster)| cluster)
    }

    pub async fn stop(self) {
        let all = self.services.into_iter().map(|(_, cluster)| cluster).chain([self.others]);
        futures::future::join_all(all.map(StandaloneCluster::stop)).await;
    }
}
