//! Parses the settings of a process. A secret is an option with `hide_env_values`.

use std::ffi::OsString;

use anyhow::{Context as _, ensure};
use clap::{Arg, Command, Parser};

use crate::{BuildInfo, config::ProcessSettings};

/// A secret of local mode, published in the repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalSecret(&'static str);

impl LocalSecret {
    /// Encrypts the keys that sign access tokens.
    pub const SIGNING_KEYS: Self = Self("c292cWF0LWxvY2FsLW9ubHktbm90LWEtc2VjcmV0LTE=");
    /// Encrypts messages that wait to be sent.
    pub const MESSAGES: Self = Self("c292cWF0LWxvY2FsLW9ubHktbm90LWEtc2VjcmV0LTI=");
    /// Encrypts the numbers of test cards.
    pub const CARDS: Self = Self("Y2FyZHMgb2YgYSBsb2NhbCBzaG9wLCBubyBzZWNyZXQ=");
    pub const VISITORS: Self = Self("c292cWF0LWxvY2FsLW9ubHktbm90LWEtc2VjcmV0LTM=");
    pub const QUOTES: Self = Self("sovqat: quotes of a local shop, no secret");
    pub const SANDBOX_BANK: Self = Self("sandbox_private_key_0000000001");
    pub const ALL: [Self; 6] =
        [Self::SIGNING_KEYS, Self::MESSAGES, Self::CARDS, Self::VISITORS, Self::QUOTES, Self::SANDBOX_BANK];

    pub const fn text(self) -> &'static str {
        self.0
    }

    pub fn is_in(text: &str) -> bool {
        Self::ALL.iter().any(|known| text.contains(known.0))
    }
}

/// An option of the command line, and the environment variable that also sets it.
pub struct SecretOption {
    pub id: String,
    pub variable: String,
}

pub fn secret_options(command: &Command) -> Vec<SecretOption> {
    let to_option = |arg: &Arg| {
        let variable = arg.get_env()?.to_str()?.to_owned();
        Some(SecretOption { id: arg.get_id().as_str().to_owned(), variable })
    };
    command.get_arguments().filter(|arg| arg.is_hide_env_values_set()).filter_map(to_option).collect()
}

/// A secret `X` may be in the file that the variable `X_FILE` names; production refuses those of local mode.
pub fn parse<C: Parser + ProcessSettings>(
    build: BuildInfo,
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    variable: impl Fn(&str) -> Option<OsString>,
) -> anyhow::Result<C> {
    // Leaked, because clap takes only static texts.
    let version: &'static str = Box::leak(build.to_string().into_boxed_str());
    let mut command = C::command().version(version);
    let secrets = secret_options(&command);
    for SecretOption { id, variable: name } in &secrets {
        if let Some(secret) = read_file(name, &variable)? {
            command = command.mut_arg(id, |arg| with_default(arg, secret));
        }
    }
    let mut matches = command.try_get_matches_from_mut(arguments)?;
    let is_published = |option: &&SecretOption| {
        let mut values = matches.get_raw(&option.id).into_iter().flatten();
        values.any(|value| LocalSecret::is_in(&value.to_string_lossy()))
    };
    let published = secrets.iter().find(is_published);

    let config = C::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))?;
    if let Some(SecretOption { variable: name, .. }) = published {
        let is_local = config.process().is_local();
        ensure!(is_local, "{name} is a secret of local mode, which everybody knows; production needs one of its own");
    }
    Ok(config)
}

fn with_default(arg: Arg, secret: String) -> Arg {
    // Leaked, because clap takes only static texts.
    let secret: &'static str = Box::leak(secret.into_boxed_str());
    // An empty variable would take precedence over the default.
    let without_variable = arg.env(None::<&'static str>).required(false);
    without_variable.hide_default_value(true).default_value(secret)
}

fn read_file(name: &str, variable: &impl Fn(&str) -> Option<OsString>) -> anyhow::Result<Option<String>> {
    let given = |name: &str| variable(name).filter(|value| !value.is_empty());
    let Some(path) = given(&format!("{name}_FILE")) else { return Ok(None) };
    ensure!(given(name).is_none(), "{name} and {name}_FILE are both set; set only one");
    let secret = std::fs::read_to_string(&path)
        .with_context(|| format!("{name}_FILE: {} cannot be read", path.to_string_lossy()))?;
    Ok(Some(secret.trim_end_matches(['\r', '\n']).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ProcessConfig;

    #[derive(Debug, Parser)]
    struct Settings {
        #[command(flatten)]
        process: ProcessConfig,
        #[arg(long, env = "KIT_TEST_SECRET", hide_env_values = true)]
        secret: String,
        #[arg(long, env = "KIT_TEST_OPTIONAL", hide_env_values = true)]
        optional: Option<String>,
    }

    impl ProcessSettings for Settings {
        fn process(&self) -> &ProcessConfig {
            &self.process
        }
    }

    fn parsed(mode: &str, content: &str, others: &[(&str, &str)]) -> Result<Settings, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        std::fs::write(&path, content).unwrap();
        let variable = |name: &str| match name {
            "KIT_TEST_SECRET_FILE" => Some(path.clone().into_os_string()),
            _ => others.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into()),
        };
        parse(BuildInfo::UNKNOWN, ["test", "--mode", mode], variable).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn a_secret_is_read_from_its_file_without_the_line_break() {
        let settings = parsed("production", " a secret \n", &[]).unwrap();
        assert_eq!((settings.secret.as_str(), settings.optional), (" a secret ", None));
        let empty_variable = parsed("production", "a secret", &[("KIT_TEST_SECRET", "")]).unwrap();
        assert_eq!(empty_variable.secret, "a secret");
    }

    #[test]
    fn invalid_secret_files_are_refused_without_showing_the_secret() {
        let both = parsed("production", "hunter2", &[("KIT_TEST_SECRET", "hunter3")]).unwrap_err();
        assert_eq!(both, "KIT_TEST_SECRET and KIT_TEST_SECRET_FILE are both set; set only one");
        let missing = parsed("production", "hunter2", &[("KIT_TEST_OPTIONAL_FILE", "/nowhere/secret")]).unwrap_err();
        assert!(missing.starts_with("KIT_TEST_OPTIONAL_FILE: /nowhere/secret cannot be read"), "{missing}");
    }

    #[test]
    fn production_refuses_published_secrets_from_files_and_arguments() {
        for known in LocalSecret::ALL {
            let error = parsed("production", known.text(), &[]).unwrap_err();
            assert!(error.starts_with("KIT_TEST_SECRET is a secret of local mode"), "{error}");
            assert_eq!(parsed("local", known.text(), &[]).unwrap().secret, known.text());
            let within = format!("smtps://shop:{}@mail", known.text());
            let error =
                parse::<Settings>(BuildInfo::UNKNOWN, ["test", "--secret", "own", "--optional", &within], |_| None)
                    .unwrap_err();
            assert!(error.to_string().starts_with("KIT_TEST_OPTIONAL is"), "{error}");
            assert!(!error.to_string().contains(known.text()));
        }
    }
}
