//! The steps of a cash-out.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use chrono::TimeDelta;
use order::{cashout::send_due, payment};
use proto::order::{Cashout, CashoutStatus, DeskCashout};
use tonic::Status;
use url::form_urlencoded;

use super::{steps::CashoutEnd, walk::Walk};
use crate::{
    cashouts::{BARRED_CARD, CARD},
    influencers::LEYLA,
    shop::Shopper,
};

/// This is long enough, although the shop asks the bank less and less often.
const MAX_HOURS: usize = 16;

impl Walk<'_> {
    /// Requests at least the minimum. Does nothing if less is available.
    pub async fn cash_out(&mut self, percent: i64, end: CashoutEnd) {
        self.run_all_jobs().await;
        let leyla = self.shop.shopper(LEYLA);
        let overview = leyla.cashout_overview().await.expect("the cash-outs can be read");
        let amount = (overview.available * percent / 100).max(overview.minimum);
        if overview.available < amount {
            return;
        }
        let card = if end == CashoutEnd::CardIsBarred { BARRED_CARD } else { CARD };
        let key = format!("cash-out {}", self.step_counts.cashed_out + self.step_counts.not_cashed_out);

        let requested = match self.attempt(|| leyla.request_cashout(amount, card, &key)).await {
            Some(requested) => requested,
            // The outcome is unknown, but the request is idempotent.
            None => {
                self.shop.shopper(LEYLA).request_cashout(amount, card, &key).await.expect("the request can be repeated")
            }
        };
        self.decide_cashout(&requested.code, end).await;

        let status = self.run_until_ended(&requested.code).await;
        if end == CashoutEnd::Paid {
            assert_eq!(status, CashoutStatus::Paid);
            self.books.cashed_out += amount;
            self.step_counts.cashed_out += 1;
        } else {
            let expected = if end == CashoutEnd::Declined { CashoutStatus::Declined } else { CashoutStatus::Failed };
            assert_eq!(status, expected);
            self.step_counts.not_cashed_out += 1;
        }
    }

    async fn decide_cashout(&mut self, code: &str, end: CashoutEnd) {
        let operator = self.shop.any_operator();
        let is_decided = self.attempt(|| decide(&operator, code, end)).await.is_some();
        if !is_decided && self.cashout(code).await.status() == CashoutStatus::Requested {
            decide(&self.shop.any_operator(), code, end).await.expect("the decision can be repeated");
        }
    }

    async fn run_until_ended(&mut self, code: &str) -> CashoutStatus {
        for _ in 0..MAX_HOURS {
            self.run_job(send_due(&self.shop.app)).await;
            for body in self.shop.bank.received_callbacks().into_iter().filter(|body| is_about(body, code)) {
                self.run_job(payment::handle_callback(&self.shop.app, "epoint", &body)).await;
            }
            let cashout = self.cashout(code).await;
            if cashout.finished_at.is_some() {
                return cashout.status();
            }
            self.shop.clock.advance(TimeDelta::minutes(61));
        }
        panic!("{code} has not ended");
    }

    async fn cashout(&self, code: &str) -> Cashout {
        let overview = self.shop.shopper(LEYLA).cashout_overview().await.expect("the cash-outs can be read");
        overview.cashouts.into_iter().find(|cashout| cashout.code == code).expect("the blogger sees the cash-out")
    }
}

/// A payout to a barred card fails only at the bank.
async fn decide(operator: &Shopper, code: &str, end: CashoutEnd) -> Result<DeskCashout, Status> {
    match end {
        CashoutEnd::Declined => operator.decline_cashout(code, Some("Kart sizin deyil")).await,
        CashoutEnd::Paid | CashoutEnd::CardIsBarred => operator.approve_cashout(code).await,
    }
}

fn is_about(body: &[u8], code: &str) -> bool {
    let data = form_urlencoded::parse(body).find(|(name, _)| name == "data").map(|(_, data)| data.into_owned());
    let text = data.and_then(|data| STANDARD.decode(data).ok()).unwrap_or_default();
    String::from_utf8_lossy(&text).contains(code)
}
