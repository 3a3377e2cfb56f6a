//! Measures lookups in the set of revocations. Runs only on request.

use std::time::Instant;

use kit::identity::{Caller, revocations::Revocations};
use proto::auth::Revocation;

const REVOKED: i64 = 100_000;
const LOOKUPS: i64 = 1_000_000;

fn session(account: i64) -> String {
    format!("00000000-0000-4000-8000-{account:012}")
}

fn revocation(account_id: i64) -> Revocation {
    let session_id = Some(session(account_id));
    Revocation { account_id, session_id, generation: None, remaining_seconds: 600 }
}

/// Mean nanoseconds of a lookup, for each of two threads.
fn measure(revocations: &Revocations) -> Vec<f64> {
    let callers: Vec<_> =
        (0..1_000).map(|account| Caller { account, session: session(-account), ..Caller::default() }).collect();
    let look_up = || {
        let started_at = Instant::now();
        let found =
            (0..LOOKUPS).filter(|number| revocations.contains(&callers[*number as usize % callers.len()])).count();
        assert_eq!(found, 0);
        started_at.elapsed().as_nanos() as f64 / LOOKUPS as f64
    };
    std::thread::scope(|scope| {
        let threads = [scope.spawn(look_up), scope.spawn(look_up)];
        threads.into_iter().map(|thread| thread.join().expect("a measurement")).collect()
    })
}

#[test]
#[ignore = "a measurement: cargo test -p kit --test it -- revocations --ignored --nocapture"]
fn a_lookup_is_measured_with_nothing_and_with_much_revoked() {
    let revocations = Revocations::default();
    eprintln!("nothing revoked: {:.0?} ns", measure(&revocations));
    let many: Vec<_> = (1..=REVOKED).map(revocation).collect();
    revocations.add(&many, Instant::now()).expect("fewer than the maximum");
    eprintln!("{REVOKED} revoked: {:.0?} ns", measure(&revocations));
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut account = REVOKED;
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                account += 1;
                let full = revocations.add(&[revocation(account)], Instant::now()).is_err();
                assert!(!full);
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        });
        eprintln!("{REVOKED} revoked and a thousand more a second: {:.0?} ns", measure(&revocations));
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}
