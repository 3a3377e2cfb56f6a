//! All limits on abuse, by subject and period. Honest customers never reach them; each constant says why.

pub use crate::security::Budget;
