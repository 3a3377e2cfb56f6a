//! Access tokens that are refused before they expire: those of a session, or those that an account got before a change.

use std::{
    collections::HashMap,
    sync::{
        PoisonError, RwLock,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use proto::auth::Revocation;
use tokio::{sync::watch, time::timeout};

use super::Caller;
use crate::{Error, Result};

/// How long the set counts as complete after a message.
pub const SILENCE_LIMIT: Duration = Duration::from_secs(5);
const LOAD_TIMEOUT: Duration = Duration::from_secs(2);
const SHARDS: usize = 16;
/// About 30 MB, enough for 300 sign-outs a second.
const MAX_ENTRIES: usize = 200_000;
/// The value of `heard_at` in a process that does not follow revocations.
const NOT_FOLLOWED: u64 = u64::MAX;
/// The value of `heard_at` before the first snapshot.
const NOT_LOADED: u64 = u64::MAX - 1;

pub struct Revocations {
    shards: [RwLock<Shard>; SHARDS],
    entries: AtomicUsize,
    /// When the set was last complete, in milliseconds since `started_at`.
    heard_at: AtomicU64,
    started_at: Instant,
    changed: watch::Sender<()>,
}

#[derive(Default)]
struct Shard {
    sessions: HashMap<Box<str>, Instant>,
    accounts: HashMap<i64, Generation>,
}

/// Tokens of generations before `first_valid` are refused.
struct Generation {
    first_valid: i64,
    kept_until: Instant,
}

#[derive(Debug, thiserror::Error)]
#[error("more than {MAX_ENTRIES} revocations")]
pub struct TooMany;

impl Default for Revocations {
    fn default() -> Self {
        Self {
            shards: std::array::from_fn(|_| RwLock::default()),
            entries: AtomicUsize::new(0),
            heard_at: AtomicU64::new(NOT_FOLLOWED),
            started_at: Instant::now(),
            changed: watch::Sender::new(()),
        }
    }
}

impl Revocations {
    pub fn contains(&self, caller: &Caller) -> bool {
        if self.entries.load(Ordering::Acquire) == 0 {
            return false;
        }
        let shard = self.shard(caller.account).read().unwrap_or_else(PoisonError::into_inner);
        shard.sessions.contains_key(caller.session.as_str())
            || shard.accounts.get(&caller.account).is_some_and(|generation| caller.generation < generation.first_valid)
    }

    /// A repeated revocation is kept for the longer of the two times.
    pub fn add(&self, revocations: &[Revocation], now: Instant) -> Result<(), TooMany> {
        for revocation in revocations {
            if self.entries.load(Ordering::Acquire) >= MAX_ENTRIES {
                return Err(TooMany);
            }
            let kept_until = now + Duration::from_secs(revocation.remaining_seconds.unsigned_abs());
            let mut shard = self.shard(revocation.account_id).write().unwrap_or_else(PoisonError::into_inner);
            let before = shard.len();
            shard.add(revocation, kept_until);
            self.entries.fetch_add(shard.len() - before, Ordering::AcqRel);
        }
        if !revocations.is_empty() {
            self.changed.send_replace(());
        }
        Ok(())
    }

    pub fn prune(&self, now: Instant) {
        for shard in &self.shards {
            let mut shard = shard.write().unwrap_or_else(PoisonError::into_inner);
            let before = shard.len();
            shard.sessions.retain(|_, kept_until| *kept_until > now);
            shard.accounts.retain(|_, generation| generation.kept_until > now);
            self.entries.fetch_sub(before - shard.len(), Ordering::AcqRel);
        }
    }

    pub fn count(&self) -> usize {
        self.entries.load(Ordering::Acquire)
    }

    pub fn start_following(&self) {
        let _ = self.heard_at.compare_exchange(NOT_FOLLOWED, NOT_LOADED, Ordering::AcqRel, Ordering::Acquire);
    }

    pub fn heard(&self) {
        let now = self.started_at.elapsed().as_millis() as u64;
        if self.heard_at.swap(now, Ordering::AcqRel) >= NOT_LOADED {
            self.changed.send_replace(());
        }
    }

    pub fn silence(&self) -> Option<Duration> {
        let heard_at = self.heard_at.load(Ordering::Acquire);
        (heard_at < NOT_LOADED).then(|| self.started_at.elapsed().saturating_sub(Duration::from_millis(heard_at)))
    }

    /// Also true if the process does not follow revocations.
    pub fn is_loaded(&self) -> bool {
        self.heard_at.load(Ordering::Acquire) != NOT_LOADED
    }

    /// Also true if the process does not follow revocations.
    pub fn is_current(&self) -> bool {
        self.is_loaded() && self.silence().is_none_or(|silence| silence <= SILENCE_LIMIT)
    }

    /// Waits for the first snapshot: a new process must not accept a revoked token.
    pub async fn loaded(&self) -> Result<()> {
        if self.is_loaded() {
            return Ok(());
        }
        let mut changed = self.changed.subscribe();
        let loaded = async { while !self.is_loaded() && changed.changed().await.is_ok() {} };
        let unknown = |_| Error::unavailable(anyhow::anyhow!("the revocations are not loaded yet"));
        timeout(LOAD_TIMEOUT, loaded).await.map_err(unknown)
    }

    pub async fn revoked(&self, caller: &Caller) {
        let mut changed = self.changed.subscribe();
        while !self.contains(caller) {
            // Cannot fail, because `self` owns the sender.
            let _ = changed.changed().await;
        }
    }

    fn shard(&self, account: i64) -> &RwLock<Shard> {
        &self.shards[account.unsigned_abs() as usize % SHARDS]
    }
}

impl Shard {
    fn len(&self) -> usize {
        self.sessions.len() + self.accounts.len()
    }

    fn add(&mut self, revocation: &Revocation, kept_until: Instant) {
        if let Some(session) = &revocation.session_id {
            let longest = self.sessions.entry(session.as_str().into()).or_insert(kept_until);
            *longest = kept_until.max(*longest);
        } else {
            let first_valid = revocation.generation();
            let new = || Generation { first_valid, kept_until };
            let generation = self.accounts.entry(revocation.account_id).or_insert_with(new);
            generation.first_valid = first_valid.max(generation.first_valid);
            generation.kept_until = kept_until.max(generation.kept_until);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(account: i64, session: &str, generation: i64) -> Caller {
        Caller { account, session: session.to_owned(), generation, ..Caller::default() }
    }

    fn session(account_id: i64, session: &str, remaining_seconds: i64) -> Revocation {
        Revocation { account_id, session_id: Some(session.to_owned()), generation: None, remaining_seconds }
    }

    fn generation(account_id: i64, generation: i64) -> Revocation {
        Revocation { account_id, session_id: None, generation: Some(generation), remaining_seconds: 600 }
    }

    #[test]
    fn a_session_and_earlier_generations_of_an_account_are_revoked() {
        let (set, now) = (Revocations::default(), Instant::now());
        set.add(&[session(1, "a", 600), generation(2, 5), generation(2, 3)], now).unwrap();
        assert!(set.contains(&caller(1, "a", 9)));
        assert!(!set.contains(&caller(1, "b", 0)), "another session of the account");
        assert!(set.contains(&caller(2, "c", 4)));
        assert!(!set.contains(&caller(2, "c", 5)), "issued after the change");
        assert!(!set.contains(&caller(18, "a", 0)), "another account in the same shard");
    }

    #[test]
    fn revocations_are_removed_when_their_tokens_have_expired_and_counted_once() {
        let (set, now) = (Revocations::default(), Instant::now());
        set.add(&[session(1, "a", 10), session(1, "b", 20), session(1, "a", 10), generation(1, 1)], now).unwrap();
        assert_eq!(set.count(), 3);
        set.prune(now + Duration::from_secs(15));
        assert!(!set.contains(&caller(1, "a", 1)), "kept for 10 seconds");
        assert!(set.contains(&caller(1, "b", 1)), "kept for 20 seconds");
        set.prune(now + Duration::from_secs(601));
        assert_eq!(set.count(), 0);
    }

    #[test]
    fn a_full_set_refuses_more() {
        let (set, now) = (Revocations::default(), Instant::now());
        let many: Vec<_> = (0..MAX_ENTRIES as i64).map(|account| generation(account, 1)).collect();
        set.add(&many, now).unwrap();
        assert!(set.add(&[generation(-1, 1)], now).is_err());
        assert_eq!(set.count(), MAX_ENTRIES);
    }

    #[tokio::test(start_paused = true)]
    async fn verifications_wait_for_the_first_snapshot() {
        let set = Revocations::default();
        assert!(set.loaded().await.is_ok());
        assert!(set.is_current(), "a process that does not follow");
        set.start_following();
        assert!(!set.is_current());
        assert_eq!(set.loaded().await.unwrap_err().to_string(), "service_unavailable");
        let (loaded, ()) = tokio::join!(set.loaded(), async { set.heard() });
        assert!(loaded.is_ok());
        assert!(set.is_current());
    }
}
