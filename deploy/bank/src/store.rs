//! The bank's state in memory and in a journal with one JSON object per line: the new state of a payment, payout or
//! callback. After a restart, the last line about each counts.

use std::{
    collections::{BTreeMap, VecDeque},
    fs::{File, OpenOptions},
    io::{self, Write as _},
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use crate::{
    callback::Callback,
    payment::Payment,
    payout::Payout,
    sandbox::{Kind, Misbehaviour},
};

#[derive(Clone)]
pub struct Store {
    state: Arc<Mutex<State>>,
    pub callback_added: Arc<Notify>,
}

#[derive(Default)]
pub struct State {
    /// Without a journal, a restart loses all data.
    journal: Option<File>,
    /// Payments and payouts by transaction, callbacks by number.
    payments: BTreeMap<String, Payment>,
    payouts: BTreeMap<String, Payout>,
    callbacks: BTreeMap<u64, Callback>,
    /// Requested misbehaviour is not in the journal, so a restart loses it.
    pub payout_misbehaviours: VecDeque<Kind>,
    pub payment_misbehaviours: VecDeque<Misbehaviour>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum JournalEntry {
    Payment(Payment),
    Payout(Payout),
    /// `letter` is the name in journals of earlier versions.
    #[serde(alias = "letter")]
    Callback(Callback),
}

impl Store {
    pub fn open(journal: Option<&Path>) -> anyhow::Result<Self> {
        let state = journal.map(State::restore).transpose()?.unwrap_or_default();
        Ok(Self { state: Arc::new(Mutex::new(state)), callback_added: Arc::default() })
    }

    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Reads the journal, if it exists, and opens it for further entries.
    fn restore(path: &Path) -> anyhow::Result<Self> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read.with_context(|| format!("cannot read {}", path.display()))?,
        };
        let mut state = Self::default();
        // Skips an incomplete last line. Its request got no response.
        for entry in text.lines().filter_map(|line| serde_json::from_str(line).ok()) {
            state.apply(entry);
        }

        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        // Ends an incomplete last line.
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n")?;
        }
        state.journal = Some(file);
        Ok(state)
    }

    pub fn payment(&self, transaction: &str) -> Option<&Payment> {
        self.payments.get(transaction)
    }

    pub fn payments(&self) -> impl Iterator<Item = &Payment> {
        self.payments.values()
    }

    pub fn payout(&self, transaction: &str) -> Option<&Payout> {
        self.payouts.get(transaction)
    }

    pub fn payouts(&self) -> impl Iterator<Item = &Payout> {
        self.payouts.values()
    }

    pub fn callbacks(&self) -> impl Iterator<Item = &Callback> {
        self.callbacks.values()
    }

    pub fn save_payment(&mut self, payment: Payment) -> io::Result<()> {
        self.save(JournalEntry::Payment(payment))
    }

    pub fn save_payout(&mut self, payout: Payout) -> io::Result<()> {
        self.save(JournalEntry::Payout(payout))
    }

    pub fn save_callback(&mut self, callback: Callback) -> io::Result<()> {
        self.save(JournalEntry::Callback(callback))
    }

    pub fn next_callback_number(&self) -> u64 {
        self.callbacks.keys().next_back().map_or(1, |last| last + 1)
    }

    /// Syncs the journal to the disk before it changes the state.
    fn save(&mut self, entry: JournalEntry) -> io::Result<()> {
        if let Some(journal) = &mut self.journal {
            let mut text = serde_json::to_string(&entry)?;
            text.push('\n');
            journal.write_all(text.as_bytes())?;
            journal.sync_data()?;
        }
        self.apply(entry);
        Ok(())
    }

    fn apply(&mut self, entry: JournalEntry) {
        match entry {
            JournalEntry::Payment(payment) => drop(self.payments.insert(payment.transaction.clone(), payment)),
            JournalEntry::Payout(payout) => drop(self.payouts.insert(payout.transaction.clone(), payout)),
            JournalEntry::Callback(callback) => drop(self.callbacks.insert(callback.number, callback)),
        }
    }
}
