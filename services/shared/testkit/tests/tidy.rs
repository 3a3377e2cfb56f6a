//! Rules of the architecture. Each has an example that breaks it, so that no rule becomes ineffective unnoticed. The
//! checks read lines, not syntax.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

const SERVICES: [&str; 6] = ["auth", "catalog", "notification", "order", "seo", "store"];
const OTHER_CRATES: [&str; 6] = ["audit", "gateway", "kit", "objects", "outbox", "testkit"];
const FOLDERS: [&str; 5] = ["services", "proto", "gateway", "deploy", "web"];
const SKIPPED: [&str; 5] = ["node_modules", "target", "dist", ".sqlx", "clients/generated"];

/// `example` is a path and a text that break the rule. For `LongerThan`, a test makes the text.
struct Rule {
    description: &'static str,
    applies_to: fn(&str) -> bool,
    broken_by: Violation,
    example: (&'static str, &'static str),
}

enum Violation {
    /// A line outside comments that contains one of these texts.
    Contains(&'static [&'static str]),
    LongerThan(usize),
    /// Not in snake_case.
    Name,
}

const RULES: &[Rule] = &[
    Rule {
        description: "domain/ is pure: no sqlx, tonic, proto or tokio",
        applies_to: |path| is_service(path) && in_layer(path, "domain"),
        broken_by: Violation::Contains(&["sqlx", "tonic", "proto::", "tokio"]),
        example: ("services/order/src/domain/checkout.rs", "use proto::order::Cart;"),
    },
    Rule {
        description: "SQL lives in db/ only (and in the outbox, and where kit opens and probes the database)",
        applies_to: |path| outside(path, &["/src/db.", "/src/db/", "outbox/", "testkit/", "kit/src/serve/admin.rs"]),
        broken_by: Violation::Contains(&[
            "sqlx::query(",
            "sqlx::query!",
            "sqlx::query_",
            "sqlx::raw_sql",
            "QueryBuilder",
        ]),
        example: ("services/store/src/grpc.rs", "    sqlx::query!(\"select 1\")"),
    },
    Rule {
        description: "db/ contains SQL only: no tonic, no proto",
        applies_to: |path| is_service(path) && in_layer(path, "db"),
        broken_by: Violation::Contains(&["tonic", "proto::"]),
        example: ("services/store/src/db/store.rs", "fn row() -> proto::store::Store {"),
    },
    Rule {
        description: "only app/ begins and commits; the exceptions are the commands that load, import and export, and the outbox",
        applies_to: |path| {
            let commands = ["/src/load.", "/src/load/", "/src/import/", "/src/export."];
            outside(path, &["/src/app.", "/src/app/", "shared/outbox/"]) && outside(path, &commands)
        },
        broken_by: Violation::Contains(&["db::begin(", ".commit().await"]),
        example: ("services/store/src/grpc.rs", "let mut tx = kit::db::begin(&pool).await?;"),
    },
    Rule {
        description: "only kit's telemetry, client and serve (and the test collector) use OpenTelemetry",
        applies_to: |path| outside(path, &["kit/src/telemetry", "kit/src/client", "kit/src/serve", "collector.rs"]),
        broken_by: Violation::Contains(&["opentelemetry"]),
        example: ("gateway/src/lib.rs", "use opentelemetry::global;"),
    },
    Rule {
        description: "a service's main.rs only parses the configuration and runs: 25 lines",
        applies_to: |path| is_service(path) && path.ends_with("/src/main.rs"),
        broken_by: Violation::LongerThan(25),
        example: ("services/seo/src/main.rs", ""),
    },
    Rule {
        description: "a file has one idea: 400 lines at most (generated ones apart)",
        applies_to: |path| path != "web/shared/api/schema.d.ts",
        broken_by: Violation::LongerThan(400),
        example: ("web/src/pages/home.tsx", ""),
    },
    Rule {
        description: "services log instead of printing; only kit::lifecycle and the commands of the outbox print",
        applies_to: |path| outside(path, &["gateway/", "kit/src/lifecycle.rs", "outbox/src/park.rs"]),
        broken_by: Violation::Contains(&["println!", "eprintln!", "print!", "dbg!"]),
        example: ("services/auth/src/app/sign_in.rs", "    dbg!(&password);"),
    },
    Rule {
        description: "#[expect(.., reason = \"..\")] instead of allow",
        applies_to: is_rust,
        broken_by: Violation::Contains(&[concat!("#[", "allow("), concat!("#![", "allow(")]),
        example: ("proto/src/lib.rs", concat!("#[", "allow(dead_code)]")),
    },
    Rule {
        description: "Rust files are named in snake_case",
        applies_to: is_rust,
        broken_by: Violation::Name,
        example: ("services/auth/src/app/signIn.rs", ""),
    },
];

/// `example` is a path and a manifest that break the rule.
struct DependencyRule {
    description: &'static str,
    applies_to: fn(&str) -> bool,
    sections: &'static [&'static str],
    /// Whether the manifest at this path must not depend on this crate.
    forbids: fn(&str, &str) -> bool,
    example: (&'static str, &'static str),
}

const NORMAL_AND_BUILD: &[&str] = &["dependencies", "build-dependencies"];
const ALL_SECTIONS: &[&str] = &["dependencies", "build-dependencies", "dev-dependencies"];

const DEPENDENCY_RULES: &[DependencyRule] = &[
    DependencyRule {
        description: "services call each other through proto and never depend on each other",
        applies_to: is_service,
        sections: ALL_SECTIONS,
        forbids: |path, name| SERVICES.contains(&name) && !path.starts_with(&format!("services/{name}/")),
        example: ("services/order/Cargo.toml", "[dev-dependencies]\ncatalog.workspace = true"),
    },
    DependencyRule {
        description: "shared crates do not depend on services",
        applies_to: |path| path.starts_with("services/shared/"),
        sections: ALL_SECTIONS,
        forbids: |_, name| SERVICES.contains(&name) || name == "gateway",
        example: ("services/shared/kit/Cargo.toml", "[dependencies]\nauth = { path = \"../../auth\" }"),
    },
    DependencyRule {
        description: "the gateway has no database, and depends on services only in its tests",
        applies_to: |path| path == "gateway/Cargo.toml",
        sections: NORMAL_AND_BUILD,
        forbids: |_, name| SERVICES.contains(&name) || ["sqlx", "outbox"].contains(&name),
        example: ("gateway/Cargo.toml", "[dependencies]\nsqlx.workspace = true"),
    },
    DependencyRule {
        description: "proto contains contracts and depends on no other crate of the workspace",
        applies_to: |path| path == "proto/Cargo.toml",
        sections: ALL_SECTIONS,
        forbids: |_, name| SERVICES.contains(&name) || OTHER_CRATES.contains(&name),
        example: ("proto/Cargo.toml", "[build-dependencies]\nkit.workspace = true"),
    },
];

fn is_service(path: &str) -> bool {
    SERVICES.iter().any(|name| path.starts_with(&format!("services/{name}/")))
}

fn is_rust(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending == "rs")
}

fn is_source(path: &str) -> bool {
    let is_test = path.contains("/tests/") || path.ends_with("/tests.rs");
    (path.starts_with("services/") || path.starts_with("gateway/"))
        && path.contains("/src/")
        && is_rust(path)
        && !is_test
}

/// Production code outside of these places.
fn outside(path: &str, places: &[&str]) -> bool {
    is_source(path) && !places.iter().any(|place| path.contains(place))
}

/// A layer is a module such as `db`.
fn in_layer(path: &str, layer: &str) -> bool {
    path.contains(&format!("/src/{layer}/")) || path.ends_with(&format!("/src/{layer}.rs"))
}

fn violations(path: &str, text: &str) -> Vec<String> {
    let broken = |rule: &&Rule| match rule.broken_by {
        Violation::Contains(texts) => {
            let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            code.any(|line| texts.iter().any(|text| line.contains(text)))
        }
        Violation::LongerThan(max) => text.lines().count() > max,
        Violation::Name => {
            let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".rs");
            !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        }
    };
    let applicable = RULES.iter().filter(|rule| (rule.applies_to)(path));
    applicable.filter(broken).map(|rule| format!("{path}: {}", rule.description)).collect()
}

fn manifest_violations(path: &str, text: &str) -> Vec<String> {
    let manifest: toml::Table = text.parse().expect("a manifest is TOML");
    let mut found = Vec::new();
    for rule in DEPENDENCY_RULES.iter().filter(|rule| (rule.applies_to)(path)) {
        for (name, value) in rule.sections.iter().filter_map(|section| manifest.get(*section)?.as_table()).flatten() {
            let name = value.get("package").and_then(toml::Value::as_str).unwrap_or(name);
            if (rule.forbids)(path, name) {
                found.push(format!("{path} depends on `{name}`: {}", rule.description));
            }
        }
    }
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().expect("the checkout")
}

fn files(endings: &[&str]) -> Vec<String> {
    let root = root();
    let mut folders = FOLDERS.map(|folder| root.join(folder)).to_vec();
    let mut found = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() && !SKIPPED.iter().any(|name| path.ends_with(name)) {
                folders.push(path);
            } else if endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)) {
                found.insert(path.strip_prefix(&root).expect("below the root").to_string_lossy().into_owned());
            }
        }
    }
    found.into_iter().collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("a text file")
}

#[test]
fn sources_and_manifests_follow_the_rules() {
    let sources = files(&[".rs", ".ts", ".tsx"]);
    let manifests = files(&["Cargo.toml"]);
    assert!(sources.len() > 100, "the sources were not found");
    assert!(manifests.len() >= 12, "the manifests were not found");
    let mut found: Vec<String> = sources.iter().flat_map(|path| violations(path, &read(path))).collect();
    found.extend(manifests.iter().flat_map(|path| manifest_violations(path, &read(path))));
    assert!(found.is_empty(), "{} violations:\n{}", found.len(), found.join("\n"));
}

#[test]
fn services_are_listed_and_have_the_same_feed_and_audit_migrations() {
    assert_eq!(files(&["sqlx.toml"]), SERVICES.map(|name| format!("services/{name}/sqlx.toml")));
    for (own, file) in [
        ("services/shared/outbox/tests/migrations/0001_feed.sql", "0001_feed.sql"),
        ("services/shared/audit/tests/migrations/0001_audit.sql", "0003_audit.sql"),
        ("services/shared/outbox/tests/migrations/0004_audit.sql", "0003_audit.sql"),
    ] {
        for copy in SERVICES.map(|name| format!("migrations/{name}/{file}")) {
            assert!(read(&copy) == read(own), "{copy} differs from {own}, but every service needs the same tables");
        }
    }
}

#[test]
fn every_rule_is_broken_by_its_example() {
    for Rule { description, broken_by, example: (path, text), .. } in RULES {
        let text = if let Violation::LongerThan(max) = broken_by { "\n".repeat(max + 1) } else { (*text).to_owned() };
        let is_found = violations(path, &text).iter().any(|violation| violation.ends_with(description));
        assert!(is_found, "the example does not break the rule: {description}");
        if let Violation::Contains(_) = broken_by {
            assert_eq!(violations(path, &format!("// {text}")), [] as [String; 0], "a comment breaks: {description}");
        }
    }
    for DependencyRule { description, example: (path, text), .. } in DEPENDENCY_RULES {
        let is_found = manifest_violations(path, text).iter().any(|violation| violation.ends_with(description));
        assert!(is_found, "the example does not break the rule: {description}");
    }
    assert_eq!(
        manifest_violations("gateway/Cargo.toml", "[dev-dependencies]\nauth.workspace = true"),
        [] as [String; 0]
    );
    assert_eq!(
        violations("services/store/src/app.rs", "let mut tx = kit::db::begin(&app.pool).await?;"),
        [] as [String; 0]
    );
}
