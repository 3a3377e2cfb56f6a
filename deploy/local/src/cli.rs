//! The command line. The doc comments are the manual that `cargo up --help` prints.

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
/// Builds what changed, starts a private PostgreSQL 18 that npm carries, creates a database for each service, migrates
/// them, loads the demo once, starts everything, waits until all of it is healthy and prints where to look. The last
/// line is `ready http://127.0.0.1:8080`. Ctrl-C stops all of it within five seconds. However it was stopped, even by
/// SIGKILL, the next start picks up where it was. A service or a PostgreSQL that dies is started again.
///
/// A first start takes minutes (it compiles), a later one under three seconds.
#[derive(Clone, Debug, Args)]
#[command(verbatim_doc_comment, after_long_help = UP_MANUAL)]
pub struct Up {
    /// The port of the shop on 127.0.0.1; the services and PostgreSQL take free ports above it.
    #[arg(long, default_value_t = 8080)]
    pub port: u16,

    /// Where everything lives that outlasts a run: databases, pictures, logs. [default: .data in the checkout]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// Start over: forget the databases and what was loaded; the demo's composed pictures stay.
    #[arg(long)]
    pub fresh: bool,

    /// How much of the demo shop to load. What was loaded once is not taken out again without --fresh.
    #[arg(long, value_enum, default_value_t = Demo::Full)]
    pub demo: Demo,

    /// Start these programs only, for work on a few of them: --only auth,gateway.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,

    /// How the programs are compiled: `release` as they are shipped, `dev` as the tests compile them, which is quicker to
    /// make and slower to run.
    #[arg(long, value_enum, default_value_t = Profile::Release)]
    pub profile: Profile,

    /// How many pictures of products to compose: `few` shares a few dozen among all products, for tests.
    #[arg(long, value_enum, default_value_t = Pictures::All)]
    pub pictures: Pictures,

    /// Start the programs that are compiled already, whatever has changed since.
    #[arg(long)]
    pub built: bool,
}

const UP_MANUAL: &str = "\
Databases:
  AUTH_DATABASE_URL, CATALOG_DATABASE_URL, ORDER_DATABASE_URL, STORE_DATABASE_URL, NOTIFICATION_DATABASE_URL and
  SEO_DATABASE_URL each win over the private cluster; with all six set it is not started. Without npm or its registry
  a PostgreSQL 15 or newer that is installed here (pg_config, /usr/lib/postgresql) serves instead.

Running as root:
  PostgreSQL refuses root, so it runs as `postgres`, or else `nobody`. When that user may not enter the checkout, the
  default data folder is /var/lib/sovqat/<checkout> instead of .data, and PostgreSQL's programs are copied beside it.

Environment:
  OTEL_EXPORTER_OTLP_ENDPOINT, RUST_LOG and any other variable pass through to every service. NO_COLOR is obeyed.

Logs:
  The services' lines come to the terminal behind their names. Output of builds is in <data>/logs.

Examples:
  cargo up                                the shop at http://127.0.0.1:8080
  cargo up --port 9000 --data /tmp/shop   a second one beside it
  cargo up --fresh --demo small           every tenth product, from nothing";

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
    /// Keep every n-th product; `None` keeps all.
    pub fn sample(self) -> Option<&'static str> {
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
    /// The folder of `target` that its programs land in.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Dev => "debug",
        }
    }
}

/// Prove the whole shop: formats, lints, contracts, generated files, tests, web, browser.
///
/// Brings its own PostgreSQL and, when it may install them, its own Chromium and cargo-deny. Runs every step, also after a
/// failure, then prints the time of each step, the ten slowest tests and `N passed, M failed`; the exit code is 1 when
/// anything failed. Nothing that fails is run again.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = VERIFY_MANUAL)]
pub struct Verify {
    /// Leave out what needs the running shop: the browser and the soak.
    #[arg(long, conflicts_with = "full")]
    pub fast: bool,

    /// Everything in every combination: all flows on both devices, all page states in every language and theme, all pictures,
    /// release programs, a longer soak, the links of the documentation. Takes up to an hour on two cores.
    #[arg(long)]
    pub full: bool,

    /// Run the named steps only, with what they need: --only clippy,web-lint.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Run only the steps, and test only the crates, that the difference to a commit can affect. [default: origin/main, or
    /// else HEAD; uncommitted files always count]
    #[arg(long, value_name = "COMMIT", num_args = 0..=1, default_missing_value = "", conflicts_with = "only")]
    pub changed: Option<String>,

    /// Print the steps and stop.
    #[arg(long)]
    pub list: bool,
}

const VERIFY_MANUAL: &str = "\
Reports, in target/local/verify:
  times.json     the time and verdict of every step and every test of the last run
  runs.json      the verdicts of the last runs: a test that passed and failed with the same sources is named as flaky
  <step>.log     what a step printed

Advisories:
  `cargo verify --only advisories` asks the databases of known weaknesses (RustSec, npm). They change without a commit and
  need the network, so no other run asks them; it fails when they cannot be asked.

Examples:
  cargo verify                       everything, before a push
  cargo verify --changed             what the work since origin/main can affect
  cargo verify --fast --changed      the same without a browser
  cargo verify --only test           all Rust tests
  cargo verify --full                before an issue is called resolved, and before a release";

/// Rewrite what is generated and checked in: proto baseline, .sqlx, openapi.json and the web's types.
#[derive(Clone, Debug, Args)]
pub struct Regen {
    /// These parts only: proto, sqlx, openapi, web.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Take a proto baseline that breaks the former one. Only before the first release.
    #[arg(long)]
    pub accept_breaking: bool,
}

/// Run PostgreSQL alone and print its address as `ready postgres://…`, for tests and psql.
#[derive(Clone, Debug, Args)]
pub struct Postgres {
    /// The folder of the cluster; a folder for the run only when left out.
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// The port on 127.0.0.1; when left out, only the socket in the folder is opened.
    #[arg(long)]
    pub port: Option<u16>,
}

/// Become another program that is told to stop when its launcher dies.
#[derive(Clone, Debug, Args)]
pub struct Guard {
    /// The launcher; when it is gone already there is nothing to do.
    #[arg(long)]
    pub parent: i32,

    /// Ask with SIGINT, as PostgreSQL's fast shutdown wants it, and not with SIGTERM.
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
    fn help_is_a_manual() {
        let help = Cli::command().find_subcommand_mut("up").unwrap().render_long_help().to_string();
        for word in ["--port", "--data", "--fresh", "--demo", "AUTH_DATABASE_URL", "/var/lib/sovqat", "ready http"] {
            assert!(help.contains(word), "{word} is missing from\n{help}");
        }
    }
}
