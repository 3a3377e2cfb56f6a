//! No committed data is lost when launcher or server are killed.

use rustix::process::{Pid, Signal, kill_process};
use sqlx::{Connection as _, PgConnection};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

struct Launcher {
    child: Child,
    url: String,
}

impl Launcher {
    fn start(data: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sovqat-local"))
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
            .args(["postgres", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let url = lines.into_iter().find_map(|line| line.strip_prefix("ready ").map(str::to_owned));
        Self { child, url: url.expect("PostgreSQL is not ready; see target/local and the data folder's log") }
    }

    async fn connect(&self) -> PgConnection {
        for _ in 0..200 {
            if let Ok(connection) = PgConnection::connect(&self.url).await {
                return connection;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{} does not accept connections again", self.url)
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn stop(mut self) {
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
        assert!(self.child.wait().unwrap().success());
    }
}

/// PostgreSQL may run as another user, who must be able to enter the folder.
fn folder() -> (tempfile::TempDir, PathBuf) {
    use std::os::unix::fs::PermissionsExt as _;
    let top = tempfile::tempdir().unwrap();
    std::fs::set_permissions(top.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let data = top.path().to_owned();
    (top, data)
}

fn postmaster(data: &Path) -> Pid {
    let file = std::fs::read_to_string(data.join("postgres/data/postmaster.pid")).unwrap();
    Pid::from_raw(file.lines().next().unwrap().trim().parse().unwrap()).unwrap()
}

async fn write(connection: &mut PgConnection, number: i32) {
    sqlx::query("create table if not exists kept (number int primary key)").execute(&mut *connection).await.unwrap();
    sqlx::query("insert into kept values ($1)").bind(number).execute(connection).await.unwrap();
}

async fn kept(connection: &mut PgConnection) -> Vec<i32> {
    sqlx::query_scalar("select number from kept order by number").fetch_all(connection).await.unwrap()
}

#[tokio::test]
async fn committed_data_survives_kills() {
    let (_top, data) = folder();

    // The server dies with the launcher.
    let launcher = Launcher::start(&data);
    write(&mut launcher.connect().await, 1).await;
    launcher.kill();

    // The supervisor restarts the server.
    let launcher = Launcher::start(&data);
    write(&mut launcher.connect().await, 2).await;
    kill_process(postmaster(&data), Signal::KILL).unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    write(&mut launcher.connect().await, 3).await;

    // Both are killed.
    let server = postmaster(&data);
    launcher.kill();
    kill_process(server, Signal::KILL).ok();

    let launcher = Launcher::start(&data);
    assert_eq!(kept(&mut launcher.connect().await).await, [1, 2, 3]);
    launcher.stop();
    assert!(!data.join("postgres/data/postmaster.pid").exists(), "a clean stop leaves no pid file");
}

#[tokio::test]
async fn a_wrong_password_is_refused_and_azerbaijani_sorts() {
    let (_top, data) = folder();
    let launcher = Launcher::start(&data);
    let wrong_password = launcher.url.replacen("//postgres:", "//postgres:x", 1);
    assert!(PgConnection::connect(&wrong_password).await.is_err());
    let mut owner = launcher.connect().await;
    let sorted: Vec<String> =
        sqlx::query_scalar("select l from unnest(array['f','ə','e']) l order by l collate \"az-x-icu\"")
            .fetch_all(&mut owner)
            .await
            .unwrap();
    assert_eq!(sorted, ["e", "ə", "f"], "in the Azerbaijani alphabet, ə follows e");
    launcher.stop();
}
