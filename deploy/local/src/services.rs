//! Programs, and the environment variables of their databases.

use std::fmt;

pub const SERVICES: [&str; 6] = ["auth", "catalog", "order", "store", "notification", "seo"];
pub const GATEWAY: &str = "gateway";
pub const BANK: &str = "bank";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process {
    pub program: &'static str,
    pub replica: usize,
}

impl Process {
    /// The sandbox bank is one process, because it keeps its payments in memory.
    pub fn all(program: &'static str, replicas: usize) -> impl Iterator<Item = Self> {
        let count = if program == BANK { 1 } else { replicas };
        (0..count).map(move |replica| Self { program, replica })
    }
}

impl fmt::Display for Process {
    /// Writes `order`, `order-2` and so on.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.replica {
            0 => formatter.pad(self.program),
            replica => formatter.pad(&format!("{}-{}", self.program, replica + 1)),
        }
    }
}

pub fn database_variable(service: &str) -> String {
    format!("{}_DATABASE_URL", service.to_uppercase())
}

/// Names the variable with the URL for the role that migrates the database.
pub fn owner_variable(service: &str) -> String {
    format!("{}_DATABASE_OWNER_URL", service.to_uppercase())
}

/// An empty value counts as missing.
pub fn explicit_database(service: &str) -> Option<String> {
    std::env::var(database_variable(service)).ok().filter(|url| !url.is_empty())
}

pub fn explicit_owner(service: &str) -> Option<String> {
    std::env::var(owner_variable(service)).ok().filter(|url| !url.is_empty())
}
