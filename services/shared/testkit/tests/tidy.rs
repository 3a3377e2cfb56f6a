//! The plan of the house as a test: who may know what, from the manifests and the sources. Every rule stands here with a text
//! that breaks it, and a second test feeds it that text, so no rule can fall asleep.
//!
//! It reads lines, not syntax: comments do not count, and whoever wants to trick it can. It is for honest mistakes.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

const SERVICES: [&str; 6] = ["auth", "catalog", "notification", "order", "seo", "store"];
const OTHERS: [&str; 4] = ["gateway", "kit", "outbox", "testkit"];
const FOLDERS: [&str; 5] = ["services", "proto", "gateway", "deploy", "web"];
const SKIPPED: [&str; 5] = ["node_modules", "target", "dist", ".sqlx", "clients/generated"];

/// A rule for source files: where it holds, what breaks it, and a path and a text that do.
struct Rule {
    says: &'static str,
    holds_in: fn(&str) -> bool,
    broken_by: Breach,
    example: (&'static str, &'static str),
}

enum Breach {
    /// A line, no comment, that contains one of these.
    Saying(&'static [&'static str]),
    /// More lines than this.
    Longer(usize),
    /// A file name that is not snake_case.
    Name,
}

const RULES: &[Rule] = &[
    Rule {
        says: "domain/ is pure: no sqlx, tonic, proto or tokio",
        holds_in: |path| is_service(path) && in_room(path, "domain"),
        broken_by: Breach::Saying(&["sqlx", "tonic", "proto::", "tokio"]),
        example: ("services/order/src/domain/checkout.rs", "use proto::order::Cart;"),
    },
    Rule {
        says: "SQL lives in db/ only (and in the outbox, and where kit opens and probes the database)",
        holds_in: |path| outside(path, &["/src/db.", "/src/db/", "outbox/", "testkit/", "kit/src/serve/admin.rs"]),
        broken_by: Breach::Saying(&["sqlx::query(", "sqlx::query!", "sqlx::query_", "sqlx::raw_sql", "QueryBuilder"]),
        example: ("services/store/src/grpc.rs", "    sqlx::query!(\"select 1\")"),
    },
    Rule {
        says: "db/ knows SQL only: no tonic, no proto",
        holds_in: |path| is_service(path) && in_room(path, "db"),
        broken_by: Breach::Saying(&["tonic", "proto::"]),
        example: ("services/store/src/db/store.rs", "fn row() -> proto::store::Store {"),
    },
    Rule {
        says: "only app/ begins and commits; the exceptions are the commands that load, import and export, and the outbox",
        holds_in: |path| {
            let commands = ["/src/load.", "/src/load/", "/src/import/", "/src/export."];
            outside(path, &["/src/app.", "/src/app/", "shared/outbox/"]) && outside(path, &commands)
        },
        broken_by: Breach::Saying(&[".begin().await", ".commit().await"]),
        example: ("services/store/src/grpc.rs", "let mut tx = pool.begin().await?;"),
    },
    Rule {
        says: "OpenTelemetry is known to kit's telemetry, client and serve (and to the test collector) only",
        holds_in: |path| outside(path, &["kit/src/telemetry", "kit/src/client", "kit/src/serve", "collector.rs"]),
        broken_by: Breach::Saying(&["opentelemetry"]),
        example: ("gateway/src/lib.rs", "use opentelemetry::global;"),
    },
    Rule {
        says: "a service's main.rs only parses the configuration and runs: 25 lines",
        holds_in: |path| is_service(path) && path.ends_with("/src/main.rs"),
        broken_by: Breach::Longer(25),
        example: ("services/seo/src/main.rs", ""),
    },
    Rule {
        says: "a file has one idea: 400 lines at most (generated ones apart)",
        holds_in: |path| path != "web/shared/api/schema.d.ts",
        broken_by: Breach::Longer(400),
        example: ("web/src/pages/home.tsx", ""),
    },
    Rule {
        says: "services log, they do not print; only the commands of kit::lifecycle and the outbox speak to a terminal",
        holds_in: |path| outside(path, &["gateway/", "kit/src/lifecycle.rs", "outbox/src/park.rs"]),
        broken_by: Breach::Saying(&["println!", "eprintln!", "print!", "dbg!"]),
        example: ("services/auth/src/app/sign_in.rs", "    dbg!(&password);"),
    },
    Rule {
        says: "#[expect(.., reason = \"..\")] instead of allow",
        holds_in: is_rust,
        broken_by: Breach::Saying(&[concat!("#[", "allow("), concat!("#![", "allow(")]),
        example: ("proto/src/lib.rs", concat!("#[", "allow(dead_code)]")),
    },
    Rule {
        says: "Rust files are named in snake_case",
        holds_in: is_rust,
        broken_by: Breach::Name,
        example: ("services/auth/src/app/signIn.rs", ""),
    },
];

/// A rule for manifests: whose, and what they must not depend on.
struct Dependencies {
    says: &'static str,
    of: fn(&str) -> bool,
    sections: &'static [&'static str],
    forbid: fn(&str, &str) -> bool,
    example: (&'static str, &'static str),
}

const SHIPPED: &[&str] = &["dependencies", "build-dependencies"];
const ALL: &[&str] = &["dependencies", "build-dependencies", "dev-dependencies"];

const MANIFESTS: &[Dependencies] = &[
    Dependencies {
        says: "services talk through proto, never as crates",
        of: is_service,
        sections: ALL,
        forbid: |path, name| SERVICES.contains(&name) && !path.starts_with(&format!("services/{name}/")),
        example: ("services/order/Cargo.toml", "[dev-dependencies]\ncatalog.workspace = true"),
    },
    Dependencies {
        says: "shared crates know no service",
        of: |path| path.starts_with("services/shared/"),
        sections: ALL,
        forbid: |_, name| SERVICES.contains(&name) || name == "gateway",
        example: ("services/shared/kit/Cargo.toml", "[dependencies]\nauth = { path = \"../../auth\" }"),
    },
    Dependencies {
        says: "the gateway has no database, and services only in its tests",
        of: |path| path == "gateway/Cargo.toml",
        sections: SHIPPED,
        forbid: |_, name| SERVICES.contains(&name) || ["sqlx", "outbox"].contains(&name),
        example: ("gateway/Cargo.toml", "[dependencies]\nsqlx.workspace = true"),
    },
    Dependencies {
        says: "proto is contracts and depends on nothing of ours",
        of: |path| path == "proto/Cargo.toml",
        sections: ALL,
        forbid: |_, name| SERVICES.contains(&name) || OTHERS.contains(&name),
        example: ("proto/Cargo.toml", "[build-dependencies]\nkit.workspace = true"),
    },
];

fn is_service(path: &str) -> bool {
    SERVICES.iter().any(|name| path.starts_with(&format!("services/{name}/")))
}

fn is_rust(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending == "rs")
}

/// Sources of the shop itself: not its tests, not what starts it on one machine, not the web app.
fn is_source(path: &str) -> bool {
    let is_test = path.contains("/tests/") || path.ends_with("/tests.rs");
    (path.starts_with("services/") || path.starts_with("gateway/"))
        && path.contains("/src/")
        && is_rust(path)
        && !is_test
}

fn outside(path: &str, places: &[&str]) -> bool {
    is_source(path) && !places.iter().any(|place| path.contains(place))
}

fn in_room(path: &str, room: &str) -> bool {
    path.contains(&format!("/src/{room}/")) || path.ends_with(&format!("/src/{room}.rs"))
}

/// Every broken rule of one source file, in a sentence.
fn breaches(path: &str, text: &str) -> Vec<String> {
    let broken = |rule: &&Rule| match rule.broken_by {
        Breach::Saying(words) => {
            let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            code.any(|line| words.iter().any(|word| line.contains(word)))
        }
        Breach::Longer(most) => text.lines().count() > most,
        Breach::Name => {
            let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".rs");
            !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        }
    };
    let concerning = RULES.iter().filter(|rule| (rule.holds_in)(path));
    concerning.filter(broken).map(|rule| format!("{path}: {}", rule.says)).collect()
}

fn manifest_breaches(path: &str, text: &str) -> Vec<String> {
    let manifest: toml::Table = text.parse().expect("a manifest is TOML");
    let mut found = Vec::new();
    for rule in MANIFESTS.iter().filter(|rule| (rule.of)(path)) {
        for (name, value) in rule.sections.iter().filter_map(|section| manifest.get(*section)?.as_table()).flatten() {
            let name = value.get("package").and_then(toml::Value::as_str).unwrap_or(name);
            if (rule.forbid)(path, name) {
                found.push(format!("{path} depends on `{name}`: {}", rule.says));
            }
        }
    }
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().expect("the checkout")
}

/// Paths from the root, with slashes, of the files with one of the endings.
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
fn everything_is_in_its_room() {
    let sources = files(&[".rs", ".ts", ".tsx"]);
    let manifests = files(&["Cargo.toml"]);
    assert!(sources.len() > 100 && manifests.len() >= 12, "the house was not found");
    let mut found: Vec<String> = sources.iter().flat_map(|path| breaches(path, &read(path))).collect();
    found.extend(manifests.iter().flat_map(|path| manifest_breaches(path, &read(path))));
    assert!(found.is_empty(), "{} untidy:\n{}", found.len(), found.join("\n"));
}

#[test]
fn every_service_is_known_here_and_has_the_same_feed() {
    assert_eq!(files(&["sqlx.toml"]), SERVICES.map(|name| format!("services/{name}/sqlx.toml")));
    let own = "services/shared/outbox/tests/migrations/0001_feed.sql";
    for copy in SERVICES.map(|name| format!("migrations/{name}/0001_feed.sql")) {
        assert!(read(&copy) == read(own), "{copy} differs from {own}: the outbox knows one shape of its tables");
    }
}

#[test]
fn every_rule_can_be_broken() {
    for Rule { says, broken_by, example: (path, text), .. } in RULES {
        let text = if let Breach::Longer(most) = broken_by { "\n".repeat(most + 1) } else { (*text).to_owned() };
        assert!(breaches(path, &text).iter().any(|breach| breach.ends_with(says)), "nothing breaks: {says}");
        if let Breach::Saying(_) = broken_by {
            assert_eq!(breaches(path, &format!("// {text}")), [] as [String; 0], "comments break: {says}");
        }
    }
    for Dependencies { says, example: (path, text), .. } in MANIFESTS {
        assert!(manifest_breaches(path, text).iter().any(|breach| breach.ends_with(says)), "nothing breaks: {says}");
    }
    assert_eq!(manifest_breaches("gateway/Cargo.toml", "[dev-dependencies]\nauth.workspace = true"), [] as [String; 0]);
    assert_eq!(breaches("services/store/src/app.rs", "let mut tx = app.pool.begin().await?;"), [] as [String; 0]);
}
