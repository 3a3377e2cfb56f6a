//! Authenticates the users who make calls. Every process verifies access tokens (JWT) itself and follows their
//! revocations.

use std::{
    collections::HashMap,
    sync::{Arc, RwLock},
    time::Duration,
};

use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use proto::{
    auth::{Key, ListKeysRequest, keys_client::KeysClient},
    common::Permission,
};
use serde::{Deserialize, Serialize};
use tokio::{sync::Mutex, time::Instant};
use tonic::Request;

use self::{
    revocations::Revocations,
    verified::{Verified, VerifiedTokens},
};
use crate::{
    Clock, Error, Result,
    client::{Channel, ClientInfo},
    permission::{self, Grant, Scope},
    security,
    serve::Requirement,
};

mod follow;
pub mod revocations;
mod verified;

pub const ISSUER: &str = "sovqat";
/// A third party that trusts the same keys must use another audience.
pub const AUDIENCE: &str = "sovqat";
/// Without a pause, tokens with unknown key ids would cause many requests.
const REFETCH_PAUSE: Duration = Duration::from_secs(5);
const MAX_TOKEN_LENGTH: usize = 4096;

/// How long a check of the second factor allows sensitive calls.
pub const STEP_UP_TTL: Duration = Duration::from_mins(10);

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Claims {
    pub iss: String,
    pub aud: String,
    pub sub: String,
    /// The family of refresh tokens since a sign-in.
    pub sid: String,
    pub roles: Vec<String>,
    /// Id of the client key that signed the token request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cid: Option<String>,
    /// Grows with each change of the account after which earlier tokens are refused.
    #[serde(default, rename = "gen")]
    pub generation: i64,
    /// In Unix seconds. Only staff sessions have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factor_at: Option<i64>,
    /// A browser sends it with each change of a staff session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub csrf: Option<String>,
    pub iat: i64,
    pub exp: i64,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Caller {
    pub account: i64,
    pub session: String,
    pub roles: Vec<String>,
    pub client: Option<String>,
    pub generation: i64,
    pub factor_at: Option<i64>,
    pub csrf: Option<String>,
    /// Whether this process knew all revocations except those of the last seconds.
    pub is_current: bool,
    /// The time until the token expires.
    pub lasts: Duration,
    /// It is for the audit log, and therefore empty unless staff calls.
    pub origin: ClientInfo,
}

impl Caller {
    /// Returns false if the permission is limited to stores.
    pub fn may(&self, permission: Permission) -> bool {
        self.scope(permission) == Some(Scope::Shop)
    }

    pub fn scope(&self, permission: Permission) -> Option<Scope> {
        permission::scope(self.roles.iter().map(String::as_str), permission)
    }

    pub fn require_staff(&self) -> Result<()> {
        if self.roles.iter().any(|role| role.parse::<Grant>().is_ok()) { Ok(()) } else { Err(Error::Forbidden) }
    }

    /// Only sensitive calls need it: without its auth service, a shop still sells.
    pub fn require_current(&self) -> Result<()> {
        let unknown = || Error::unavailable(anyhow::anyhow!("it is unknown which tokens are revoked"));
        if self.is_current { Ok(()) } else { Err(unknown()) }
    }
}

#[async_trait::async_trait]
pub trait KeySource: Send + Sync + 'static {
    async fn keys(&self) -> anyhow::Result<Vec<Key>>;
}

#[async_trait::async_trait]
impl KeySource for KeysClient<Channel> {
    async fn keys(&self) -> anyhow::Result<Vec<Key>> {
        Ok(self.clone().list(ListKeysRequest {}).await?.into_inner().keys)
    }
}

#[derive(Clone)]
pub struct Identity(Arc<Inner>);

struct Inner {
    source: Box<dyn KeySource>,
    clock: Clock,
    known_keys: RwLock<HashMap<String, DecodingKey>>,
    last_fetch: Mutex<Option<Instant>>,
    verified: VerifiedTokens,
    revocations: Revocations,
}

impl Identity {
    pub fn new(source: impl KeySource, clock: Clock) -> Self {
        Self(Arc::new(Inner {
            source: Box::new(source),
            clock,
            known_keys: RwLock::default(),
            last_fetch: Mutex::default(),
            verified: VerifiedTokens::default(),
            revocations: Revocations::default(),
        }))
    }

    pub async fn caller<T>(&self, request: &Request<T>) -> Result<Caller> {
        self.visitor(request).await?.ok_or_else(Error::unauthenticated)
    }

    /// Requires the permission of the method's contract, for the whole shop.
    pub async fn staff<T>(&self, request: &Request<T>) -> Result<Caller> {
        match self.staff_in_scope(request).await? {
            (caller, Scope::Shop) => Ok(caller),
            (_, Scope::Stores(_)) => Err(refuse_staff("permission", Error::Forbidden)),
        }
    }

    /// Like [`staff`](Self::staff), also for a store's staff. The method must check the scope.
    pub async fn staff_in_scope<T>(&self, request: &Request<T>) -> Result<(Caller, Scope)> {
        let caller = self.caller(request).await?;
        let requirement = request.extensions().get::<Requirement>();
        let forbidden = || refuse_staff("permission", Error::Forbidden);
        let requirement = requirement.ok_or_else(forbidden)?;
        let scope = caller.scope(requirement.permission).ok_or_else(forbidden)?;
        if scope != Scope::Shop && !requirement.store_scope {
            return Err(forbidden());
        }
        let factor_at = caller
            .factor_at
            .ok_or_else(|| refuse_staff("second_factor", Error::NotAllowed("second_factor_required")))?;
        if requirement.step_up && self.0.clock.now().timestamp() - factor_at > STEP_UP_TTL.as_secs() as i64 {
            return Err(refuse_staff("step_up", Error::NotAllowed("step_up_required")));
        }
        caller.require_current()?;
        Ok((Caller { origin: ClientInfo::from_request(request), ..caller }, scope))
    }

    pub async fn account<T>(&self, request: &Request<T>) -> Result<i64> {
        Ok(self.caller(request).await?.account)
    }

    /// An invalid token is an error even where none is required.
    pub async fn visitor<T>(&self, request: &Request<T>) -> Result<Option<Caller>> {
        let Some(header) = request.metadata().get("authorization") else { return Ok(None) };
        let token =
            header.to_str().ok().and_then(|value| value.strip_prefix("Bearer ")).ok_or_else(Error::unauthenticated)?;
        self.verify(token).await.map(Some)
    }

    pub async fn verify(&self, token: &str) -> Result<Caller> {
        if token.len() > MAX_TOKEN_LENGTH {
            return Err(Error::unauthenticated());
        }
        let verified = match self.0.verified.find(token).filter(|verified| self.known_key(&verified.kid).is_some()) {
            Some(verified) => verified,
            None => self.verify_signature(token).await?,
        };
        let seconds_left = verified.expires - self.0.clock.now().timestamp();
        if seconds_left <= 0 {
            return Err(Error::Unauthenticated("token_expired"));
        }
        let revocations = &self.0.revocations;
        revocations.loaded().await?;
        if revocations.contains(&verified.caller) {
            security::refused("token_revoked");
            return Err(Error::unauthenticated());
        }
        let lasts = Duration::from_secs(seconds_left.unsigned_abs());
        Ok(Caller { lasts, is_current: revocations.is_current(), ..verified.caller })
    }

    pub fn revoked(&self, caller: &Caller) -> impl Future<Output = ()> + Send + use<> {
        let (identity, caller) = (self.clone(), caller.clone());
        async move { identity.0.revocations.revoked(&caller).await }
    }

    /// `verify` checks the expiry by our clock, which tests can move.
    async fn verify_signature(&self, token: &str) -> Result<Verified> {
        let header = decode_header(token).map_err(|_| Error::unauthenticated())?;
        let kid = header.kid.ok_or_else(Error::unauthenticated)?;
        let key = match self.known_key(&kid) {
            Some(key) => key,
            None => self.fetch_key(&kid).await?,
        };
        let mut rules = Validation::new(Algorithm::EdDSA);
        rules.set_issuer(&[ISSUER]);
        rules.set_audience(&[AUDIENCE]);
        rules.validate_exp = false;
        let decoded = decode::<Claims>(token, &key, &rules).map_err(|_| {
            security::refused("token_forged");
            Error::unauthenticated()
        })?;
        let claims = decoded.claims;
        let account = claims.sub.parse().map_err(|_| Error::unauthenticated())?;
        let caller = Caller {
            account,
            session: claims.sid,
            roles: claims.roles,
            client: claims.cid,
            generation: claims.generation,
            factor_at: claims.factor_at,
            csrf: claims.csrf,
            ..Caller::default()
        };
        let verified = Verified { caller, kid, expires: claims.exp };
        self.0.verified.keep(token, verified.clone(), self.0.clock.now().timestamp());
        Ok(verified)
    }

    fn known_key(&self, kid: &str) -> Option<DecodingKey> {
        self.0.known_keys.read().unwrap_or_else(std::sync::PoisonError::into_inner).get(kid).cloned()
    }

    /// Concurrent callers share one request.
    async fn fetch_key(&self, kid: &str) -> Result<DecodingKey> {
        let mut last = self.0.last_fetch.lock().await;
        if let Some(key) = self.known_key(kid) {
            return Ok(key);
        }
        if last.is_some_and(|at| at.elapsed() < REFETCH_PAUSE) {
            return Err(Error::unauthenticated());
        }
        let keys = self.0.source.keys().await.map_err(Error::Unavailable)?;
        *last = Some(Instant::now());
        let usable = keys.into_iter().filter(|key| key.crv == "Ed25519");
        let known: HashMap<_, _> =
            usable.filter_map(|key| Some((key.kid, DecodingKey::from_ed_components(&key.x).ok()?))).collect();
        let wanted = known.get(kid).cloned();
        *self.0.known_keys.write().unwrap_or_else(std::sync::PoisonError::into_inner) = known;
        wanted.ok_or_else(Error::unauthenticated)
    }
}

fn refuse_staff(reason: &'static str, error: Error) -> Error {
    security::refused(reason);
    error
}
