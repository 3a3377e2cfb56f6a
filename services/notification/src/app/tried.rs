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
