//! The account number people read out to support: eight digits, never beginning with zero. The first shopper is not
//! 10000001 and their neighbour in time is not their neighbour in number, so nobody reads from it how many there are.
//!
//! It is no secret and opens nothing: the permutation only scatters.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountCode(String);

const LOWEST: u64 = 10_000_000;
const COUNT: u64 = 90_000_000;
/// 2²⁸ is the least even power of two that holds them all.
const HALF_BITS: u32 = 14;
const HALF: u64 = (1 << HALF_BITS) - 1;
const ROUNDS: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb, 0xd6e8_feb8_6659_fd93];

impl AccountCode {
    /// The code of the nth account; none when all ninety million are given away.
    pub fn nth(number: i64) -> Option<Self> {
        let mut place = u64::try_from(number).ok().filter(|n| *n < COUNT)?;
        // A permutation of 0..2²⁸, walked until it lands among ours, is a permutation of ours.
        loop {
            place = scatter(place);
            if place < COUNT {
                return Some(Self((LOWEST + place).to_string()));
            }
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A Feistel network: whatever its rounds compute, it can be undone, so no two places meet.
fn scatter(place: u64) -> u64 {
    let (mut left, mut right) = (place >> HALF_BITS, place & HALF);
    for key in ROUNDS {
        (left, right) = (right, left ^ (mix(right.wrapping_add(key)) & HALF));
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
    fn codes_are_eight_digits_and_never_meet() {
        let ends = (0..20_000).chain(COUNT as i64 - 20_000..COUNT as i64);
        let codes: HashSet<String> = ends.map(|n| AccountCode::nth(n).unwrap().0).collect();
        assert_eq!(codes.len(), 40_000);
        assert!(codes.iter().all(|code| code.len() == 8 && !code.starts_with('0')));
        assert_eq!(AccountCode::nth(COUNT as i64), None);
        assert_eq!(AccountCode::nth(-1), None);
    }

    /// Codes are printed and remembered: the permutation must not change from one release to the next.
    #[test]
    fn neighbours_in_time_are_not_neighbours_in_number() {
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
