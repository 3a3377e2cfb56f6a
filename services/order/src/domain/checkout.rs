//! The saga of an order: what is true of it, what may happen, and what follows. Pure and total: for every state and every
//! event there is an answer, and an event that comes too late, too early or twice changes nothing.
//!
//! ```text
//! placed ──Reserved──▶ accepted ──Sold──▶ sold        cash
//! placed ──Reserved──▶ paying ──Paid──▶ accepted ──▶  card, instalments
//! placed ──Reserved──▶ paying ──Transferred──▶ accepted  bank transfer, wholesale alone
//!    └─▶ refused  (was short, or called off)   paying ─▶ expired   any of them ─▶ cancelled
//! ```
//!
//! Stock is held before anybody is asked for money, and money that cannot be kept goes back by itself. The stock is a
//! neighbour's: what he still has to be told is an [`Errand`], part of the state and stored with it, so whoever finds the
//! state after a crash knows what is left to do. Errands may be run any number of times. What belongs to this service's own
//! database ([`Command::FreeBooking`], [`Command::GiveMoneyBack`], [`Command::BookDelivery`]) is written in the transaction
//! of the step itself.

use super::{method::Method, payment::Payment, status::Status};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Stage {
    /// Written down; whether there is stock is not known yet. Nobody sees it but who placed it.
    Placed,
    /// The stock is held, and the shopper is to pay.
    Paying,
    /// It will be brought; the stock is held and is to be sold.
    Accepted,
    /// The stock is sold to it: the shop is at work, or is done.
    Sold,
    /// It never became an order.
    Refused,
    Cancelled,
    /// Nobody paid in time.
    Expired,
}

/// What is to be told to the stock's owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Errand {
    Reserve,
    Sell,
    /// Nothing was sold yet: what is held, or comes to be held late, is free.
    Release,
    /// It may be sold by now: what is held is free and what was sold comes back.
    TakeBack,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub stage: Stage,
    pub status: Status,
    pub method: Method,
    pub payment: Payment,
    /// The latest attempt at paying; 0 before the first.
    pub attempt: i32,
    /// The attempt whose money the shop keeps.
    pub kept: Option<i32>,
    pub total: i64,
    /// How much of the total went back.
    pub refunded: i64,
    pub errand: Option<Errand>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Everything is held.
    Reserved,
    /// Something is short, and nothing is held.
    Short,
    /// It was placed, and then nobody went on with it.
    CalledOff,
    /// The shopper pays anew, perhaps another way; `attempt` is the number of the new attempt, so that it begins once.
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
    /// Bank transfers have brought the total.
    Transferred,
    /// The time to pay is over.
    Overdue,
    /// By the shopper or an operator.
    Cancelled,
    Sold,
    /// What was held for too long has gone to somebody else.
    SoldOut,
    /// An errand of an order that is over is done.
    Told(Errand),
    /// Operators moved parts of it, and this is what they amount to.
    Moved(Status),
    /// How much of the kept money has gone back, all in all.
    GivenBack {
        refunded: i64,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// The shopper is to be sent to the bank; the same attempt twice is one charge.
    OpenPayment { attempt: i32 },
    /// The promo code and the delivery slot are for others again, and the bonuses that paid are the shopper's.
    FreeBooking,
    /// All that is left of what this attempt brought.
    GiveMoneyBack { attempt: i32 },
    /// The money is the shop's now, the cash included.
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

impl Errand {
    pub const ALL: [Self; 4] = [Self::Reserve, Self::Sell, Self::Release, Self::TakeBack];

    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }
}

impl State {
    /// As it is written down.
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
            errand: Some(Errand::Reserve),
        }
    }

    pub fn can_pay(&self) -> bool {
        self.stage == Stage::Paying
    }

    /// By its shopper.
    pub fn can_cancel(&self) -> bool {
        matches!(self.stage, Stage::Paying | Stage::Accepted | Stage::Sold) && self.status.is_cancellable()
    }
}

/// What is true after `event`, and what has to be done about it.
pub fn decide(state: State, event: Event) -> (State, Vec<Command>) {
    match event {
        Event::Reserved if state.stage == Stage::Placed => held(state),
        Event::Short | Event::CalledOff if state.stage == Stage::Placed => undone(state, Stage::Refused),
        Event::PayAgain { attempt, method } if state.can_pay() => pay_again(state, attempt, method),
        Event::Paid { attempt } => paid(state, attempt),
        Event::PaymentFailed { attempt } if state.stage == Stage::Paying && attempt == state.attempt => {
            (State { payment: Payment::Failed, ..state }, vec![])
        }
        Event::Transferred if state.stage == Stage::Paying && state.method == Method::Transfer => {
            (accepted(State { payment: Payment::Paid, ..state }), vec![])
        }
        Event::Overdue if state.stage == Stage::Paying => undone(state, Stage::Expired),
        Event::Cancelled | Event::Moved(Status::Cancelled) => cancelled(state),
        Event::Sold if state.stage == Stage::Accepted => (State { stage: Stage::Sold, errand: None, ..state }, vec![]),
        Event::SoldOut if state.stage == Stage::Accepted => undone(state, Stage::Cancelled),
        Event::Told(errand) if errand != Errand::Reserve && state.is_over() && state.errand == Some(errand) => {
            (State { errand: None, ..state }, vec![])
        }
        Event::Moved(to) if state.stage == Stage::Sold && !state.status.is_final() => moved(state, to),
        Event::GivenBack { refunded } if state.payment.came_in() => (given_back(state, refunded), vec![]),
        _ => (state, vec![]),
    }
}

impl State {
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Refused | Stage::Cancelled | Stage::Expired)
    }
}

fn held(state: State) -> (State, Vec<Command>) {
    match state.method {
        // What costs nothing is paid.
        _ if state.total == 0 => (State { payment: Payment::Paid, ..accepted(state) }, vec![]),
        Method::Cash => (accepted(state), vec![]),
        Method::Transfer => (State { stage: Stage::Paying, errand: None, ..state }, vec![]),
        Method::Card | Method::Installment { .. } => with_the_bank(State { stage: Stage::Paying, ..state }, 1),
    }
}

fn accepted(state: State) -> State {
    State { stage: Stage::Accepted, errand: Some(Errand::Sell), ..state }
}

fn with_the_bank(state: State, attempt: i32) -> (State, Vec<Command>) {
    (State { attempt, payment: Payment::Pending, errand: None, ..state }, vec![Command::OpenPayment { attempt }])
}

fn pay_again(state: State, attempt: i32, method: Method) -> (State, Vec<Command>) {
    match method {
        _ if attempt != state.attempt + 1 => (state, vec![]),
        Method::Cash => (accepted(State { method, payment: Payment::Unpaid, ..state }), vec![]),
        Method::Transfer => (State { method, payment: Payment::Unpaid, ..state }, vec![]),
        Method::Card | Method::Installment { .. } => with_the_bank(State { method, ..state }, attempt),
    }
}

/// Of two attempts that bring money the first is kept; so is an earlier one that was thought to have failed.
fn paid(state: State, attempt: i32) -> (State, Vec<Command>) {
    if state.stage == Stage::Paying && attempt <= state.attempt {
        return (accepted(State { kept: Some(attempt), payment: Payment::Paid, ..state }), vec![]);
    }
    let is_kept = state.kept == Some(attempt);
    (state, if is_kept { vec![] } else { vec![Command::GiveMoneyBack { attempt }] })
}

fn cancelled(state: State) -> (State, Vec<Command>) {
    match state.stage {
        Stage::Placed => undone(state, Stage::Refused),
        Stage::Paying => undone(state, Stage::Cancelled),
        Stage::Accepted | Stage::Sold if state.status.moves().contains(&Status::Cancelled) => {
            undone(state, Stage::Cancelled)
        }
        _ => (state, vec![]),
    }
}

fn moved(state: State, to: Status) -> (State, Vec<Command>) {
    match to {
        Status::Returned => {
            let (state, commands) = undone(state, Stage::Cancelled);
            (State { status: Status::Returned, ..state }, commands)
        }
        Status::Delivered => {
            let payment = if state.payment == Payment::Unpaid { Payment::Paid } else { state.payment };
            (State { status: to, payment, ..state }, vec![Command::BookDelivery])
        }
        _ => (State { status: to, ..state }, vec![]),
    }
}

fn undone(state: State, stage: Stage) -> (State, Vec<Command>) {
    let errand = match state.stage {
        Stage::Accepted | Stage::Sold => Errand::TakeBack,
        _ => Errand::Release,
    };
    let payment = if state.payment == Payment::Pending { Payment::Failed } else { state.payment };
    let mut commands = vec![Command::FreeBooking];
    commands.extend(state.kept.map(|attempt| Command::GiveMoneyBack { attempt }));
    (State { stage, status: Status::Cancelled, payment, errand: Some(errand), ..state }, commands)
}

fn given_back(state: State, refunded: i64) -> State {
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
