//! The command line. Its doc comments are the text of `--help`.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Parser)]
#[command(name = "sovqat-local", version, about = "The whole shop on one machine", max_term_width = 110)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Up(Up),
    Rollout(Rollout),
    Verify(Verify),
    Regen(Regen),
    Affected(Affected),
    Code(Code),
    Drill(Drill),
    Postgres(Postgres),
    #[command(hide = true)]
    Guard(Guard),
}

/// Run the whole shop: PostgreSQL, six services, the gateway, the web app and a sandbox bank.
///
/// Builds what has changed, starts a private PostgreSQL 18 from npm, creates and migrates a database for each service,
/// loads the demo once, starts all programs, waits until they are healthy, and prints their addresses. The last line is
/// `ready http://127.0.0.1:8080`. Ctrl-C stops everything within five seconds. After any kind of stop, even SIGKILL,
/// the next start continues with the same data. A service or a PostgreSQL that dies is started again.
///
/// The first start takes minutes, because it compiles; later ones take less than three seconds.
#[derive(Clone, Debug, Args)]
#[command(verbatim_doc_comment, after_long_help = UP_MANUAL)]
pub struct Up {
    /// Port of the shop on 127.0.0.1; the services and PostgreSQL use free ports above it.
    #[arg(long, default_value_t = 8080)]
    pub port: u16,

    /// Folder for databases, pictures and logs. [default: .data in the checkout]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// Start with empty databases and load the demo again. Product pictures that exist already are kept.
    #[arg(long)]
    pub fresh: bool,

    /// How much of the demo shop to load. Loaded data is only removed by --fresh.
    #[arg(long, value_enum, default_value_t = Demo::Full)]
    pub demo: Demo,

    /// Start only these programs: --only auth,gateway.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,

    /// How many processes of each service and of the gateway to start, with one database for each service.
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    pub replicas: usize,

    /// How the programs are compiled: `release` as they are shipped; `dev` as in the tests, which compiles faster but
    /// runs slower.
    #[arg(long, value_enum, default_value_t = Profile::Release)]
    pub profile: Profile,

    /// How many product pictures to compose: `few` shares a few dozen among all products, for tests.
    #[arg(long, value_enum, default_value_t = Pictures::All)]
    pub pictures: Pictures,

    /// Start the programs that are already compiled, even if sources have changed.
    #[arg(long)]
    pub no_build: bool,

    /// Start the compiled programs of another folder, with its folders `web` (the built web app) and `demo` if it has
    /// them. Nothing is compiled.
    #[arg(long, value_name = "DIR", conflicts_with = "profile")]
    pub programs: Option<PathBuf>,

    /// Also run the installed Prometheus, with the alerts of deploy/observability.
    #[arg(long)]
    pub observe: bool,
}

const UP_MANUAL: &str = "\
Databases:
  AUTH_DATABASE_URL, CATALOG_DATABASE_URL, ORDER_DATABASE_URL, STORE_DATABASE_URL, NOTIFICATION_DATABASE_URL and
  SEO_DATABASE_URL take precedence over the private cluster; with all six set, it is not started. AUTH_DATABASE_OWNER_URL
  and so on name the same databases for the role that migrates them, if that is another one. Without npm or its
  registry, an installed PostgreSQL 15 or newer (pg_config, /usr/lib/postgresql) is used instead.

Running as root:
  PostgreSQL refuses to run as root, so it runs as `postgres`, or else as `nobody`. If that user has no access to the
  checkout, the default data folder is /var/lib/sovqat/<checkout> instead of .data, and PostgreSQL is copied next to it.

Environment:
  OTEL_EXPORTER_OTLP_ENDPOINT, RUST_LOG and all other variables are passed to every service. NO_COLOR is respected.

Logs:
  The services' output is printed on the terminal, prefixed with their names. Output of builds is in <data>/logs.

Examples:
  cargo up                                run the shop at http://127.0.0.1:8080
  cargo up --port 9000 --data /tmp/shop   run a second one at the same time
  cargo up --fresh --demo small           start over with every tenth product";

/// Replace the processes of a program in the running shop, one after another, by another build of it.
///
/// Each process gets SIGTERM, finishes its open requests, and is started again with the new program. The next one
/// follows when it is ready. If it exits or is not ready after 90 seconds, the former program is started again and the
/// rollout fails. With `cargo up --replicas 2` and SHUTDOWN_DELAY=1s, no request fails meanwhile.
#[derive(Clone, Debug, Args)]
pub struct Rollout {
    /// The program: auth, catalog, order, store, notification, seo, gateway or bank.
    pub program: String,

    /// Replace only this replica; the first one is 1.
    #[arg(long, value_name = "NUMBER")]
    pub replica: Option<usize>,

    /// The folder with the new program `sovqat-<name>`, and for the gateway optionally `web`. [default: the programs
    /// with which the shop was started, which takes a rollout back]
    #[arg(long, value_name = "DIR")]
    pub from: Option<PathBuf>,

    /// Migrate the database of the service with the new program before.
    #[arg(long)]
    pub migrate: bool,

    /// The data folder of the shop. [default: as for `cargo up`]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Demo {
    /// An empty shop
    None,
    /// Every tenth product
    Small,
    /// The whole demo
    Full,
}

impl Demo {
    /// The argument n of the catalog's `--sample n`, which loads every n-th product.
    pub fn sample_argument(self) -> Option<&'static str> {
        (self == Self::Small).then_some("10")
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Small => "small",
            Self::Full => "full",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Pictures {
    All,
    Few,
}

impl Pictures {
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Few => "few",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Profile {
    Release,
    Dev,
}

impl Profile {
    pub fn folder(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Dev => "debug",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Dev => "dev",
        }
    }
}

/// Run all checks: formatting, lints, contracts, generated files, tests, web app, browser.
///
/// Starts its own PostgreSQL, and installs Chromium and cargo-deny if it may. Runs every step, even after a failure,
/// then prints the time of each step, the ten slowest tests and `N passed, M failed`. The exit code is 1 if anything
/// failed. Failed tests are not run again.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = VERIFY_MANUAL)]
pub struct Verify {
    /// Skip the steps that need the running shop: the browser tests, the soak test and the API clients.
    #[arg(long, conflicts_with = "full")]
    pub fast: bool,

    /// Run everything in every combination: all flows on both devices, all page states in every language and theme, all
    /// pictures, release programs, a longer soak test, the links of the documentation, and the shop with a real NATS,
    /// Valkey, S3 server and Prometheus. Needs what docs/CONTRIBUTING.md lists. Takes more than an hour on two cores.
    #[arg(long)]
    pub full: bool,

    /// Run only these steps and their dependencies: --only clippy,web-lint.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Run only the steps and test only the crates that are affected by the changes since a commit. [default:
    /// origin/main, or else HEAD; uncommitted files always count]
    // An empty text stands for the default.
    #[arg(long, value_name = "COMMIT", num_args = 0..=1, default_missing_value = "", conflicts_with = "only")]
    pub changed: Option<String>,

    /// Run only the skew test: the programs of a release (a tag or commit) serve beside those of this checkout, while
    /// each is upgraded and rolled back under load. [default: the newest tag `v…`, or else the commit before HEAD]
    // An empty text stands for the default.
    #[arg(long, value_name = "RELEASE", num_args = 0..=1, default_missing_value = "",
        conflicts_with_all = ["fast", "full", "only", "changed"])]
    pub skew: Option<String>,

    /// Print the steps and exit.
    #[arg(long)]
    pub list: bool,
}

const VERIFY_MANUAL: &str = "\
Reports, in target/local/verify:
  times.json     the time and verdict of every step and every test of the last run
  runs.json      the verdicts of the last runs, to find flaky tests: those that passed and failed with the same sources
  <step>.log     the output of a step

Advisories:
  `cargo verify --only advisories` asks the databases of known vulnerabilities (RustSec, npm). They change without a
  commit and need the network, so no other run asks them. The step fails if they cannot be reached.

Skew:
  `cargo verify --skew` compiles the release in target/local/skew, which takes 8 to 15 minutes on two cores. RELEASED=DIR
  names a folder with programs that exist already, and with its folders `web` (the built web app) and `demo` if it has
  them. The test needs about 10 minutes. Its output is in target/local/verify/skew.log.

Examples:
  cargo verify                       everything, before a push
  cargo verify --changed             everything affected by the changes since origin/main
  cargo verify --fast --changed      the same without a browser
  cargo verify --skew v0.1.0         before a release
  cargo verify --only test           all Rust tests
  cargo verify --full                before closing an issue, and before a release";

/// Regenerate the checked-in files: proto baseline, .sqlx, openapi.json and the web app's types.
#[derive(Clone, Debug, Args)]
pub struct Regen {
    /// Regenerate only these parts: proto, sqlx, openapi, web.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Accept a proto baseline that is incompatible with the previous one. Only before the first release.
    #[arg(long)]
    pub accept_breaking: bool,
}

/// Print which packages and images the changes since a commit affect, as JSON.
///
/// `images` lists the processes whose image must be built, `packages` the packages that must be tested (null for all).
#[derive(Clone, Debug, Args)]
pub struct Affected {
    /// The commit to compare with. [default: origin/main, or else HEAD; uncommitted files always count]
    // An empty text stands for the default.
    #[arg(long, value_name = "COMMIT", default_value = "", hide_default_value = true)]
    pub since: String,
}

/// Print the current codes of the demo staff's authenticator apps. Each code signs in once.
#[derive(Clone, Debug, Args)]
pub struct Code {
    /// How the programs were compiled.
    #[arg(long, value_enum, default_value_t = Profile::Release)]
    pub profile: Profile,
}

/// Rehearse a disaster of one service's database, in a separate shop under load.
///
/// Starts the shop with that database on a separate server, lets shoppers order and pay, causes the fault, waits until
/// the shop takes orders again without help, runs the shop's auditor, and prints what was lost. The last line is
/// `passed` or `failed`. A drill fails if the shop does not recover, or if it loses anything else than the drill
/// expects.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = DRILL_MANUAL)]
pub struct Drill {
    #[arg(value_enum)]
    pub name: DrillName,

    /// The service whose database or clock gets the fault.
    #[arg(long, value_name = "SERVICE", default_value = "order")]
    pub service: String,

    /// Port of the drill's shop; its programs use free ports above it.
    #[arg(long, default_value_t = 8300)]
    pub port: u16,

    /// Folder for databases, archives and logs. [default: target/local/drill]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// How many shoppers order at the same time.
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    pub buyers: u16,

    /// How the programs are compiled.
    #[arg(long, value_enum, default_value_t = Profile::Release)]
    pub profile: Profile,

    /// Start the programs that are already compiled, even if sources have changed.
    #[arg(long)]
    pub no_build: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DrillName {
    /// Make a base backup and an archive of the log under load, start a server from them and compare it
    Backup,
    /// Restore the database to an earlier moment
    Restore,
    /// Promote a standby that lacks the last events
    Failover,
    /// Fill the disk for a while (needs root)
    DiskFull,
    /// Shift the service's clock two minutes ahead, then behind
    ClockSkew,
    /// Delay commits, and stop the disk's answers twice
    SlowDisk,
}

const DRILL_MANUAL: &str = "\
Logs:
  <data>/logs has the output of the shop (shop.log), of the traffic (traffic.log) and of statements (query.log).

Examples:
  cargo drill restore                     put the orders back to a moment before
  cargo drill failover --service catalog  promote a standby of the catalogue";

/// Run only PostgreSQL and print its address as `ready postgres://…`, for tests and psql.
#[derive(Clone, Debug, Args)]
pub struct Postgres {
    /// The folder of the cluster. Without it, a temporary folder is used and removed at the end.
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// The port on 127.0.0.1. Without it, the server listens only on a socket in its folder.
    #[arg(long)]
    pub port: Option<u16>,
}

/// Run another program that gets a signal when the launcher dies. Used by the launcher itself.
#[derive(Clone, Debug, Args)]
pub struct Guard {
    /// The launcher's process id. If the launcher has ended, the program is not started.
    #[arg(long)]
    pub parent: i32,

    /// Send SIGINT, which is PostgreSQL's fast shutdown, instead of SIGTERM.
    #[arg(long)]
    pub interrupt: bool,

    #[arg(last = true, required = true)]
    pub command: Vec<std::ffi::OsString>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_describes_options_and_environment() {
        let help = Cli::command().find_subcommand_mut("up").unwrap().render_long_help().to_string();
        for word in ["--port", "--data", "--fresh", "--demo", "AUTH_DATABASE_URL", "/var/lib/sovqat", "ready http"] {
            assert!(help.contains(word), "{word} is missing from\n{help}");
        }
    }
}
