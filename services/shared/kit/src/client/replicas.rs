//! The replicas (running copies) of a called service: finds their addresses, chooses one for each call, and reconnects
//! to those that cannot be reached. `balance.rs` uses it for each call.

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

use anyhow::Context as _;
use rand::Rng as _;
use tokio::{net::lookup_host, sync::watch, time::timeout};
use tonic::{
    Status,
    transport::{Channel, Endpoint, Uri},
};

use crate::telemetry::names;

/// Interval between two lookups of a name, so that new replicas get calls and removed ones get none.
const LOOKUP_INTERVAL: Duration = Duration::from_secs(5);
/// Interval between two lookups while no address is known.
const FIRST_LOOKUP_INTERVAL: Duration = Duration::from_millis(300);
/// How long a call waits for the first lookup.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(2);
/// The pause before the first attempt to reconnect. It doubles with each attempt up to [`MAX_RECONNECT_PAUSE`].
const FIRST_RECONNECT_PAUSE: Duration = Duration::from_millis(50);
/// The longest pause before an attempt to reconnect.
const MAX_RECONNECT_PAUSE: Duration = Duration::from_secs(2);

/// Makes the connection settings for one address of a service.
pub type MakeEndpoint = Box<dyn Fn(&Uri, &Target) -> anyhow::Result<Endpoint> + Send + Sync>;

/// A URL of a service. Its host may have several addresses.
#[derive(Debug, Clone)]
pub struct Target {
    pub url: Uri,
    pub host: String,
    port: u16,
}

impl Target {
    pub fn parse(url: &str) -> anyhow::Result<Self> {
        let address = || format!("`{url}` is not an address");
        let parsed: Uri = url.parse().with_context(address)?;
        let host = parsed.host().with_context(address)?.to_owned();
        let default_port = match parsed.scheme_str() {
            Some("https") => 443,
            Some("http") => 80,
            _ => anyhow::bail!("`{url}` must begin with https:// or http://"),
        };
        Ok(Self { port: parsed.port_u16().unwrap_or(default_port), host, url: parsed })
    }

    /// Returns the name that the certificate of the service must contain: the host, an IPv6 address without brackets.
    pub fn tls_name(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    /// Returns the address if the host is an IP address and not a name.
    fn literal(&self) -> Option<SocketAddr> {
        let address = self.tls_name().parse().ok()?;
        Some(SocketAddr::new(address, self.port))
    }

    /// Asks DNS for the addresses of the replicas.
    async fn lookup(&self) -> std::io::Result<Vec<SocketAddr>> {
        match self.literal() {
            Some(address) => Ok(vec![address]),
            None => Ok(lookup_host((self.host.as_str(), self.port)).await?.collect()),
        }
    }

    fn url_of(&self, address: SocketAddr) -> anyhow::Result<Uri> {
        Ok(format!("{}://{address}", self.url.scheme_str().unwrap_or("http")).parse()?)
    }
}

/// One address of a service.
pub struct Replica {
    endpoint: Endpoint,
    channel: RwLock<Channel>,
    open_calls: AtomicUsize,
    /// Whether the last connection failed. A successful one makes it false.
    is_unreachable: AtomicBool,
    /// Whether a call has ever succeeded. Before that, failures are not logged: programs that start at the same time
    /// cannot reach each other at first.
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
        // Reads first, because a write at each call would move the cache line between the cores.
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

    /// Connects again and again until it succeeds or the replica is no longer an address of the service.
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

/// An open call of a replica, which counts until it is dropped.
pub struct OpenCall(Arc<Replica>);

impl Drop for OpenCall {
    fn drop(&mut self) {
        self.0.open_calls.fetch_sub(1, Ordering::Relaxed);
    }
}

/// All replicas of a service.
pub struct Replicas {
    name: String,
    /// The configured URLs.
    targets: Vec<Target>,
    make_endpoint: MakeEndpoint,
    /// The replicas at the addresses of the last lookup.
    current: watch::Sender<Arc<[Arc<Replica>]>>,
    /// Where the next search for a replica begins, so that idle replicas take turns.
    turn: AtomicUsize,
}

impl fmt::Debug for Replicas {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Replicas").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Replicas {
    /// Makes the replicas of a service. `urls` is one URL, or several separated by commas. Host names are looked up now
    /// and every [`LOOKUP_INTERVAL`].
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

    /// Returns the host of the service, for metrics and messages.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Waits until the first lookup has succeeded.
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

    /// Returns the replica with the fewest open calls, without those in `tried`. An unreachable replica is chosen only
    /// if no other is left. Returns `None` if all replicas are in `tried`.
    pub fn choose(&self, tried: &[Arc<Replica>]) -> Option<Arc<Replica>> {
        let current = self.current.borrow().clone();
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        (0..current.len())
            .map(|offset| &current[turn.wrapping_add(offset) % current.len()])
            .filter(|replica| !tried.iter().any(|other| Arc::ptr_eq(other, replica)))
            .min_by_key(|replica| (replica.is_unreachable(), replica.open_calls.load(Ordering::Relaxed)))
            .cloned()
    }

    /// Marks the replica as unreachable until a connection to it succeeds.
    pub fn report_unreachable(&self, replica: &Arc<Replica>) {
        if !replica.is_unreachable.swap(true, Ordering::Relaxed) {
            if replica.has_answered() {
                tracing::warn!(service = self.name, address = %replica.endpoint.uri(), "A replica is unreachable");
            }
            tokio::spawn(Replica::reconnect(Arc::downgrade(replica)));
        }
    }

    /// Looks up the host names again and again, until the replicas are dropped.
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

    /// Looks up all names. A name whose lookup fails keeps its addresses in `found`, because its replicas may be fine
    /// while the name server is not.
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

    /// Replaces the replicas by those at these addresses. A replica at a known address keeps its connection.
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
        // Exported from the start, so that a dashboard shows 0 and not nothing.
        metrics::counter!(names::RPC_CLIENT_FAILOVERS, "service" => self.name()).increment(0);
        // Only a change wakes the calls that wait for an address.
        if !next.keys().eq(known.keys()) {
            self.current.send_replace(next.into_values().collect());
        }
    }
}
