//! Events between services (the transactional outbox pattern). A use case appends an event in the transaction of the
//! change that the event reports. The service serves its outbox as a gRPC stream. A consumer applies each event and
//! moves its cursor in one transaction of its database, so the effect happens exactly once and in order even when a
//! process dies. Producers do not know their consumers.
//!
//! Transactions commit in another order than they take ids, so an event has no position when it is written. One
//! sequencer per service numbers events after they are committed, and readers follow that number, the position.
//! PostgreSQL's NOTIFY wakes the sequencer and the readers; polling is the fallback.
//!
//! Events are deleted when they are old and every consumer has read them. A consumer that cannot continue, because
//! events it has not read were deleted or the producer's database was restored, starts over from a snapshot of the
//! producer's state.
//!
//! With a NATS server (a message broker), events are also published to its streams, for programs outside the shop.
//!
//! Every service creates the tables in its `0001_feed.sql`.

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
