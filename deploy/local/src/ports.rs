//! Chooses loopback ports: the requested one for the gateway, and free ones above it.

use crate::services::{BANK, GATEWAY, Process, SERVICES};
use anyhow::{Result, bail};
use std::net::{Ipv4Addr, TcpListener};
use std::time::{Duration, Instant};

/// From this port on, outgoing connections could take a restarting service's port.
const FIRST_EPHEMERAL_PORT: u16 = 32_768;
/// A shop on a lower port, such as 80, gets random ports for its other programs.
const LOWEST_BASE_PORT: u16 = 8_000;
const RESERVED_PORTS: u16 = 100;
const OLD_PROGRAMS_TIMEOUT: Duration = Duration::from_secs(8);

/// The port `admin` serves health and metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramPorts {
    pub listen: u16,
    pub admin: u16,
}

#[derive(Clone, Debug)]
pub struct Ports {
    processes: Vec<(Process, ProgramPorts)>,
    pub postgres: u16,
}

impl Ports {
    /// A `gateway` of 0 stands for any port. `wait_for_old` waits for a killed launcher's programs.
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
        let all = [GATEWAY].into_iter().chain(SERVICES).chain([BANK]);
        // The first one is `first_gateway`.
        for process in all.flat_map(|program| Process::all(program, replicas)).skip(1) {
            processes.push((process, ProgramPorts { listen: next()?, admin: next()? }));
        }
        let postgres = next()?;
        Ok(Self { processes, postgres })
    }

    #[cfg(test)]
    pub fn any(replicas: usize) -> Result<Self> {
        let (any_port, wait_for_old) = (0, false);
        Self::find(any_port, replicas, wait_for_old)
    }

    pub fn of(&self, process: Process) -> ProgramPorts {
        let entry = self.processes.iter().find(|(known, _)| *known == process);
        entry.map_or(ProgramPorts { listen: 0, admin: 0 }, |(_, ports)| *ports)
    }

    pub fn of_replicas(&self, program: &str) -> impl Iterator<Item = ProgramPorts> {
        self.processes.iter().filter(move |(process, _)| process.program == program).map(|(_, ports)| *ports)
    }

    pub fn of_first(&self, program: &'static str) -> ProgramPorts {
        self.of(Process { program, replica: 0 })
    }
}

pub fn next_free(port: u16) -> Result<u16> {
    free_ports_above(port).next().ok_or_else(|| anyhow::anyhow!("no free ports above {port}"))
}

pub fn any_free() -> Result<u16> {
    free_ports_above(random_port()).next().ok_or_else(|| anyhow::anyhow!("no free ports"))
}

fn free_ports_above(port: u16) -> impl Iterator<Item = u16> {
    let start = if (LOWEST_BASE_PORT..FIRST_EPHEMERAL_PORT - RESERVED_PORTS).contains(&port) {
        port + 1
    } else {
        random_port()
    };
    (start..FIRST_EPHEMERAL_PORT).filter(move |candidate| *candidate != port && is_free(*candidate))
}

/// Avoids usual default ports and those of parallel runs.
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
        let ports = Ports::any(1).unwrap();
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
        let ports = Ports::any(2).unwrap();
        assert_eq!(ports.processes.len(), 2 * 7 + 1);
        for program in [GATEWAY].into_iter().chain(SERVICES) {
            assert_eq!(ports.of_replicas(program).count(), 2, "{program}");
        }
        assert_eq!(ports.of_replicas(BANK).count(), 1);
        assert_ne!(ports.of(Process { program: "auth", replica: 1 }), ports.of_first("auth"));
    }
}
