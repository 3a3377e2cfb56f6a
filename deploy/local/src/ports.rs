//! Finds ports on the loopback address. The user chooses the shop's port, and the other programs get the next free
//! ports above it. So all ports are usually the same after each start.

use crate::services::{BANK, GATEWAY, Process, SERVICES};
use anyhow::{Result, bail};
use std::net::{Ipv4Addr, TcpListener};
use std::time::{Duration, Instant};

/// The first port that the system assigns to outgoing connections. Such a connection could take the port of a service
/// while the service restarts, so the programs use lower ports.
const FIRST_EPHEMERAL: u16 = 32_768;
/// The lowest port of the shop above which the other programs get their ports. If the shop has a lower one, such as 80,
/// they get ports above a random one.
const LOWEST: u16 = 8_000;
/// How many ports above the shop's port must be below `FIRST_EPHEMERAL`. One run needs fewer.
const RESERVE: u16 = 100;
/// How long the programs of a killed launcher may take to end.
const OLD_PROGRAMS_TIMEOUT: Duration = Duration::from_secs(8);

/// The ports of one program: one for requests, one for health and metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramPorts {
    pub listen: u16,
    pub admin: u16,
}

/// The ports of all processes of one run.
#[derive(Clone, Debug)]
pub struct Ports {
    processes: Vec<(Process, ProgramPorts)>,
    pub postgres: u16,
}

impl Ports {
    /// Finds the ports of a run. If `gateway` is 0, uses any port. If the previous launcher was killed, waits until its
    /// programs have ended.
    pub fn find(gateway: u16, replicas: usize, wait_for_old: bool) -> Result<Self> {
        let started = Instant::now();
        while wait_for_old && gateway != 0 && !is_free(gateway) && started.elapsed() < OLD_PROGRAMS_TIMEOUT {
            std::thread::sleep(Duration::from_millis(50));
        }
        if gateway != 0 && !is_free(gateway) {
            bail!("port {gateway} is in use by another program; stop it, or choose another port with --port");
        }
        let mut free = free_ports_above(gateway);
        let mut next = || free.next().ok_or_else(|| anyhow::anyhow!("no free ports above {gateway}"));
        let gateway = if gateway == 0 { next()? } else { gateway };
        let first_gateway = Process { program: GATEWAY, replica: 0 };
        let mut processes = vec![(first_gateway, ProgramPorts { listen: gateway, admin: next()? })];
        let others = [GATEWAY].into_iter().chain(SERVICES).chain([BANK]);
        for process in others.flat_map(|program| Process::all(program, replicas)).skip(1) {
            processes.push((process, ProgramPorts { listen: next()?, admin: next()? }));
        }
        let postgres = next()?;
        Ok(Self { processes, postgres })
    }

    /// Returns the ports of a process. Both are 0 if the process is unknown.
    pub fn of(&self, process: Process) -> ProgramPorts {
        let entry = self.processes.iter().find(|(known, _)| *known == process);
        entry.map_or(ProgramPorts { listen: 0, admin: 0 }, |(_, ports)| *ports)
    }

    /// Returns the ports of all replicas of a program.
    pub fn of_replicas(&self, program: &str) -> impl Iterator<Item = ProgramPorts> {
        self.processes.iter().filter(move |(process, _)| process.program == program).map(|(_, ports)| *ports)
    }

    /// Returns the ports of the first replica of a program. Both are 0 if the program is unknown.
    pub fn of_first(&self, program: &'static str) -> ProgramPorts {
        self.of(Process { program, replica: 0 })
    }
}

/// Returns the next free port above `port`.
pub fn next_free(port: u16) -> Result<u16> {
    free_ports_above(port).next().ok_or_else(|| anyhow::anyhow!("no free ports above {port}"))
}

/// Returns a free port above a random one.
pub fn any_free() -> Result<u16> {
    free_ports_above(random_port()).next().ok_or_else(|| anyhow::anyhow!("no free ports"))
}

/// Returns the free ports above `port`, or above a random one if it is outside the usual range.
fn free_ports_above(port: u16) -> impl Iterator<Item = u16> {
    let start = if (LOWEST..FIRST_EPHEMERAL - RESERVE).contains(&port) { port + 1 } else { random_port() };
    (start..FIRST_EPHEMERAL).filter(move |candidate| *candidate != port && is_free(*candidate))
}

/// Returns a random port that is no usual default port, so that runs at the same time rarely use the same ports.
fn random_port() -> u16 {
    20_000 + rand::random::<u16>() % 10_000
}

pub fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_refused() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let refused = Ports::find(port, 1, false).unwrap_err().to_string();
        assert!(refused.contains(&format!("port {port} is in use")), "{refused}");
    }

    #[test]
    fn all_ports_are_different() {
        let ports = Ports::find(0, 1, false).unwrap();
        let mut all: Vec<u16> = ports.processes.iter().flat_map(|(_, pair)| [pair.listen, pair.admin]).collect();
        all.push(ports.postgres);
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert_eq!(count, 2 * 8 + 1, "two for each of eight programs, and PostgreSQL's");
    }

    #[test]
    fn two_replicas_double_the_ports_of_all_but_the_bank() {
        let ports = Ports::find(0, 2, false).unwrap();
        assert_eq!(ports.processes.len(), 2 * 7 + 1);
        for program in [GATEWAY].into_iter().chain(SERVICES) {
            assert_eq!(ports.of_replicas(program).count(), 2, "{program}");
        }
        assert_eq!(ports.of_replicas(BANK).count(), 1);
        assert_ne!(ports.of(Process { program: "auth", replica: 1 }), ports.of_first("auth"));
    }
}
