//! The programs of the shop and their environment variables.

pub mod demo;
pub mod health;
pub mod supervisor;
pub mod web;

use crate::checkout::Checkout;
use crate::child::program;
use crate::cli::Profile;
use crate::ports::Ports;
use crate::postgres::{self, Cluster};
use crate::services::{BANK, GATEWAY, SERVICES, database_variable, explicit_database};
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use tokio::process::Command;

/// Database connections per service; six times this number fits into the private cluster and leaves some for psql.
const CONNECTIONS: &str = "10";

/// How long a stopping program waits for its open requests.
const DRAIN: &str = "2s";

/// Limits on open orders that are off on one machine: all visitors share its network, and the addresses of the browser
/// and load tests are one building.
const ORDER_LIMITS_OFF: [&str; 2] = ["ORDER_LIMIT_ADDRESS", "ORDER_LIMIT_NETWORK"];

/// The programs, data and ports of one run.
#[derive(Clone, Debug)]
pub struct Shop {
    pub checkout: Checkout,
    pub profile: Profile,
    pub data: PathBuf,
    pub ports: Ports,
    /// In the order in which they start.
    pub programs: Vec<&'static str>,
    databases: Vec<(&'static str, String)>,
}

impl Shop {
    /// `cluster` may be missing only if the environment names every database.
    pub fn new(
        checkout: &Checkout,
        profile: Profile,
        data: &Path,
        ports: Ports,
        programs: Vec<&'static str>,
        cluster: Option<&Cluster>,
    ) -> Self {
        let databases = SERVICES.iter().filter_map(|service| {
            let url = explicit_database(service).or_else(|| Some(postgres::url(cluster?, service)))?;
            Some((*service, url))
        });
        let databases = databases.collect();
        Self { checkout: checkout.clone(), profile, data: data.to_owned(), ports, programs, databases }
    }

    pub fn services(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.programs.iter().copied().filter(|name| SERVICES.contains(name))
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.ports.of(GATEWAY).listen)
    }

    pub fn bank_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.ports.of(BANK).listen)
    }

    fn certificates(&self) -> PathBuf {
        self.data.join("certificates")
    }

    /// Makes new certificates for the programs. Running programs keep theirs, so write them before any starts.
    pub fn write_certificates(&self) -> Result<()> {
        let names: Vec<&str> = SERVICES.into_iter().chain([GATEWAY]).collect();
        ca::write(&self.certificates(), &names).map(drop)
    }

    /// Returns the command of a program, with its environment. Without arguments, the program serves requests.
    pub fn command(&self, name: &str) -> Command {
        let ports = self.ports.of(name);
        let mut command = program(self.checkout.program_folder(self.profile).join(format!("sovqat-{name}")));
        command.current_dir(&self.checkout.root);
        command.env("SOVQAT_MODE", "local").env("DRAIN", DRAIN);
        command.env("LISTEN", format!("127.0.0.1:{}", ports.listen));
        command.env("ADMIN_LISTEN", format!("127.0.0.1:{}", ports.admin));
        for service in SERVICES {
            let address = format!("https://127.0.0.1:{}", self.ports.of(service).listen);
            command.env(format!("{}_URL", service.to_uppercase()), address);
            // A service must not know the databases of others.
            command.env_remove(database_variable(service));
        }
        // The bank calls no service, and the order service calls it as it calls real ones.
        if name != BANK {
            let files = ca::Files::of(&self.certificates(), name);
            command.env("TLS_CERT_FILE", files.certificate).env("TLS_KEY_FILE", files.key);
            command.env("TLS_CA_FILE", files.authority);
        }
        command.env("PUBLIC_URL", self.url());
        command.env("MEDIA_DIR", self.data.join("media"));
        command.env("MEDIA_URL", format!("file://{}", self.data.join("uploads").display()));
        command.env("SEARCH_DIR", self.data.join("search"));
        for limit in ORDER_LIMITS_OFF.into_iter().filter(|limit| std::env::var_os(limit).is_none()) {
            command.env(limit, "0");
        }
        // The order service uses the sandbox bank.
        command.env("EPOINT_URL", format!("{}/api/1", self.bank_url()));
        if name == BANK {
            command.env("BANK_URL", self.bank_url());
            command.env("BANK_RESULT_URL", format!("{}/api/v1/payment/callback/epoint", self.url()));
            command.env("BANK_JOURNAL", self.data.join("bank/journal.jsonl"));
        } else if name == GATEWAY {
            command.env("WEB_DIR", self.checkout.web().join("dist"));
        } else if let Some((_, url)) = self.databases.iter().find(|(service, _)| *service == name) {
            command.env(database_variable(name), url).env("DATABASE_CONNECTIONS", CONNECTIONS);
        }
        command
    }

    /// Returns a text that changes if a service gets another database. It is an input of stamps, which are in the data
    /// folder and so also change with the private cluster.
    pub fn database_identity(&self, service: &str) -> &str {
        identity(self.databases.iter().find(|(name, _)| *name == service).map(|(_, url)| url.as_str()))
    }
}

/// Port and password of the private cluster may change without a change of its databases.
fn identity(url: Option<&str>) -> &str {
    match url {
        Some(url) if !url.contains("@127.0.0.1:") => url,
        _ => "private",
    }
}

/// Returns the named programs, or all of them; the gateway is last.
pub fn choose(only: &[String]) -> Result<Vec<&'static str>> {
    let all = || SERVICES.into_iter().chain([BANK, GATEWAY]);
    if let Some(unknown) = only.iter().find(|name| all().all(|known| known != name.as_str())) {
        bail!("there is no program `{unknown}`; the programs are {}", all().collect::<Vec<_>>().join(", "));
    }
    Ok(all().filter(|name| only.is_empty() || only.iter().any(|wanted| wanted == name)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gateway_starts_last_and_unknown_programs_are_refused() {
        assert_eq!(choose(&[]).unwrap().last(), Some(&"gateway"));
        assert_eq!(choose(&["gateway".into(), "auth".into()]).unwrap(), ["auth", "gateway"]);
        assert!(choose(&["basket".into()]).unwrap_err().to_string().contains("no program `basket`"));
    }

    #[test]
    fn the_bank_is_not_a_service_and_gets_the_callback_address() {
        let folder = tempfile::tempdir().unwrap();
        let checkout = Checkout { root: folder.path().to_owned() };
        let ports = Ports::find(0, false).unwrap();
        let programs = choose(&[]).unwrap();
        let shop =
            Shop { checkout, profile: Profile::Dev, data: folder.path().into(), ports, programs, databases: vec![] };
        assert!(shop.programs.contains(&BANK) && shop.services().all(|name| name != BANK));
        let value = |name: &str, variable: &str| {
            let command = shop.command(name);
            let value = command.as_std().get_envs().find(|(key, _)| *key == variable).and_then(|(_, value)| value);
            value.map(|value| value.to_string_lossy().into_owned()).unwrap_or_default()
        };
        assert_eq!(value(BANK, "BANK_RESULT_URL"), format!("{}/api/v1/payment/callback/epoint", shop.url()));
        assert_eq!(value("order", "EPOINT_URL"), format!("{}/api/1", value(BANK, "BANK_URL")));
        assert_eq!(value(BANK, "TLS_KEY_FILE"), "");
    }

    #[test]
    fn a_service_gets_only_its_own_database() {
        let folder = tempfile::tempdir().unwrap();
        let checkout = Checkout { root: folder.path().to_owned() };
        let ports = Ports::find(0, false).unwrap();
        let databases = vec![("auth", "postgres://a".to_owned()), ("order", "postgres://o".to_owned())];
        let shop = Shop {
            checkout,
            profile: Profile::Dev,
            data: folder.path().into(),
            ports,
            programs: choose(&[]).unwrap(),
            databases,
        };
        let command = shop.command("auth");
        let variables: Vec<(String, Option<String>)> = command
            .as_std()
            .get_envs()
            .map(|(key, value)| (key.to_string_lossy().into(), value.map(|value| value.to_string_lossy().into())))
            .collect();
        assert!(variables.contains(&("AUTH_DATABASE_URL".into(), Some("postgres://a".into()))));
        assert!(variables.contains(&("ORDER_DATABASE_URL".into(), None)));
        let value = |name: &str| variables.iter().find(|(key, _)| key == name).and_then(|(_, value)| value.clone());
        assert!(value("ORDER_URL").is_some_and(|url| url.starts_with("https://")));
        shop.write_certificates().unwrap();
        for variable in ["TLS_CERT_FILE", "TLS_KEY_FILE", "TLS_CA_FILE"] {
            let path = PathBuf::from(value(variable).unwrap());
            assert!(path.starts_with(folder.path()) && path.is_file(), "{variable}");
        }
        assert!(value("TLS_KEY_FILE").unwrap().ends_with("auth.key"));
    }
}
