//! Defines the names of programs and processes, and the environment variables with the addresses of their databases.

use std::fmt;

/// The services. Each has its own database.
pub const SERVICES: [&str; 6] = ["auth", "catalog", "order", "store", "notification", "seo"];
/// The program that serves the web app and the REST API, and calls the services.
pub const GATEWAY: &str = "gateway";
/// The sandbox bank, which is not a service and has no database.
pub const BANK: &str = "bank";

/// One process of the shop. Several replicas of a program share its database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process {
    pub program: &'static str,
    /// The number of the replica, from 0.
    pub replica: usize,
}

impl Process {
    /// Returns the processes of a program. The sandbox bank always has one process, because it keeps its payments in
    /// memory.
    pub fn all(program: &'static str, replicas: usize) -> impl Iterator<Item = Self> {
        let count = if program == BANK { 1 } else { replicas };
        (0..count).map(move |replica| Self { program, replica })
    }
}

impl fmt::Display for Process {
    /// Writes `order` for the first replica and `order-2` for the second.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.replica {
            0 => formatter.pad(self.program),
            replica => formatter.pad(&format!("{}-{}", self.program, replica + 1)),
        }
    }
}

/// Returns for example `AUTH_DATABASE_URL`.
pub fn database_variable(service: &str) -> String {
    format!("{}_DATABASE_URL", service.to_uppercase())
}

/// Returns for example `AUTH_DATABASE_OWNER_URL`: the same database for the role that migrates it.
pub fn owner_variable(service: &str) -> String {
    format!("{}_DATABASE_OWNER_URL", service.to_uppercase())
}

/// Returns the database URL from the environment. An empty value counts as missing.
pub fn explicit_database(service: &str) -> Option<String> {
    std::env::var(database_variable(service)).ok().filter(|url| !url.is_empty())
}

/// Returns the URL from the environment for the role that migrates the database.
pub fn explicit_owner(service: &str) -> Option<String> {
    std::env::var(owner_variable(service)).ok().filter(|url| !url.is_empty())
}
