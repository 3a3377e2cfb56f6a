//! Delays between attempts.

use chrono::TimeDelta;

pub const MAX_TRIES: i32 = 8;
/// Doubles with each failure.
const FIRST_DELAY: TimeDelta = TimeDelta::seconds(5);
const MAX_DELAY: TimeDelta = TimeDelta::minutes(10);

/// `tries` counts from 1. `jitter` (0 to 1) decides half of the delay, so that failed deliveries are not retried
/// together.
pub fn delay(tries: i32, jitter: f64) -> TimeDelta {
    // Prevents an overflow.
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
