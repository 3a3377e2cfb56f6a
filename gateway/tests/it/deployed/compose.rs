//! `deploy/compose`: variables, database roles, certificates and the time to stop.

use std::{collections::BTreeSet, fs};

use serde_yaml_ng::Value;

use super::{check_migration, check_variables, default_of, documents, file, items, keys, processes, services, text};

fn compose() -> Value {
    documents("deploy/compose/compose.yaml").remove(0)
}

#[test]
fn compose_sets_the_variables_that_processes_read_and_require() {
    let compose = compose();
    let services = compose["services"].as_mapping().unwrap();
    check_variables(&services.iter().map(|(name, service)| (text(name), keys(&service["environment"]))).collect());
}

#[test]
fn compose_migrates_each_service_before_it_starts_with_another_role() {
    let compose = compose();
    let containers = &compose["services"];
    for name in services() {
        let migrate = format!("{name}-migrate");
        let (service, migration) = (&containers[name], &containers[migrate.as_str()]);
        check_migration(name, &keys(&migration["environment"]));
        assert_eq!(migration["command"][0], "migrate");
        assert_eq!(service["depends_on"][migrate.as_str()]["condition"], "service_completed_successfully", "{name}");
        assert_eq!(service["image"], migration["image"]);
        let variable = format!("{}_DATABASE_URL", name.to_uppercase());
        // The role is the user in the URL of the database.
        let role_of = |deployed: &Value| {
            let url = text(&deployed["environment"][variable.as_str()]);
            assert!(url.ends_with(&format!("@postgres/{name}")), "{url}");
            url.trim_start_matches("postgres://").split(':').next().unwrap().to_owned()
        };
        assert_eq!(role_of(service), format!("{name}_serving"));
        assert_eq!(role_of(migration), format!("{name}_owner"));
        assert_eq!(migration["environment"]["DATABASE_SERVING_ROLE"], format!("{name}_serving"));
    }
}

#[test]
fn every_service_has_a_database_and_every_program_a_certificate() {
    let read = |name: &str| fs::read_to_string(file("deploy/compose").join(name)).unwrap();
    let (databases, certificates, compose) = (read("databases.sql"), read("certificates.sh"), compose());
    let mounts =
        |name: &str, volume: String| items(&compose["services"][name]["volumes"]).any(|mount| *mount == volume);
    let mut programs = BTreeSet::new();
    for name in services().chain(["gateway"]) {
        assert!(name == "gateway" || databases.contains(&format!("'{name}'")), "databases.sql: {name}");
        assert!(mounts("certificates", format!("tls-{name}:/tls/{name}")), "{name}");
        assert!(mounts(name, format!("tls-{name}:/tls:ro")), "{name}");
        programs.insert(name);
    }
    let listed = certificates.lines().find_map(|line| line.strip_prefix("programs=")).unwrap();
    assert_eq!(listed.trim_matches('"').split(' ').collect::<BTreeSet<_>>(), programs);
}

#[test]
fn compose_stops_no_process_before_its_drain_ends() {
    // In the drain, a process finishes its open requests.
    for (name, command) in processes() {
        let drain = humantime::parse_duration(&default_of(&command, "drain")).unwrap();
        let grace = text(&compose()["services"][name]["stop_grace_period"]);
        assert!(humantime::parse_duration(&grace).unwrap() > drain, "{name}");
    }
}
