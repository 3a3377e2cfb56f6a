//! An account at an SMS provider, given as the URL `https://login:password@host?sender=Sovqat&timeout=10s`.

use std::{fmt, time::Duration};

use anyhow::Context as _;
use percent_encoding::percent_decode_str;
use url::Url;

use crate::secret::Secret;

const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);
/// One attempt may call all four providers within a delivery's lease of 2 minutes.
const MAX_TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Clone)]
pub struct SmsAccount {
    /// Without a trailing slash.
    pub base: String,
    pub login: String,
    pub password: Secret,
    /// The registered name that recipients see.
    pub sender: String,
    pub timeout: Duration,
}

impl fmt::Debug for SmsAccount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SmsAccount")
    }
}

impl SmsAccount {
    /// Errors repeat no part of the URL, because it contains the password.
    pub fn parse(address: &Secret) -> anyhow::Result<Self> {
        let url = Url::parse(address.expose()).ok().context("it is not a URL")?;
        anyhow::ensure!(matches!(url.scheme(), "http" | "https") && url.has_host(), "it is not an http(s) URL");
        let decoded = |part: &str| Some(percent_decode_str(part).decode_utf8().ok()?.into_owned());
        let login = decoded(url.username()).filter(|login| !login.is_empty()).context("it has no login")?;
        let password = url.password().and_then(decoded).context("it has no password")?;
        let parameter = |name: &str| url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value);
        let sender = parameter("sender").filter(|sender| !sender.is_empty()).context("it has no sender")?.into_owned();
        let timeout = parameter("timeout").map(|span| humantime::parse_duration(&span)).transpose();
        let timeout = timeout.ok().context("its timeout is not a duration")?.unwrap_or(DEFAULT_TIMEOUT);
        anyhow::ensure!(timeout <= MAX_TIMEOUT, "its timeout is longer than 20s");

        let mut base = url.clone();
        // Cannot fail for a URL with a host.
        let (_, _) = (base.set_username(""), base.set_password(None));
        base.set_query(None);
        base.set_fragment(None);
        let base = base.as_str().trim_end_matches('/').to_owned();
        Ok(Self { base, login, password: Secret::new(password), sender, timeout })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn account_is_parsed_from_its_url() {
        let address = Secret::new("https://sovqat:p%40ss%2Fword@apps.lsim.az:8443/?sender=Sovqat&timeout=3s");
        let account = SmsAccount::parse(&address).unwrap();
        assert_eq!((account.base.as_str(), account.login.as_str()), ("https://apps.lsim.az:8443", "sovqat"));
        assert_eq!((account.password.expose(), account.sender.as_str()), ("p@ss/word", "Sovqat"));
        assert_eq!(account.timeout, Duration::from_secs(3));
    }

    #[test]
    fn errors_do_not_reveal_the_password() {
        // `hunter2` is the password, or stands where it belongs.
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
