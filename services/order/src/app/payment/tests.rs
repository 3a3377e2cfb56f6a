//! Money with a bank that does what a test says, on a real PostgreSQL.

mod any_order;
mod refunds;
mod scripted_bank;
mod till;
mod verdicts;
