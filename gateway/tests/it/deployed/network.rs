//! Network policies allow exactly the calls that processes make and the contract allows.

use std::collections::BTreeSet;

use proto::common::Workload;
use serde_yaml_ng::Value;

use super::{documents, items, processes, services, text};

/// Caller and called process.
type Edges = BTreeSet<(String, String)>;

fn peers(rules: &Value, direction: &str, port: u64) -> BTreeSet<String> {
    let at_port = items(rules).filter(|rule| items(&rule["ports"]).any(|allowed| allowed["port"] == port));
    let peers = at_port.flat_map(|rule| items(&rule[direction]));
    let expressions = peers.flat_map(|peer| items(&peer["podSelector"]["matchExpressions"]));
    expressions
        .inspect(|expression| assert!(expression["key"] == "app" && expression["operator"] == "In"))
        .flat_map(|expression| items(&expression["values"]).map(text).collect::<Vec<_>>())
        .collect()
}

/// Returns the calls that policies of callers and of called processes allow.
fn policies() -> (Edges, Edges) {
    let (mut sent, mut received) = (Edges::new(), Edges::new());
    for (name, _) in processes() {
        let policy = documents(&format!("deploy/kubernetes/base/{name}/network.yaml")).remove(0);
        let spec = &policy["spec"];
        assert_eq!(spec["podSelector"]["matchLabels"]["app"], name);
        assert_eq!(items(&spec["policyTypes"]).map(text).collect::<Vec<_>>(), ["Ingress", "Egress"], "{name}");
        sent.extend(peers(&spec["egress"], "to", 50051).into_iter().map(|called| (name.to_owned(), called)));
        received.extend(peers(&spec["ingress"], "from", 50051).into_iter().map(|caller| (caller, name.to_owned())));
    }
    (sent, received)
}

fn addresses() -> Edges {
    let of_process = |(name, command): (&str, clap::Command)| {
        let defaults = command.get_arguments().flat_map(clap::Arg::get_default_values);
        let called = defaults
            .filter_map(|default| Some(default.to_str()?.strip_prefix("https://")?.strip_suffix(":50051")?.to_owned()));
        called.map(|called| (name.to_owned(), called)).collect::<Vec<_>>()
    };
    processes().into_iter().flat_map(of_process).collect()
}

/// Returns callers and packages of the contract's methods. Several services have the packages `feed` and `audit`.
fn contract() -> Edges {
    let callers = |(path, callers): &(&str, &[i32])| {
        let package = path.strip_prefix("/sovqat.").and_then(|path| path.split('.').next());
        let package = package.expect("the packages of the contract begin with `sovqat`").to_owned();
        let names = callers.iter().map(|caller| Workload::try_from(*caller).expect("a workload").as_str_name());
        let names = names.map(|name| name.trim_start_matches("WORKLOAD_").to_lowercase());
        names.map(|name| (name, package.clone())).collect::<Vec<_>>()
    };
    proto::CALLERS.iter().flat_map(callers).collect()
}

#[test]
fn policies_allow_the_calls_that_processes_make_and_no_others() {
    let (sent, received) = policies();
    let addresses = addresses();
    assert_eq!(sent, addresses, "egress differs from the addresses in the settings");
    assert_eq!(received, addresses, "ingress differs from the addresses in the settings");
}

#[test]
fn policies_and_the_contract_name_the_same_callers() {
    let (sent, contract) = (policies().0, contract());
    let names: BTreeSet<_> = services().collect();
    let declared = contract.iter().filter(|(_, package)| names.contains(package.as_str()));
    let refused: Vec<_> = declared.filter(|edge| !sent.contains(*edge)).collect();
    assert!(refused.is_empty(), "the contract allows these calls, but no policy does: {refused:?}");
    let is_declared = |(caller, called): &(String, String)| {
        let calls = |package: &str| contract.contains(&(caller.clone(), package.to_owned()));
        calls(called) || calls("feed")
    };
    let undeclared: Vec<_> = sent.iter().filter(|edge| !is_declared(edge)).collect();
    assert!(undeclared.is_empty(), "policies allow these calls, but the contract does not: {undeclared:?}");
}

#[test]
fn everything_else_is_denied_in_both_directions() {
    let shared = documents("deploy/kubernetes/base/namespace/network.yaml");
    let deny = shared.iter().find(|policy| policy["metadata"]["name"] == "default-deny").unwrap();
    assert_eq!(deny["spec"]["podSelector"].as_mapping().map(serde_yaml_ng::Mapping::len), Some(0));
    assert_eq!(items(&deny["spec"]["policyTypes"]).map(text).collect::<Vec<_>>(), ["Ingress", "Egress"]);
    assert!(deny["spec"].get("ingress").is_none() && deny["spec"].get("egress").is_none());
}
