//! The secrets of local mode are in the source code. Production refuses them.

use std::ffi::OsString;

use clap::Parser;
use kit::{
    BuildInfo,
    lifecycle::ProcessSettings,
    secrets::{LocalSecret, SecretOption, parse, secret_options},
};

/// No database listens here.
const DATABASE: &str = "--database-url=postgres://nowhere";

/// Returns the required arguments without the setting `id`.
fn required<C: Parser>(mode: &str, id: &str) -> Vec<String> {
    let has_database = C::command().get_arguments().any(|arg| arg.get_id() == "database_url");
    let database = (has_database && id != "database_url").then(|| DATABASE.to_owned());
    ["test".to_owned(), format!("--mode={mode}")].into_iter().chain(database).collect()
}

/// Gives each published secret to each secret setting, as an argument and in a file. Returns the number of settings.
fn try_published_secrets<C: Parser + ProcessSettings>() -> usize {
    let command = C::command();
    let secret_settings = secret_options(&command);
    // Known secrets are hidden from the output of --help.
    for arg in command.get_arguments() {
        let name = arg.get_env().unwrap_or_default().to_string_lossy().into_owned();
        let is_secret = (name.ends_with("_SECRET") || name.ends_with("_KEY") || name.ends_with("DATABASE_URL"))
            && name != "EPOINT_PUBLIC_KEY";
        let is_hidden = secret_settings.iter().any(|option| option.variable == name);
        assert!(!is_secret || is_hidden, "{name} is shown by --help");
    }
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    for SecretOption { id, variable: name } in &secret_settings {
        let option = command.get_arguments().find(|arg| arg.get_id() == id.as_str());
        let flag = option.and_then(clap::Arg::get_long).expect("the flag of a secret");
        let from_file =
            |variable: &str| -> Option<OsString> { (variable == format!("{name}_FILE")).then(|| file.path().into()) };
        for published in LocalSecret::ALL.map(LocalSecret::text) {
            std::fs::write(file.path(), published).expect("the file is written");
            let argument = format!("--{flag}={published}");
            let arguments = |mode: &str| required::<C>(mode, id).into_iter().chain([argument.clone()]);
            for refused in [
                parse::<C>(BuildInfo::UNKNOWN, arguments("production"), |_| None),
                parse::<C>(BuildInfo::UNKNOWN, required::<C>("production", id), from_file),
            ] {
                let error =
                    refused.err().unwrap_or_else(|| panic!("{name} may be {published} in production")).to_string();
                assert!(error.starts_with(&format!("{name} is a secret of local mode")), "{error}");
            }
            assert!(parse::<C>(BuildInfo::UNKNOWN, arguments("local"), |_| None).is_ok(), "{name}");
        }
        std::fs::write(file.path(), "c29tZSBzZWNyZXQgdGhhdCBub2JvZHkgZWxzZSBrbm93cw==\n").expect("the file is written");
        assert!(parse::<C>(BuildInfo::UNKNOWN, required::<C>("production", id), from_file).is_ok(), "{name}_FILE");
    }
    secret_settings.len()
}

#[test]
fn production_refuses_every_published_secret_in_every_setting() {
    let counts = [
        try_published_secrets::<auth::Config>(),
        try_published_secrets::<catalog::Config>(),
        try_published_secrets::<gateway::Config>(),
        try_published_secrets::<notification::Config>(),
        try_published_secrets::<order::Config>(),
        try_published_secrets::<seo::Config>(),
        try_published_secrets::<store::Config>(),
    ];
    assert!(counts.iter().sum::<usize>() >= 19, "{counts:?}");
}
