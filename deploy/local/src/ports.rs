//! Ports on the loopback. The user chooses the shop's port; the others are the next free ones above it, so they stay
//! the same between starts if possible.

use crate::services::{BANK, GATEWAY, SERVICES};
use anyhow::{Result, bail};
use std::net::{Ipv4Addr, TcpListener};
use std::time::{Duration, Instant};

/// The system assigns ports from here on to outgoing connections, which could take a service's port during a restart.
const FIRST_EPHEMERAL: u16 = 32_768;
const LOWEST: u16 = 8_000;
/// More ports than one run needs.
const RESERVE: u16 = 100;
/// How long the programs of a killed launcher may take to end.
const OLD_PROGRAMS_TIMEOUT: Duration = Duration::from_secs(8);

/// The ports of one program: one for requests, one for health and metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramPorts {
    pub listen: u16,
    pub admin: u16,
}

#[derive(Clone, Debug)]
pub struct Ports {
    programs: Vec<(&'static str, ProgramPorts)>,
    pub postgres: u16,
}

impl Ports {
    /// Finds free ports; `gateway` 0 means any. After a killed launcher, waits for its programs to end.
    pub fn find(gateway: u16, wait_for_old: bool) -> Result<Self> {
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
        let mut programs = vec![(GATEWAY, ProgramPorts { listen: gateway, admin: next()? })];
        for program in SERVICES.into_iter().chain([BANK]) {
            programs.push((program, ProgramPorts { listen: next()?, admin: next()? }));
        }
        let postgres = next()?;
        Ok(Self { programs, postgres })
    }

    pub fn of(&self, name: &str) -> ProgramPorts {
        let found = self.programs.iter().find(|(known, _)| *known == name);
        found.map_or(ProgramPorts { listen: 0, admin: 0 }, |(_, pair)| *pair)
    }
}

/// Returns any free port.
pub fn any_free() -> Result<u16> {
    free_ports_above(random_port()).next().ok_or_else(|| anyhow::anyhow!("no free ports"))
}

/// Yields the free ports above `port`, or above a random one if `port` is outside the usual range.
fn free_ports_above(port: u16) -> impl Iterator<Item = u16> {
    let start = if (LOWEST..FIRST_EPHEMERAL - RESERVE).contains(&port) { port + 1 } else { random_port() };
    (start..FIRST_EPHEMERAL).filter(move |candidate| *candidate != port && is_free(*candidate))
}

/// Far from the ports that programs use by default, so that runs at the same time rarely meet.
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
        let refused = Ports::find(port, false).unwrap_err().to_string();
        assert!(refused.contains(&format!("port {port} is in use")), "{refused}");
    }

    #[test]
    fn all_ports_are_different() {
        let ports = Ports::find(0, false).unwrap();
        let mut all: Vec<u16> = ports.programs.iter().flat_map(|(_, pair)| [pair.listen, pair.admin]).collect();
        all.push(ports.postgres);
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert_eq!(count, 2 * 8 + 1, "two for each of eight programs, and PostgreSQL's");
    }
}
