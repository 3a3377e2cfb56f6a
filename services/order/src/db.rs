//! All SQL of the service; `app` owns the transactions. Functions that end in `_for` touch the rows of one account
//! only.
//!
//! Older names of tables and columns: `purchase` is an order, `errand` a due call to the stock service, `leaver` an
//! erased account, `bar` a reason to earn nothing, `letter` an e-mail.

pub mod auditor;
pub mod bonus;
pub mod cart;
pub mod cart_merge;
pub mod cashout;
pub mod charge;
pub mod charge_return;
pub mod dashboard;
pub mod delivered;
pub mod delivery_day;
pub mod erased_account;
pub mod history;
pub mod holiday;
pub mod influencer;
pub mod ledger;
pub mod line;
pub mod new_order;
pub mod order;
pub mod order_line;
pub mod order_note;
pub mod order_search;
pub mod order_subject;
pub mod part;
pub mod pay_request;
pub mod phone_order;
pub mod promo;
pub mod promo_admin;
pub mod promo_guess;
pub mod rate_rule;
pub mod referral;
pub mod refund;
pub mod return_exception;
pub mod rule_change;
pub mod saga;
pub mod slot;
pub mod tariff;
pub mod wholesale;
pub mod zone;
pub mod zone_admin;

#[cfg(test)]
mod tests;
