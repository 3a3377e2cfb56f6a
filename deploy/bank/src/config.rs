//! Settings of the sandbox bank, from the command line and the environment.

use std::path::PathBuf;

use kit::{config::ProcessConfig, lifecycle::ProcessSettings};

/// The sandbox bank: ePoint's API with play money.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "sovqat-bank", version, mut_arg("listen", |listen| listen.default_value("127.0.0.1:8090")))]
pub struct Config {
    #[command(flatten)]
    pub process: ProcessConfig,
    /// The bank's public URL, which is the prefix of its card pages
    #[arg(long, env = "BANK_URL", default_value = "http://127.0.0.1:8090")]
    pub url: String,
    /// The shop's URL for callbacks
    #[arg(long, env = "BANK_RESULT_URL", default_value = "http://127.0.0.1:8080/api/v1/payment/callback/epoint")]
    pub result_url: String,
    /// The shop's public key at the bank
    #[arg(long, env = "BANK_PUBLIC_KEY", default_value = "i000000001")]
    pub public_key: String,
    /// The shared key for signatures; it protects only play money
    #[arg(long, env = "BANK_PRIVATE_KEY", default_value = "sandbox_private_key_0000000001", hide_env_values = true)]
    pub private_key: String,
    /// The journal file; without it, a restart loses all data
    #[arg(long, env = "BANK_JOURNAL")]
    pub journal: Option<PathBuf>,
}

impl ProcessSettings for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}
