//! The shop's account at an SMS provider, as one address: `https://login:password@host?sender=Sovqat&timeout=10s`.

use std::{fmt, time::Duration};

use anyhow::Context as _;
use percent_encoding::percent_decode_str;
use url::Url;

use crate::secret::Secret;

const PATIENCE: Duration = Duration::from_secs(10);
const LONGEST_PATIENCE: Duration = Duration::from_secs(20);

#[derive(Clone)]
pub struct SmsAccount {
    /// Without a slash at its end.
    pub base: String,
    pub login: String,
    pub password: Secret,
    /// Registered with the provider.
    pub sender: String,
    pub patience: Duration,
}

/// The password is the reason, but nobody needs the rest in a log either.
impl fmt::Debug for SmsAccount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SmsAccount")
    }
}

impl SmsAccount {
    /// What it complains of never repeats what stands in the address.
    pub fn parse(address: &Secret) -> anyhow::Result<Self> {
        let url = Url::parse(address.expose()).ok().context("it is no address")?;
        anyhow::ensure!(matches!(url.scheme(), "http" | "https") && url.has_host(), "it is no web address");
        let decoded = |part: &str| Some(percent_decode_str(part).decode_utf8().ok()?.into_owned());
        let login = decoded(url.username()).filter(|login| !login.is_empty()).context("it names no login")?;
        let password = url.password().and_then(decoded).context("it has no password")?;
        let parameter = |wanted: &str| url.query_pairs().find(|(name, _)| name == wanted).map(|(_, value)| value);
        let sender =
            parameter("sender").filter(|sender| !sender.is_empty()).context("it names no sender")?.into_owned();
        let patience = parameter("timeout").map(|span| humantime::parse_duration(&span)).transpose();
        let patience = patience.ok().context("its timeout is no time span")?.unwrap_or(PATIENCE);
        anyhow::ensure!(patience <= LONGEST_PATIENCE, "its timeout is longer than 20s");
        let mut base = url.clone();
        // Neither fails for an address with a host.
        let (_, _) = (base.set_username(""), base.set_password(None));
        base.set_query(None);
        base.set_fragment(None);
        let base = base.as_str().trim_end_matches('/').to_owned();
        Ok(Self { base, login, password: Secret::new(password), sender, patience })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_read_from_its_address() {
        let address = Secret::new("https://sovqat:p%40ss%2Fword@apps.lsim.az:8443/?sender=Sovqat&timeout=3s");
        let account = SmsAccount::parse(&address).unwrap();
        assert_eq!((account.base.as_str(), account.login.as_str()), ("https://apps.lsim.az:8443", "sovqat"));
        assert_eq!((account.password.expose(), account.sender.as_str()), ("p@ss/word", "Sovqat"));
        assert_eq!(account.patience, Duration::from_secs(3));
    }

    #[test]
    fn what_is_missing_is_said_and_what_is_secret_is_not() {
        for address in [
            "hunter2",
            "ftp://a:hunter2@b?sender=S",
            "https://:hunter2@b?sender=S",
            "https://hunter2@b?sender=S",
            "https://a:hunter2@b",
            "https://a:hunter2@b?sender=S&timeout=soon",
            "https://a:hunter2@b?sender=S&timeout=1h",
        ] {
            let error = SmsAccount::parse(&Secret::new(address)).unwrap_err();
            assert!(!format!("{error:?}").contains("hunter2"), "{error:?}");
        }
    }
}
