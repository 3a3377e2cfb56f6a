use super::step::{Lane, Outcome, Step, When};
use super::{browser, contract as document, dependencies, manifests, nats, rust_tests, s3, skew, telemetry, valkey};
use crate::cli::Profile;
use crate::node;
use crate::regen::{compare, contracts, openapi, queries, web};
use crate::session::Session;
use crate::shop;
use crate::task;
use crate::times;
use crate::up;
use anyhow::{Result, bail};
use futures::future::{FutureExt as _, LocalBoxFuture};
use std::path::Path;
use std::rc::Rc;

type Run = LocalBoxFuture<'static, Result<Outcome>>;

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

/// The steps of a lane run in this order.
pub const ALL: &[Step] = &[
    rust("fmt", "the Rust code is formatted", &[], |session| cargo(session, "fmt", &["fmt", "--check"])),
    rust("build", "all crates, tests and programs compile", &[], |session| {
        async move { session.compiled().await.map(|_| Outcome::Passed) }.boxed_local()
    }),
    rust("clippy", "rustc and clippy give no warnings", AFTER_BUILD, clippy),
    rust("sqlx-fresh", ".sqlx matches the queries and the migrated databases", AFTER_BUILD, |session| {
        async move { queries::check(&session).await.map(|()| Outcome::Passed) }.boxed_local()
    }),
    rust("openapi-fresh", "openapi.json matches the gateway", AFTER_BUILD, check_openapi),
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
    Step { when: When::Full, ..rust("doc", "the documentation builds without broken links", &[], doc) },
    Step { when: When::Full, ..rust("release", "the release programs compile", &[], release) },
    web("install", "installs the npm packages and Chromium", &[], install),
    web("web-types-fresh", "the web app's types match openapi.json", AFTER_INSTALL, |session| {
        async move { web::check_types(&session).await.map(|()| Outcome::Passed) }.boxed_local()
    }),
    web("web-typecheck", "the web app passes the type check", AFTER_INSTALL, |session| {
        script(session, "web-typecheck", "typecheck")
    }),
    web("web-lint", "the web app is linted and formatted", AFTER_INSTALL, |session| {
        script(session, "web-lint", "lint")
    }),
    web("web-build", "the web app builds", AFTER_INSTALL, web_build),
    web("web-size", "the web app keeps its size limits", &["web-build"], |session| script(session, "web-size", "size")),
    web("web-test", "unit and component tests of the web app", AFTER_INSTALL, web_test),
    contract("buf-lint", "the proto files follow the style rules", |session| {
        async move { contracts::lint(&session).await.map(|()| Outcome::Passed) }.boxed_local()
    }),
    contract("buf-breaking", "changes of the proto files are backward compatible", |session| {
        async move { contracts::breaking(&session).await.map(|()| Outcome::Passed) }.boxed_local()
    }),
    contract("proto-fresh", "the proto baseline matches the proto files", check_baseline),
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

const AFTER_BUILD: &[&str] = &["build"];
const AFTER_INSTALL: &[&str] = &["install"];

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

fn cargo(session: Rc<Session>, name: &'static str, arguments: &'static [&'static str]) -> Run {
    async move {
        task::output_to(name, session.checkout.cargo().args(arguments), &session.log(name)).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

fn script(session: Rc<Session>, name: &'static str, script: &'static str) -> Run {
    async move {
        let mut command = node::npm(&session.checkout.web());
        task::output_to(name, command.args(["run", script]).env("CI", "true"), &session.log(name)).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

fn clippy(session: Rc<Session>) -> Run {
    async move {
        let warnings = &session.compiled().await?.warnings;
        std::fs::write(session.log("clippy"), warnings.concat())?;
        if warnings.is_empty() {
            return Ok(Outcome::Passed);
        }
        let first: Vec<&str> = warnings.iter().take(5).map(|warning| warning.trim_end()).collect();
        bail!(
            "{} warnings, listed in {}; the first ones:\n{}",
            warnings.len(),
            session.log("clippy").display(),
            first.join("\n\n")
        )
    }
    .boxed_local()
}

/// Installs packages while cargo compiles.
fn install(session: Rc<Session>) -> Run {
    async move {
        let checkout = &session.checkout;
        let npm = |name: &'static str, folder: std::path::PathBuf| {
            let session = session.clone();
            async move { node::install(&session.board, name, &folder, &session.log(&format!("npm-{name}"))).await }
        };
        tokio::try_join!(
            npm("the web app", checkout.web()),
            npm("openapi", checkout.openapi_tools()),
            npm("tools", checkout.tools()),
            npm("postgres", checkout.postgres()),
            npm("pictures", checkout.pictures()),
            async { browser::chromium(&session).await.map(drop) },
        )?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

fn web_test(session: Rc<Session>) -> Run {
    async move {
        let report = session.logs.join("web-test.json");
        std::fs::remove_file(&report).ok();
        let mut command = node::npm(&session.checkout.web());
        command.args(["run", "test"]).env("CI", "true").env("VITEST_JSON", &report);
        let result = task::output_to("web-test", &mut command, &session.log("web-test")).await;
        if report.is_file() {
            times::vitest(&report, &session.checkout.web())?.into_iter().for_each(|test| session.times.add_test(test));
        }
        result.map(|()| Outcome::Passed)
    }
    .boxed_local()
}

fn doc(session: Rc<Session>) -> Run {
    async move {
        let mut command = session.checkout.cargo();
        command.args(["doc", "--workspace", "--no-deps", "--document-private-items"]);
        task::with_progress(&mut command);
        task::output_to("doc", &mut command, &session.log("doc")).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

fn release(session: Rc<Session>) -> Run {
    async move {
        up::build(&session.board, &session.checkout, Profile::Release, &session.logs).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

/// Shares the stamp of `cargo up`, so that the web app is built once.
fn web_build(session: Rc<Session>) -> Run {
    async move {
        shop::web::build(&session.board, &session.checkout, &session.logs).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

fn check_openapi(session: Rc<Session>) -> Run {
    async move {
        let generated = session.empty_folder("openapi")?.join("openapi.json");
        openapi::write_document(&session, &generated).await?;
        check_file(&session, openapi::DOCUMENT, &generated)
    }
    .boxed_local()
}

fn check_baseline(session: Rc<Session>) -> Run {
    async move {
        let generated = session.empty_folder("baseline")?.join("baseline.binpb");
        contracts::baseline(&session, &generated).await?;
        check_file(&session, contracts::BASELINE, &generated)
    }
    .boxed_local()
}

fn check_file(session: &Session, file: &str, generated: &Path) -> Result<Outcome> {
    compare::ensure_same(&compare::read(&session.checkout.join(file))?, &compare::read(generated)?, Path::new(file))?;
    Ok(Outcome::Passed)
}
