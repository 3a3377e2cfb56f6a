//! `cargo rollout` in a shop that runs only the sandbox bank, which needs no database. Scripts stand for its builds.

use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

fn local() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sovqat-local"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command
}

/// Writes a build that answers all paths of its admin port with its version.
fn write_build(folder: &Path, version: &str) -> PathBuf {
    let text = format!(
        "#!/usr/bin/env node
const [host, port] = process.env.ADMIN_LISTEN.split(':')
const body = JSON.stringify({{ version: '{version}', commit: 'abc' }})
require('node:http').createServer((request, response) => response.end(body)).listen(port, host)
process.on('SIGTERM', () => process.exit(0))
"
    );
    write_program(&folder.join(version), &text)
}

fn write_program(folder: &Path, text: &str) -> PathBuf {
    std::fs::create_dir_all(folder).unwrap();
    let file = folder.join("sovqat-bank");
    std::fs::write(&file, text).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    folder.to_owned()
}

struct Shop {
    launcher: Child,
    data: PathBuf,
}

impl Shop {
    fn start(programs: &Path, data: PathBuf) -> Self {
        let mut command = local();
        command.args(["up", "--port", "0", "--only", "bank", "--demo", "none", "--programs"]).arg(programs);
        let mut launcher = command.arg("--data").arg(&data).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(launcher.stdout.take().unwrap()).lines().map_while(Result::ok);
        assert!(lines.any(|line| line.starts_with("ready http")), "the shop is not ready");
        // The launcher would end if nobody read its output.
        std::thread::spawn(move || lines.for_each(drop));
        Self { launcher, data }
    }

    fn rollout(&self, program: &str, from: Option<&Path>) -> Output {
        let mut command = local();
        command.args(["rollout", program, "--data"]).arg(&self.data);
        if let Some(folder) = from {
            command.arg("--from").arg(folder);
        }
        command.output().unwrap()
    }

    fn stop(mut self) {
        kill_process(Pid::from_child(&self.launcher), Signal::TERM).unwrap();
        assert!(self.launcher.wait().unwrap().success());
    }
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_program_is_replaced_and_a_broken_one_is_taken_back() {
    let top = tempfile::tempdir().unwrap();
    std::fs::set_permissions(top.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let (first, second) = (write_build(top.path(), "1.0.0"), write_build(top.path(), "2.0.0"));
    let broken = write_program(&top.path().join("broken"), "#!/bin/sh\necho 'this build refuses to start'\nexit 3\n");
    let shop = Shop::start(&first, top.path().join("data"));

    let upgraded = shop.rollout("bank", Some(&second));
    assert!(upgraded.status.success() && printed(&upgraded).starts_with("bank: 2.0.0+abc"), "{}", printed(&upgraded));

    let refused = shop.rollout("bank", Some(&broken));
    assert!(!refused.status.success());
    for text in ["this build refuses to start", "exit status: 3", "bank runs its former program again"] {
        assert!(printed(&refused).contains(text), "`{text}` is missing in {}", printed(&refused));
    }

    let missing = shop.rollout("bank", Some(&top.path().join("none")));
    assert!(!missing.status.success() && printed(&missing).contains("cannot open"), "{}", printed(&missing));
    let unknown = shop.rollout("store", None);
    assert!(!unknown.status.success() && printed(&unknown).contains("sovqat-store"), "{}", printed(&unknown));

    let back = shop.rollout("bank", None);
    assert!(back.status.success() && printed(&back).starts_with("bank: 1.0.0+abc"), "{}", printed(&back));
    let mode = std::fs::metadata(shop.data.join("control.sock")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "a request names programs to run, so only the owner may send one");
    shop.stop();
}
