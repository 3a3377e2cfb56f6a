//! Keys are read from the database each time, because another replica may have created one.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kit::{Clock, Error, identity::KeySource};
use proto::auth::{Key, KeySet, ListKeysRequest, keys_server};
use sqlx::PgPool;
use tonic::{Request, Response, Status};

use crate::{
    db::{self, signing_key::PublicKey},
    domain::rotation::Rotation,
};

pub struct Keys(pub OwnKeys);

/// The published keys. This service verifies access tokens like the others.
#[derive(Clone)]
pub struct OwnKeys {
    pub pool: PgPool,
    pub clock: Clock,
    pub rotation: Rotation,
}

#[tonic::async_trait]
impl keys_server::Keys for Keys {
    async fn list(&self, _: Request<ListKeysRequest>) -> Result<Response<KeySet>, Status> {
        Ok(Response::new(KeySet { keys: self.0.published().await.map_err(Error::from)? }))
    }
}

#[async_trait::async_trait]
impl KeySource for OwnKeys {
    async fn keys(&self) -> anyhow::Result<Vec<Key>> {
        Ok(self.published().await?)
    }
}

impl OwnKeys {
    async fn published(&self) -> sqlx::Result<Vec<Key>> {
        let since = self.rotation.published_since(self.clock.now());
        let mut connection = self.pool.acquire().await?;
        let keys = db::signing_key::public_retired_since(&mut connection, since).await?;
        Ok(keys.into_iter().map(into_key).collect())
    }
}

fn into_key(key: PublicKey) -> Key {
    Key {
        kid: key.kid,
        kty: "OKP".to_owned(),
        crv: "Ed25519".to_owned(),
        x: URL_SAFE_NO_PAD.encode(key.public_key),
        alg: "EdDSA".to_owned(),
        r#use: "sig".to_owned(),
    }
}
