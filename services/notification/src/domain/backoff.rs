//! How long to wait before the next try: twice as long each time, and never exactly as long as others do.

use chrono::TimeDelta;

/// After so many tries it is given up.
pub const MOST_TRIES: i32 = 8;
const FIRST: TimeDelta = TimeDelta::seconds(5);
const LONGEST: TimeDelta = TimeDelta::minutes(10);

/// The pause after try number `tries`. `dice` is between 0 and 1: half of the pause is left to it, so that messages that failed
/// together do not come back together.
pub fn pause(tries: i32, dice: f64) -> TimeDelta {
    let doublings = u32::try_from(tries - 1).unwrap_or(0).min(16);
    let whole = (FIRST * 2_i32.pow(doublings)).min(LONGEST);
    let half = whole / 2;
    half + TimeDelta::milliseconds((half.num_milliseconds() as f64 * dice.clamp(0.0, 1.0)) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_limit_and_leave_half_to_chance() {
        assert_eq!(pause(1, 1.0), TimeDelta::seconds(5));
        assert_eq!(pause(1, 0.0), TimeDelta::milliseconds(2_500));
        assert_eq!(pause(2, 1.0), TimeDelta::seconds(10));
        assert_eq!(pause(4, 1.0), TimeDelta::seconds(40));
        assert_eq!(pause(8, 1.0), TimeDelta::minutes(10));
        assert_eq!(pause(i32::MAX, 1.0), TimeDelta::minutes(10));
        assert_eq!(pause(0, 1.0), TimeDelta::seconds(5));
    }
}
