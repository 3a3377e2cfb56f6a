//! The origins of the shop and of the back office. They are the same unless `ADMIN_ORIGIN` is set.

use std::sync::Arc;

use anyhow::{Context as _, ensure};
use axum::http::{HeaderMap, Uri, header};
use url::Url;

use crate::config::Config;

/// The prefix of the back office's routes, relative to the base of the API.
pub const ADMIN_ROUTES: &str = "/admin/";
/// The prefix of the routes about staff's own sessions, relative to the base of the API.
pub const STAFF_ROUTES: &str = "/staff/";

#[derive(Clone)]
pub struct AdminSite(Arc<Inner>);

struct Inner {
    shop: String,
    admin: Option<Origin>,
    is_local: bool,
}

struct Origin {
    /// For example `https://idare.sovqat.az`.
    text: String,
    /// The host, with the port unless it is the default.
    authority: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// One host for both, because `ADMIN_ORIGIN` is not set.
    Both,
    Shop,
    Admin,
}

impl AdminSite {
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        let is_local = config.process.is_local();
        let shop = origin(config.site()).context("PUBLIC_URL is not an address")?;
        let admin = config
            .admin_origin
            .as_deref()
            .filter(|text| !text.is_empty())
            .map(|text| admin_origin(text, is_local))
            .transpose();
        let admin = admin.context("ADMIN_ORIGIN must look like https://admin.example.com")?;
        let admin = admin.filter(|admin| admin.text != shop);
        Ok(Self(Arc::new(Inner { shop, admin, is_local })))
    }

    pub fn host(&self, uri: &Uri, headers: &HeaderMap) -> Host {
        let Some(admin) = &self.0.admin else { return Host::Both };
        // HTTP/2 has the host in the URI.
        let host = uri.authority().map(axum::http::uri::Authority::as_str);
        let host = host.or_else(|| headers.get(header::HOST).and_then(|host| host.to_str().ok()));
        if host.is_some_and(|host| host.eq_ignore_ascii_case(&admin.authority)) { Host::Admin } else { Host::Shop }
    }

    pub fn admin(&self) -> &str {
        self.0.admin.as_ref().map_or(&self.0.shop, |admin| &admin.text)
    }

    pub fn shop(&self) -> &str {
        &self.0.shop
    }

    /// Whether pages of this origin may change something. Local mode allows all ports, for the web app's development
    /// server.
    pub fn allows(&self, origin: &str) -> bool {
        let is_loopback = |url: Url| matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        origin == self.admin() || (self.0.is_local && Url::parse(origin).is_ok_and(is_loopback))
    }
}

fn origin(text: &str) -> anyhow::Result<String> {
    Ok(Url::parse(text)?.origin().ascii_serialization())
}

fn admin_origin(text: &str, is_local: bool) -> anyhow::Result<Origin> {
    let url = Url::parse(text)?;
    ensure!(
        url.scheme() == "https" || (is_local && url.scheme() == "http"),
        "browsers keep the cookies for https only"
    );
    ensure!(url.path() == "/" && url.query().is_none() && url.fragment().is_none(), "it has more than a host");
    let text = url.origin().ascii_serialization();
    let authority = text.split_once("://").map(|(_, authority)| authority.to_owned());
    Ok(Origin { authority: authority.context("it has no host")?, text })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use clap::Parser as _;

    use super::*;

    fn site(flags: &[&str]) -> anyhow::Result<AdminSite> {
        let always = ["gateway", "--public-url", "https://sovqat.az"];
        AdminSite::new(&Config::parse_from(always.iter().chain(flags)))
    }

    fn host(site: &AdminSite, host: &'static str) -> Host {
        site.host(&Uri::from_static("/idare"), &HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]))
    }

    #[test]
    fn back_office_is_part_of_the_shop_without_an_origin_of_its_own() {
        for flags in [&[][..], &["--admin-origin", "https://sovqat.az"]] {
            let site = site(flags).unwrap();
            assert_eq!(host(&site, "sovqat.az"), Host::Both);
            assert!(site.allows("https://sovqat.az"));
            for origin in
                ["null", "", "http://sovqat.az", "https://sovqat.az:444", "https://a.sovqat.az", "http://localhost"]
            {
                assert!(!site.allows(origin), "{origin}");
            }
        }
    }

    #[test]
    fn hosts_are_separate_when_the_back_office_has_an_origin_of_its_own() {
        let site = site(&["--admin-origin", "https://idare.sovqat.az"]).unwrap();
        assert_eq!(["idare.sovqat.az", "IDARE.sovqat.az"].map(|name| host(&site, name)), [Host::Admin; 2]);
        assert_eq!(["sovqat.az", "idare.sovqat.az:8080", ""].map(|name| host(&site, name)), [Host::Shop; 3]);
        assert_eq!(site.host(&Uri::from_static("https://idare.sovqat.az/idare"), &HeaderMap::new()), Host::Admin);
        assert!(site.allows("https://idare.sovqat.az"));
        assert!(!site.allows("https://sovqat.az"));
    }

    #[test]
    fn admin_origin_must_be_https_without_a_path() {
        for text in ["idare.sovqat.az", "http://idare.sovqat.az", "https://sovqat.az/idare", "https://a.az?b"] {
            assert!(site(&["--admin-origin", text]).is_err(), "{text}");
        }
        let local = site(&["--mode", "local", "--admin-origin", "http://127.0.0.1:8081"]).unwrap();
        assert!(local.allows("http://localhost:5173"));
        assert!(!local.allows("http://localhost.example"));
    }
}
