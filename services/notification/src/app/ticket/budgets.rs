//! How many letters a mailbox, an account, a network and all networks together may send. Each letter mails a confirmation
//! to the address in the form, so the form could otherwise flood the mailbox of somebody else.

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

/// Whom the letter counts against.
pub struct Subjects {
    /// All spellings of one mailbox have the same, see [`mailbox_key`].
    pub mailbox: String,
    account: Option<i64>,
    /// Keyed hash of the sender's network. `None` for signed-in senders, whom the account identifies.
    pub network: Option<Digest>,
}

impl Subjects {
    pub fn new(sender: &Sender, form: &ContactForm) -> Self {
        let network = form.network.filter(|_| form.account.is_none());
        let hash = |network: IpAddr| sender.keyed_hasher.hash("ticket.network", &[&network.to_string()]);
        Self { mailbox: mailbox_key(&form.email), account: form.account, network: network.map(hash) }
    }

    /// Locks out other letters of the same subjects until the transaction ends, so that no budget can be exceeded. The
    /// order is the same for all letters, to avoid deadlocks.
    pub async fn lock(&self, tx: &mut PgConnection) -> Result<()> {
        let sender = self.account.map_or_else(|| "anonymous".to_owned(), |account| format!("account {account}"));
        db::ticket::lock(tx, &sender).await?;
        db::ticket::lock(tx, &format!("mailbox {}", self.mailbox)).await?;
        Ok(())
    }

    /// Refuses the letter when a budget is used up.
    pub async fn require_left(&self, tx: &mut PgConnection, now: DateTime<Utc>) -> Result<()> {
        for budget in [budget::LETTERS_OF_MAILBOX_PER_HOUR, budget::LETTERS_OF_MAILBOX_PER_DAY] {
            let nth_newest = db::ticket::nth_newest_of_mailbox(tx, &self.mailbox, budget.max.into()).await?;
            require_left(&budget, nth_newest, now)?;
        }
        if let Some(account) = self.account {
            let budget = budget::LETTERS_OF_ACCOUNT;
            let nth_newest = db::ticket::nth_newest_of_account(tx, account, budget.max.into()).await?;
            return require_left(&budget, nth_newest, now);
        }
        if let Some(network) = &self.network {
            let budget = budget::LETTERS_OF_NETWORK;
            let nth_newest = db::ticket::nth_newest_of_network(tx, network, budget.max.into()).await?;
            require_left(&budget, nth_newest, now)?;
        }
        let budget = budget::ANONYMOUS_LETTERS;
        let nth_newest = db::ticket::nth_newest_anonymous(tx, budget.max.into()).await?;
        require_left(&budget, nth_newest, now)
    }
}

/// `nth_newest` is when the letter was written that must be older than the budget's period.
fn require_left(budget: &Budget, nth_newest: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<()> {
    let wait = nth_newest.map_or(TimeDelta::zero(), |at| at + budget.period() - now);
    if wait > TimeDelta::zero() { Err(budget.refusal("too_many_letters", wait)) } else { Ok(()) }
}
