//! Every step of `cargo verify`, in one table.

use super::{Lane, Outcome, Step, browser, rust_tests};
use crate::cli::Profile;
use crate::node;
use crate::regen::{Workshop, compare, contracts, openapi, queries, web};
use crate::shop;
use crate::task;
use crate::up;
use anyhow::Result;
use futures::future::{FutureExt as _, LocalBoxFuture};
use std::path::Path;
use std::rc::Rc;

type Run = LocalBoxFuture<'static, Result<Outcome>>;

pub const ALL: &[Step] = &[
    rust("fmt", "Rust is formatted", |shop| cargo(shop, "fmt", &["fmt", "--check"])),
    rust("deny", "licences, sources and advisories of the dependencies", deny),
    rust("tidy", "the rooms of the house", |shop| cargo(shop, "tidy", &["test", "--workspace", "--test", "tidy"])),
    rust("clippy", "no warning anywhere", |shop| {
        cargo(shop, "clippy", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])
    }),
    rust("test", "all Rust tests, on a real PostgreSQL", rust_tests::run),
    rust("sqlx-fresh", ".sqlx is what the database says", |shop| {
        async move { queries::are_fresh(&shop).await.map(|()| Outcome::Passed) }.boxed_local()
    }),
    rust("openapi-fresh", "openapi.json is what the gateway says", openapi_is_fresh),
    Step { slow: true, ..rust("programs", "the shop's programs, as the tests have compiled them", programs) },
    npm("web-install", "npm ci", &[], |shop| {
        async move { web::install(&shop).await.map(|()| Outcome::Passed) }.boxed_local()
    }),
    npm("web-types-fresh", "the web's types are what openapi.json says", INSTALLED, |shop| {
        async move { web::types_are_fresh(&shop).await.map(|()| Outcome::Passed) }.boxed_local()
    }),
    npm("web-typecheck", "the web's types hold", INSTALLED, |shop| script(shop, "web-typecheck", "typecheck")),
    npm("web-lint", "the web is linted and formatted", INSTALLED, |shop| script(shop, "web-lint", "lint")),
    npm("web-test", "the web's unit tests", INSTALLED, |shop| script(shop, "web-test", "test")),
    npm("web-build", "the web app as it is served", INSTALLED, web_build),
    npm("web-size", "the size budget", &["web-build"], |shop| script(shop, "web-size", "size")),
    contract("buf-lint", "the contracts' style", |shop| {
        async move { contracts::lint(&shop).await.map(|()| Outcome::Passed) }.boxed_local()
    }),
    contract("buf-breaking", "the contracts only grew", |shop| {
        async move { contracts::breaking(&shop).await.map(|()| Outcome::Passed) }.boxed_local()
    }),
    contract("proto-fresh", "the baseline is what the contracts say", baseline_is_fresh),
    Step {
        name: "browser",
        what: "Playwright and axe in Chromium on the real shop, with its own ports and data",
        lane: Lane::Browser,
        needs: &["programs", "web-build"],
        slow: true,
        run: browser::run,
    },
    Step {
        name: "soak",
        what: "many buy the same few things while parts of the shop are killed: stock, orders and money agree",
        lane: Lane::Browser,
        needs: &["programs", "web-build"],
        slow: true,
        run: browser::soak,
    },
];

const INSTALLED: &[&str] = &["web-install"];

const fn rust(name: &'static str, what: &'static str, run: fn(Rc<Workshop>) -> Run) -> Step {
    Step { name, what, lane: Lane::Rust, needs: &[], slow: false, run }
}

const fn npm(
    name: &'static str,
    what: &'static str,
    needs: &'static [&'static str],
    run: fn(Rc<Workshop>) -> Run,
) -> Step {
    Step { name, what, lane: Lane::Web, needs, slow: false, run }
}

const fn contract(name: &'static str, what: &'static str, run: fn(Rc<Workshop>) -> Run) -> Step {
    Step { name, what, lane: Lane::Contracts, needs: &[], slow: false, run }
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

fn deny(shop: Rc<Workshop>) -> Run {
    async move {
        let installed = node::find("cargo-deny").is_some()
            || std::env::home_dir().is_some_and(|home| home.join(".cargo/bin/cargo-deny").is_file());
        if !installed {
            return Ok(Outcome::Skipped("cargo-deny is not installed here"));
        }
        cargo(shop, "deny", &["deny", "--workspace", "check"]).await
    }
    .boxed_local()
}

/// Not those of the release: to compile everything once more, for speed that no test asks for, takes as long as all tests.
fn programs(shop: Rc<Workshop>) -> Run {
    async move {
        up::build(&shop.board, &shop.checkout, Profile::Dev, &shop.logs).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

/// The same build that `cargo up` makes, with the same stamp, so that it is made once.
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
