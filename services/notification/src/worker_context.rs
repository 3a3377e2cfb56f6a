//! The state of background workers.

use kit::{client::Channel, serve::Routes};
use proto::notification::preferences_server::PreferencesServer;

use crate::{
    App, audience::Audiences, auth::Auth, config::Config, grpc, sender::Sender, unsubscribe::Signer, urls::Urls,
};

#[derive(Clone)]
pub struct WorkerContext {
    pub(crate) app: App,
    pub(crate) sender: Sender,
    pub(crate) auth: Auth,
    pub(crate) audiences: Audiences,
    pub(crate) urls: Urls,
    signer: Signer,
}

/// Sources of contacts and audiences.
pub struct Peers {
    pub auth: Channel,
    pub stores: Channel,
    pub catalog: Channel,
}

impl WorkerContext {
    pub fn new(config: &Config, app: App, sender: Sender, peers: Peers) -> anyhow::Result<Self> {
        let signer = Signer::new(&config.key_secret()?)?;
        Ok(Self {
            app,
            sender,
            auth: Auth::new(peers.auth),
            audiences: Audiences::new(peers.stores, peers.catalog),
            urls: Urls::new(&config.public_url, signer.clone()),
            signer,
        })
    }

    /// This service needs the signer of unsubscription links.
    pub fn add_preferences_service(&self, routes: Routes) -> Routes {
        let preferences = grpc::Preferences { sender: self.sender.clone(), signer: self.signer.clone() };
        routes.add_service(PreferencesServer::new(preferences))
    }
}
