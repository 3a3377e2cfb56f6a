//! Payment tests with a scripted bank and a real PostgreSQL.

mod any_order;
mod refunds;
mod scripted_bank;
mod till;
mod verdicts;
