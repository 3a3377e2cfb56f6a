//! The state machine of an order. It performs no I/O, and accepts every event in every state. Late, early and repeated
//! events change nothing.
//!
//! ```text
//! placed ──Reserved──▶ accepted ──Sold──▶ sold        cash
//! placed ──Reserved──▶ paying ──Paid──▶ accepted ──▶  card, instalments
//! placed ──Reserved──▶ paying ──Transferred──▶ accepted  bank transfer, wholesale only
//!    └─▶ refused  (was short, or abandoned)   paying ─▶ expired   any of them ─▶ cancelled
//! ```
//!
//! Stock is reserved before the shopper pays, and money that the shop may not keep is returned. The next call to the
//! catalog, a [`StockCall`], is stored with the state, so that it is found after a crash. It is idempotent. The other
//! commands run in the transaction of the step, except [`Command::OpenPayment`].

use super::{method::Method, payment::Payment, status::Status};

/// How far an order has come with stock and payment. Its [`Status`] tells how far the delivery has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Stage {
    /// The stock is not reserved yet. Only the request that places the order can see it.
    Placed,
    /// The stock is reserved, and the order awaits its payment.
    Paying,
    /// The order will be delivered. The reserved stock must still be sold.
    Accepted,
    /// The stock is sold to the order. The shop delivers the order, or has delivered it.
    Sold,
    /// The order was not accepted, because stock was short or the shopper abandoned it.
    Refused,
    Cancelled,
    /// The order was not paid in time.
    Expired,
}

/// The next call to the catalog, which owns the stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum StockCall {
    Reserve,
    Sell,
    /// Releases the reservation, even one that arrives later.
    Release,
    /// Releases reserved units and restocks sold ones.
    TakeBack,
}

/// The state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub stage: Stage,
    pub status: Status,
    pub method: Method,
    pub payment: Payment,
    /// The latest payment attempt, or 0 before the first.
    pub attempt: i32,
    /// The attempt whose money the shop keeps.
    pub kept: Option<i32>,
    pub total: i64,
    /// The returned part of the total.
    pub refunded: i64,
    /// The call to the catalog that must be made next.
    pub stock_call: Option<StockCall>,
}

/// An event in the life of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// All units were reserved.
    Reserved,
    /// The stock did not suffice, and no unit was reserved.
    Short,
    /// The order was placed, then abandoned.
    CalledOff,
    /// The shopper pays again. `attempt` is the new number, so that a repeated event does not begin another.
    PayAgain {
        attempt: i32,
        method: Method,
    },
    Paid {
        attempt: i32,
    },
    PaymentFailed {
        attempt: i32,
    },
    /// Bank transfers reached the total.
    Transferred,
    /// The payment deadline has passed.
    Overdue,
    /// The shopper or an operator cancelled the order.
    Cancelled,
    /// The reserved stock was sold to the order.
    Sold,
    /// The reservation expired, and the stock went to another order.
    SoldOut,
    /// The catalog has executed a call for an order that is over.
    StockCallDone(StockCall),
    /// Operators have moved parts of the order. The order's status follows from all parts.
    Moved(Status),
    /// Money was returned. `refunded` is the total that was returned of the kept money.
    MoneyReturned {
        refunded: i64,
    },
}

/// The actions that follow a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Open the payment at the bank. Opening the same attempt twice makes one charge.
    OpenPayment { attempt: i32 },
    /// Release the promo code, the delivery slot, and the bonuses.
    ReleaseBookings,
    /// Return all money of the attempt that was not returned before.
    ReturnMoney { attempt: i32 },
    /// Book the sale. The money, including cash, now belongs to the shop.
    BookDelivery,
}

impl Stage {
    pub const ALL: [Self; 7] =
        [Self::Placed, Self::Paying, Self::Accepted, Self::Sold, Self::Refused, Self::Cancelled, Self::Expired];

    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }
}

impl StockCall {
    pub const ALL: [Self; 4] = [Self::Reserve, Self::Sell, Self::Release, Self::TakeBack];

    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }
}

impl State {
    /// Returns the state of a new order.
    pub fn placed(method: Method, total: i64) -> Self {
        Self {
            stage: Stage::Placed,
            status: Status::Waiting,
            method,
            payment: Payment::Unpaid,
            attempt: 0,
            kept: None,
            total,
            refunded: 0,
            stock_call: Some(StockCall::Reserve),
        }
    }

    /// Returns whether the shopper can start another payment.
    pub fn can_pay(&self) -> bool {
        self.stage == Stage::Paying
    }

    /// Returns whether staff must still confirm this cash order.
    pub fn waits_for_confirmation(&self) -> bool {
        matches!(self.stage, Stage::Accepted | Stage::Sold)
            && (self.status, self.method, self.payment) == (Status::Waiting, Method::Cash, Payment::Unpaid)
    }

    /// Returns whether the shopper can cancel the order.
    pub fn can_cancel(&self) -> bool {
        matches!(self.stage, Stage::Paying | Stage::Accepted | Stage::Sold) && self.status.is_cancellable()
    }
}

/// Returns the state after `event`, and the commands that follow.
pub fn decide(state: State, event: Event) -> (State, Vec<Command>) {
    match event {
        Event::Reserved if state.stage == Stage::Placed => stock_reserved(state),
        Event::Short | Event::CalledOff if state.stage == Stage::Placed => ended(state, Stage::Refused),
        Event::PayAgain { attempt, method } if state.can_pay() => pay_again(state, attempt, method),
        Event::Paid { attempt } => paid(state, attempt),
        Event::PaymentFailed { attempt } if state.stage == Stage::Paying && attempt == state.attempt => {
            (State { payment: Payment::Failed, ..state }, vec![])
        }
        Event::Transferred if state.stage == Stage::Paying && state.method == Method::Transfer => {
            (accepted(State { payment: Payment::Paid, ..state }), vec![])
        }
        Event::Overdue if state.stage == Stage::Paying => ended(state, Stage::Expired),
        Event::Cancelled | Event::Moved(Status::Cancelled) => cancelled(state),
        Event::Sold if state.stage == Stage::Accepted => {
            (State { stage: Stage::Sold, stock_call: None, ..state }, vec![])
        }
        Event::SoldOut if state.stage == Stage::Accepted => ended(state, Stage::Cancelled),
        Event::StockCallDone(stock_call)
            if stock_call != StockCall::Reserve && state.is_over() && state.stock_call == Some(stock_call) =>
        {
            (State { stock_call: None, ..state }, vec![])
        }
        Event::Moved(to) if state.stage == Stage::Sold && !state.status.is_final() => moved(state, to),
        Event::MoneyReturned { refunded } if state.payment.is_received() => (money_returned(state, refunded), vec![]),
        _ => (state, vec![]),
    }
}

impl State {
    /// Returns whether the order has ended without a sale.
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Refused | Stage::Cancelled | Stage::Expired)
    }
}

/// Returns the order after its stock was reserved.
fn stock_reserved(state: State) -> (State, Vec<Command>) {
    match state.method {
        // A total of 0 counts as paid.
        _ if state.total == 0 => (State { payment: Payment::Paid, ..accepted(state) }, vec![]),
        Method::Cash => (accepted(state), vec![]),
        Method::Transfer => (State { stage: Stage::Paying, stock_call: None, ..state }, vec![]),
        Method::Card | Method::Installment { .. } => open_bank_payment(State { stage: Stage::Paying, ..state }, 1),
    }
}

/// Returns the order after it was accepted.
fn accepted(state: State) -> State {
    State { stage: Stage::Accepted, stock_call: Some(StockCall::Sell), ..state }
}

/// Returns the order with a new attempt at paying it at the bank.
fn open_bank_payment(state: State, attempt: i32) -> (State, Vec<Command>) {
    (State { attempt, payment: Payment::Pending, stock_call: None, ..state }, vec![Command::OpenPayment { attempt }])
}

/// Returns the order after the shopper chose how to pay again. `attempt` must be the next one, so that a repeated
/// request changes nothing.
fn pay_again(state: State, attempt: i32, method: Method) -> (State, Vec<Command>) {
    match method {
        _ if attempt != state.attempt + 1 => (state, vec![]),
        Method::Cash => (accepted(State { method, payment: Payment::Unpaid, ..state }), vec![]),
        Method::Transfer => (State { method, payment: Payment::Unpaid, ..state }, vec![]),
        Method::Card | Method::Installment { .. } => open_bank_payment(State { method, ..state }, attempt),
    }
}

/// Keeps the money of the first attempt that is paid, even if the attempt was reported as failed before. Returns the
/// money of other attempts.
fn paid(state: State, attempt: i32) -> (State, Vec<Command>) {
    if state.stage == Stage::Paying && attempt <= state.attempt {
        return (accepted(State { kept: Some(attempt), payment: Payment::Paid, ..state }), vec![]);
    }
    let is_kept = state.kept == Some(attempt);
    (state, if is_kept { vec![] } else { vec![Command::ReturnMoney { attempt }] })
}

/// Returns the order after it was cancelled, unless it is too far along.
fn cancelled(state: State) -> (State, Vec<Command>) {
    match state.stage {
        Stage::Placed => ended(state, Stage::Refused),
        Stage::Paying => ended(state, Stage::Cancelled),
        Stage::Accepted | Stage::Sold if state.status.next_statuses().contains(&Status::Cancelled) => {
            ended(state, Stage::Cancelled)
        }
        _ => (state, vec![]),
    }
}

/// Returns the order after its delivery status was moved.
fn moved(state: State, to: Status) -> (State, Vec<Command>) {
    match to {
        Status::Returned => {
            let (state, commands) = ended(state, Stage::Cancelled);
            (State { status: Status::Returned, ..state }, commands)
        }
        Status::Delivered => {
            let payment = if state.payment == Payment::Unpaid { Payment::Paid } else { state.payment };
            (State { status: to, payment, ..state }, vec![Command::BookDelivery])
        }
        _ => (State { status: to, ..state }, vec![]),
    }
}

/// Ends the order in this stage: gives back stock, bookings and money.
fn ended(state: State, stage: Stage) -> (State, Vec<Command>) {
    let stock_call = match state.stage {
        Stage::Accepted | Stage::Sold => StockCall::TakeBack,
        _ => StockCall::Release,
    };
    let payment = if state.payment == Payment::Pending { Payment::Failed } else { state.payment };
    let mut commands = vec![Command::ReleaseBookings];
    commands.extend(state.kept.map(|attempt| Command::ReturnMoney { attempt }));
    (State { stage, status: Status::Cancelled, payment, stock_call: Some(stock_call), ..state }, commands)
}

/// Returns the order after money was returned. A delivered order counts as returned once all its money is.
fn money_returned(state: State, refunded: i64) -> State {
    let refunded = refunded.clamp(state.refunded, state.total);
    match refunded {
        0 => state,
        _ if refunded < state.total => State { refunded, payment: Payment::PartlyRefunded, ..state },
        _ => {
            let status = if state.status == Status::Delivered { Status::Returned } else { state.status };
            State { refunded, status, payment: Payment::Refunded, ..state }
        }
    }
}

#[cfg(test)]
mod tests;
