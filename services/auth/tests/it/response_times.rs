//! Response times reveal no accounts, and hashing does not delay other requests.

use std::{
    cell::RefCell,
    time::{Duration, Instant},
};

use sqlx::PgPool;
use testkit::clock::TestClock;

use crate::{
    fake_notification::FakeNotification,
    requests::sign_up_request,
    test_auth::{PASSWORD, TestAuth, email, phone},
};

const SAMPLE_SIZE: u8 = 60;

type Sample = Vec<Duration>;

async fn timed(request: impl Future<Output = bool>) -> Duration {
    let began = Instant::now();
    assert!(request.await, "unexpected response");
    began.elapsed()
}

fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted[(sorted.len() - 1) * percent / 100]
}

fn describe(sorted: &[Duration]) -> String {
    let [tenth, median, ninetieth] = [10, 50, 90].map(|percent| percentile(sorted, percent));
    format!("{median:?} ({tenth:?} to {ninetieth:?})")
}

/// Response times of an action, for known and unknown logins.
struct Comparison {
    action: &'static str,
    known: Sample,
    unknown: Sample,
}

impl Comparison {
    fn of(action: &'static str) -> Self {
        Self { action, known: Sample::new(), unknown: Sample::new() }
    }

    fn add(&mut self, is_known: bool, time: Duration) {
        let sample = if is_known { &mut self.known } else { &mut self.unknown };
        sample.push(time);
    }

    /// Each median must lie between the 10th and the 90th percentile of the other sample.
    fn assert_overlap(self) {
        let Self { action, mut known, mut unknown } = self;
        known.sort();
        unknown.sort();
        println!("{action}: known {}, unknown {}", describe(&known), describe(&unknown));
        for (sample, other) in [(&known, &unknown), (&unknown, &known)] {
            let median = percentile(sample, 50);
            let overlaps = percentile(other, 10) <= median && median <= percentile(other, 90);
            assert!(overlaps, "{action}: known {}, unknown {}", describe(&known), describe(&unknown));
        }
    }
}

/// The numbers of an account, and of none. The order alternates, because of other load and warm caches.
fn known_and_unknown(account: u8) -> [(u8, bool); 2] {
    let (known, unknown) = ((account, true), (account + 100, false));
    if account.is_multiple_of(2) { [unknown, known] } else { [known, unknown] }
}

/// A hash that is computed for known accounts only would keep the samples from overlapping.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn response_times_do_not_reveal_accounts(pool: PgPool) {
    // Only one hash has the production cost; it is copied to all accounts.
    let cheap = TestAuth::start(pool.clone()).await;
    for number in 1..=SAMPLE_SIZE {
        cheap.register(number).await;
    }
    let auth = TestAuth::start_with(pool, &TestClock::new(), &[]).await;
    auth.register(0).await;
    sqlx::query("update account set password_hash = (select password_hash from account where phone_number = $1)")
        .bind(phone(0))
        .execute(&auth.app.pool)
        .await
        .unwrap();

    let mut comparisons = ["send", "sign in", "forget"].map(Comparison::of);
    for account in 1..=SAMPLE_SIZE {
        for (number, is_known) in known_and_unknown(account) {
            let times = [
                timed(async { auth.send_code(&phone(number)).await.is_ok() }).await,
                timed(async { auth.sign_in(&phone(number), "wrong").await.is_err() }).await,
                timed(async { auth.forget(&email(number)).await.is_ok() }).await,
            ];
            for (comparison, time) in comparisons.iter_mut().zip(times) {
                comparison.add(is_known, time);
            }
        }
    }
    for comparison in comparisons {
        comparison.assert_overlap();
    }
}

/// Cheap hashes do not hide a difference.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn response_times_do_not_reveal_addresses(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    for number in 1..=SAMPLE_SIZE {
        auth.register(number).await;
    }
    let mut comparisons = ["sign up", "change e-mail"].map(Comparison::of);
    for account in 1..=SAMPLE_SIZE {
        for (number, is_known) in known_and_unknown(account) {
            let new_phone = format!("+994510000{number:03}");
            let proof = auth.verify_phone(&notification, &new_phone).await;
            let mut session = None;
            let sign_up = timed(async {
                session = auth.sign_up(sign_up_request(&new_phone, &email(number), &proof)).await.ok();
                session.is_some()
            });
            let sign_up = sign_up.await;
            let access = session.expect("an account").access_token;
            auth.change_email(&access, &format!("other{number}@example.az"), PASSWORD).await.unwrap();
            let change = timed(async { auth.change_email(&access, &email(number), PASSWORD).await.is_ok() }).await;
            for (comparison, time) in comparisons.iter_mut().zip([sign_up, change]) {
                comparison.add(is_known, time);
            }
        }
    }
    for comparison in comparisons {
        comparison.assert_overlap();
    }
}

/// If hashing blocked the runtime's threads, each read would take as long as a hash.
#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn hashing_does_not_delay_other_requests(pool: PgPool) {
    let flags = ["--password-workers", "1", "--password-passes", "8"];
    let auth = TestAuth::start_with(pool, &TestClock::new(), &flags).await;
    let session = auth.register_and_sign_in(1).await;
    // Measured at the same time, so that other load affects both.
    let (sign_ins, reads) = (RefCell::new(Sample::new()), RefCell::new(Sample::new()));
    let is_enough = || sign_ins.borrow().len() >= 5 && reads.borrow().len() >= 50;
    let signing_in = async {
        while !is_enough() {
            let time = timed(async { auth.sign_in(&phone(1), PASSWORD).await.is_ok() }).await;
            sign_ins.borrow_mut().push(time);
        }
    };
    let reading = async {
        while !is_enough() {
            let time = timed(async { auth.me(&session.access_token).await.is_ok() }).await;
            reads.borrow_mut().push(time);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::join!(signing_in, reading);
    let [sign_ins, reads] = [sign_ins, reads].map(|sample| {
        let mut times = sample.into_inner();
        times.sort();
        times
    });
    println!("sign-ins {}, reads {}", describe(&sign_ins), describe(&reads));
    assert!(
        percentile(&reads, 90) < percentile(&sign_ins, 50) / 2,
        "sign-ins {}, reads {}",
        describe(&sign_ins),
        describe(&reads)
    );
}
