//! The nouns and rules of carts and orders: what they cost, when they can come, how they are paid and what becomes of them.
//! Nothing here performs I/O or knows how it is called.

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
pub mod delivery;
pub mod engine;
pub mod ledger;
pub mod merge;
pub mod method;
pub mod money;
pub mod order;
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
pub mod ware;
pub mod wholesale;
