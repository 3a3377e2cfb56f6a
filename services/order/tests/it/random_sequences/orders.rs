//! The steps of one order. Each calls the API and records its effect in the model.

use chrono::TimeDelta;
use order::domain::bonus::earned;
use proptest::sample::Index;
use proto::{
    json::to_timestamp,
    order::{
        AddRequest, DecideRefundRequest, Order, OrderLine, OrderStatus, PaymentMethod, PlaceOrderRequest, Referral,
        Refund, RefundStatus,
    },
};
use tonic::Status;

use super::{
    books::{Line, ModelOrder, RefundedAmounts, Stage},
    steps::{BankVisit, Basket, BloggerLink, Claim, PaymentChoice},
    walk::Walk,
};
use crate::{
    influencers::LIST,
    ordering::{changes, new_key, order_request},
    paying::{GOOD_CARD, NO_FUNDS},
    shop::Shopper,
};

// Product ids.
const GIFT: i64 = 11;
const FLOWER: i64 = 12;
/// This is more than all sequences buy.
const IN_STOCK: i64 = 100_000;
const FLOWER_CATEGORY: i64 = 7;
/// This is longer than shoppers have time to pay.
const TOO_LONG: TimeDelta = TimeDelta::minutes(45);

// In basis points. See `insert_rules`.
const BONUS_RATE: i64 = 5_000;
const BLOGGER_RATE: i64 = 3_000;
const BLOGGER_RATE_OF_FLOWERS: i64 = 1_000;

impl Walk<'_> {
    pub async fn buy(&mut self, basket: &Basket, payment: PaymentChoice) {
        let account = self.buyers[basket.buyer];
        let app = self.shop.app_of(account);
        self.fill_cart(&app, basket).await;
        let spendable = app.check_with_bonuses(0).await.bonus.map_or(0, |offer| offer.spendable);
        let bonuses = spendable * basket.bonus_percent / 100;
        let checked = app.check_with_bonuses(bonuses).await;
        assert_eq!(checked.problems, [], "the cart can be ordered");

        let method = if matches!(payment, PaymentChoice::Cash) { PaymentMethod::Cash } else { PaymentMethod::Card };
        let request =
            PlaceOrderRequest { bonus_amount: Some(bonuses), ..order_request(&checked.quote, method, &new_key()) };
        let now = self.now();
        let Some((order, page)) = self.place_or_find(&app, account, &request).await else { return };
        assert_eq!(order.lines.iter().map(|line| line.bonus_amount).sum::<i64>(), bonuses);

        self.books.place(model_order(account, &order, basket.link), now);
        self.step_counts.bought += 1;
        self.step_counts.bought_with_bonuses += usize::from(bonuses > 0);
        let order_index = self.books.orders.len() - 1;
        if let PaymentChoice::Card(visit) = payment {
            self.visit_bank(order_index, page, visit).await;
        }
    }

    /// Returns the order and the URL of its payment page. After an interruption, looks for the order in the shopper's
    /// history.
    async fn place_or_find(
        &mut self,
        app: &Shopper,
        account: i64,
        request: &PlaceOrderRequest,
    ) -> Option<(Order, Option<String>)> {
        let Some(placed) = self.attempt(|| app.place(request.clone())).await else {
            return self.newest_unrecorded_order(account).await.map(|order| (order, None));
        };
        let changed = changes(&placed);
        let page = placed.payment.and_then(|payment| payment.redirect_url);
        let order = placed.order.unwrap_or_else(|| panic!("nothing is ordered because of {changed}"));
        Some((order, page))
    }

    async fn fill_cart(&self, app: &Shopper, basket: &Basket) {
        let catalog = &self.shop.catalog;
        catalog.add_offer(GIFT, basket.gift_price, IN_STOCK);
        catalog.add_offer(FLOWER, basket.flower_price, IN_STOCK);
        catalog.set_store_and_categories(FLOWER, 1, &[FLOWER_CATEGORY]);
        app.clear().await.expect("the cart can be emptied");
        let clicked_at = Some(to_timestamp(self.now()));
        let referral = basket.link.map(|link| match link {
            BloggerLink::List => Referral { list: Some(LIST.to_owned()), code: None, clicked_at },
            BloggerLink::Code => Referral { list: None, code: Some("leyla-h".to_owned()), clicked_at },
        });
        for (product_id, count) in [(GIFT, basket.gift_count), (FLOWER, basket.flower_count)] {
            if count > 0 {
                let request = AddRequest { product_id, size_id: None, count: Some(count), referral: referral.clone() };
                app.carts.clone().add(app.context.sign(request)).await.expect("the product is for sale");
            }
        }
    }

    async fn newest_unrecorded_order(&self, account: i64) -> Option<Order> {
        let page = self.shop.app_of(account).history(1, 1).await.expect("the history can be read");
        let is_new = |order: &Order| self.books.orders.iter().all(|placed| placed.code != order.code);
        page.orders.into_iter().find(is_new)
    }

    async fn visit_bank(&mut self, order_index: usize, page: Option<String>, visit: BankVisit) {
        match visit {
            BankVisit::Pays => self.pay(order_index, page).await,
            BankVisit::PaysAtSecondTry => {
                if let Some(page) = page {
                    self.shop.bank.try_to_pay(&page, NO_FUNDS).await;
                    self.poll_bank().await;
                }
                self.pay(order_index, None).await;
            }
            BankVisit::Leaves => {
                self.shop.clock.advance(TOO_LONG);
                self.run_all_jobs().await;
                assert_eq!(self.order(order_index).await.status(), OrderStatus::Cancelled);
                self.books.call_off(order_index, self.now());
                self.step_counts.not_paid += 1;
            }
            BankVisit::PaysTooLate => {
                if self.cancel(order_index).await
                    && let Some(page) = page
                {
                    self.shop.bank.pay(&page, GOOD_CARD).await;
                    self.poll_bank().await;
                }
                // The cancellation may have been interrupted. Then the order is paid.
                if self.books.orders[order_index].stage == Stage::Open {
                    self.pay(order_index, None).await;
                }
            }
        }
    }

    /// Tries again, because attempts may be interrupted.
    pub async fn open_page(&mut self, order_index: usize) -> String {
        let code = self.books.orders[order_index].code.clone();
        for _ in 0..4 {
            let (shopper, key) = (self.shopper(order_index), new_key());
            let opened = self.attempt(|| shopper.pay(&code, PaymentMethod::Card, &key)).await;
            let page = opened.and_then(|opened| opened.payment).and_then(|payment| payment.redirect_url);
            if let Some(page) = page {
                return page;
            }
        }
        panic!("four attempts to pay and no page");
    }

    pub async fn cancel_one(&mut self, which: &Index) {
        let Some(order_index) = self.pick_open_order(*which) else { return };
        if self.order(order_index).await.can_cancel {
            self.cancel(order_index).await;
        }
    }

    fn pick_open_order(&self, which: Index) -> Option<usize> {
        let open = self.orders_in(Stage::Open);
        if open.is_empty() { None } else { Some(*which.get(&open)) }
    }

    /// Returns whether the order is cancelled in the end.
    async fn cancel(&mut self, order_index: usize) -> bool {
        let (shopper, code, now) = (self.shopper(order_index), self.books.orders[order_index].code.clone(), self.now());
        let is_answered = self.attempt(|| shopper.cancel(&code)).await.is_some();
        let is_cancelled = is_answered || self.order(order_index).await.status() == OrderStatus::Cancelled;
        if is_cancelled {
            self.books.call_off(order_index, now);
            self.step_counts.cancelled += 1;
        }
        is_cancelled
    }

    pub async fn deliver(&mut self, which: &Index) {
        let Some(order_index) = self.pick_open_order(*which) else { return };
        if self.move_to(order_index, OrderStatus::Delivered).await {
            self.books.deliver(order_index, self.now());
            self.step_counts.delivered += 1;
        }
    }

    pub async fn return_undelivered(&mut self, which: &Index) {
        let Some(order_index) = self.pick_open_order(*which) else { return };
        if self.move_to(order_index, OrderStatus::Returned).await {
            self.books.call_off(order_index, self.now());
            self.step_counts.returned_undelivered += 1;
        }
    }

    pub async fn refund(&mut self, which: &Index, claim: &Claim) {
        let mut delivered = self.orders_in(Stage::Delivered);
        delivered.retain(|order_index| self.books.orders[*order_index].can_be_returned());
        if delivered.is_empty() {
            return;
        }
        let order_index = *which.get(&delivered);
        let order = &self.books.orders[order_index];
        let counts = counts_of(order, claim);
        let (code, key, shopper) = (order.code.clone(), new_key(), self.shopper(order_index));
        // No lines mean all that is left.
        let requested_lines: &[(i64, i64)] = if claim.line.is_some() { &counts } else { &[] };
        let requested = match self.attempt(|| shopper.request_refund(&code, requested_lines, &key)).await {
            Some(refund) => refund,
            // The request may have arrived although its answer was lost.
            None => match self.undecided_refund(order_index).await {
                Some(refund) => refund,
                None => return,
            },
        };
        let decided = self.decide(&requested, claim).await;
        if claim.is_approved {
            let expected = self.books.refund(order_index, &counts, self.now());
            assert_eq!(
                RefundedAmounts { money: decided.amount, bonuses: decided.bonus_amount },
                expected,
                "{decided:?}"
            );
            self.step_counts.refunded += 1;
        } else {
            self.step_counts.refused += 1;
        }
    }

    async fn undecided_refund(&self, order_index: usize) -> Option<Refund> {
        let refunds = self.order(order_index).await.refunds;
        refunds.into_iter().find(|refund| refund.status() == RefundStatus::Requested)
    }

    /// Repeats the decision if its outcome is unknown.
    async fn decide(&mut self, refund: &Refund, claim: &Claim) -> Refund {
        let answer = (!claim.is_approved).then(|| "Qutunun şəklini göndərin".to_owned());
        let request = DecideRefundRequest {
            id: refund.id,
            approve: claim.is_approved,
            answer,
            restock: claim.is_approved && claim.is_restocked,
        };
        let operator = self.shop.any_operator();
        match self.attempt(|| send_decision(&operator, &request)).await {
            Some(decided) => decided,
            None => send_decision(&self.shop.any_operator(), &request).await.expect("the decision can be repeated"),
        }
    }
}

async fn send_decision(operator: &Shopper, request: &DecideRefundRequest) -> Result<Refund, Status> {
    Ok(operator.desk.clone().decide_refund(operator.context.sign(request.clone())).await?.into_inner())
}

/// Returns line ids and counts: units of one line, or all that is left of the order.
fn counts_of(order: &ModelOrder, claim: &Claim) -> Vec<(i64, i64)> {
    let returnable: Vec<_> = order.lines.iter().filter(|line| line.remaining() > 0).collect();
    match &claim.line {
        Some((line_index, count)) => {
            let line = line_index.get(&returnable);
            vec![(line.id, 1 + count.index(line.remaining() as usize) as i64)]
        }
        None => returnable.iter().map(|line| (line.id, line.remaining())).collect(),
    }
}

fn model_order(account: i64, order: &Order, link: Option<BloggerLink>) -> ModelOrder {
    ModelOrder {
        code: order.code.clone(),
        account,
        lines: order.lines.iter().map(|line| model_line(line, link)).collect(),
        delivery_fee: order.amounts.as_ref().expect("an order has amounts").delivery_fee,
        stage: Stage::Open,
        is_paid_by_card: false,
        refunded: 0,
        bonuses_returned: 0,
        uses: Vec::new(),
        lot: None,
    }
}

fn model_line(line: &OrderLine, link: Option<BloggerLink>) -> Line {
    let money = line.line_total - line.promo_discount - line.bonus_amount;
    let rate = match link {
        None => 0,
        Some(_) if line.product_id == FLOWER => BLOGGER_RATE_OF_FLOWERS,
        Some(_) => BLOGGER_RATE,
    };
    Line {
        id: line.id,
        count: line.count,
        money,
        spent_bonuses: line.bonus_amount,
        earned_bonuses: earned(money, BONUS_RATE),
        blogger_earnings: earned(money, rate),
        returned_count: 0,
    }
}
