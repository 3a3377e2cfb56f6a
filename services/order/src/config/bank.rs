//! Settings of the banks that take payments.

use std::sync::Arc;

use anyhow::Context as _;
use kit::secrets::LocalSecret;

use crate::bank::{Bank, Banks, Epoint, Measured, Payriff};

// The sandbox bank's keys, for local mode.
const SANDBOX_PUBLIC_KEY: &str = "i000000001";
const SANDBOX_PRIVATE_KEY: &str = LocalSecret::SANDBOX_BANK.text();

#[derive(clap::Args)]
pub struct BankConfig {
    /// Bank for new charges; `none` accepts cash only. The default in local mode is `epoint` with the sandbox bank
    #[arg(long = "bank", env = "ORDER_BANK", value_enum)]
    pub current: Option<BankName>,
    /// ePoint's API URL
    #[arg(long, env = "EPOINT_URL", default_value = "https://epoint.az/api/1")]
    pub epoint_url: String,
    /// The shop's public key at ePoint, for example `i000000001`
    #[arg(long, env = "EPOINT_PUBLIC_KEY")]
    pub epoint_public_key: Option<String>,
    /// Signs requests to ePoint and verifies its callbacks
    #[arg(long, env = "EPOINT_PRIVATE_KEY", hide_env_values = true)]
    pub epoint_private_key: Option<String>,
    /// Payriff's API URL
    #[arg(long, env = "PAYRIFF_URL", default_value = "https://api.payriff.com")]
    pub payriff_url: String,
    /// The shop's application key at Payriff
    #[arg(long, env = "PAYRIFF_APP_KEY", hide_env_values = true)]
    pub payriff_app_key: Option<String>,
    /// The shop's merchant id at Payriff, for example `ES1090000`; payouts to bloggers' cards require it
    #[arg(long, env = "PAYRIFF_MERCHANT")]
    pub payriff_merchant: Option<String>,
    /// Card family for instalments at Payriff: BIRKART, ALLBALI, BOLKART or TAMKART
    #[arg(long, env = "PAYRIFF_CARDS", default_value = "BIRKART")]
    pub payriff_cards: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum BankName {
    Epoint,
    Payriff,
    None,
}

impl BankConfig {
    pub fn banks(&self, is_local: bool, site_url: &str) -> anyhow::Result<Banks> {
        let current = self.current.or(is_local.then_some(BankName::Epoint));
        let current = current.context("ORDER_BANK is not set: epoint, payriff, or none to take cash only")?;
        let (epoint, payriff) = (self.epoint(is_local)?, self.payriff(is_local, site_url)?);
        let banks = match current {
            BankName::Epoint => Banks::new(
                Some(epoint.context("EPOINT_PUBLIC_KEY and EPOINT_PRIVATE_KEY are needed")?),
                as_list(payriff),
            ),
            BankName::Payriff => Banks::new(Some(payriff.context("PAYRIFF_APP_KEY is needed")?), as_list(epoint)),
            BankName::None => Banks::new(None, epoint.into_iter().chain(payriff).collect()),
        };
        Ok(banks)
    }

    fn epoint(&self, is_local: bool) -> anyhow::Result<Option<Arc<dyn Bank>>> {
        let sandbox = |key: &'static str| is_local.then_some(key);
        let public_key = non_empty(self.epoint_public_key.as_deref()).or(sandbox(SANDBOX_PUBLIC_KEY));
        let private_key = non_empty(self.epoint_private_key.as_deref()).or(sandbox(SANDBOX_PRIVATE_KEY));
        let Some((public_key, private_key)) = public_key.zip(private_key) else { return Ok(None) };
        anyhow::ensure!(
            is_local || private_key != SANDBOX_PRIVATE_KEY,
            "EPOINT_PRIVATE_KEY is the key of the sandbox bank, which is public"
        );
        ensure_https(is_local, "EPOINT_URL", &self.epoint_url)?;
        Ok(Some(Arc::new(Measured(Epoint::new(&self.epoint_url, public_key, private_key)))))
    }

    fn payriff(&self, is_local: bool, site_url: &str) -> anyhow::Result<Option<Arc<dyn Bank>>> {
        let Some(app_key) = non_empty(self.payriff_app_key.as_deref()) else { return Ok(None) };
        ensure_https(is_local, "PAYRIFF_URL", &self.payriff_url)?;
        let callback_url = format!("{}/api/v1/payment/callback/payriff", site_url.trim_end_matches('/'));
        let payriff = Payriff::new(&self.payriff_url, app_key, &callback_url, &self.payriff_cards);
        Ok(Some(Arc::new(Measured(payriff.with_merchant(non_empty(self.payriff_merchant.as_deref()))))))
    }
}

fn ensure_https(is_local: bool, name: &str, url: &str) -> anyhow::Result<()> {
    anyhow::ensure!(is_local || url.starts_with("https://"), "{name} must be an https address");
    Ok(())
}

/// A blank variable counts as unset.
fn non_empty(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

fn as_list(bank: Option<Arc<dyn Bank>>) -> Vec<Arc<dyn Bank>> {
    bank.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        bank: BankConfig,
    }

    /// Returns the bank for new charges, and whether ePoint completes its charges.
    fn banks(is_local: bool, arguments: &[&str]) -> Result<(&'static str, bool), String> {
        let config = Cli::parse_from([&["order"], arguments].concat()).bank;
        let banks = config.banks(is_local, "https://sovqat.az").map_err(|error| error.to_string())?;
        Ok((banks.current().map_or("none", |bank| bank.name()), banks.of("epoint").is_some()))
    }

    #[test]
    fn local_mode_uses_the_sandbox_and_production_names_missing_settings() {
        assert_eq!(banks(true, &[]), Ok(("epoint", true)));
        assert!(banks(false, &[]).unwrap_err().contains("ORDER_BANK"));
        assert_eq!(banks(false, &["--bank", "none"]), Ok(("none", false)));
        let keys = ["--epoint-public-key", "i1", "--epoint-private-key", "secret"];
        assert_eq!(banks(false, &[&["--bank", "epoint"], &keys[..]].concat()), Ok(("epoint", true)));
        let payriff = ["--bank", "payriff", "--payriff-app-key", "key"];
        assert_eq!(banks(false, &payriff), Ok(("payriff", false)));
        assert_eq!(banks(false, &[&payriff[..], &keys[..]].concat()), Ok(("payriff", true)));
    }

    #[test]
    fn production_refuses_the_sandbox_key_and_plain_http() {
        assert!(banks(false, &["--bank", "epoint"]).unwrap_err().contains("EPOINT_PUBLIC_KEY"));
        assert!(
            banks(false, &["--bank", "payriff", "--payriff-app-key", " "]).unwrap_err().contains("PAYRIFF_APP_KEY")
        );
        let sandbox = ["--bank", "epoint", "--epoint-public-key", "i1", "--epoint-private-key", SANDBOX_PRIVATE_KEY];
        assert!(banks(false, &sandbox).unwrap_err().contains("sandbox bank"));
        let open = ["--bank", "payriff", "--payriff-app-key", "key", "--payriff-url", "http://api.payriff.com"];
        assert!(banks(false, &open).unwrap_err().contains("https"));
    }
}
