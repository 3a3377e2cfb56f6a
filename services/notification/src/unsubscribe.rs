//! Signs unsubscription links, which need no sign-in. A token is the account (8 bytes), letters for topic and channel,
//! and the signature.

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::domain::{NotificationChannel, Topic};

/// 128 bits cannot be guessed, and fit into an SMS.
const SIGNATURE_LENGTH: usize = 16;
const PAYLOAD_LENGTH: usize = 10;
/// Separates these signatures from other uses of the secret.
const PURPOSE: &[u8] = b"sovqat.notification.unsubscribe.v1";

#[derive(Clone)]
pub struct Signer(Hmac<Sha256>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsubscription {
    pub account: i64,
    /// `None` means all topics that go into digests.
    pub topic: Option<Topic>,
    pub channel: NotificationChannel,
}

impl Signer {
    pub fn new(secret: &[u8; 32]) -> anyhow::Result<Self> {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).context("links cannot be signed")?;
        mac.update(PURPOSE);
        Ok(Self(mac))
    }

    pub fn sign(&self, unsubscription: &Unsubscription) -> String {
        let mut token = Vec::with_capacity(PAYLOAD_LENGTH + SIGNATURE_LENGTH);
        token.extend_from_slice(&unsubscription.account.to_be_bytes());
        token.extend_from_slice(&[topic_letter(unsubscription.topic), channel_letter(unsubscription.channel)]);
        let signature = self.signature(&token);
        token.extend_from_slice(&signature);
        URL_SAFE_NO_PAD.encode(token)
    }

    pub fn verify(&self, token: &str) -> Option<Unsubscription> {
        let token: [u8; PAYLOAD_LENGTH + SIGNATURE_LENGTH] =
            URL_SAFE_NO_PAD.decode(token.trim()).ok()?.try_into().ok()?;
        let (payload, signature) = token.split_at(PAYLOAD_LENGTH);
        self.0.clone().chain_update(payload).verify_truncated_left(signature).ok()?;
        let (account, letters) = payload.split_first_chunk()?;
        let [topic, channel] = letters else { return None };
        let topic = match topic {
            b'*' => None,
            letter => Some(Topic::ALL.into_iter().find(|topic| topic_letter(Some(*topic)) == *letter)?),
        };
        let channel = NotificationChannel::ALL.into_iter().find(|known| channel_letter(*known) == *channel)?;
        Some(Unsubscription { account: i64::from_be_bytes(*account), topic, channel })
    }

    fn signature(&self, payload: &[u8]) -> [u8; SIGNATURE_LENGTH] {
        let full = self.0.clone().chain_update(payload).finalize().into_bytes();
        let mut truncated = [0; SIGNATURE_LENGTH];
        truncated.copy_from_slice(&full[..SIGNATURE_LENGTH]);
        truncated
    }
}

/// Links do not expire, so a letter must never get another meaning. `n` was a former topic.
fn topic_letter(topic: Option<Topic>) -> u8 {
    match topic {
        None => b'*',
        Some(Topic::Account) => b'a',
        Some(Topic::Orders) => b'o',
        Some(Topic::Reminders) => b'r',
        Some(Topic::Stores) => b's',
        Some(Topic::Favourites) => b'f',
        Some(Topic::Reviews) => b'v',
    }
}

fn channel_letter(channel: NotificationChannel) -> u8 {
    match channel {
        NotificationChannel::InApp => b'i',
        NotificationChannel::Email => b'e',
        NotificationChannel::Sms => b's',
        NotificationChannel::Push => b'p',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_signed_tokens_are_accepted() {
        let signer = Signer::new(&[7; 32]).unwrap();
        for topic in Topic::ALL.map(Some).into_iter().chain([None]) {
            for channel in NotificationChannel::ALL {
                let unsubscription = Unsubscription { account: 42, topic, channel };
                let token = signer.sign(&unsubscription);
                assert_eq!(signer.verify(&token), Some(unsubscription));
                assert!(token.len() <= 35, "the token must fit into an SMS");
                assert_eq!(Signer::new(&[8; 32]).unwrap().verify(&token), None);
            }
        }

        let token = signer.sign(&Unsubscription { account: 42, topic: None, channel: NotificationChannel::Email });
        let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
        for index in 0..bytes.len() {
            let mut forged = bytes.clone();
            forged[index] ^= 1;
            assert_eq!(signer.verify(&URL_SAFE_NO_PAD.encode(forged)), None, "byte {index}");
        }
        for nonsense in ["", "a", "AAAA", &token[1..], &format!("{token}AAAA")] {
            assert_eq!(signer.verify(nonsense), None, "{nonsense}");
        }
    }
}
