//! Limits the letters (messages of the contact form) per period, because each sends a confirmation to a mailbox that
//! somebody could flood.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use kit::{
    Result,
    budget::{self, Budget},
    email::mailbox_key,
    keyed::Digest,
};
use sqlx::PgConnection;

use super::ContactForm;
use crate::{db, sender::Sender};

/// The mailbox, account and network whose budgets count a letter.
pub struct Subjects {
    /// The address as [`mailbox_key`] writes it, the same for all its spellings.
    pub mailbox: String,
    account: Option<i64>,
    /// `None` for signed-in writers, who are counted by account.
    pub network: Option<Digest>,
}

impl Subjects {
    pub fn new(sender: &Sender, form: &ContactForm) -> Self {
        let network = form.network.filter(|_| form.account.is_none());
        let hash = |network: IpAddr| sender.keyed_hasher.hash("ticket.network", &[&network.to_string()]);
        Self { mailbox: mailbox_key(&form.email), account: form.account, network: network.map(hash) }
    }

    /// Makes other letters of the same budgets wait until the transaction ends. One lock covers all anonymous letters.
    /// The account is locked before the mailbox, to avoid deadlocks.
    pub async fn lock(&self, tx: &mut PgConnection) -> Result<()> {
        let writer = self.account.map_or_else(|| "anonymous".to_owned(), |account| format!("account {account}"));
        db::ticket_budget::lock(tx, &writer).await?;
        db::ticket_budget::lock(tx, &format!("mailbox {}", self.mailbox)).await?;
        Ok(())
    }

    /// Must be called after [`Self::lock`].
    pub async fn require_left(&self, tx: &mut PgConnection, now: DateTime<Utc>) -> Result<()> {
        for budget in [budget::LETTERS_OF_MAILBOX_PER_HOUR, budget::LETTERS_OF_MAILBOX_PER_DAY] {
            let nth_newest = db::ticket_budget::nth_newest_of_mailbox(tx, &self.mailbox, budget.max.into()).await?;
            require_budget(&budget, nth_newest, now)?;
        }
        if let Some(account) = self.account {
            let budget = budget::LETTERS_OF_ACCOUNT;
            let nth_newest = db::ticket_budget::nth_newest_of_account(tx, account, budget.max.into()).await?;
            return require_budget(&budget, nth_newest, now);
        }
        if let Some(network) = &self.network {
            let budget = budget::LETTERS_OF_NETWORK;
            let nth_newest = db::ticket_budget::nth_newest_of_network(tx, network, budget.max.into()).await?;
            require_budget(&budget, nth_newest, now)?;
        }
        let budget = budget::ANONYMOUS_LETTERS;
        let nth_newest = db::ticket_budget::nth_newest_anonymous(tx, budget.max.into()).await?;
        require_budget(&budget, nth_newest, now)
    }
}

/// `nth_newest` is the n-th newest letter, where n is the budget's maximum. While it is younger than the budget's
/// period, the budget is used up.
fn require_budget(budget: &Budget, nth_newest: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<()> {
    let wait = nth_newest.map_or(TimeDelta::zero(), |at| at + budget.period() - now);
    if wait > TimeDelta::zero() { Err(budget.refusal("too_many_letters", wait)) } else { Ok(()) }
}
