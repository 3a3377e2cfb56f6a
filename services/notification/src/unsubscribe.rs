//! The links that end what somebody no longer wants to be told. Whoever holds one needs no account: it is signed, says nothing of
//! who its reader is, and can do nothing but end one way of one topic. It stays good for as long as the letter is kept.

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::domain::{Topic, Way};

/// Of 256 bits half are enough: nobody tries 2^128 links, and an SMS has to hold it.
const SIGNATURE: usize = 16;
const SAID: usize = 10;
/// So that what is signed here with the service's secret means nothing anywhere else.
const PURPOSE: &[u8] = b"sovqat.notification.unsubscribe.v1";

#[derive(Clone)]
pub struct Signer(Hmac<Sha256>);

/// What a link ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    pub account: i64,
    /// `None`: all that a digest gathers.
    pub topic: Option<Topic>,
    pub way: Way,
}

impl Signer {
    pub fn new(secret: &[u8; 32]) -> anyhow::Result<Self> {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).context("links cannot be signed")?;
        mac.update(PURPOSE);
        Ok(Self(mac))
    }

    pub fn sign(&self, ending: &Ending) -> String {
        let mut token = Vec::with_capacity(SAID + SIGNATURE);
        token.extend_from_slice(&ending.account.to_be_bytes());
        token.extend_from_slice(&[letter_of(ending.topic), letter_of_way(ending.way)]);
        let signature = self.signature(&token);
        token.extend_from_slice(&signature);
        URL_SAFE_NO_PAD.encode(token)
    }

    /// `None` for everything that was not signed here.
    pub fn read(&self, token: &str) -> Option<Ending> {
        let token: [u8; SAID + SIGNATURE] = URL_SAFE_NO_PAD.decode(token.trim()).ok()?.try_into().ok()?;
        let (said, signature) = token.split_at(SAID);
        self.0.clone().chain_update(said).verify_truncated_left(signature).ok()?;
        let (account, letters) = said.split_first_chunk()?;
        let [topic, way] = letters else { return None };
        let topic = match topic {
            b'*' => None,
            letter => Some(Topic::ALL.into_iter().find(|topic| letter_of(Some(*topic)) == *letter)?),
        };
        let way = Way::ALL.into_iter().find(|known| letter_of_way(*known) == *way)?;
        Some(Ending { account: i64::from_be_bytes(*account), topic, way })
    }

    fn signature(&self, said: &[u8]) -> [u8; SIGNATURE] {
        let whole = self.0.clone().chain_update(said).finalize().into_bytes();
        let mut half = [0; SIGNATURE];
        half.copy_from_slice(&whole[..SIGNATURE]);
        half
    }
}

/// Kept for as long as somebody has an old letter: none of these ever means something else. `n` was the topic of news.
fn letter_of(topic: Option<Topic>) -> u8 {
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

fn letter_of_way(way: Way) -> u8 {
    match way {
        Way::InApp => b'i',
        Way::Email => b'e',
        Way::Sms => b's',
        Way::Push => b'p',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_says_what_it_ends_and_cannot_be_made_to_say_anything_else() {
        let signer = Signer::new(&[7; 32]).unwrap();
        for topic in Topic::ALL.map(Some).into_iter().chain([None]) {
            for way in Way::ALL {
                let ending = Ending { account: 42, topic, way };
                let token = signer.sign(&ending);
                assert_eq!(signer.read(&token), Some(ending));
                assert!(token.len() <= 35, "an SMS has to hold it");
                assert_eq!(Signer::new(&[8; 32]).unwrap().read(&token), None);
            }
        }
        let token = signer.sign(&Ending { account: 42, topic: None, way: Way::Email });
        let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
        for index in 0..bytes.len() {
            let mut forged = bytes.clone();
            forged[index] ^= 1;
            assert_eq!(signer.read(&URL_SAFE_NO_PAD.encode(forged)), None, "byte {index}");
        }
        for nonsense in ["", "a", "AAAA", &token[1..], &format!("{token}AAAA")] {
            assert_eq!(signer.read(nonsense), None, "{nonsense}");
        }
    }
}
