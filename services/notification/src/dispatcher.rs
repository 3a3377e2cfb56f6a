//! Shared state of the workers that turn events into mails, SMS and pushes, and into notifications for audiences.

use kit::{Language, client::Channel as Wire, serve::Routes};
use proto::notification::preferences_server::PreferencesServer;

use crate::{
    App,
    audience::Audiences,
    auth::Auth,
    config::Config,
    grpc,
    sender::Sender,
    unsubscribe::{Signer, Unsubscription},
};

#[derive(Clone)]
pub struct Dispatcher {
    pub(crate) app: App,
    pub(crate) sender: Sender,
    pub(crate) auth: Auth,
    pub(crate) audiences: Audiences,
    pub(crate) signer: Signer,
    /// Base URL of the shop, without a trailing slash.
    site: String,
}

/// gRPC channels to the services that this one calls.
pub struct Peers {
    pub auth: Wire,
    pub stores: Wire,
    pub catalog: Wire,
}

impl Dispatcher {
    pub fn new(config: &Config, sender: Sender, peers: Peers) -> anyhow::Result<Self> {
        Ok(Self {
            app: sender.app.clone(),
            sender,
            auth: Auth::new(peers.auth),
            audiences: Audiences::new(peers.stores, peers.catalog),
            signer: Signer::new(&config.key_secret()?)?,
            site: config.public_url.trim_end_matches('/').to_owned(),
        })
    }

    /// Adds the gRPC service for preferences.
    pub fn add_services(&self, routes: Routes) -> Routes {
        routes.add_service(PreferencesServer::new(grpc::Preferences(self.clone())))
    }

    /// Returns the URL of a page in this language.
    pub(crate) fn page_url(&self, path: &str, language: Language) -> String {
        let prefix = if language == Language::default() { String::new() } else { format!("/{}", language.code()) };
        let path = if path == "/" && !prefix.is_empty() { "" } else { path };
        format!("{}{prefix}{path}", self.site)
    }

    /// Returns the URL of the page on which the reader confirms the unsubscription.
    pub(crate) fn unsubscribe_url(&self, unsubscription: &Unsubscription, language: Language) -> String {
        self.page_url(&format!("/bildiris/imtina?token={}", self.signer.sign(unsubscription)), language)
    }

    /// Returns the URL to which mail programs post a one-click unsubscription (RFC 8058).
    pub(crate) fn one_click_url(&self, unsubscription: &Unsubscription) -> String {
        format!("{}/api/v1/notification/unsubscribe?token={}", self.site, self.signer.sign(unsubscription))
    }
}
