//! URLs in messages.

use kit::Language;

use crate::unsubscribe::{Signer, Unsubscription};

/// Messages without a page of their own link here.
pub const NOTIFICATIONS_PATH: &str = "/profil/bildirisler";

#[derive(Clone)]
pub struct Urls {
    /// Without a trailing slash.
    base: String,
    signer: Signer,
}

impl Urls {
    pub fn new(base: &str, signer: Signer) -> Self {
        Self { base: base.trim_end_matches('/').to_owned(), signer }
    }

    /// The default language has no prefix.
    pub fn page(&self, path: &str, language: Language) -> String {
        let prefix = if language == Language::default() { String::new() } else { format!("/{}", language.code()) };
        let path = if path == "/" && !prefix.is_empty() { "" } else { path };
        format!("{}{prefix}{path}", self.base)
    }

    pub fn unsubscribe_page(&self, unsubscription: &Unsubscription, language: Language) -> String {
        self.page(&format!("/bildiris/imtina?token={}", self.signer.sign(unsubscription)), language)
    }

    /// Mail programs post to this URL (RFC 8058).
    pub fn one_click_unsubscribe(&self, unsubscription: &Unsubscription) -> String {
        format!("{}/api/v1/notification/unsubscribe?token={}", self.base, self.signer.sign(unsubscription))
    }
}
