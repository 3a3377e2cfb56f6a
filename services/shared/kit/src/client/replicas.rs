//! Finds the replicas of a service, chooses one per call, and reconnects to unreachable ones.

use std::{
    collections::BTreeMap,
    fmt,
    net::SocketAddr,
    sync::{
        Arc, PoisonError, RwLock, Weak,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use rand::Rng as _;
use tokio::{sync::watch, time::timeout};
use tonic::{
    Status,
    transport::{Channel, Endpoint, Uri},
};

use super::target::Target;
use crate::telemetry::names;

const LOOKUP_INTERVAL: Duration = Duration::from_secs(5);
const FIRST_LOOKUP_INTERVAL: Duration = Duration::from_millis(300);
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(2);
const FIRST_RECONNECT_PAUSE: Duration = Duration::from_millis(50);
const MAX_RECONNECT_PAUSE: Duration = Duration::from_secs(2);

pub type MakeEndpoint = Box<dyn Fn(&Uri, &Target) -> anyhow::Result<Endpoint> + Send + Sync>;

pub struct Replica {
    endpoint: Endpoint,
    channel: RwLock<Channel>,
    open_calls: AtomicUsize,
    is_unreachable: AtomicBool,
    /// Earlier failures are not logged: programs that start together cannot reach each other at first.
    has_answered: AtomicBool,
}

impl fmt::Debug for Replica {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Replica").field(self.endpoint.uri()).finish()
    }
}

impl Replica {
    fn new(endpoint: Endpoint) -> Arc<Self> {
        let channel = RwLock::new(endpoint.connect_lazy());
        Arc::new(Self {
            endpoint,
            channel,
            open_calls: AtomicUsize::new(0),
            is_unreachable: AtomicBool::new(false),
            has_answered: AtomicBool::new(false),
        })
    }

    pub fn channel(&self) -> Channel {
        self.channel.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Counts a call until the returned value is dropped.
    pub fn open_call(self: &Arc<Self>) -> OpenCall {
        self.open_calls.fetch_add(1, Ordering::Relaxed);
        OpenCall(self.clone())
    }

    pub fn record_success(&self) {
        // Reads first: a write at each call would move the cache line between cores.
        if !self.has_answered.load(Ordering::Relaxed) {
            self.has_answered.store(true, Ordering::Relaxed);
        }
    }

    fn has_answered(&self) -> bool {
        self.has_answered.load(Ordering::Relaxed)
    }

    fn is_unreachable(&self) -> bool {
        self.is_unreachable.load(Ordering::Relaxed)
    }

    async fn reconnect(this: Weak<Self>) {
        let mut pause = FIRST_RECONNECT_PAUSE;
        loop {
            let jitter = rand::thread_rng().gen_range(0.5..=1.0);
            tokio::time::sleep(pause.mul_f64(jitter)).await;
            pause = (pause * 2).min(MAX_RECONNECT_PAUSE);
            let Some(endpoint) = this.upgrade().map(|replica| replica.endpoint.clone()) else { return };
            let Ok(channel) = endpoint.connect().await else { continue };
            let Some(replica) = this.upgrade() else { return };
            *replica.channel.write().unwrap_or_else(PoisonError::into_inner) = channel;
            replica.is_unreachable.store(false, Ordering::Relaxed);
            if replica.has_answered() {
                tracing::info!(address = %endpoint.uri(), "The replica is reachable again");
            }
            return;
        }
    }
}

pub struct OpenCall(Arc<Replica>);

impl Drop for OpenCall {
    fn drop(&mut self) {
        self.0.open_calls.fetch_sub(1, Ordering::Relaxed);
    }
}

pub struct Replicas {
    name: String,
    targets: Vec<Target>,
    make_endpoint: MakeEndpoint,
    current: watch::Sender<Arc<[Arc<Replica>]>>,
    /// Lets idle replicas take turns.
    turn: AtomicUsize,
}

impl fmt::Debug for Replicas {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Replicas").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Replicas {
    pub fn new(urls: &str, make_endpoint: MakeEndpoint) -> anyhow::Result<Arc<Self>> {
        let targets: Vec<Target> = urls.split(',').map(|url| Target::parse(url.trim())).collect::<Result<_, _>>()?;
        for target in &targets {
            // Refuses wrong settings at the start instead of at the first call.
            make_endpoint(&target.url, target)?;
        }
        let name = targets.first().map(|target| target.host.clone()).unwrap_or_default();
        let current = watch::Sender::new(Arc::default());
        let replicas = Arc::new(Self { name, targets, make_endpoint, current, turn: AtomicUsize::new(0) });
        let literals: Option<Vec<SocketAddr>> = replicas.targets.iter().map(Target::literal).collect();
        match literals {
            Some(addresses) => replicas.replace(&replicas.targets.iter().zip(addresses).collect::<Vec<_>>()),
            None => drop(tokio::spawn(Self::follow_names(Arc::downgrade(&replicas)))),
        }
        Ok(replicas)
    }

    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Waits for the first lookup.
    pub async fn resolved(&self) -> Result<(), Status> {
        if !self.current.borrow().is_empty() {
            return Ok(());
        }
        let mut changes = self.current.subscribe();
        let looked_up = timeout(LOOKUP_TIMEOUT, changes.wait_for(|replicas| !replicas.is_empty())).await;
        match looked_up {
            Ok(Ok(_)) => Ok(()),
            _ => Err(Status::unavailable(format!("`{}` has no address", self.name))),
        }
    }

    /// An unreachable replica is chosen only if no other is left.
    pub fn choose(&self, tried: &[Arc<Replica>]) -> Option<Arc<Replica>> {
        let current = self.current.borrow().clone();
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        (0..current.len())
            .map(|offset| &current[turn.wrapping_add(offset) % current.len()])
            .filter(|replica| !tried.iter().any(|other| Arc::ptr_eq(other, replica)))
            .min_by_key(|replica| (replica.is_unreachable(), replica.open_calls.load(Ordering::Relaxed)))
            .cloned()
    }

    pub fn report_unreachable(&self, replica: &Arc<Replica>) {
        if !replica.is_unreachable.swap(true, Ordering::Relaxed) {
            if replica.has_answered() {
                tracing::warn!(service = self.name, address = %replica.endpoint.uri(), "A replica is unreachable");
            }
            tokio::spawn(Replica::reconnect(Arc::downgrade(replica)));
        }
    }

    async fn follow_names(this: Weak<Self>) {
        let mut found = Vec::new();
        loop {
            let Some(replicas) = this.upgrade() else { return };
            found.resize(replicas.targets.len(), Vec::new());
            replicas.look_up(&mut found).await;
            let is_known = !replicas.current.borrow().is_empty();
            drop(replicas);
            tokio::time::sleep(if is_known { LOOKUP_INTERVAL } else { FIRST_LOOKUP_INTERVAL }).await;
        }
    }

    /// A name keeps its addresses when its lookup fails: the replicas may be fine.
    async fn look_up(&self, found: &mut [Vec<SocketAddr>]) {
        for (target, addresses) in self.targets.iter().zip(found.iter_mut()) {
            match target.lookup().await {
                Ok(current) => *addresses = current,
                Err(error) => {
                    tracing::warn!(%error, host = target.host, "The lookup of a service's addresses failed");
                }
            }
        }
        let addresses: Vec<_> = self
            .targets
            .iter()
            .zip(found)
            .flat_map(|(target, addresses)| addresses.iter().map(move |address| (target, *address)))
            .collect();
        if !addresses.is_empty() {
            self.replace(&addresses);
        }
    }

    /// Keeps the connections of known addresses.
    fn replace(&self, addresses: &[(&Target, SocketAddr)]) {
        let before = self.current.borrow().clone();
        let known: BTreeMap<String, &Arc<Replica>> =
            before.iter().map(|replica| (replica.endpoint.uri().to_string(), replica)).collect();
        let mut next = BTreeMap::new();
        for (target, address) in addresses {
            let endpoint = target.url_of(*address).and_then(|url| (self.make_endpoint)(&url, target));
            match endpoint {
                Ok(endpoint) => {
                    let key = endpoint.uri().to_string();
                    let replica = known.get(&key).map_or_else(|| Replica::new(endpoint), |replica| (*replica).clone());
                    next.insert(key, replica);
                }
                Err(error) => tracing::error!(error = format!("{error:#}"), %address, "An address cannot be used"),
            }
        }
        metrics::gauge!(names::RPC_CLIENT_REPLICAS, "service" => self.name()).set(next.len() as f64);
        metrics::counter!(names::RPC_CLIENT_FAILOVERS, "service" => self.name()).increment(0);
        // Only a change wakes the calls that wait for an address.
        if !next.keys().eq(known.keys()) {
            self.current.send_replace(next.into_values().collect());
        }
    }
}
