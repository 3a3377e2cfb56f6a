//! What a route takes from a request. Whatever cannot be taken is a problem like any other: nothing here answers in plain
//! text, and nothing that comes from outside can cause a 5xx.

mod caller;
mod json;
mod query;
mod segment;
mod upload;

pub use caller::{Bearer, Caller, Visitor};
pub use json::Json;
pub use query::Query;
pub use segment::{Pair, Segment};
pub use upload::Upload;
