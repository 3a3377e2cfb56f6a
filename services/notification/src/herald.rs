//! Who turns what happened into messages for people outside of the shop, and tells many what is for many.

use kit::{Language, client::Channel as Wire, serve::Routes};
use proto::notification::preferences_server::PreferencesServer;

use crate::{
    App,
    audience::Audiences,
    auth::Auth,
    config::Config,
    grpc,
    post::Post,
    unsubscribe::{Ending, Signer},
};

#[derive(Clone)]
pub struct Herald {
    pub(crate) app: App,
    pub(crate) post: Post,
    pub(crate) auth: Auth,
    pub(crate) audiences: Audiences,
    pub(crate) signer: Signer,
    /// Where people find the shop, without a slash at its end.
    site: String,
}

/// The neighbours that are asked, not heard.
pub struct Neighbours {
    pub auth: Wire,
    pub stores: Wire,
    pub catalog: Wire,
}

impl Herald {
    pub fn new(config: &Config, post: Post, neighbours: Neighbours) -> anyhow::Result<Self> {
        Ok(Self {
            app: post.app.clone(),
            post,
            auth: Auth::new(neighbours.auth),
            audiences: Audiences::new(neighbours.stores, neighbours.catalog),
            signer: Signer::new(&config.key_secret()?)?,
            site: config.public_url.trim_end_matches('/').to_owned(),
        })
    }

    /// Adds the door through which people say what they want to be told.
    pub fn open(&self, routes: Routes) -> Routes {
        routes.add_service(PreferencesServer::new(grpc::Preferences(self.clone())))
    }

    /// A page of the shop as its reader in this language finds it.
    pub(crate) fn page(&self, path: &str, language: Language) -> String {
        let prefix = if language == Language::default() { String::new() } else { format!("/{}", language.code()) };
        let path = if path == "/" && !prefix.is_empty() { "" } else { path };
        format!("{}{prefix}{path}", self.site)
    }

    /// The page that ends what is named, once its reader says so.
    pub(crate) fn unsubscribe_page(&self, ending: &Ending, language: Language) -> String {
        self.page(&format!("/bildiris/imtina?token={}", self.signer.sign(ending)), language)
    }

    /// What a mail program posts to when its own button is pressed (RFC 8058).
    pub(crate) fn one_click(&self, ending: &Ending) -> String {
        format!("{}/api/v1/notification/unsubscribe?token={}", self.site, self.signer.sign(ending))
    }
}
