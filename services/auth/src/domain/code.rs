//! Account numbers, which customers quote to support. A permutation of the account id hides how many customers there
//! are.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountCode(String);

const LOWEST: u64 = 10_000_000;
/// Numbers with eight digits.
const COUNT: u64 = 90_000_000;
/// Half of 28 bits: 2²⁸ is the smallest power of two above `COUNT` that has an even exponent.
const HALF_BITS: u32 = 14;
const HALF_MASK: u64 = (1 << HALF_BITS) - 1;
/// Round keys of the Feistel network. They must never change.
const ROUNDS: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb, 0xd6e8_feb8_6659_fd93];

impl AccountCode {
    pub fn nth(number: i64) -> Option<Self> {
        let mut index = u64::try_from(number).ok().filter(|n| *n < COUNT)?;
        // Cycle walking: repeating the permutation until the value is below COUNT permutes 0..COUNT.
        loop {
            index = permute(index);
            if index < COUNT {
                return Some(Self((LOWEST + index).to_string()));
            }
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A Feistel network is invertible with any round function, so that `mix` can be arbitrary.
fn permute(value: u64) -> u64 {
    let (mut left, mut right) = (value >> HALF_BITS, value & HALF_MASK);
    for key in ROUNDS {
        (left, right) = (right, left ^ (mix(right.wrapping_add(key)) & HALF_MASK));
    }
    (left << HALF_BITS) | right
}

fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 31)).wrapping_mul(0x7fb5_d329_728e_a185);
    (value ^ (value >> 27)).wrapping_mul(0x81da_def4_bc2d_d44d) >> 33
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_have_eight_digits_and_are_unique() {
        let ends = (0..20_000).chain(COUNT as i64 - 20_000..COUNT as i64);
        let codes: HashSet<String> = ends.map(|n| AccountCode::nth(n).unwrap().0).collect();
        assert_eq!(codes.len(), 40_000);
        for code in &codes {
            assert_eq!(code.len(), 8, "{code}");
            assert!(!code.starts_with('0'), "{code}");
        }
        assert_eq!(AccountCode::nth(COUNT as i64), None);
        assert_eq!(AccountCode::nth(-1), None);
    }

    /// Stored codes must never change.
    #[test]
    fn consecutive_accounts_have_unrelated_codes() {
        let first: Vec<String> = (1..5).map(|n| AccountCode::nth(n).unwrap().0).collect();
        insta::assert_debug_snapshot!(first, @r#"
    [
        "49364249",
        "81307125",
        "97299887",
        "31858058",
    ]
    "#);
    }
}
