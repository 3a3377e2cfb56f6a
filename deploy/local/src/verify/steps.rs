//! All steps of `cargo verify`, in one table.

use super::step::{Lane, Outcome, Step, When};
use super::{browser, contract as document, rust_tests};
use crate::child::program;
use crate::cli::Profile;
use crate::node;
use crate::regen::{compare, contracts, openapi, queries, web};
use crate::shop;
use crate::task;
use crate::times;
use crate::up;
use crate::workshop::Workshop;
use anyhow::{Result, bail};
use futures::future::{FutureExt as _, LocalBoxFuture};
use std::path::Path;
use std::rc::Rc;

type Run = LocalBoxFuture<'static, Result<Outcome>>;

const RUST: &[&str] = &[
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
/// Tests read files that the services and the web app share, and `tidy` reads all sources.
const TESTED: &[&str] = &[
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
const WEB: &[&str] = &["web/", "gateway/openapi.json"];
const PROTO: &[&str] = &["proto/", "deploy/local/tools/"];
const CONTRACT: &[&str] = &["gateway/openapi.json", "gateway/clients/"];
const SHOP: &[&str] = &[
    "Cargo.",
    "services/",
    "gateway/",
    "proto/",
    "migrations/",
    "web/",
    "deploy/local/",
    "deploy/bank/",
    "deploy/load/",
];

pub const ALL: &[Step] = &[
    rust("fmt", "Rust is formatted", &[], |shop| cargo(shop, "fmt", &["fmt", "--check"])),
    rust("build", "everything compiles: crates, tests and programs, once", &[], |shop| {
        async move { shop.compiled().await.map(|_| Outcome::Passed) }.boxed_local()
    }),
    rust("clippy", "no warning anywhere", BUILT, clippy),
    rust("sqlx-fresh", ".sqlx is what the database says", BUILT, |shop| {
        async move { queries::are_fresh(&shop).await.map(|()| Outcome::Passed) }.boxed_local()
    }),
    rust("openapi-fresh", "openapi.json is what the gateway says", BUILT, openapi_is_fresh),
    Step { reads: TESTED, ..rust("test", "all Rust tests, on a real PostgreSQL", BUILT, rust_tests::run) },
    Step {
        reads: &["Cargo.", "deny.toml"],
        ..rust("deny", "licences, sources and versions of the dependencies", &[], deny)
    },
    Step { when: When::Full, ..rust("doc", "every link in the documentation leads somewhere", &[], doc) },
    Step { when: When::Full, ..rust("release", "the programs as they are shipped", &[], release) },
    web("install", "what npm and apt bring: one `npm ci` a package, and Chromium", &[], install),
    web("web-types-fresh", "the web's types are what openapi.json says", INSTALLED, |shop| {
        async move { web::types_are_fresh(&shop).await.map(|()| Outcome::Passed) }.boxed_local()
    }),
    web("web-typecheck", "the web's types hold", INSTALLED, |shop| script(shop, "web-typecheck", "typecheck")),
    web("web-lint", "the web is linted and formatted", INSTALLED, |shop| script(shop, "web-lint", "lint")),
    web("web-build", "the web app as it is served", INSTALLED, web_build),
    web("web-size", "the size budget", &["web-build"], |shop| script(shop, "web-size", "size")),
    web("web-test", "the web's unit and component tests", INSTALLED, web_test),
    contract("buf-lint", "the contracts' style", |shop| {
        async move { contracts::lint(&shop).await.map(|()| Outcome::Passed) }.boxed_local()
    }),
    contract("buf-breaking", "the contracts only grew", |shop| {
        async move { contracts::breaking(&shop).await.map(|()| Outcome::Passed) }.boxed_local()
    }),
    contract("proto-fresh", "the baseline is what the contracts say", baseline_is_fresh),
    Step { reads: CONTRACT, ..contract("contract-lint", "redocly accepts openapi.json", document::lint) },
    Step {
        reads: CONTRACT,
        ..contract("contract-clients", "TypeScript clients of two generators compile", document::clients)
    },
    Step {
        name: "browser",
        what: "Playwright and axe in Chromium on the real shop, with its own ports and data",
        lane: Lane::Browser,
        needs: &["build", "web-build"],
        when: When::Slow,
        reads: SHOP,
        run: browser::run,
    },
    Step {
        name: "contract-shop",
        what: "both TypeScript clients fill a cart and check an order in the running shop",
        lane: Lane::Browser,
        needs: &["build", "web-build", "contract-clients"],
        when: When::Slow,
        reads: SHOP,
        run: document::shopping,
    },
    Step {
        name: "soak",
        what: "many buy the same few things while parts of the shop are killed: stock, orders and money agree",
        lane: Lane::Browser,
        needs: &["build", "web-build"],
        when: When::Slow,
        reads: SHOP,
        run: browser::soak,
    },
    Step {
        name: "contract-python",
        what: "openapi.json is valid, and its generated Python client buys, too",
        lane: Lane::Browser,
        needs: &["build", "web-build"],
        when: When::Full,
        reads: SHOP,
        run: document::python,
    },
    // Last, because it changes data.
    Step {
        name: "contract-fuzz",
        what: "schemathesis finds no 5xx and no answer that openapi.json does not describe, as guest, shopper, blogger and operator",
        lane: Lane::Browser,
        needs: &["build", "web-build"],
        when: When::Full,
        reads: SHOP,
        run: document::fuzz,
    },
    Step {
        when: When::Named,
        ..rust("advisories", "no dependency has a known weakness (asks the advisory databases)", &[], advisories)
    },
];

const BUILT: &[&str] = &["build"];
const INSTALLED: &[&str] = &["install"];

const fn rust(
    name: &'static str,
    what: &'static str,
    needs: &'static [&'static str],
    run: fn(Rc<Workshop>) -> Run,
) -> Step {
    Step { name, what, lane: Lane::Rust, needs, when: When::Always, reads: RUST, run }
}

const fn web(
    name: &'static str,
    what: &'static str,
    needs: &'static [&'static str],
    run: fn(Rc<Workshop>) -> Run,
) -> Step {
    Step { name, what, lane: Lane::Web, needs, when: When::Always, reads: WEB, run }
}

const fn contract(name: &'static str, what: &'static str, run: fn(Rc<Workshop>) -> Run) -> Step {
    Step { name, what, lane: Lane::Contracts, needs: &[], when: When::Always, reads: PROTO, run }
}

fn cargo(shop: Rc<Workshop>, name: &'static str, arguments: &'static [&'static str]) -> Run {
    async move {
        task::output_to(name, shop.checkout.cargo().args(arguments), &shop.log(name)).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

fn script(shop: Rc<Workshop>, name: &'static str, script: &'static str) -> Run {
    async move {
        let mut command = node::npm(&shop.checkout.web());
        task::output_to(name, command.args(["run", script]).env("CI", "true"), &shop.log(name)).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

/// Counts the warnings of the build.
fn clippy(shop: Rc<Workshop>) -> Run {
    async move {
        let warnings = &shop.compiled().await?.warnings;
        std::fs::write(shop.log("clippy"), warnings.concat())?;
        if warnings.is_empty() {
            return Ok(Outcome::Passed);
        }
        let first: Vec<&str> = warnings.iter().take(5).map(|warning| warning.trim_end()).collect();
        bail!("{} warnings, all of them in {}:\n{}", warnings.len(), shop.log("clippy").display(), first.join("\n\n"))
    }
    .boxed_local()
}

fn deny(shop: Rc<Workshop>) -> Run {
    async move {
        let mut command = cargo_deny(&shop).await?;
        // Advisories change without a commit, so they are a separate step (`advisories`).
        command.args(["--workspace", "check", "bans", "licenses", "sources"]);
        task::output_to("deny", &mut command, &shop.log("deny")).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

/// Asks the advisory databases of RustSec and npm. Fails if they cannot be reached, because "not checked" must not look
/// like "none known".
fn advisories(shop: Rc<Workshop>) -> Run {
    async move {
        let mut command = cargo_deny(&shop).await?;
        command.args(["--workspace", "check", "advisories"]);
        let rust = task::output_to("advisories", &mut command, &shop.log("advisories")).await;
        let (mut command, log) = (node::npm(&shop.checkout.web()), shop.log("npm-audit"));
        let web = task::output_to("npm audit", command.args(["audit", "--audit-level", "high"]), &log).await;
        rust.and(web).map(|()| Outcome::Passed)
    }
    .boxed_local()
}

const DENY_VERSION: &str = "0.20.2";

/// Returns cargo-deny from PATH or from this checkout, where it is installed if missing.
async fn cargo_deny(shop: &Workshop) -> Result<tokio::process::Command> {
    let folder = shop.checkout.scratch()?.join("tools");
    let own = folder.join("bin/cargo-deny");
    let found = node::find("cargo-deny").or_else(|| own.is_file().then(|| own.clone()));
    if found.is_none() {
        let mut install = shop.checkout.cargo();
        // Unoptimised, because it reads only one lock file and an optimised build would take longer than it saves.
        install.args([
            "install",
            "cargo-deny",
            "--version",
            DENY_VERSION,
            "--locked",
            "--debug",
            "--no-track",
            "--root",
        ]);
        install.arg(&folder).env("CARGO_TARGET_DIR", folder.join("target")).env("CARGO_PROFILE_DEV_DEBUG", "none");
        install.env("CARGO_INCREMENTAL", "0");
        task::with_progress(&mut install);
        task::output_to("installing cargo-deny", &mut install, &shop.log("deny")).await?;
        std::fs::remove_dir_all(folder.join("target")).ok();
    }
    let mut command = program(found.unwrap_or(own));
    // Called directly, it needs the subcommand's name as the first argument.
    command.current_dir(&shop.checkout.root).args(["deny", "--log-level", "warn"]);
    Ok(command)
}

/// Installs everything from npm and apt at the start, while cargo compiles.
fn install(shop: Rc<Workshop>) -> Run {
    async move {
        let checkout = &shop.checkout;
        let npm = |name: &'static str, folder: std::path::PathBuf| {
            let shop = shop.clone();
            async move { node::install(&shop.board, name, &folder, &shop.log(&format!("npm-{name}"))).await }
        };
        tokio::try_join!(
            npm("the web app", checkout.web()),
            npm("openapi", checkout.openapi_tools()),
            npm("tools", checkout.tools()),
            npm("postgres", checkout.postgres()),
            npm("pictures", checkout.pictures()),
            async { browser::chromium(&shop).await.map(drop) },
        )?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

fn web_test(shop: Rc<Workshop>) -> Run {
    async move {
        let report = shop.logs.join("web-test.json");
        std::fs::remove_file(&report).ok();
        let mut command = node::npm(&shop.checkout.web());
        command.args(["run", "test"]).env("CI", "true").env("VITEST_JSON", &report);
        let tested = task::output_to("web-test", &mut command, &shop.log("web-test")).await;
        if report.is_file() {
            times::vitest(&report, &shop.checkout.web())?.into_iter().for_each(|test| shop.times.add_test(test));
        }
        tested.map(|()| Outcome::Passed)
    }
    .boxed_local()
}

fn doc(shop: Rc<Workshop>) -> Run {
    async move {
        let mut command = shop.checkout.cargo();
        command.args(["doc", "--workspace", "--no-deps", "--document-private-items"]);
        task::with_progress(&mut command);
        task::output_to("doc", &mut command, &shop.log("doc")).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

fn release(shop: Rc<Workshop>) -> Run {
    async move {
        up::build(&shop.board, &shop.checkout, Profile::Release, &shop.logs).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

/// Shares build and stamp with `cargo up`, so the web app is built only once.
fn web_build(shop: Rc<Workshop>) -> Run {
    async move {
        shop::web::build(&shop.board, &shop.checkout, &shop.logs).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

fn openapi_is_fresh(shop: Rc<Workshop>) -> Run {
    async move {
        let made = shop.empty("openapi")?.join("openapi.json");
        openapi::print(&shop, &made).await?;
        file_is_fresh(&shop, openapi::DOCUMENT, &made)
    }
    .boxed_local()
}

fn baseline_is_fresh(shop: Rc<Workshop>) -> Run {
    async move {
        let made = shop.empty("baseline")?.join("baseline.binpb");
        contracts::baseline(&shop, &made).await?;
        file_is_fresh(&shop, contracts::BASELINE, &made)
    }
    .boxed_local()
}

fn file_is_fresh(shop: &Workshop, place: &str, made: &Path) -> Result<Outcome> {
    compare::same(&compare::read(&shop.checkout.join(place))?, &compare::read(made)?, Path::new(place))?;
    Ok(Outcome::Passed)
}
