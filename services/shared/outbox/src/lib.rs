//! Events between services (the transactional outbox pattern). A use case appends an event in its transaction; a
//! consumer applies it and moves its cursor in one transaction, so the effect happens exactly once.
//!
//! Transactions commit in another order than they take ids, so a sequencer numbers committed events. NOTIFY wakes it
//! and the readers; polling is the fallback. A consumer that cannot continue starts over from a snapshot.

mod append;
mod consume;
mod cursor;
mod desk;
mod effect;
mod handler;
mod head;
mod nats;
mod outbox;
mod park;
mod resync;
mod retain;
mod sequence;
mod serve;
mod state;

pub use append::{append, append_all, append_traced};
pub use consume::Consumer;
pub use desk::{SystemDeskService, system_desk};
pub use handler::{Handler, Handlers, Start, parse};
pub use outbox::Outbox;
pub use park::{Parked, parked, replay, run_parked, run_replay};
pub use state::{Entity, State};
