//! The list of all steps of `cargo verify`.

use super::step::{Lane, Run, Step, When};
use super::{
    browser, contract as document, dependencies, generated, manifests, nats, proto_files, rust_builds, rust_tests, s3,
    skew, telemetry, valkey, web_app,
};
use crate::session::Session;
use std::rc::Rc;

const RUST_INPUTS: &[&str] = &[
    "Cargo.",
    "rust-toolchain.toml",
    "rustfmt.toml",
    "clippy.toml",
    ".cargo/",
    "services/",
    "gateway/",
    "proto/",
    "migrations/",
    "deploy/",
];
/// `tidy` checks all sources and documents.
const TEST_INPUTS: &[&str] = &[
    "Cargo.",
    "rust-toolchain.toml",
    ".cargo/",
    "services/",
    "gateway/",
    "proto/",
    "migrations/",
    "deploy/",
    "web/",
    "CHANGELOG.md",
    "README.md",
    "SECURITY.md",
    "docs/",
];
const WEB_INPUTS: &[&str] = &["web/", "gateway/openapi.json"];
const PROTO_INPUTS: &[&str] = &["proto/", "deploy/local/tools/"];
const MANIFEST_INPUTS: &[&str] =
    &["deploy/kubernetes/", "deploy/compose/", "deploy/requirements.txt", "deploy/local/tools/", ".github/"];
const DOCUMENT_INPUTS: &[&str] = &["gateway/openapi.json", "gateway/clients/"];
const SHOP_INPUTS: &[&str] = &[
    "Cargo.",
    "services/",
    "gateway/",
    "proto/",
    "migrations/",
    "web/",
    "deploy/local/",
    "deploy/bank/",
    "deploy/ca/",
    "deploy/load/",
    "deploy/observability/",
];

const AFTER_BUILD: &[&str] = &["build"];
const AFTER_INSTALL: &[&str] = &["install"];

/// The steps of a lane run in this order.
pub const ALL: &[Step] = &[
    rust("fmt", "the Rust code is formatted", &[], rust_builds::check_format),
    rust("build", "all crates, tests and programs compile", &[], rust_builds::build),
    rust("clippy", "rustc and clippy give no warnings", AFTER_BUILD, rust_builds::check_warnings),
    rust("sqlx-fresh", ".sqlx matches the queries and the migrated databases", AFTER_BUILD, generated::check_queries),
    rust("openapi-fresh", "openapi.json matches the gateway", AFTER_BUILD, generated::check_openapi),
    Step { inputs: TEST_INPUTS, ..rust("test", "all Rust tests, on a real PostgreSQL", AFTER_BUILD, rust_tests::run) },
    Step {
        inputs: &["Cargo.", "deny.toml"],
        ..rust("deny", "the dependencies have allowed licences, sources and versions", &[], dependencies::check)
    },
    Step {
        when: When::Full,
        ..rust(
            "nats",
            "events reach a real nats-server once and in order, also when it is killed",
            AFTER_BUILD,
            nats::run,
        )
    },
    Step {
        when: When::Full,
        ..rust(
            "valkey",
            "two gateways share rate limits through a real valkey-server, and go on when it fails",
            AFTER_BUILD,
            valkey::run,
        )
    },
    Step {
        when: When::Full,
        ..rust(
            "s3",
            "pictures and the search index survive the faults of a third-party S3 server (moto)",
            AFTER_BUILD,
            s3::run,
        )
    },
    Step { when: When::Full, ..rust("doc", "the documentation builds without broken links", &[], rust_builds::doc) },
    Step { when: When::Full, ..rust("release", "the release programs compile", &[], rust_builds::release) },
    web("install", "installs the npm packages and Chromium", &[], web_app::install),
    web("web-types-fresh", "the web app's types match openapi.json", AFTER_INSTALL, generated::check_web_types),
    web("web-typecheck", "the web app passes the type check", AFTER_INSTALL, |session| {
        web_app::run_script(session, "web-typecheck", "typecheck")
    }),
    web("web-lint", "the web app is linted and formatted", AFTER_INSTALL, |session| {
        web_app::run_script(session, "web-lint", "lint")
    }),
    web("web-build", "the web app builds", AFTER_INSTALL, web_app::build),
    web("web-size", "the web app keeps its size limits", &["web-build"], |session| {
        web_app::run_script(session, "web-size", "size")
    }),
    web("web-test", "unit and component tests of the web app", AFTER_INSTALL, web_app::test),
    contract("buf-lint", "the proto files follow the style rules", proto_files::lint),
    contract("buf-breaking", "changes of the proto files are backward compatible", proto_files::check_breaking),
    contract("proto-fresh", "the proto baseline matches the proto files", generated::check_baseline),
    Step { inputs: DOCUMENT_INPUTS, ..contract("contract-lint", "redocly accepts openapi.json", document::lint) },
    Step {
        inputs: DOCUMENT_INPUTS,
        ..contract("contract-clients", "TypeScript clients of two generators compile", document::clients)
    },
    Step {
        inputs: MANIFEST_INPUTS,
        when: When::Full,
        ..contract("manifests", "the Kubernetes manifests, compose.yaml and the workflows are valid", manifests::check)
    },
    Step {
        name: "browser",
        description: "browser tests with Playwright and axe, on a running shop with its own ports and data",
        lane: Lane::Browser,
        depends_on: &["build", "web-build"],
        when: When::Slow,
        inputs: SHOP_INPUTS,
        run: browser::run,
    },
    Step {
        name: "contract-shop",
        description: "both TypeScript clients fill a cart and check an order in the running shop",
        lane: Lane::Browser,
        depends_on: &["build", "web-build", "contract-clients"],
        when: When::Slow,
        inputs: SHOP_INPUTS,
        run: document::run_typescript_clients,
    },
    Step {
        name: "soak",
        description: "many clients buy the same products while programs are killed; \
                      stock, orders and payments stay consistent",
        lane: Lane::Browser,
        depends_on: &["build", "web-build"],
        when: When::Slow,
        inputs: SHOP_INPUTS,
        run: browser::soak,
    },
    Step {
        name: "contract-python",
        description: "openapi.json is valid, and a generated Python client buys in the running shop",
        lane: Lane::Browser,
        depends_on: &["build", "web-build"],
        when: When::Full,
        inputs: SHOP_INPUTS,
        run: document::python,
    },
    Step {
        name: "telemetry",
        description: "a real Prometheus: every panel has data, and every alert fires on its fault only",
        lane: Lane::Browser,
        depends_on: &["build", "web-build"],
        when: When::Full,
        inputs: SHOP_INPUTS,
        run: telemetry::run,
    },
    // This step is last, because it changes data.
    Step {
        name: "contract-fuzz",
        description: "schemathesis finds no 5xx and no response that openapi.json does not describe, \
                      as guest, shopper, blogger and operator",
        lane: Lane::Browser,
        depends_on: &["build", "web-build"],
        when: When::Full,
        inputs: SHOP_INPUTS,
        run: document::fuzz,
    },
    Step {
        name: "skew",
        description: "a release and this checkout work beside each other \
                      while each program is upgraded and rolled back",
        lane: Lane::Browser,
        depends_on: &["build", "web-build"],
        when: When::Named,
        inputs: SHOP_INPUTS,
        run: skew::run,
    },
    Step {
        when: When::Named,
        ..rust(
            "advisories",
            "no dependency has a known vulnerability (asks the advisory databases)",
            &[],
            dependencies::advisories,
        )
    },
];

const fn rust(
    name: &'static str,
    description: &'static str,
    depends_on: &'static [&'static str],
    run: fn(Rc<Session>) -> Run,
) -> Step {
    Step { name, description, lane: Lane::Rust, depends_on, when: When::Always, inputs: RUST_INPUTS, run }
}

const fn web(
    name: &'static str,
    description: &'static str,
    depends_on: &'static [&'static str],
    run: fn(Rc<Session>) -> Run,
) -> Step {
    Step { name, description, lane: Lane::Web, depends_on, when: When::Always, inputs: WEB_INPUTS, run }
}

const fn contract(name: &'static str, description: &'static str, run: fn(Rc<Session>) -> Run) -> Step {
    Step { name, description, lane: Lane::Contracts, depends_on: &[], when: When::Always, inputs: PROTO_INPUTS, run }
}
