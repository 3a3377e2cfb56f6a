//! Builds the URLs of the shop that messages contain.

use kit::Language;

use crate::unsubscribe::{Signer, Unsubscription};

/// Messages without a specific page link to this path.
pub const NOTIFICATIONS_PATH: &str = "/profil/bildirisler";

/// Builds the URLs of one shop.
#[derive(Clone)]
pub struct Urls {
    /// The shop's URL without a trailing slash.
    base: String,
    signer: Signer,
}

impl Urls {
    pub fn new(base: &str, signer: Signer) -> Self {
        Self { base: base.trim_end_matches('/').to_owned(), signer }
    }

    /// Returns the URL of a page. Pages in another language than the default have its code as a prefix: `/ru/profil`.
    pub fn page(&self, path: &str, language: Language) -> String {
        let prefix = if language == Language::default() { String::new() } else { format!("/{}", language.code()) };
        let path = if path == "/" && !prefix.is_empty() { "" } else { path };
        format!("{}{prefix}{path}", self.base)
    }

    /// Returns the URL of the page where a reader confirms an unsubscription.
    pub fn unsubscribe_page(&self, unsubscription: &Unsubscription, language: Language) -> String {
        self.page(&format!("/bildiris/imtina?token={}", self.signer.sign(unsubscription)), language)
    }

    /// Returns the URL to which mail programs post a one-click unsubscription (RFC 8058).
    pub fn one_click_unsubscribe(&self, unsubscription: &Unsubscription) -> String {
        format!("{}/api/v1/notification/unsubscribe?token={}", self.base, self.signer.sign(unsubscription))
    }
}
