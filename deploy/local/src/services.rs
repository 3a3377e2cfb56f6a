//! The names of the programs, and the environment variables with the addresses of their databases.

pub const SERVICES: [&str; 6] = ["auth", "catalog", "order", "store", "notification", "seo"];
pub const GATEWAY: &str = "gateway";
/// The sandbox bank is not a service and has no database.
pub const BANK: &str = "bank";

/// Returns for example `AUTH_DATABASE_URL`.
pub fn database_variable(service: &str) -> String {
    format!("{}_DATABASE_URL", service.to_uppercase())
}

/// Returns the database URL from the environment; an empty one counts as missing.
pub fn explicit_database(service: &str) -> Option<String> {
    std::env::var(database_variable(service)).ok().filter(|url| !url.is_empty())
}
