//! The files in `deploy` set only environment variables that the programs read, and all that they require.
//! `deploy/kubernetes/check.py` checks the rendered Kubernetes manifests.

mod compose;
mod kubernetes;
mod network;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use clap::{Arg, Command, CommandFactory as _};
use serde::Deserialize as _;
use serde_yaml_ng::{Deserializer, Value};

/// Names of environment variables by process.
type Environments = BTreeMap<String, BTreeSet<String>>;

fn check_variables(environments: &Environments) {
    for (name, command) in processes() {
        let environment = environments.get(name).unwrap_or_else(|| panic!("{name} is not deployed"));
        let known = variables(&command);
        let required = command.get_arguments().filter(|argument| argument.is_required_set()).filter_map(variable_of);
        // Local mode has defaults for these, but deployments need them.
        let is_secret = |variable: &&String| variable.ends_with("_SECRET") || variable.starts_with("TLS_");
        let secrets = known.iter().filter(is_secret).cloned();
        let unknown: Vec<_> = environment.difference(&known).collect();
        assert!(unknown.is_empty(), "{name} does not know {unknown:?}");
        for variable in required.chain(secrets) {
            assert!(environment.contains(&variable), "{name} does not start without {variable}");
        }
    }
}

fn check_migration(name: &str, environment: &BTreeSet<String>) {
    let command = command_of(name);
    let migrate = command.find_subcommand("migrate").expect("a service can migrate");
    let known: BTreeSet<_> = variables(&command).union(&variables(migrate)).cloned().collect();
    let unknown: Vec<_> = environment.difference(&known).collect();
    assert!(unknown.is_empty(), "the migration of {name} does not know {unknown:?}");
    for variable in [format!("{}_DATABASE_URL", name.to_uppercase()), "DATABASE_SERVING_ROLE".to_owned()] {
        assert!(environment.contains(&variable), "the migration of {name} needs {variable}");
    }
}

fn variables(command: &Command) -> BTreeSet<String> {
    command.get_arguments().filter_map(variable_of).collect()
}

fn variable_of(argument: &Arg) -> Option<String> {
    Some(argument.get_env()?.to_string_lossy().into_owned())
}

fn processes() -> [(&'static str, Command); 7] {
    [
        ("auth", auth::Config::command()),
        ("catalog", catalog::Config::command()),
        ("order", order::Config::command()),
        ("store", store::Config::command()),
        ("notification", notification::Config::command()),
        ("seo", seo::Config::command()),
        ("gateway", gateway::Config::command()),
    ]
}

fn command_of(process: &str) -> Command {
    processes().into_iter().find(|(name, _)| *name == process).expect("a process").1
}

fn services() -> impl Iterator<Item = &'static str> {
    processes().into_iter().map(|(name, _)| name).filter(|name| *name != "gateway")
}

fn default_of(command: &Command, id: &str) -> String {
    let argument = command.get_arguments().find(|argument| argument.get_id() == id).expect("a setting");
    argument.get_default_values().first().expect("a default").to_string_lossy().into_owned()
}

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn documents(path: &str) -> Vec<Value> {
    let text = fs::read_to_string(file(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    Deserializer::from_str(&text)
        .map(|document| {
            let mut document = Value::deserialize(document).unwrap_or_else(|error| panic!("{path}: {error}"));
            document.apply_merge().expect("merge keys refer to mappings");
            document
        })
        .collect()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_sequence().into_iter().flatten()
}

fn keys(mapping: &Value) -> BTreeSet<String> {
    mapping.as_mapping().map(|mapping| mapping.keys().map(text).collect()).unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
