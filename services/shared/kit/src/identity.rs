//! Authenticates callers. Every process verifies the Ed25519 signature of the access token with the public keys of the
//! auth service; no service trusts an identity written by another. Tokens of ended sessions and of accounts that have
//! changed are refused within seconds: each process follows the auth service's revocations.

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
    client::Channel,
    permission::{self, Role},
    security,
    serve::RequiredPermission,
};

mod follow;
pub mod revocations;
mod verified;

pub const ISSUER: &str = "sovqat";
/// The audience of the shop's own services. A third party that trusts the same keys must use another.
pub const AUDIENCE: &str = "sovqat";
/// Minimum time between two requests for the keys, so that tokens with unknown key ids cannot cause many.
const REFETCH_PAUSE: Duration = Duration::from_secs(5);
/// Longer tokens are refused unread, in bytes.
const MAX_TOKEN_LENGTH: usize = 4096;

/// The claims of an access token. They contain no personal data: no e-mail, phone or name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Claims {
    pub iss: String,
    pub aud: String,
    /// The account's id.
    pub sub: String,
    /// The session (refresh-token family).
    pub sid: String,
    pub roles: Vec<String>,
    /// Id of the registered client key that signed the token request; see `Clients` of the auth service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cid: Option<String>,
    /// The account's generation of tokens. It grows with each change after which earlier tokens are refused.
    #[serde(default, rename = "gen")]
    pub generation: i64,
    pub iat: i64,
    pub exp: i64,
}

/// The user who makes a call, as named by a verified access token.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Caller {
    /// The account's id.
    pub account: i64,
    /// The session's id.
    pub session: String,
    pub roles: Vec<String>,
    /// Id of the registered client key of the app that signed this request; `None` for a browser.
    pub client: Option<String>,
    /// The account's generation of tokens.
    pub generation: i64,
    /// Whether a revocation of the token would have been known, except in the last seconds.
    pub is_current: bool,
    /// Time until the token expires.
    pub lasts: Duration,
}

impl Caller {
    pub fn may(&self, permission: Permission) -> bool {
        permission::is_granted(self.roles.iter().map(String::as_str), permission)
    }

    /// Refuses callers without any role of the shop's staff.
    pub fn require_staff(&self) -> Result<()> {
        if self.roles.iter().any(|role| role.parse::<Role>().is_ok()) { Ok(()) } else { Err(Error::Forbidden) }
    }

    /// Refuses sensitive calls while revocations are unknown. Other calls go on: a shop without its auth service still
    /// sells, and tokens expire within minutes.
    pub fn require_current(&self) -> Result<()> {
        let unknown = || Error::unavailable(anyhow::anyhow!("it is unknown which tokens are revoked"));
        if self.is_current { Ok(()) } else { Err(unknown()) }
    }
}

/// Provides the auth service's public keys.
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

/// Verifies access tokens; keeps the keys and recently verified tokens.
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

    /// Returns the signed-in caller.
    pub async fn caller<T>(&self, request: &Request<T>) -> Result<Caller> {
        self.visitor(request).await?.ok_or_else(Error::unauthenticated)
    }

    /// Returns the caller if they have the permission that the contract declares for the method. Refuses everybody where
    /// none is declared.
    pub async fn staff<T>(&self, request: &Request<T>) -> Result<Caller> {
        let caller = self.caller(request).await?;
        match request.extensions().get::<RequiredPermission>() {
            Some(RequiredPermission(permission)) if caller.may(*permission) => {
                caller.require_current()?;
                Ok(caller)
            }
            _ => {
                security::refused("permission");
                Err(Error::Forbidden)
            }
        }
    }

    /// Returns the account id of the signed-in caller.
    pub async fn account<T>(&self, request: &Request<T>) -> Result<i64> {
        Ok(self.caller(request).await?.account)
    }

    /// Returns the caller, or `None` without a token. An invalid token is an error even where none is required.
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
        let lasts = verified.expires - self.0.clock.now().timestamp();
        if lasts <= 0 {
            return Err(Error::Unauthenticated("token_expired"));
        }
        let revocations = &self.0.revocations;
        revocations.loaded().await?;
        if revocations.contains(&verified.caller) {
            security::refused("token_revoked");
            return Err(Error::unauthenticated());
        }
        let lasts = Duration::from_secs(lasts.unsigned_abs());
        Ok(Caller { lasts, is_current: revocations.is_current(), ..verified.caller })
    }

    /// Resolves when the caller's token is revoked, for responses that stay open.
    pub fn revoked(&self, caller: &Caller) -> impl Future<Output = ()> + Send + use<> {
        let (identity, caller) = (self.clone(), caller.clone());
        async move { identity.0.revocations.revoked(&caller).await }
    }

    /// Whether the revocations of the time before this process started are known.
    pub fn knows_revocations(&self) -> bool {
        self.0.revocations.is_loaded()
    }

    /// Verifies the signature, the issuer and the audience, but not the expiry, and caches the result.
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
        // `verify` compares the expiry with our own clock, which tests can move.
        rules.validate_exp = false;
        let claims = decode::<Claims>(token, &key, &rules).map_err(|_| Error::unauthenticated())?.claims;
        let account = claims.sub.parse().map_err(|_| Error::unauthenticated())?;
        // `verify` fills in the rest at each use.
        let caller = Caller {
            account,
            session: claims.sid,
            roles: claims.roles,
            client: claims.cid,
            generation: claims.generation,
            ..Caller::default()
        };
        let verified = Verified { caller, kid, expires: claims.exp };
        self.0.verified.keep(token, verified.clone(), self.0.clock.now().timestamp());
        Ok(verified)
    }

    fn known_key(&self, kid: &str) -> Option<DecodingKey> {
        self.0.known_keys.read().unwrap_or_else(std::sync::PoisonError::into_inner).get(kid).cloned()
    }

    /// Fetches the keys and returns the one with this id. Concurrent callers share one request.
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
        let found = known.get(kid).cloned();
        *self.0.known_keys.write().unwrap_or_else(std::sync::PoisonError::into_inner) = known;
        found.ok_or_else(Error::unauthenticated)
    }
}
