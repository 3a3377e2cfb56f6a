//! `deploy/kubernetes`: variables, values, secrets, versions, ports and the time to stop.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use serde_yaml_ng::Value;

use super::{
    check_migration, check_variables, command_of, default_of, documents, items, keys, processes, services, text,
    variable_of,
};

const FOLDER: &str = "deploy/kubernetes";
const ENVIRONMENTS: [&str; 2] = ["development", "production"];

fn document(path: &str) -> Value {
    documents(&format!("{FOLDER}/{path}")).remove(0)
}

/// Returns the containers of the components, then that of the base.
fn containers(process: &str) -> Vec<Value> {
    let kustomization = document(&format!("base/{process}/kustomization.yaml"));
    let components = items(&kustomization["components"]).map(|component| {
        let component = text(component);
        document(&format!("components/{}/deployment.yaml", component.rsplit('/').next().expect("a path")))
    });
    let base = document(&format!("base/{process}/{process}.yaml"));
    assert_eq!(base["metadata"]["name"], process);
    components.chain([base]).map(|deployment| container(&deployment).clone()).collect()
}

fn container(deployment: &Value) -> &Value {
    let containers = &deployment["spec"]["template"]["spec"]["containers"];
    assert_eq!(containers.as_sequence().map(Vec::len), Some(1));
    &containers[0]
}

fn migration(service: &str) -> Value {
    let kustomization = document(&format!("base/{service}/kustomization.yaml"));
    let patch: Value = serde_yaml_ng::from_str(&text(&kustomization["patches"][0]["patch"])).expect("a patch");
    assert_eq!(patch["metadata"]["name"], format!("{service}-migrate-version"));
    container(&patch).clone()
}

fn variables(container: &Value) -> impl Iterator<Item = &Value> {
    items(&container["env"])
}

fn settings(environment: &str, process: &str) -> BTreeMap<String, String> {
    let overlay = document(&format!("overlays/{environment}/{process}/kustomization.yaml"));
    let generator = &overlay["configMapGenerator"][0];
    assert_eq!(generator["name"], process);
    let pair = |literal: &Value| {
        let literal = text(literal);
        let (name, value) = literal.split_once('=').expect("a name and a value");
        (name.to_owned(), value.to_owned())
    };
    items(&generator["literals"]).map(pair).collect()
}

/// Pairs of secret and key.
fn secret_keys(container: &Value) -> BTreeSet<(String, String)> {
    let references = variables(container).filter_map(|variable| variable["valueFrom"].get("secretKeyRef"));
    references.map(|reference| (text(&reference["name"]), text(&reference["key"]))).collect()
}

#[test]
fn kubernetes_sets_the_variables_that_processes_read_and_require() {
    for environment in ENVIRONMENTS {
        let variables_of = |process: &str| {
            let containers = containers(process);
            let set = containers.iter().flat_map(variables).map(|variable| text(&variable["name"]));
            set.chain(settings(environment, process).into_keys()).collect()
        };
        check_variables(&processes().iter().map(|(name, _)| ((*name).to_owned(), variables_of(name))).collect());
    }
    for service in services() {
        let container = migration(service);
        check_migration(service, &variables(&container).map(|variable| text(&variable["name"])).collect());
    }
}

#[test]
fn processes_accept_their_settings_and_share_the_common_ones() {
    for environment in ENVIRONMENTS {
        let mut shared = BTreeMap::new();
        for (name, command) in processes() {
            let settings = settings(environment, name);
            for (variable, value) in &settings {
                let common = shared.entry(variable.clone()).or_insert_with(|| value.clone());
                assert_eq!(common, value, "{environment}: {variable} of {name}");
            }
            let containers = containers(name);
            // The values of secrets are unknown.
            let fixed = containers.iter().flat_map(variables).map(|variable| {
                (text(&variable["name"]), variable.get("value").map_or_else(|| "secret".to_owned(), text))
            });
            let arguments: Vec<_> =
                fixed.chain(settings).map(|(variable, value)| argument(&command, &variable, &value)).collect();
            let parsed = command.try_get_matches_from([name.to_owned()].into_iter().chain(arguments));
            assert!(parsed.is_ok(), "{environment}: {name}: {}", parsed.unwrap_err());
        }
    }
}

fn argument(command: &clap::Command, variable: &str, value: &str) -> String {
    let argument = command.get_arguments().find(|argument| variable_of(argument).as_deref() == Some(variable));
    format!("--{}={value}", argument.and_then(clap::Arg::get_long).unwrap_or_else(|| panic!("{variable} is unknown")))
}

/// Compares the secrets of the manifests with the example.
fn secret_problems(example: &[Value]) -> Vec<String> {
    let migrations = services().map(migration);
    let containers = processes().into_iter().flat_map(|(name, _)| containers(name)).chain(migrations);
    let needed: BTreeSet<_> = containers.flat_map(|container| secret_keys(&container)).collect();
    let keys_of = |secret: &Value| {
        let name = text(&secret["metadata"]["name"]);
        keys(&secret["stringData"]).into_iter().map(move |key| (name.clone(), key)).collect::<Vec<_>>()
    };
    let listed: BTreeSet<_> = example.iter().flat_map(keys_of).collect();
    let missing = needed.difference(&listed).map(|(name, key)| format!("the secret {name} has no {key}"));
    missing.chain(listed.difference(&needed).map(|(name, key)| format!("nothing reads {key} of {name}"))).collect()
}

#[test]
fn secrets_of_the_manifests_are_in_the_example_and_a_missing_one_is_named() {
    let mut example = documents(&format!("{FOLDER}/secrets.example.yaml"));
    assert_eq!(secret_problems(&example), Vec::<String>::new());
    let order = example.iter_mut().find(|secret| secret["metadata"]["name"] == "order").unwrap();
    let value = order["stringData"].as_mapping_mut().unwrap().remove("ORDER_CARD_SECRET").unwrap();
    order["stringData"]["ORDER_CARDS_SECRET"] = value;
    let expected = ["the secret order has no ORDER_CARD_SECRET", "nothing reads ORDER_CARDS_SECRET of order"];
    assert_eq!(secret_problems(&example), expected);
}

fn version_problems(versions: &Value) -> Vec<String> {
    let version = |process: &str| {
        let image = items(&versions["images"]).find(|image| image["name"] == format!("sovqat/{process}"));
        image.and_then(|image| image["newTag"].as_str()).unwrap_or_default().to_owned()
    };
    let missing = processes().into_iter().filter(|(name, _)| matches!(version(name).as_str(), "" | "latest"));
    missing.map(|(name, _)| format!("the image of {name} has no version")).collect()
}

#[test]
fn every_image_has_a_version_and_one_without_is_named() {
    for environment in ENVIRONMENTS {
        let mut versions = document(&format!("overlays/{environment}/versions/kustomization.yaml"));
        assert_eq!(version_problems(&versions), Vec::<String>::new(), "{environment}");
        versions["images"][0].as_mapping_mut().unwrap().remove("newTag");
        versions["images"][1]["newTag"] = "latest".into();
        let expected = ["the image of auth has no version", "the image of catalog has no version"];
        assert_eq!(version_problems(&versions), expected, "{environment}");
    }
    for (name, _) in processes() {
        assert_eq!(containers(name).last().unwrap()["image"], format!("sovqat/{name}"));
    }
}

#[test]
fn containers_have_the_ports_that_processes_listen_on() {
    for (name, command) in processes() {
        let containers = containers(name);
        let ports = containers.iter().flat_map(|container| items(&container["ports"]));
        let ports: BTreeMap<_, _> = ports.map(|port| (text(&port["name"]), port["containerPort"].clone())).collect();
        let port = |id: &str| default_of(&command, id).rsplit(':').next().unwrap().parse::<u64>().unwrap();
        let listen = if name == "gateway" { "http" } else { "grpc" };
        let expected = [(listen, port("listen")), ("admin", port("admin_listen"))];
        assert_eq!(ports, expected.map(|(name, port)| (name.to_owned(), Value::from(port))).into(), "{name}");
    }
    let service = document("components/database/service.yaml");
    assert_eq!(service["spec"]["ports"][0]["port"], 50051);
    assert_eq!(service["spec"]["clusterIP"], "None", "callers balance over the addresses of the pods");
}

#[test]
fn pods_are_not_killed_before_their_drain_ends() {
    // The drain, in which a process finishes its open requests, begins after the delay.
    let deployment = document("components/process/deployment.yaml");
    let grace = deployment["spec"]["template"]["spec"]["terminationGracePeriodSeconds"].as_u64().unwrap();
    let delay = variables(container(&deployment)).find(|variable| variable["name"] == "SHUTDOWN_DELAY").unwrap();
    let delay = humantime::parse_duration(&text(&delay["value"])).unwrap();
    for (name, _) in processes() {
        let drain = humantime::parse_duration(&default_of(&command_of(name), "drain")).unwrap();
        assert!(Duration::from_secs(grace) > delay + drain, "{name}");
    }
}
