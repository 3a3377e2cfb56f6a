//! Answers that stay open: how many of them one account may hold, and when they end.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio_util::sync::CancellationToken;

use crate::problem::Problem;

/// More windows than anybody watches, and few enough that nobody can fill the house.
const MOST: usize = 8;
/// As long as a token lives: then the client comes again, and shows that its session still does.
const LONGEST: Duration = Duration::from_mins(10);
const RETRY_AFTER: u32 = 5;

#[derive(Clone, Default)]
pub struct Streams(Arc<Inner>);

#[derive(Default)]
struct Inner {
    held: Mutex<HashMap<i64, usize>>,
    over: CancellationToken,
}

impl Streams {
    /// A place for one more, given back when it is dropped.
    pub fn enter(&self, account: i64) -> Result<Place, Problem> {
        let mut held = self.0.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(account).or_default();
        if *count >= MOST {
            return Err(Problem::too_many(RETRY_AFTER));
        }
        *count += 1;
        Ok(Place { account, streams: self.clone() })
    }

    /// Ends all there are, and every one that is opened from now on.
    pub fn end(&self) {
        self.0.over.cancel();
    }
}

pub struct Place {
    account: i64,
    streams: Streams,
}

impl Place {
    /// When its stream has to end; the place is held until then, or until nobody waits for that any more.
    pub async fn over(self) {
        let _ = tokio::time::timeout(LONGEST, self.streams.0.over.cancelled()).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = self.streams.0.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.account) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.account);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    #[test]
    fn one_account_cannot_take_every_place() {
        let streams = Streams::default();
        let mut places: Vec<_> = (0..MOST).map(|_| streams.enter(7).ok().unwrap()).collect();
        assert_eq!(streams.enter(7).err().map(|problem| problem.status.as_u16()), Some(429));
        assert!(streams.enter(8).is_ok(), "another is not to blame");
        places.pop();
        assert!(streams.enter(7).is_ok(), "who leaves makes room");
        places.clear();
        assert!(streams.0.held.lock().unwrap().is_empty(), "and nobody is remembered who has gone");
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_ends_in_time_and_with_the_process() {
        let streams = Streams::default();
        let over = streams.enter(7).ok().unwrap().over();
        assert!(tokio::time::timeout(LONGEST / 2, over).await.is_err());
        streams.enter(7).ok().unwrap().over().await;
        streams.end();
        assert!(streams.enter(7).ok().unwrap().over().now_or_never().is_some());
    }
}
