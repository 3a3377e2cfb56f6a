//! Caches verified access tokens, because verifying a signature costs more than most calls.

use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
};

use sha2::{Digest as _, Sha256};

use super::Caller;

/// At this size, expired entries are removed, or all if none has expired.
const MAX_ENTRIES: usize = 10_000;

/// The keys are the SHA-256 hashes of the tokens.
#[derive(Default)]
pub struct VerifiedTokens(RwLock<HashMap<[u8; 32], Verified>>);

#[derive(Clone)]
pub struct Verified {
    pub caller: Caller,
    pub kid: String,
    /// In Unix seconds.
    pub expires: i64,
}

impl VerifiedTokens {
    pub fn find(&self, token: &str) -> Option<Verified> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&digest(token)).cloned()
    }

    pub fn keep(&self, token: &str, verified: Verified, now: i64) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_ENTRIES {
            known.retain(|_, verified| verified.expires > now);
        }
        if known.len() >= MAX_ENTRIES {
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
    use super::*;

    fn until(expires: i64) -> Verified {
        let caller = Caller { account: expires, ..Caller::default() };
        Verified { caller, kid: "one".into(), expires }
    }

    #[test]
    fn cache_is_bounded_and_evicts_expired_tokens_first() {
        let tokens = VerifiedTokens::default();
        tokens.keep("valid", until(i64::MAX), 0);
        for number in 0..3 * MAX_ENTRIES as i64 {
            tokens.keep(&number.to_string(), until(number), number);
            assert!(tokens.0.read().unwrap().len() <= MAX_ENTRIES);
        }
        assert_eq!(tokens.find("valid").map(|verified| verified.caller.account), Some(i64::MAX));
        assert!(tokens.find("0").is_none());
    }
}
