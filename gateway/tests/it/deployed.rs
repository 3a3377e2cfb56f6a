//! The files in `deploy` fit the programs: they set only environment variables that a program reads, and all that it
//! requires. A misspelt variable would otherwise be ignored silently. These tests read the Kubernetes manifests as they
//! are written. `deploy/kubernetes/check.py` checks the rendered ones.

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

/// The environment variables by process.
type Environments = BTreeMap<String, BTreeSet<String>>;

/// Checks that every process is deployed, knows each of its variables, and has all the required ones.
fn check(environments: &Environments) {
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

/// Checks that the job that migrates a service's database knows each of its variables, and has the database and the
/// serving role (the database user of the running service).
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

/// Returns all environment variables that a program reads.
fn variables(command: &Command) -> BTreeSet<String> {
    command.get_arguments().filter_map(variable_of).collect()
}

/// Returns the environment variable of an argument.
fn variable_of(argument: &Arg) -> Option<String> {
    Some(argument.get_env()?.to_string_lossy().into_owned())
}

/// Returns name and command line of each program that is deployed.
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

/// Returns the names of the processes with a database.
fn services() -> impl Iterator<Item = &'static str> {
    processes().into_iter().map(|(name, _)| name).filter(|name| *name != "gateway")
}

/// Returns the default of a setting.
fn default_of(command: &Command, id: &str) -> String {
    let argument = command.get_arguments().find(|argument| argument.get_id() == id).expect("a setting");
    argument.get_default_values().first().expect("a default").to_string_lossy().into_owned()
}

/// Returns the path of a file in the repository.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Reads the documents of a YAML file.
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

/// Returns the items of a sequence, or none if it is missing.
fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_sequence().into_iter().flatten()
}

fn keys(mapping: &Value) -> BTreeSet<String> {
    mapping.as_mapping().map(|mapping| mapping.keys().map(text).collect()).unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
