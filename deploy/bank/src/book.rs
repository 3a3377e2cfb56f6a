//! The bank's state. Every change is appended to the journal before the bank answers: one JSON line per change, of
//! which the last one for each object counts. A restart reads the journal.

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
    letter::Letter,
    payment::Payment,
    payout::Payout,
    sandbox::{Kind, Misbehaviour},
};

#[derive(Clone)]
pub struct Book {
    pages: Arc<Mutex<Pages>>,
    /// Wakes the callback loop.
    pub bell: Arc<Notify>,
}

#[derive(Default)]
pub struct Pages {
    journal: Option<File>,
    payments: BTreeMap<String, Payment>,
    payouts: BTreeMap<String, Payout>,
    letters: BTreeMap<u64, Letter>,
    /// Misbehaviour of the next payouts.
    pub payout_moods: VecDeque<Kind>,
    /// Misbehaviour of the next payments; not kept over a restart.
    pub moods: VecDeque<Misbehaviour>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Payment(Payment),
    Payout(Payout),
    Letter(Letter),
}

impl Book {
    pub fn open(journal: Option<&Path>) -> anyhow::Result<Self> {
        let mut pages = Pages::default();
        if let Some(path) = journal {
            let text = match std::fs::read_to_string(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
                read => read.with_context(|| format!("cannot read {}", path.display()))?,
            };
            // An incomplete last line was never answered, so it is skipped.
            for line in text.lines().filter_map(|line| serde_json::from_str(line).ok()) {
                pages.take(line);
            }
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder)?;
            }
            let mut file = OpenOptions::new().create(true).append(true).open(path)?;
            if !text.is_empty() && !text.ends_with('\n') {
                file.write_all(b"\n")?;
            }
            pages.journal = Some(file);
        }
        Ok(Self { pages: Arc::new(Mutex::new(pages)), bell: Arc::default() })
    }

    pub fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pages {
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

    pub fn letters(&self) -> impl Iterator<Item = &Letter> {
        self.letters.values()
    }

    pub fn keep_payment(&mut self, payment: Payment) -> io::Result<()> {
        self.keep(Line::Payment(payment))
    }

    pub fn keep_payout(&mut self, payout: Payout) -> io::Result<()> {
        self.keep(Line::Payout(payout))
    }

    pub fn keep_letter(&mut self, letter: Letter) -> io::Result<()> {
        self.keep(Line::Letter(letter))
    }

    pub fn next_letter(&self) -> u64 {
        self.letters.keys().next_back().map_or(1, |last| last + 1)
    }

    fn keep(&mut self, line: Line) -> io::Result<()> {
        if let Some(journal) = &mut self.journal {
            let mut text = serde_json::to_string(&line)?;
            text.push('\n');
            journal.write_all(text.as_bytes())?;
            journal.sync_data()?;
        }
        self.take(line);
        Ok(())
    }

    fn take(&mut self, line: Line) {
        match line {
            Line::Payment(payment) => drop(self.payments.insert(payment.transaction.clone(), payment)),
            Line::Payout(payout) => drop(self.payouts.insert(payout.transaction.clone(), payout)),
            Line::Letter(letter) => drop(self.letters.insert(letter.number, letter)),
        }
    }
}
