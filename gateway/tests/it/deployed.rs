//! Deployments set only environment variables that the processes read, and all that they require. An unknown variable
//! would be ignored silently.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use clap::{Command, CommandFactory as _};
use serde::Deserialize as _;
use serde_yaml_ng::{Deserializer, Value};

/// The environment variables by process.
type Environments = BTreeMap<String, BTreeSet<String>>;

#[test]
fn compose_sets_the_variables_that_processes_read_and_require() {
    let compose = documents("deploy/compose/compose.yaml").remove(0);
    let services = compose["services"].as_mapping().unwrap();
    let environments = services.iter().map(|(name, service)| (text(name), keys(&service["environment"]))).collect();
    check(&environments);
}

#[test]
fn kubernetes_sets_the_variables_that_processes_read_and_require() {
    let mut environments = Environments::new();
    for (name, _) in processes() {
        let documents = documents(&format!("deploy/kubernetes/base/{name}.yaml"));
        let deployment = documents.iter().find(|document| document["kind"] == "Deployment").unwrap();
        let pod = &deployment["spec"]["template"]["spec"];
        let container = &pod["containers"][0];
        assert_eq!(container["image"], format!("sovqat/{name}").as_str());
        assert!(pod["initContainers"].is_null() || pod["initContainers"][0]["env"] == container["env"], "{name}");
        let variables = container["env"].as_sequence().unwrap().iter().map(|variable| text(&variable["name"]));
        environments.insert(name.to_owned(), variables.collect());
    }
    check(&environments);
}

/// Checks that every process is deployed, knows each of its variables, and has all the required ones.
fn check(environments: &Environments) {
    for (name, command) in processes() {
        let environments = environments.get(name).unwrap_or_else(|| panic!("{name} is not deployed"));
        let arguments: Vec<_> = command.get_arguments().filter(|argument| argument.get_env().is_some()).collect();
        let variable_of =
            |argument: &&clap::Arg| argument.get_env().expect("filtered above").to_string_lossy().into_owned();
        let all: BTreeSet<_> = arguments.iter().map(variable_of).collect();
        let required = arguments.iter().filter(|argument| argument.is_required_set()).map(variable_of);
        let needed = |variable: &&String| variable.ends_with("_SECRET") || variable.starts_with("TLS_");
        let secrets = all.iter().filter(needed).cloned();
        assert_eq!(
            environments.difference(&all).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "{name} does not know these"
        );
        for variable in required.chain(secrets) {
            assert!(environments.contains(&variable), "{name} does not start without {variable}");
        }
    }
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

fn documents(path: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let text = fs::read_to_string(&path).expect("the file exists");
    Deserializer::from_str(&text)
        .map(|document| {
            let mut document = Value::deserialize(document).expect("valid YAML");
            document.apply_merge().expect("merge keys refer to mappings");
            document
        })
        .collect()
}

fn keys(mapping: &Value) -> BTreeSet<String> {
    mapping.as_mapping().map(|mapping| mapping.keys().map(text).collect()).unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
