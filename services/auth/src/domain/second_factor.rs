//! Codes of an authenticator app (TOTP, RFC 6238) and recovery codes.

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use rand::{CryptoRng, Rng as _, RngCore};
use totp_rs::{Builder, Secret, Totp};

/// In bytes, as RFC 4226 recommends.
const SECRET_LENGTH: usize = 20;
const ISSUER: &str = "Sovqat";
/// Crockford's base32, without similar letters and digits.
const RECOVERY_ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// 80 bits in base32.
const RECOVERY_LENGTH: usize = 16;
/// Characters between hyphens.
const RECOVERY_GROUP: usize = 4;
pub const RECOVERY_CODES: usize = 10;

/// No `Debug`: must not be logged.
#[derive(Clone)]
pub struct TotpSecret([u8; SECRET_LENGTH]);

impl TotpSecret {
    pub fn random(rng: &mut (impl RngCore + CryptoRng)) -> Self {
        let mut bytes = [0; SECRET_LENGTH];
        rng.fill_bytes(&mut bytes);
        Self(bytes)
    }

    pub fn from_bytes(bytes: &[u8]) -> anyhow::Result<Self> {
        Ok(Self(bytes.try_into().context("a secret of an authenticator app has another length")?))
    }

    pub fn from_base32(text: &str) -> anyhow::Result<Self> {
        let secret = Secret::try_from_base32(text).ok().context("a secret of an authenticator app is not base32")?;
        Self::from_bytes(secret.as_bytes())
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn to_base32(&self) -> String {
        Secret::from(self.0).to_base32()
    }

    pub fn url(&self, account_name: &str) -> anyhow::Result<String> {
        let named = Builder::new().with_secret(self.0).with_issuer(Some(ISSUER)).with_account_name(account_name);
        Ok(named.build().and_then(|totp| totp.to_url())?)
    }

    /// Accepts the time steps before and after, because clocks differ. The caller must accept each step only once.
    pub fn matching_step(&self, code: &str, now: DateTime<Utc>) -> anyhow::Result<Option<i64>> {
        let step = self.totp()?.check(code.trim(), seconds(now)?);
        step.map(|step| Ok(i64::try_from(step)?)).transpose()
    }

    pub fn code_at(&self, now: DateTime<Utc>) -> anyhow::Result<String> {
        Ok(self.totp()?.generate(seconds(now)?).to_string())
    }

    fn totp(&self) -> anyhow::Result<Totp> {
        Ok(Builder::new().with_secret(self.0).build()?)
    }
}

fn seconds(now: DateTime<Utc>) -> anyhow::Result<u64> {
    now.timestamp().try_into().context("the clock is before 1970")
}

/// Replaces a lost second factor, once. No `Debug`: must not be logged.
#[derive(PartialEq, Eq)]
pub struct RecoveryCode(String);

impl RecoveryCode {
    pub fn random(rng: &mut (impl RngCore + CryptoRng)) -> Self {
        let letters = (0..RECOVERY_LENGTH).map(|_| char::from(RECOVERY_ALPHABET[rng.gen_range(0..32)]));
        Self(letters.collect())
    }

    /// Letters that look like digits are read as digits.
    pub fn parse(raw: &str) -> Option<Self> {
        // Allows a separator of up to three bytes after each character.
        if raw.len() > 4 * RECOVERY_LENGTH {
            return None;
        }
        let typed = raw.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| match c.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            c => c,
        });
        let code: String = typed.collect();
        let is_code = code.len() == RECOVERY_LENGTH && code.bytes().all(|byte| RECOVERY_ALPHABET.contains(&byte));
        is_code.then_some(Self(code))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As the owner sees it.
    pub fn reveal(&self) -> String {
        let groups: Vec<&str> =
            (0..RECOVERY_LENGTH).step_by(RECOVERY_GROUP).map(|start| &self.0[start..start + RECOVERY_GROUP]).collect();
        groups.join("-")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::rngs::OsRng;

    use super::*;

    /// Values of RFC 6238, appendix B, cut to six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let secret = TotpSecret::from_bytes(b"12345678901234567890").unwrap();
        for (second, code) in [(59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")] {
            let now = DateTime::from_timestamp(second, 0).unwrap();
            assert_eq!(secret.code_at(now).unwrap(), code);
            assert_eq!(secret.matching_step(code, now).unwrap(), Some(second / 30));
        }
        assert_eq!(secret.to_base32(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    }

    #[test]
    fn a_code_matches_one_step_early_and_late_only() {
        let (secret, start) = (TotpSecret::random(&mut OsRng), DateTime::from_timestamp(1_000_000_020, 0).unwrap());
        let code = secret.code_at(start).unwrap();
        let step = |steps: i64| secret.matching_step(&code, start + chrono::TimeDelta::seconds(30 * steps)).unwrap();
        assert_eq!([-1, 0, 1].map(step), [Some(1_000_000_020 / 30); 3]);
        assert_eq!([-2, 2].map(step), [None; 2]);
        assert_eq!(secret.matching_step("", start).unwrap(), None);
        assert_eq!(secret.matching_step("12345", start).unwrap(), None);
    }

    #[test]
    fn an_url_names_the_shop_and_the_account() {
        let secret = TotpSecret::from_base32("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").unwrap();
        let url = secret.url("+994501234567").unwrap();
        assert!(url.starts_with("otpauth://totp/Sovqat:"), "{url}");
        assert!(url.contains("secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"), "{url}");
        assert!(url.contains("issuer=Sovqat"), "{url}");
    }

    #[test]
    fn recovery_codes_are_read_as_people_type_them() {
        let code = RecoveryCode::random(&mut OsRng);
        let shown = code.reveal();
        assert_eq!(shown.len(), RECOVERY_LENGTH + 3, "three hyphens");
        for typed in [shown.clone(), shown.to_uppercase(), shown.replace('-', " "), shown.replace('0', "O")] {
            assert!(RecoveryCode::parse(&typed) == Some(RecoveryCode(code.as_str().to_owned())), "{typed}");
        }
        for malformed in ["", "abcd", "abcd-abcd-abcd-abcu", "abcd-abcd-abcd-abcd-a"] {
            assert!(RecoveryCode::parse(malformed).is_none(), "{malformed}");
        }
    }

    proptest! {
        #[test]
        fn parsing_never_panics(raw in any::<String>()) {
            if let Some(code) = RecoveryCode::parse(&raw) {
                prop_assert_eq!(code.as_str().len(), RECOVERY_LENGTH);
            }
        }
    }
}
