//! The delay between attempts at a delivery: it doubles after each failure up to a maximum, with a random part.

use chrono::TimeDelta;

/// After this number of failed attempts, a delivery is given up.
pub const MAX_TRIES: i32 = 8;
/// The delay after the first failure. It doubles with each failure up to `MAX_DELAY`.
const FIRST_DELAY: TimeDelta = TimeDelta::seconds(5);
const MAX_DELAY: TimeDelta = TimeDelta::minutes(10);

/// Returns the delay after attempt number `tries`, which counts from 1. `jitter` is a random number from 0 to 1 that
/// decides half of the delay, so that deliveries that failed together are not retried together.
pub fn delay(tries: i32, jitter: f64) -> TimeDelta {
    // The limit prevents an overflow. The delay reaches `MAX_DELAY` long before 16 doublings.
    let doublings = u32::try_from(tries - 1).unwrap_or(0).min(16);
    let full = (FIRST_DELAY * 2_i32.pow(doublings)).min(MAX_DELAY);
    let half = full / 2;
    half + TimeDelta::milliseconds((half.num_milliseconds() as f64 * jitter.clamp(0.0, 1.0)) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delay_doubles_up_to_the_limit_with_half_of_it_random() {
        assert_eq!(delay(1, 1.0), TimeDelta::seconds(5));
        assert_eq!(delay(1, 0.0), TimeDelta::milliseconds(2_500));
        assert_eq!(delay(2, 1.0), TimeDelta::seconds(10));
        assert_eq!(delay(4, 1.0), TimeDelta::seconds(40));
        assert_eq!(delay(8, 1.0), TimeDelta::minutes(10));
        assert_eq!(delay(i32::MAX, 1.0), TimeDelta::minutes(10));
        assert_eq!(delay(0, 1.0), TimeDelta::seconds(5));
    }
}
