//! argon2id, away from the threads that serve. A hash takes much memory and time on purpose, so only so many are computed at
//! once; the rest wait their turn, and not for ever: a burst of sign-ins must not eat the machine.

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use argon2::{
    Argon2, Params, PasswordHasher as _, PasswordVerifier as _,
    password_hash::{self, phc::PasswordHash},
};
use kit::{Error, Result};
use rand::{RngCore as _, rngs::OsRng};
use tokio::sync::Semaphore;

use crate::{config::PasswordConfig, domain::password::Password};

#[derive(Clone)]
pub struct Passwords {
    hasher: Arc<Argon2<'static>>,
    turns: Arc<Semaphore>,
    patience: Duration,
    /// The hash of a password nobody knows, for logins nobody has.
    stranger: Arc<str>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    Wrong,
    Right,
    /// Right, and hashed anew, for the old hash was weaker than hashes are now.
    RightButWeak {
        stronger: String,
    },
}

impl Passwords {
    pub fn new(config: &PasswordConfig) -> anyhow::Result<Self> {
        let params = Params::new(config.memory_kib, config.passes, config.lanes, None)
            .map_err(|error| anyhow::anyhow!("argon2id cannot be set so: {error}"))?;
        let hasher = Argon2::from(params);
        let mut unknown = [0; 32];
        OsRng.fill_bytes(&mut unknown);
        let stranger = hash(&hasher, &unknown).context("no password can be hashed")?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let workers = config.workers.map_or(cores, usize::from);
        Ok(Self {
            hasher: Arc::new(hasher),
            turns: Arc::new(Semaphore::new(workers)),
            patience: config.patience,
            stranger: stranger.into(),
        })
    }

    pub async fn hash(&self, password: Password) -> Result<String> {
        self.in_turn(move |hasher, _| hash(hasher, password.as_bytes())).await
    }

    /// As much work for a login that nobody has as for a wrong password: how long it takes tells nothing.
    pub async fn verify(&self, password: Password, stored: Option<String>) -> Result<Verdict> {
        self.in_turn(move |hasher, stranger| {
            let Some(stored) = stored else {
                verify(hasher, password.as_bytes(), stranger)?;
                return Ok(Verdict::Wrong);
            };
            match verify(hasher, password.as_bytes(), &stored)? {
                false => Ok(Verdict::Wrong),
                true if is_weaker(&stored, hasher.params())? => {
                    Ok(Verdict::RightButWeak { stronger: hash(hasher, password.as_bytes())? })
                }
                true => Ok(Verdict::Right),
            }
        })
        .await
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Argon2<'static>, &str) -> anyhow::Result<T> + Send + 'static,
    ) -> Result<T> {
        let turn = tokio::time::timeout(self.patience, self.turns.clone().acquire_owned()).await;
        let turn = turn.context("too many passwords wait to be hashed").map_err(Error::Unavailable)?;
        let turn = turn.map_err(Error::internal)?;
        let (hasher, stranger) = (self.hasher.clone(), self.stranger.clone());
        let done = tokio::task::spawn_blocking(move || {
            // The turn ends with the work, not with a caller who went away.
            let _turn = turn;
            work(&hasher, &stranger)
        });
        done.await.map_err(Error::internal)?.map_err(Error::Internal)
    }
}

fn hash(hasher: &Argon2<'_>, password: &[u8]) -> anyhow::Result<String> {
    let hash = hasher.hash_password(password).map_err(|error| anyhow::anyhow!("argon2id: {error}"))?;
    Ok(hash.to_string())
}

fn verify(hasher: &Argon2<'_>, password: &[u8], stored: &str) -> anyhow::Result<bool> {
    match hasher.verify_password(password, stored) {
        Ok(()) => Ok(true),
        Err(password_hash::Error::PasswordInvalid) => Ok(false),
        Err(error) => Err(anyhow::anyhow!("a stored hash cannot be read: {error}")),
    }
}

fn is_weaker(stored: &str, wanted: &Params) -> anyhow::Result<bool> {
    let stored = PasswordHash::new(stored).map_err(|error| anyhow::anyhow!("a stored hash cannot be read: {error}"))?;
    let params = Params::try_from(&stored).map_err(|error| anyhow::anyhow!("a stored hash cannot be read: {error}"))?;
    Ok(params.m_cost() < wanted.m_cost() || params.t_cost() < wanted.t_cost())
}
