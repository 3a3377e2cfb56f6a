//! The programs of the shop, and the environment in which each is started.

pub mod control;
pub mod demo;
pub mod health;
pub mod summary;
pub mod supervisor;
pub mod web;

use crate::checkout::Checkout;
use crate::child::program;
use crate::ports::Ports;
use crate::postgres::{self, Cluster};
use crate::release::Release;
use crate::services::{
    BANK, GATEWAY, Process, SERVICES, database_variable, explicit_database, explicit_owner, owner_variable,
};
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use tokio::process::Command;

/// Database connections that the replicas of a service share. The private cluster has enough for six services and psql.
const CONNECTIONS: usize = 10;

/// How long a stopping program may finish its open requests.
const DRAIN: &str = "2s";

/// All visitors share one network, and tests order to one building.
const ORDER_LIMITS_OFF: [&str; 2] = ["ORDER_LIMIT_ADDRESS", "ORDER_LIMIT_NETWORK"];

#[derive(Clone, Debug)]
pub struct Shop {
    pub checkout: Checkout,
    pub release: Release,
    pub data: PathBuf,
    pub ports: Ports,
    pub programs: Vec<&'static str>,
    databases: Vec<(&'static str, Database)>,
    replicas: usize,
}

#[derive(Clone, Debug)]
struct Database {
    /// The role of this URL owns the tables.
    owner_url: String,
    /// The role of this URL only reads and writes rows.
    serving_url: String,
    /// `None` if both URLs have the same role.
    serving_role: Option<String>,
}

impl Database {
    fn explicit(url: String, owner_url: Option<String>) -> Self {
        match owner_url {
            Some(owner_url) => Self { owner_url, serving_role: role_in(&url), serving_url: url },
            None => Self { owner_url: url.clone(), serving_url: url, serving_role: None },
        }
    }

    fn private(cluster: &Cluster, service: &str) -> Self {
        Self {
            owner_url: postgres::url(cluster, service),
            serving_url: postgres::serving_url(cluster, service),
            serving_role: Some(postgres::serving_role(service)),
        }
    }
}

impl Shop {
    pub fn new(
        checkout: &Checkout,
        release: Release,
        data: &Path,
        ports: Ports,
        programs: Vec<&'static str>,
        replicas: usize,
        cluster: Option<&Cluster>,
    ) -> Self {
        let databases = SERVICES.iter().filter_map(|service| {
            let explicit = explicit_database(service).map(|url| Database::explicit(url, explicit_owner(service)));
            Some((*service, explicit.or_else(|| Some(Database::private(cluster?, service)))?))
        });
        let databases = databases.collect();
        Self { checkout: checkout.clone(), release, data: data.to_owned(), ports, programs, databases, replicas }
    }

    pub fn processes(&self, program: &'static str) -> impl Iterator<Item = Process> {
        Process::all(program, self.replicas)
    }

    pub fn services(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.programs.iter().copied().filter(|name| SERVICES.contains(name))
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.ports.of_first(GATEWAY).listen)
    }

    /// Browsers use no passkeys at an IP address.
    pub fn named_url(&self) -> String {
        format!("http://localhost:{}", self.ports.of_first(GATEWAY).listen)
    }

    pub fn bank_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.ports.of_first(BANK).listen)
    }

    fn certificates(&self) -> PathBuf {
        self.data.join("certificates")
    }

    /// Must be called before programs start, because they read certificates only then.
    pub fn write_certificates(&self) -> Result<()> {
        let names: Vec<&str> = SERVICES.into_iter().chain([GATEWAY]).collect();
        ca::write(&self.certificates(), &names).map(drop)
    }

    pub fn command(&self, program: &'static str) -> Command {
        self.process_command(Process { program, replica: 0 })
    }

    pub fn process_command(&self, process: Process) -> Command {
        let (name, ports) = (process.program, self.ports.of(process));
        let mut command = program(self.release.program(name));
        command.current_dir(&self.checkout.root);
        command.env("SOVQAT_MODE", "local").env("DRAIN", DRAIN);
        command.env("LISTEN", format!("127.0.0.1:{}", ports.listen));
        command.env("ADMIN_LISTEN", format!("127.0.0.1:{}", ports.admin));
        self.set_services(&mut command);
        self.set_files(&mut command, process);
        for limit in ORDER_LIMITS_OFF.into_iter().filter(|limit| std::env::var_os(limit).is_none()) {
            command.env(limit, "0");
        }
        command.env("PUBLIC_URL", self.url());
        command.env("EPOINT_URL", format!("{}/api/1", self.bank_url()));
        if name == BANK {
            command.env("BANK_URL", self.bank_url());
            command.env("BANK_RESULT_URL", format!("{}/api/v1/payment/callback/epoint", self.url()));
            command.env("BANK_JOURNAL", self.data.join("bank/journal.jsonl"));
        } else if name == GATEWAY {
            command.env("WEB_DIR", &self.release.web);
        } else if let Some(database) = self.database(name) {
            command
                .env(database_variable(name), &database.serving_url)
                .env("DATABASE_CONNECTIONS", (CONNECTIONS / self.replicas).to_string());
        }
        command
    }

    fn set_services(&self, command: &mut Command) {
        for service in SERVICES {
            let addresses = self.ports.of_replicas(service).map(|ports| format!("https://127.0.0.1:{}", ports.listen));
            command.env(format!("{}_URL", service.to_uppercase()), addresses.collect::<Vec<_>>().join(","));
            // A service must not know other services' databases.
            command.env_remove(database_variable(service)).env_remove(owner_variable(service));
        }
    }

    fn set_files(&self, command: &mut Command, process: Process) {
        let name = process.program;
        // The shop calls the sandbox bank without mutual TLS, like a real bank.
        if name != BANK {
            let files = ca::Files::of(&self.certificates(), name);
            command.env("TLS_CERT_FILE", files.certificate).env("TLS_KEY_FILE", files.key);
            command.env("TLS_CA_FILE", files.authority);
        }
        command.env("MEDIA_DIR", self.data.join("media"));
        command.env("MEDIA_URL", format!("file://{}", self.data.join("uploads").display()));
        // A folder for each replica, because a process locks its index.
        command.env("SEARCH_DIR", self.data.join(format!("search{}", process.to_string().trim_start_matches(name))));
    }

    pub fn migrate_command(&self, service: &'static str) -> Command {
        let mut command = self.command(service);
        if let Some(database) = self.database(service) {
            command.env(database_variable(service), &database.owner_url);
            command.env("DATABASE_SERVING_ROLE", database.serving_role.as_deref().unwrap_or_default());
        }
        command.arg("migrate");
        command
    }

    fn database(&self, service: &str) -> Option<&Database> {
        self.databases.iter().find(|(name, _)| *name == service).map(|(_, database)| database)
    }

    /// Changes if a service gets another database.
    pub fn database_identity(&self, service: &str) -> &str {
        identity(self.database(service).map(|database| database.owner_url.as_str()))
    }
}

/// Parses `postgres://role:password@host/database`.
fn role_in(url: &str) -> Option<String> {
    let (_, after_scheme) = url.split_once("//")?;
    let (credentials, _) = after_scheme.split_once('@')?;
    Some(credentials.split(':').next()?.to_owned())
}

/// All databases of the private cluster have the same identity, because its port and password may change.
fn identity(url: Option<&str>) -> &str {
    match url {
        Some(url) if !url.contains("@127.0.0.1:") => url,
        _ => "private",
    }
}

pub fn choose(only: &[String]) -> Result<Vec<&'static str>> {
    let programs = || SERVICES.into_iter().chain([BANK, GATEWAY]);
    if let Some(unknown) = only.iter().find(|name| programs().all(|known| known != name.as_str())) {
        bail!("there is no program `{unknown}`; the programs are {}", programs().collect::<Vec<_>>().join(", "));
    }
    Ok(programs().filter(|name| only.is_empty() || only.iter().any(|wanted| wanted == name)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Profile;

    #[test]
    fn the_gateway_starts_last_and_unknown_programs_are_refused() {
        assert_eq!(choose(&[]).unwrap().last(), Some(&"gateway"));
        assert_eq!(choose(&["gateway".into(), "auth".into()]).unwrap(), ["auth", "gateway"]);
        assert!(choose(&["basket".into()]).unwrap_err().to_string().contains("no program `basket`"));
    }

    fn shop_in(folder: &Path, databases: Vec<(&'static str, Database)>) -> Shop {
        let checkout = Checkout { root: folder.to_owned() };
        Shop {
            release: Release::of_checkout(&checkout, Profile::Dev),
            checkout,
            data: folder.to_owned(),
            ports: Ports::any(1).unwrap(),
            programs: choose(&[]).unwrap(),
            databases,
            replicas: 1,
        }
    }

    #[test]
    fn the_bank_is_not_a_service_and_gets_the_callback_address() {
        let folder = tempfile::tempdir().unwrap();
        let shop = shop_in(folder.path(), vec![]);
        assert!(shop.programs.contains(&BANK));
        assert!(shop.services().all(|name| name != BANK));
        let value = |name: &'static str, variable: &str| {
            let command = shop.command(name);
            let value = command.as_std().get_envs().find(|(key, _)| *key == variable).and_then(|(_, value)| value);
            value.map(|value| value.to_string_lossy().into_owned()).unwrap_or_default()
        };
        assert_eq!(value(BANK, "BANK_RESULT_URL"), format!("{}/api/v1/payment/callback/epoint", shop.url()));
        assert_eq!(value("order", "EPOINT_URL"), format!("{}/api/1", value(BANK, "BANK_URL")));
        assert_eq!(value(BANK, "TLS_KEY_FILE"), "");
    }

    #[test]
    fn a_named_database_may_have_another_role_for_migrations() {
        let [serving, owner] = ["postgres://serving:s@h/order", "postgres://owner:o@h/order"].map(String::from);
        let two_roles = Database::explicit(serving.clone(), Some(owner.clone()));
        assert_eq!((two_roles.owner_url, two_roles.serving_role.as_deref()), (owner, Some("serving")));
        let one_role = Database::explicit(serving.clone(), None);
        assert_eq!((one_role.owner_url, one_role.serving_role), (serving, None));
    }

    #[test]
    fn a_service_gets_only_its_own_database() {
        let folder = tempfile::tempdir().unwrap();
        let auth = Database {
            owner_url: "postgres://owner@a".into(),
            serving_url: "postgres://serving@a".into(),
            serving_role: Some("auth_serving".into()),
        };
        let databases = vec![("auth", auth), ("order", Database::explicit("postgres://o".into(), None))];
        let shop = shop_in(folder.path(), databases);
        let variables = |command: &Command| -> Vec<(String, Option<String>)> {
            let text = |value: &std::ffi::OsStr| value.to_string_lossy().into_owned();
            command.as_std().get_envs().map(|(key, value)| (text(key), value.map(text))).collect()
        };
        let migrating = variables(&shop.migrate_command("auth"));
        assert!(migrating.contains(&("AUTH_DATABASE_URL".into(), Some("postgres://owner@a".into()))));
        assert!(migrating.contains(&("DATABASE_SERVING_ROLE".into(), Some("auth_serving".into()))));
        let variables = variables(&shop.command("auth"));
        assert!(variables.contains(&("AUTH_DATABASE_URL".into(), Some("postgres://serving@a".into()))));
        assert!(variables.contains(&("ORDER_DATABASE_URL".into(), None)));
        let value = |name: &str| variables.iter().find(|(key, _)| key == name).and_then(|(_, value)| value.clone());
        assert!(value("ORDER_URL").is_some_and(|url| url.starts_with("https://")));
        shop.write_certificates().unwrap();
        for variable in ["TLS_CERT_FILE", "TLS_KEY_FILE", "TLS_CA_FILE"] {
            let path = PathBuf::from(value(variable).unwrap());
            assert!(path.starts_with(folder.path()), "{variable}");
            assert!(path.is_file(), "{variable}");
        }
        assert!(value("TLS_KEY_FILE").unwrap().ends_with("auth.key"));
    }
}
