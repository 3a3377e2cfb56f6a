//! Extractors for the routes of the API. All rejections are problems in JSON.

mod body;
mod caller;
mod idempotency_key;
mod json;
mod query;
mod required;
mod same_origin;
mod segment;
mod signed;
mod upload;

pub use body::Raw;
pub use caller::{Bearer, Caller, ExternalCaller, StaffCaller, StaffRefresh, Visitor};
pub use idempotency_key::IdempotencyKey;
pub use json::Json;
pub use query::Query;
pub use same_origin::SameOrigin;
pub use segment::{Segment, SegmentPair};
pub use signed::Signed;
pub use upload::{ImportFile, Upload};
