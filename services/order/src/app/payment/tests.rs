//! Payments with a scripted bank.

mod any_order;
mod refunds;
mod scripted_bank;
mod test_shop;
mod verdicts;
