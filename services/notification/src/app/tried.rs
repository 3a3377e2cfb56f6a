//! What came of a try, written down for all that came back at the same moment: the attempts, and what becomes of the delivery.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use kit::{Result, db::together};
use sqlx::{Connection as _, PgConnection};
use uuid::Uuid;

use crate::{
    carriers::Outcome,
    db::{self, delivery::Ending, delivery_attempt::New},
    domain::End,
};

pub struct Tried {
    pub delivery_id: Uuid,
    /// Which try it was; the name of the lease.
    pub tries: i32,
    pub at: DateTime<Utc>,
    pub attempts: Vec<Attempt>,
    pub fate: Fate,
    /// A browser that is no more.
    pub gone: Option<i64>,
}

/// What one carrier made of it.
pub struct Attempt {
    pub carrier: &'static str,
    pub outcome: Outcome,
}

pub enum Fate {
    Ended {
        end: End,
        masked_recipient: String,
    },
    /// Tried again then.
    PutOff(DateTime<Utc>),
}

impl together::Question for Tried {
    /// False when another has taken the delivery up meanwhile.
    type Answer = bool;

    async fn answer(connection: &mut PgConnection, all: &[Self]) -> Result<Vec<bool>> {
        let attempts: Vec<_> = all.iter().flat_map(|tried| tried.attempts.iter().map(|it| tried.logged(it))).collect();
        let endings: Vec<_> = all.iter().filter_map(Self::ending).collect();
        let mut tx = connection.begin().await?;
        db::delivery_attempt::insert_all(&mut tx, &attempts).await?;
        let mut ours: HashSet<_> = db::delivery::end_all(&mut tx, &endings).await?;
        for tried in all {
            if let Fate::PutOff(until) = tried.fate
                && db::delivery::postpone(&mut tx, tried.delivery_id, tried.tries, until).await?
            {
                ours.insert(tried.delivery_id);
            }
            if let Some(gone) = tried.gone {
                db::push_subscription::delete(&mut tx, gone).await?;
            }
        }
        tx.commit().await?;
        Ok(all.iter().map(|tried| ours.contains(&tried.delivery_id)).collect())
    }
}

impl Tried {
    fn logged<'a>(&self, Attempt { carrier, outcome }: &'a Attempt) -> New<'a> {
        let carrier_message_id = if let Outcome::Sent { id } = outcome { id.as_deref() } else { None };
        New {
            delivery_id: self.delivery_id,
            r#try: self.tries,
            carrier,
            outcome: outcome.code(),
            carrier_message_id,
            attempted_at: self.at,
        }
    }

    fn ending(&self) -> Option<Ending> {
        let Fate::Ended { end, masked_recipient } = &self.fate else { return None };
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

    use kit::db::together::Question as _;
    use sqlx::PgPool;

    use super::*;
    use crate::db::delivery::{self, Claim};

    const NOON: DateTime<Utc> = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
    const LEASE: Duration = Duration::from_mins(1);

    fn letter(number: u128) -> delivery::New {
        delivery::New {
            delivery_id: Uuid::from_u128(number),
            channel: "email",
            recipient: format!("reader{number}@example.az"),
            template: "welcome",
            language: "az",
            sealed_values: vec![1],
            expires_at: NOON + Duration::from_hours(1),
            due_at: NOON,
            taken_at: NOON,
            rank: 0,
            owner: None,
        }
    }

    async fn claimed(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> Vec<(Uuid, i32)> {
        let claim = Claim { channel: "email", now, leased_until: now + LEASE, most_tries: 9, limit };
        let due = delivery::claim(tx, &claim).await.unwrap();
        due.into_iter().map(|due| (due.delivery_id, due.tries)).collect()
    }

    fn tried((delivery_id, tries): (Uuid, i32), fate: Fate) -> Tried {
        let attempts = vec![Attempt { carrier: "post", outcome: Outcome::Sent { id: None } }];
        Tried { delivery_id, tries, at: NOON, attempts, fate, gone: None }
    }

    #[sqlx::test(migrator = "crate::MIGRATOR")]
    async fn what_another_has_taken_up_meanwhile_is_refused_and_nothing_beside_it(pool: PgPool) {
        let mut connection = pool.acquire().await.unwrap();
        let letters: Vec<_> = (1..=4).map(letter).collect();
        delivery::insert_all(&mut connection, &letters).await.unwrap();
        let mut first = claimed(&mut connection, NOON, 4).await;
        first.sort();
        // All take too long and are taken up again; two come back as if nothing had happened.
        let again = claimed(&mut connection, NOON + LEASE * 2, 4).await;
        assert_eq!((first.len(), again.len()), (4, 4));
        let sent = || Fate::Ended { end: End::Sent, masked_recipient: "r***@example.az".to_owned() };
        let current = |place: usize| *again.iter().find(|(id, _)| *id == first[place].0).unwrap();
        let all = [
            tried(current(0), sent()),
            tried(first[1], sent()),
            tried(current(2), Fate::PutOff(NOON + LEASE * 9)),
            tried(first[3], Fate::PutOff(NOON + LEASE * 9)),
        ];
        assert_eq!(Tried::answer(&mut connection, &all).await.unwrap(), [true, false, true, false]);
        let left = async |connection: &mut PgConnection, now| {
            let mut numbers: Vec<_> = claimed(connection, now, 4).await.iter().map(|(id, _)| id.as_u128()).collect();
            numbers.sort_unstable();
            numbers
        };
        assert_eq!(left(&mut connection, NOON + LEASE * 4).await, [2, 4], "the first has left, the third is put off");
        assert_eq!(left(&mut connection, NOON + LEASE * 10).await, [2, 3, 4]);
    }
}
