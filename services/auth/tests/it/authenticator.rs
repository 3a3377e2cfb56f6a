//! A software authenticator for passkeys (WebAuthn level 2, ES256, without attestation), and the calls with which staff
//! sign in.

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use kit::client::Channel;
use p256::{
    ecdsa::{Signature, SigningKey, signature::Signer as _},
    pkcs8::DecodePrivateKey as _,
};
use proto::auth::{
    BeginStaffSessionRequest, BeginStepUpRequest, OpenStaffSessionRequest, RefreshRequest, Session, StaffChallenge,
    StaffSession, staff_sessions_client::StaffSessionsClient,
};
use rand::rngs::OsRng;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tonic::Status;

use crate::{
    owner::Owner,
    test_auth::{PASSWORD, TestAuth, phone, with_token},
};

pub const ORIGIN: &str = "http://localhost:8080";
/// The relying party's id: the shop's host.
const RP_ID: &str = "localhost";
/// Flags of authenticator data: user present (0x01) and user verified (0x04).
const PRESENT_AND_VERIFIED: u8 = 0x05;
/// Flag of authenticator data that contains a new credential.
const ATTESTED: u8 = 0x40;

#[derive(Clone)]
pub struct Authenticator {
    pub key: SigningKey,
    pub id: Vec<u8>,
    /// The account id. Authenticators may omit it.
    pub user_handle: Option<String>,
    pub origin: String,
    /// 0 for an authenticator that does not count its signatures.
    pub counter: u32,
    pub flags: u8,
}

impl Authenticator {
    pub fn new() -> Self {
        let id = uuid::Uuid::new_v4().into_bytes().to_vec();
        let origin = ORIGIN.to_owned();
        let key = SigningKey::random(&mut OsRng);
        Self { key, id, user_handle: None, origin, counter: 0, flags: PRESENT_AND_VERIFIED }
    }

    /// `private_key` is PKCS #8 in base64, and `id` base64url.
    pub fn of_demo(private_key: &str, id: &str) -> Self {
        let der = STANDARD.decode(private_key).expect("the private key is base64");
        let key = SigningKey::from_pkcs8_der(&der).expect("the private key is PKCS #8");
        Self { key, id: URL_SAFE_NO_PAD.decode(id).expect("the id is base64url"), ..Self::new() }
    }

    /// Responds to `navigator.credentials.create`.
    pub fn create(&mut self, options: &str) -> String {
        let options: Value = serde_json::from_str(options).expect("options are JSON");
        let options = &options["publicKey"];
        assert_eq!(options["rp"]["id"], RP_ID);
        self.user_handle = Some(options["user"]["id"].as_str().expect("a user handle").to_owned());
        let client_data = self.client_data("webauthn.create", options);
        let mut data = self.data(ATTESTED);
        // The model of the authenticator (AAGUID): unknown.
        data.extend([0; 16]);
        data.extend((self.id.len() as u16).to_be_bytes());
        data.extend(&self.id);
        data.extend(self.cose_key());

        // CBOR of {"fmt": "none", "attStmt": {}, "authData": data}.
        let mut object = vec![0xa3];
        for text in ["fmt", "none", "attStmt"] {
            object.push(0x60 + text.len() as u8);
            object.extend(text.bytes());
        }
        object.extend([0xa0, 0x68]);
        object.extend(b"authData");
        object.extend([0x58, data.len() as u8]);
        object.extend(data);

        let response =
            json!({ "attestationObject": encode(&object), "clientDataJSON": encode(client_data.as_bytes()) });
        self.credential(&response)
    }

    /// Responds to `navigator.credentials.get`.
    pub fn get(&self, options: &str) -> String {
        let options: Value = serde_json::from_str(options).expect("options are JSON");
        let client_data = self.client_data("webauthn.get", &options["publicKey"]);
        let data = self.data(0);
        let signed = [data.as_slice(), &Sha256::digest(&client_data)].concat();
        let signature: Signature = self.key.sign(&signed);
        self.credential(&json!({
            "authenticatorData": encode(&data),
            "clientDataJSON": encode(client_data.as_bytes()),
            "signature": encode(signature.to_der().as_bytes()),
            "userHandle": self.user_handle,
        }))
    }

    fn credential(&self, response: &Value) -> String {
        let id = encode(&self.id);
        json!({ "id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {} })
            .to_string()
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        let challenge = &options["challenge"];
        json!({ "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false }).to_string()
    }

    /// Authenticator data: the hash of the host, the flags and the counter.
    fn data(&self, flag: u8) -> Vec<u8> {
        let mut data = Sha256::digest(RP_ID).to_vec();
        data.push(self.flags | flag);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y}, an EC2 key for ES256 on P-256.
    fn cose_key(&self) -> Vec<u8> {
        let point = self.key.verifying_key().to_encoded_point(false);
        let mut key = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
        key.extend(point.x().expect("not compressed"));
        key.extend([0x22, 0x58, 0x20]);
        key.extend(point.y().expect("not compressed"));
        key
    }
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub fn with_passkey(challenge: &StaffChallenge, passkey: String) -> OpenStaffSessionRequest {
    let challenge_token = challenge.challenge_token.clone();
    OpenStaffSessionRequest { challenge_token, passkey: Some(passkey), ..OpenStaffSessionRequest::default() }
}

pub fn with_code(challenge: &StaffChallenge, code: &str) -> OpenStaffSessionRequest {
    let (challenge_token, totp_code) = (challenge.challenge_token.clone(), Some(code.to_owned()));
    OpenStaffSessionRequest { challenge_token, totp_code, ..OpenStaffSessionRequest::default() }
}

pub fn with_recovery_code(challenge: &StaffChallenge, code: &str) -> OpenStaffSessionRequest {
    let (challenge_token, recovery_code) = (challenge.challenge_token.clone(), Some(code.to_owned()));
    OpenStaffSessionRequest { challenge_token, recovery_code, ..OpenStaffSessionRequest::default() }
}

impl TestAuth {
    fn staff_sessions(&self) -> StaffSessionsClient<Channel> {
        StaffSessionsClient::new(self.channel())
    }

    pub async fn begin_staff(&self, number: u8) -> StaffChallenge {
        self.begin_staff_with(&phone(number), PASSWORD, None).await.expect("a member of staff")
    }

    pub async fn begin_staff_with(
        &self,
        login: &str,
        password: &str,
        device: Option<&str>,
    ) -> Result<StaffChallenge, Status> {
        let (login, password, device) = (login.to_owned(), password.to_owned(), device.map(str::to_owned));
        Ok(self.staff_sessions().begin(BeginStaffSessionRequest { login, password, device }).await?.into_inner())
    }

    pub async fn open_staff(&self, proof: OpenStaffSessionRequest) -> Result<StaffSession, Status> {
        Ok(self.staff_sessions().open(proof).await?.into_inner())
    }

    pub async fn refresh_staff(&self, token: &str) -> Result<StaffSession, Status> {
        let request = RefreshRequest { refresh_token: token.to_owned() };
        Ok(self.staff_sessions().refresh(request).await?.into_inner())
    }

    pub async fn begin_step_up(&self, access: &str) -> Result<StaffChallenge, Status> {
        Ok(self.staff_sessions().begin_step_up(with_token(access).sign(BeginStepUpRequest {})).await?.into_inner())
    }

    pub async fn step_up(&self, access: &str, proof: OpenStaffSessionRequest) -> Result<StaffSession, Status> {
        Ok(self.staff_sessions().step_up(with_token(access).sign(proof)).await?.into_inner())
    }

    /// Uses the account's passkey, which is created if the account has no second factor.
    pub async fn sign_in_staff(&self, number: u8) -> StaffSession {
        let challenge = self.begin_staff(number).await;
        let mut authenticators = self.authenticators.lock().await;
        let passkey = match (&challenge.first_factor, &challenge.passkey_options) {
            (Some(first), _) => {
                let authenticator = authenticators.entry(number).or_insert_with(Authenticator::new);
                authenticator.create(&first.passkey_options)
            }
            (None, Some(options)) => authenticators[&number].get(options),
            (None, None) => panic!("the account {number} has no passkey"),
        };
        self.open_staff(with_passkey(&challenge, passkey)).await.expect("the passkey is accepted")
    }

    pub async fn staff(&self, number: u8) -> Owner {
        let StaffSession { user, access_token, refresh_token, expires_in, .. } = self.sign_in_staff(number).await;
        self.owner_of(Session { user, access_token, refresh_token, expires_in })
    }
}
