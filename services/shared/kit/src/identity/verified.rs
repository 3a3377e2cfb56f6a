//! Tokens whose signature was found good a moment ago. A shopper's token comes with every call, through every service, for
//! as long as it lives; checking one signature costs more than most of what the call is about.
//!
//! What is remembered is the digest, never the token. A token that has run out is refused all the same, and so is one whose
//! key is not known any more: whoever asks here says what time it is and which keys there are.

use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
};

use sha2::{Digest as _, Sha256};

use super::Caller;

/// Then those that ran out are thrown away, and all of them when none did.
const MOST: usize = 10_000;

#[derive(Default)]
pub struct VerifiedTokens(RwLock<HashMap<[u8; 32], Verified>>);

#[derive(Clone)]
pub struct Verified {
    pub caller: Caller,
    pub kid: String,
    /// Unix seconds.
    pub expires: i64,
}

impl VerifiedTokens {
    pub fn find(&self, token: &str) -> Option<Verified> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&digest(token)).cloned()
    }

    pub fn keep(&self, token: &str, verified: Verified, now: i64) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.retain(|_, verified| verified.expires > now);
        }
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(digest(token), verified);
    }
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn until(expires: i64) -> Verified {
        let caller =
            Caller { account: expires, session: String::new(), roles: vec![], client: None, lasts: Duration::ZERO };
        Verified { caller, kid: "one".into(), expires }
    }

    #[test]
    fn however_many_tokens_come_few_are_kept_and_those_that_ran_out_go_first() {
        let tokens = VerifiedTokens::default();
        tokens.keep("lives on", until(i64::MAX), 0);
        for number in 0..3 * MOST as i64 {
            tokens.keep(&number.to_string(), until(number), number);
            assert!(tokens.0.read().unwrap().len() <= MOST);
        }
        assert_eq!(tokens.find("lives on").map(|verified| verified.caller.account), Some(i64::MAX));
        assert!(tokens.find("0").is_none());
    }
}
