//! PostgreSQL clusters for tests: one for each service, and one for all other packages.

use super::StandaloneCluster;
use crate::board::Board;
use crate::checkout::Checkout;
use crate::services::SERVICES;
use anyhow::Result;

#[derive(Debug)]
pub struct Clusters {
    services: Vec<(&'static str, StandaloneCluster)>,
    unmigrated: StandaloneCluster,
}

impl Clusters {
    pub async fn start(board: &Board, checkout: &Checkout) -> Result<Self> {
        let no_tcp_port = None;
        let unmigrated = StandaloneCluster::temporary(board, checkout, no_tcp_port).await?;
        let services = SERVICES.map(|service| async move {
            Ok::<_, anyhow::Error>((service, StandaloneCluster::temporary(board, checkout, no_tcp_port).await?))
        });
        Ok(Self { services: futures::future::try_join_all(services).await?, unmigrated })
    }

    pub fn for_package(&self, package: &str) -> &StandaloneCluster {
        self.services.iter().find(|(service, _)| *service == package).map_or(&self.unmigrated, |(_, cluster)| cluster)
    }

    pub async fn stop(self) {
        let clusters = self.services.into_iter().map(|(_, cluster)| cluster).chain([self.unmigrated]);
        futures::future::join_all(clusters.map(StandaloneCluster::stop)).await;
    }
}
