//! The business rules as pure functions. Amounts are in qəpik (1/100 ₼).
//!
//! Most enums have a `key`, their name in the database and the API, and `of_key`, which reads it back.

pub mod auditor;
pub mod baku;
pub mod bonus;
pub mod cart;
pub mod cashout;
pub mod change;
pub mod charge;
pub mod check;
pub mod checkout;
pub mod code;
pub mod dashboard;
pub mod delivery;
pub mod engine;
pub mod ledger;
pub mod line_item;
pub mod merge;
pub mod method;
pub mod money;
pub mod order;
pub mod order_limits;
pub mod payment;
pub mod plan;
pub mod price;
pub mod promo;
pub mod quote;
pub mod referral;
pub mod refund;
pub mod returns;
pub mod status;
pub mod tariff;
pub mod two_people;
pub mod wholesale;
pub mod zone_form;
