//! Events between services. A use case appends an event in the transaction that makes it true; the service serves its outbox
//! as a gRPC stream; a consumer applies an event and moves its cursor in one transaction of its own database. So the effect
//! is exactly once and in order, whoever dies in between, and the producer knows no consumer.
//!
//! Ids commit out of order, so rows get no position when written: one sequencer a service numbers them after they are
//! committed, and readers go by that number. NOTIFY wakes sequencer and readers, polling is the net beneath.
//!
//! Events are deleted when they are old and every consumer has read them. A consumer that cannot follow any more, because what it
//! missed was deleted or because the producer's database was restored, starts over from a snapshot of the producer's state.
//!
//! The tables are in every service's `0001_feed.sql`.

mod append;
mod consume;
mod cursor;
mod effect;
mod head;
mod outbox;
mod park;
mod resync;
mod retain;
mod sequence;
mod serve;
mod state;

pub use append::{Event, append, append_all, append_each};
pub use consume::{Consumer, Handler, Start, parse};
pub use outbox::Outbox;
pub use park::{Parked, parked, print_parked, replay, replay_one};
pub use state::{Entity, State};
