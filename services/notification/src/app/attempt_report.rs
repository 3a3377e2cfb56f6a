//! Records the results of delivery attempts, several reports per transaction.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use kit::{Result, db::batch};
use sqlx::{Connection as _, PgConnection};
use uuid::Uuid;

use crate::{
    carriers::Outcome,
    db::{self, delivery::Ending, delivery_attempt::NewAttempt},
    domain::End,
};

pub struct AttemptReport {
    pub delivery_id: Uuid,
    /// The attempt's number, from 1. Each lease allows one attempt, so it also identifies the lease.
    pub tries: i32,
    pub at: DateTime<Utc>,
    pub attempts: Vec<Attempt>,
    pub resolution: Resolution,
    /// Unknown to the push service, so it is deleted.
    pub gone_subscription: Option<i64>,
}

pub struct Attempt {
    pub carrier: &'static str,
    pub outcome: Outcome,
}

pub enum Resolution {
    Ended { end: End, masked_recipient: String },
    RetryAt(DateTime<Utc>),
}

impl batch::BatchQuery for AttemptReport {
    /// False if the lease expired and another worker has leased the delivery since.
    type Output = bool;

    async fn load_batch(connection: &mut PgConnection, reports: &[Self]) -> Result<Vec<bool>> {
        let attempts: Vec<_> =
            reports.iter().flat_map(|report| report.attempts.iter().map(|attempt| report.log_entry(attempt))).collect();
        let endings: Vec<_> = reports.iter().filter_map(Self::ending).collect();

        let mut tx = connection.begin().await?;
        db::delivery_attempt::insert_all(&mut tx, &attempts).await?;
        let mut recorded: HashSet<_> = db::delivery::end_all(&mut tx, &endings).await?;
        for report in reports {
            if let Resolution::RetryAt(until) = report.resolution
                && db::delivery::postpone(&mut tx, report.delivery_id, report.tries, until).await?
            {
                recorded.insert(report.delivery_id);
            }
            if let Some(subscription) = report.gone_subscription {
                db::push_subscription::delete(&mut tx, subscription).await?;
            }
        }
        tx.commit().await?;

        Ok(reports.iter().map(|report| recorded.contains(&report.delivery_id)).collect())
    }
}

impl AttemptReport {
    fn log_entry<'a>(&self, Attempt { carrier, outcome }: &'a Attempt) -> NewAttempt<'a> {
        let carrier_message_id = if let Outcome::Sent { id } = outcome { id.as_deref() } else { None };
        NewAttempt {
            delivery_id: self.delivery_id,
            r#try: self.tries,
            carrier,
            outcome: outcome.code(),
            carrier_message_id,
            attempted_at: self.at,
        }
    }

    fn ending(&self) -> Option<Ending> {
        let Resolution::Ended { end, masked_recipient } = &self.resolution else { return None };
        Some(Ending {
            delivery_id: self.delivery_id,
            tries: self.tries,
            state: end.key(),
            masked_recipient: masked_recipient.clone(),
            at: self.at,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kit::db::batch::BatchQuery as _;
    use sqlx::PgPool;

    use super::*;
    use crate::db::delivery::{self, Claim};

    const START: DateTime<Utc> = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
    const LEASE: Duration = Duration::from_mins(1);

    fn new_mail(number: u128) -> delivery::NewDelivery {
        delivery::NewDelivery {
            delivery_id: Uuid::from_u128(number),
            channel: "email",
            recipient: format!("reader{number}@example.az"),
            template: "welcome",
            language: "az",
            sealed_values: vec![1],
            expires_at: START + Duration::from_hours(1),
            due_at: START,
            taken_at: START,
            rank: 0,
            owner: None,
            traceparent: None,
        }
    }

    async fn claim_due(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> Vec<(Uuid, i32)> {
        let max_tries = 9;
        let claim = Claim { channel: "email", now, leased_until: now + LEASE, max_tries, limit };
        let due = delivery::claim(tx, &claim).await.unwrap();
        due.into_iter().map(|due| (due.delivery_id, due.tries)).collect()
    }

    fn report((delivery_id, tries): (Uuid, i32), resolution: Resolution) -> AttemptReport {
        let attempts = vec![Attempt { carrier: "smtp", outcome: Outcome::Sent { id: None } }];
        AttemptReport { delivery_id, tries, at: START, attempts, resolution, gone_subscription: None }
    }

    #[sqlx::test(migrator = "crate::MIGRATOR")]
    async fn report_of_an_expired_lease_is_rejected(pool: PgPool) {
        let mut connection = pool.acquire().await.unwrap();
        let mails: Vec<_> = (1..=4).map(new_mail).collect();
        delivery::insert_all(&mut connection, &mails).await.unwrap();

        // All leases expire, and other workers lease the mails again.
        let mut expired_leases = claim_due(&mut connection, START, 4).await;
        expired_leases.sort();
        let current_leases = claim_due(&mut connection, START + LEASE * 2, 4).await;
        assert_eq!((expired_leases.len(), current_leases.len()), (4, 4));
        let current = |index: usize| *current_leases.iter().find(|(id, _)| *id == expired_leases[index].0).unwrap();

        let sent = || Resolution::Ended { end: End::Sent, masked_recipient: "r***@example.az".to_owned() };
        let retry = || Resolution::RetryAt(START + LEASE * 9);
        let reports = [
            report(current(0), sent()),
            report(expired_leases[1], sent()),
            report(current(2), retry()),
            report(expired_leases[3], retry()),
        ];
        assert_eq!(AttemptReport::load_batch(&mut connection, &reports).await.unwrap(), [true, false, true, false]);

        let still_due = async |connection: &mut PgConnection, now| {
            let mut numbers: Vec<_> = claim_due(connection, now, 4).await.iter().map(|(id, _)| id.as_u128()).collect();
            numbers.sort_unstable();
            numbers
        };
        assert_eq!(
            still_due(&mut connection, START + LEASE * 4).await,
            [2, 4],
            "the first is sent, the third is postponed"
        );
        assert_eq!(still_due(&mut connection, START + LEASE * 10).await, [2, 3, 4], "the third is due again");
    }
}
