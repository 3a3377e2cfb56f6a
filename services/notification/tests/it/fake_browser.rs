//! A browser with its push service, an HTTP server that records the pushes.

use std::sync::{Arc, Mutex, PoisonError};

use aes_gcm::{Aes128Gcm, KeyInit as _, aead::Aead as _};
use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hkdf::Hkdf;
use p256::{PublicKey, SecretKey, ecdh::diffie_hellman, elliptic_curve::sec1::ToEncodedPoint as _};
use proto::notification::PushSubscription;
use rand::{RngCore as _, rngs::OsRng};
use sha2::Sha256;
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

pub struct FakeBrowser {
    key: SecretKey,
    auth: [u8; 16],
    address: String,
    shared: Shared,
    _stop_on_drop: DropGuard,
}

#[derive(Clone)]
struct Shared {
    received: Arc<Mutex<Vec<ReceivedPush>>>,
    response: Arc<Mutex<StatusCode>>,
}

#[derive(Clone)]
pub struct ReceivedPush {
    pub headers: HeaderMap,
    body: Vec<u8>,
}

impl ReceivedPush {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

impl FakeBrowser {
    pub async fn open() -> Self {
        let shared = Shared { received: Arc::default(), response: Arc::new(Mutex::new(StatusCode::CREATED)) };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = format!("http://{}/push/abc", listener.local_addr().expect("an address"));
        let stop = CancellationToken::new();
        let routes = Router::new().fallback(receive).with_state(shared.clone());
        tokio::spawn(stop.clone().run_until_cancelled_owned(async move { axum::serve(listener, routes).await }));
        let mut auth = [0; 16];
        OsRng.fill_bytes(&mut auth);
        let key = SecretKey::random(&mut OsRng);
        Self { key, auth, address, shared, _stop_on_drop: stop.drop_guard() }
    }

    /// Returns what the browser would send to the shop to receive pushes.
    pub fn subscription(&self) -> PushSubscription {
        PushSubscription {
            endpoint: self.address.clone(),
            p256dh: URL_SAFE_NO_PAD.encode(self.key.public_key().to_encoded_point(false).as_bytes()),
            auth: URL_SAFE_NO_PAD.encode(self.auth),
        }
    }

    pub fn set_response(&self, status: StatusCode) {
        *self.shared.response.lock().unwrap_or_else(PoisonError::into_inner) = status;
    }

    pub fn received(&self) -> Vec<ReceivedPush> {
        self.shared.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn decrypt(&self, push: &ReceivedPush) -> serde_json::Value {
        // Salt (16 bytes), record size (4), length of the sender's key (1), sender's key, ciphertext.
        let (salt, after_salt) = push.body.split_at(16);
        let (_record_size, after_size) = after_salt.split_at(4);
        let key_length = after_size[0];
        let (point, sealed) = after_size[1..].split_at(key_length.into());
        let sender_key = PublicKey::from_sec1_bytes(point).expect("a point on the curve");

        let shared = diffie_hellman(self.key.to_nonzero_scalar(), sender_key.as_affine());
        let browser_key = self.key.public_key().to_encoded_point(false);
        let info = [b"WebPush: info\0".as_slice(), browser_key.as_bytes(), point].concat();
        let key_material: [u8; 32] = derive(&self.auth, shared.raw_secret_bytes(), &info);
        let key: [u8; 16] = derive(salt, &key_material, b"Content-Encoding: aes128gcm\0");
        let nonce: [u8; 12] = derive(salt, &key_material, b"Content-Encoding: nonce\0");

        let record = Aes128Gcm::new(&key.into()).decrypt(&nonce.into(), sealed).expect("a push for this browser");
        let text = record.strip_suffix(&[2]).expect("the last record");
        serde_json::from_slice(text).expect("JSON")
    }
}

fn derive<const N: usize>(salt: &[u8], input: &[u8], info: &[u8]) -> [u8; N] {
    let mut output = [0; N];
    Hkdf::<Sha256>::new(Some(salt), input).expand(info, &mut output).expect("a key");
    output
}

async fn receive(State(shared): State<Shared>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let received = ReceivedPush { headers, body: body.into() };
    shared.received.lock().unwrap_or_else(PoisonError::into_inner).push(received);
    *shared.response.lock().unwrap_or_else(PoisonError::into_inner)
}
