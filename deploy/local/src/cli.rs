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
    Verify(Verify),
    Regen(Regen),
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
}

const UP_MANUAL: &str = "\
Databases:
  AUTH_DATABASE_URL, CATALOG_DATABASE_URL, ORDER_DATABASE_URL, STORE_DATABASE_URL, NOTIFICATION_DATABASE_URL and
  SEO_DATABASE_URL take precedence over the private cluster; with all six set, it is not started. Without npm or its
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
    /// The argument n of `--sample`, with which only every n-th product is loaded. `None` loads all.
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
    /// The subfolder of cargo's target folder with the programs of this profile.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Dev => "debug",
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
    /// pictures, release programs, a longer soak test, the links of the documentation. Takes up to an hour on two
    /// cores.
    #[arg(long)]
    pub full: bool,

    /// Run only these steps and their dependencies: --only clippy,web-lint.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Run only the steps and test only the crates that are affected by the changes since a commit. [default:
    /// origin/main, or else HEAD; uncommitted files always count]
    // The empty text stands for the default, which `Affected::since` finds.
    #[arg(long, value_name = "COMMIT", num_args = 0..=1, default_missing_value = "", conflicts_with = "only")]
    pub changed: Option<String>,

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

Examples:
  cargo verify                       everything, before a push
  cargo verify --changed             everything affected by the changes since origin/main
  cargo verify --fast --changed      the same without a browser
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
    /// The launcher's process id; if it has ended, the program is not started.
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
