//! The limit on concurrent hashes keeps bursts of sign-ins from exhausting the machine.

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
    permits: Arc<Semaphore>,
    timeout: Duration,
    /// Verified if the account does not exist or has no password.
    decoy: Arc<str>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    Wrong,
    Correct,
    CorrectButWeak { rehashed: String },
}

impl Passwords {
    pub fn new(config: &PasswordConfig) -> anyhow::Result<Self> {
        let params = Params::new(config.memory_kib, config.passes, config.lanes, None)
            .map_err(|error| anyhow::anyhow!("invalid argon2id settings: {error}"))?;
        let hasher = Argon2::from(params);
        let mut random_password = [0; 32];
        OsRng.fill_bytes(&mut random_password);
        let decoy = hash(&hasher, &random_password).context("cannot hash a password")?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let workers = config.workers.map_or(cores, usize::from);
        Ok(Self {
            hasher: Arc::new(hasher),
            permits: Arc::new(Semaphore::new(workers)),
            timeout: config.patience,
            decoy: decoy.into(),
        })
    }

    pub async fn hash(&self, password: Password) -> Result<String> {
        self.run_limited(move |hasher, _| hash(hasher, password.as_bytes())).await
    }

    /// Takes the same time without a stored hash, so that it does not reveal whether the account exists.
    pub async fn verify(&self, password: Password, stored: Option<String>) -> Result<Verdict> {
        self.run_limited(move |hasher, decoy| {
            let Some(stored) = stored else {
                verify(hasher, password.as_bytes(), decoy)?;
                return Ok(Verdict::Wrong);
            };
            match verify(hasher, password.as_bytes(), &stored)? {
                false => Ok(Verdict::Wrong),
                true if is_weaker(&stored, hasher.params())? => {
                    Ok(Verdict::CorrectButWeak { rehashed: hash(hasher, password.as_bytes())? })
                }
                true => Ok(Verdict::Correct),
            }
        })
        .await
    }

    async fn run_limited<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Argon2<'static>, &str) -> anyhow::Result<T> + Send + 'static,
    ) -> Result<T> {
        let permit = tokio::time::timeout(self.timeout, self.permits.clone().acquire_owned()).await;
        let permit = permit.context("too many passwords are waiting to be hashed").map_err(Error::Unavailable)?;
        let permit = permit.map_err(Error::internal)?;
        let (hasher, decoy) = (self.hasher.clone(), self.decoy.clone());
        let done = tokio::task::spawn_blocking(move || {
            // Held until the work ends, even if the caller is cancelled.
            let _permit = permit;
            work(&hasher, &decoy)
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
