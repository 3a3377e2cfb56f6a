//! Counts requests in a Valkey server that all replicas share. After a failure this process counts alone until the
//! worker has reconnected. The crate's `ConnectionManager` is not used, because it would let requests wait.

mod settings;
#[cfg(test)]
mod tests;

use std::{
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use kit::{
    telemetry::names,
    worker::{Next, Worker},
};
use redis::{AsyncConnectionConfig, Client, RedisError, Script, aio::MultiplexedConnection};
use tokio::{
    sync::Notify,
    time::{Instant, timeout},
};

const CHECK_INTERVAL: Duration = Duration::from_secs(10);
/// Limits how often requests wait for a server that rarely answers in time.
const RECONNECT_DELAY: Duration = Duration::from_secs(1);
/// Only the worker waits for a connection, and no request.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
const SEND_QUEUE_LIMIT: usize = 1_024;
const PROBE_KEY: &str = "sovqat:probe";

pub struct Quota {
    pub name: &'static str,
    /// The time between two requests at an even pace.
    pub interval: Duration,
    /// Requests that may arrive at once.
    pub burst: u32,
}

/// Clones share the connection.
#[derive(Clone)]
pub struct Valkey(Arc<Inner>);

struct Inner {
    client: Client,
    script: Script,
    timeout: Duration,
    /// `None` while Valkey does not answer in time.
    connection: RwLock<Option<Connection>>,
    next_number: AtomicU64,
    connection_lost: Arc<Notify>,
    /// The last logged reason; `None` while Valkey answers.
    logged: Mutex<Option<&'static str>>,
}

#[derive(Clone)]
struct Connection {
    /// A late failure of an old connection must not end the new one.
    number: u64,
    commands: MultiplexedConnection,
}

struct Failure {
    /// For the metric: connect, slow, lost or refused.
    reason: &'static str,
    error: String,
}

impl Failure {
    fn slow(limit: Duration) -> Self {
        Self { reason: "slow", error: format!("no answer within {limit:?}") }
    }

    fn connect(error: &impl ToString) -> Self {
        Self { reason: "connect", error: error.to_string() }
    }
}

impl From<RedisError> for Failure {
    fn from(error: RedisError) -> Self {
        // All other errors are answers of the server, for example to a wrong password.
        let reason = if error.is_io_error() { "lost" } else { "refused" };
        Self { reason, error: error.to_string() }
    }
}

impl Valkey {
    fn with_client(client: Client, timeout: Duration) -> Self {
        metrics::gauge!(names::VALKEY_FAILING).set(1.0);
        Self(Arc::new(Inner {
            client,
            script: Script::new(include_str!("valkey/spend.lua")),
            timeout,
            connection: RwLock::default(),
            next_number: AtomicU64::default(),
            connection_lost: Arc::default(),
            logged: Mutex::default(),
        }))
    }

    /// Counts a request. The error is the time until one is allowed. Returns `None` if Valkey does not answer in time.
    pub async fn spend(&self, quota: &Quota, client: IpAddr) -> Option<Result<(), Duration>> {
        let outcome = match self.connection() {
            Some(connection) => self.spend_with(&connection, quota, client).await,
            None => None,
        };
        if outcome.is_none() {
            metrics::counter!(names::LIMITS_COUNTED_ALONE).increment(1);
        }
        outcome
    }

    async fn spend_with(&self, connection: &Connection, quota: &Quota, client: IpAddr) -> Option<Result<(), Duration>> {
        let began = Instant::now();
        let key = format!("sovqat:{}:{client}", quota.name);
        match self.count(connection, &key, quota, self.0.timeout).await {
            Ok(wait) => {
                metrics::histogram!(names::VALKEY_DURATION).record(began.elapsed());
                Some(if wait.is_zero() { Ok(()) } else { Err(wait) })
            }
            Err(failure) => {
                self.lose(connection, &failure);
                None
            }
        }
    }

    pub fn worker(&self) -> Worker {
        let check = |valkey: Self| async move { Ok(valkey.check().await) };
        Worker::new("valkey", CHECK_INTERVAL, self.clone(), check)
            .notified_after(self.0.connection_lost.clone(), RECONNECT_DELAY)
            .abort_on_stop()
    }

    async fn check(&self) -> Next {
        if let Some(connection) = self.connection() {
            if let Err(failure) = self.probe(&connection, self.0.timeout).await {
                self.lose(&connection, &failure);
            }
            return Next::AfterInterval;
        }
        match self.connect().await {
            Ok(connection) => {
                *self.0.connection.write().unwrap_or_else(PoisonError::into_inner) = Some(connection);
                self.report(None);
                Next::AfterInterval
            }
            Err(failure) => {
                self.report(Some(&failure));
                Next::After(RECONNECT_DELAY)
            }
        }
    }

    async fn connect(&self) -> Result<Connection, Failure> {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(CONNECT_TIMEOUT))
            .set_response_timeout(None)
            .set_pipeline_buffer_size(SEND_QUEUE_LIMIT);
        let connecting = self.0.client.get_multiplexed_async_connection_with_config(&config);
        let commands = match timeout(CONNECT_TIMEOUT, connecting).await {
            Ok(Ok(commands)) => commands,
            Ok(Err(error)) if error.is_io_error() => return Err(Failure::connect(&error)),
            Ok(Err(error)) => return Err(error.into()),
            Err(_) => return Err(Failure::connect(&Failure::slow(CONNECT_TIMEOUT).error)),
        };
        let connection = Connection { number: self.0.next_number.fetch_add(1, Ordering::Relaxed), commands };
        // The first call loads the script, which takes several round trips.
        self.probe(&connection, CONNECT_TIMEOUT).await?;
        self.probe(&connection, self.0.timeout).await?;
        Ok(connection)
    }

    /// Counts a request that is always allowed. Unlike a ping, it writes, which a replica or a full server refuses.
    async fn probe(&self, connection: &Connection, limit: Duration) -> Result<(), Failure> {
        let quota = Quota { name: "probe", interval: Duration::from_millis(1), burst: u32::MAX };
        self.count(connection, PROBE_KEY, &quota, limit).await.map(drop)
    }

    /// Returns the time until a request is allowed, or zero.
    async fn count(
        &self,
        connection: &Connection,
        key: &str,
        quota: &Quota,
        limit: Duration,
    ) -> Result<Duration, Failure> {
        let interval = (quota.interval.as_micros() as u64).max(1);
        let tolerance = interval * u64::from(quota.burst - 1);
        let mut commands = connection.commands.clone();
        let mut call = self.0.script.prepare_invoke();
        call.key(key).arg(interval).arg(tolerance);
        match timeout(limit, call.invoke_async::<u64>(&mut commands)).await {
            Ok(wait) => Ok(Duration::from_micros(wait?)),
            Err(_) => Err(Failure::slow(limit)),
        }
    }

    fn connection(&self) -> Option<Connection> {
        self.0.connection.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn lose(&self, failed: &Connection, failure: &Failure) {
        let mut current = self.0.connection.write().unwrap_or_else(PoisonError::into_inner);
        if current.as_ref().is_some_and(|connection| connection.number == failed.number) {
            *current = None;
            drop(current);
            self.report(Some(failure));
            self.0.connection_lost.notify_one();
        }
    }

    /// Logs changes, but not every attempt.
    fn report(&self, failure: Option<&Failure>) {
        metrics::gauge!(names::VALKEY_FAILING).set(if failure.is_some() { 1.0 } else { 0.0 });
        if let Some(failure) = failure {
            metrics::counter!(names::VALKEY_FAILURES, "reason" => failure.reason).increment(1);
        }
        let reason = failure.map(|failure| failure.reason);
        let mut logged = self.0.logged.lock().unwrap_or_else(PoisonError::into_inner);
        let previous_reason = std::mem::replace(&mut *logged, reason);
        match failure {
            Some(Failure { error, reason }) if previous_reason != Some(reason) => {
                tracing::warn!(error, reason, "Valkey failed; this gateway counts requests alone, and connects again");
            }
            Some(_) => {}
            None => tracing::info!("Valkey answers; the gateways share their rate limits"),
        }
    }
}
