//! The state machine of an order. Late, early and repeated events change nothing.
//!
//! ```text
//! cash:               placed ──Reserved──▶ accepted ──Sold──▶ sold
//! card, instalments:  placed ──Reserved──▶ paying ──Paid──▶ accepted ──Sold──▶ sold
//! bank transfer:      placed ──Reserved──▶ paying ──Transferred──▶ accepted ──Sold──▶ sold
//!
//! placed ─▶ refused     (too little stock, or abandoned)
//! paying ─▶ expired     (not paid in time)
//! paying, accepted, sold ─▶ cancelled
//! ```

use super::{method::Method, payment::Payment, status::Status};

/// How far an order has come with stock and payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Stage {
    /// The stock is not reserved yet.
    Placed,
    /// The stock is reserved.
    Paying,
    /// Paid, or to be paid in cash.
    Accepted,
    /// The stock is sold. Includes delivered orders.
    Sold,
    Refused,
    Cancelled,
    Expired,
}

/// An idempotent call to the catalog, which owns the stock. It is stored, so that a crash does not lose it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum StockCall {
    Reserve,
    Sell,
    /// Also cancels a reservation that arrives later.
    Release,
    TakeBack,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub stage: Stage,
    pub status: Status,
    pub method: Method,
    pub payment: Payment,
    /// The latest payment attempt, 0 before the first.
    pub attempt: i32,
    /// The attempt whose money the shop keeps.
    pub kept: Option<i32>,
    pub total: i64,
    pub refunded: i64,
    pub stock_call: Option<StockCall>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Reserved,
    /// The catalog has too little stock.
    Short,
    /// The shopper abandoned the order.
    CalledOff,
    /// `attempt` is the new number, so that a repeated event changes nothing.
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
    /// The order was not paid in time.
    Overdue,
    Cancelled,
    Sold,
    /// The reservation expired, and the stock went to another order.
    SoldOut,
    StockCallDone(StockCall),
    /// The delivery status that follows from all parts.
    Moved(Status),
    /// `refunded` is the sum of all returned money.
    MoneyReturned {
        refunded: i64,
    },
}

/// Commands except `OpenPayment` run in the transaction of the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Idempotent: an attempt has one charge.
    OpenPayment {
        attempt: i32,
    },
    /// Releases the promo code, the delivery slot, and the bonuses.
    ReleaseBookings,
    ReturnMoney {
        attempt: i32,
    },
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

    pub fn can_pay(&self) -> bool {
        self.stage == Stage::Paying
    }

    pub fn waits_for_confirmation(&self) -> bool {
        matches!(self.stage, Stage::Accepted | Stage::Sold)
            && (self.status, self.method, self.payment) == (Status::Waiting, Method::Cash, Payment::Unpaid)
    }

    pub fn can_cancel(&self) -> bool {
        matches!(self.stage, Stage::Paying | Stage::Accepted | Stage::Sold) && self.status.is_cancellable()
    }

    /// Returns whether the order has ended without a sale.
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Refused | Stage::Cancelled | Stage::Expired)
    }
}

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
        // `Reserved` and `Sold` confirm the other calls.
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

fn stock_reserved(state: State) -> (State, Vec<Command>) {
    match state.method {
        _ if state.total == 0 => (State { payment: Payment::Paid, ..accepted(state) }, vec![]),
        Method::Cash => (accepted(state), vec![]),
        Method::Transfer => (State { stage: Stage::Paying, stock_call: None, ..state }, vec![]),
        Method::Card | Method::Installment { .. } => open_bank_payment(State { stage: Stage::Paying, ..state }, 1),
    }
}

fn accepted(state: State) -> State {
    State { stage: Stage::Accepted, stock_call: Some(StockCall::Sell), ..state }
}

fn open_bank_payment(state: State, attempt: i32) -> (State, Vec<Command>) {
    (State { attempt, payment: Payment::Pending, stock_call: None, ..state }, vec![Command::OpenPayment { attempt }])
}

/// A repeated request has an old `attempt`, and changes nothing.
fn pay_again(state: State, attempt: i32, method: Method) -> (State, Vec<Command>) {
    match method {
        _ if attempt != state.attempt + 1 => (state, vec![]),
        Method::Cash => (accepted(State { method, payment: Payment::Unpaid, ..state }), vec![]),
        Method::Transfer => (State { method, payment: Payment::Unpaid, ..state }, vec![]),
        Method::Card | Method::Installment { .. } => open_bank_payment(State { method, ..state }, attempt),
    }
}

/// Keeps the money of the first paid attempt, and returns that of others.
fn paid(state: State, attempt: i32) -> (State, Vec<Command>) {
    if state.stage == Stage::Paying && attempt <= state.attempt {
        return (accepted(State { kept: Some(attempt), payment: Payment::Paid, ..state }), vec![]);
    }
    let is_kept = state.kept == Some(attempt);
    (state, if is_kept { vec![] } else { vec![Command::ReturnMoney { attempt }] })
}

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

/// Gives back stock, bookings and money.
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
