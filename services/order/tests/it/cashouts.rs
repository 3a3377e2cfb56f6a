//! Tests cash-outs, which pay a blogger's earnings to a card. Earnings mature when the return period ends.

use chrono::TimeDelta;
use order::cashout::{erase_due, send_due};
use proto::{
    json::to_name,
    order::{
        ApproveCashoutRequest, CancelCashoutRequest, Cashout, CashoutOverview, CashoutResolution, CreateCashoutRequest,
        DeclineCashoutRequest, DeskCashout, DeskCashoutPage, ListCashoutsRequest, ListDeskCashoutsRequest,
        PaymentMethod, ResolveCashoutRequest,
    },
};
use sqlx::PgPool;
use testkit::database::announced;
use tonic::Status;

use crate::{
    influencers::LEYLA,
    shop::{Shopper, TestShop, refused},
};

/// The sandbox bank makes payouts to this card.
pub const CARD: &str = "4169738812345670";
/// How pages show [`CARD`].
pub const MASK: &str = "4169 •••• •••• 5670";
/// The check digit of this card is wrong.
pub const WRONG_CARD: &str = "4169738812345671";
/// The sandbox bank refuses payouts to this card.
pub const BARRED_CARD: &str = "4000000000000119";

impl TestShop {
    /// Leyla has matured earnings of 30.00 ₼ for each of `units`.
    pub async fn with_earnings(pool: &PgPool, units: i64) -> Self {
        let shop = Self::with_blogger(pool).await;
        shop.add_earnings(units).await;
        shop
    }

    pub async fn add_earnings(&self, units: i64) {
        self.deliver_referred(units).await;
        // Longer than the return period.
        self.clock.advance(TimeDelta::days(20));
    }

    /// Delivers orders of one unit at 1,000.00 ₼ from Leyla's list.
    pub async fn deliver_referred(&self, units: i64) {
        self.catalog.add_offer(3, 100_000, 999);
        for _ in 0..units {
            let buyer = self.shopper(1);
            buyer.add_from((3, 1), self.list_referral()).await.expect("the product is for sale");
            let order = buyer.order_cart(PaymentMethod::Cash).await;
            self.deliver(&order.code).await;
        }
    }

    /// Signs in again, because the clock may have advanced.
    pub fn cashier(&self) -> Shopper {
        self.operator(9)
    }

    pub async fn send_payouts(&self) -> usize {
        send_due(&self.app).await.expect("the job runs")
    }
}

impl Shopper {
    pub async fn request_cashout(&self, amount: i64, card: &str, key: &str) -> Result<Cashout, Status> {
        let request = CreateCashoutRequest {
            amount: Some(amount),
            card_number: Some(card.to_owned()),
            // The service refuses keys of fewer than eight characters.
            idempotency_key: format!("{key:-<8}"),
        };
        self.send_cashout_request(request).await
    }

    async fn send_cashout_request(&self, request: CreateCashoutRequest) -> Result<Cashout, Status> {
        Ok(self.cashouts.clone().create(self.context.sign(request)).await?.into_inner())
    }

    pub async fn cashout_overview(&self) -> Result<CashoutOverview, Status> {
        let request = ListCashoutsRequest { page: 1, per_page: 50 };
        let page = self.cashouts.clone().list(self.context.sign(request)).await?.into_inner();
        Ok(page.overview.expect("the page has an overview"))
    }

    /// Returns the cash-outs newest first, for example `available 1000: paid 5000, requested 2000`.
    pub async fn cashouts_text(&self) -> String {
        let overview = self.cashout_overview().await.expect("the overview can be read");
        let cashout_text = |cashout: &Cashout| format!("{} {}", to_name(cashout.status()), cashout.amount);
        let words: Vec<_> = overview.cashouts.iter().map(cashout_text).collect();
        format!("available {}: {}", overview.available, words.join(", "))
    }

    pub async fn cancel_cashout(&self, code: &str) -> Result<Cashout, Status> {
        let request = CancelCashoutRequest { code: code.to_owned() };
        Ok(self.cashouts.clone().cancel(self.context.sign(request)).await?.into_inner())
    }

    pub async fn approve_cashout(&self, code: &str) -> Result<DeskCashout, Status> {
        let request = ApproveCashoutRequest { code: code.to_owned() };
        Ok(self.cashout_desk.clone().approve(self.context.sign(request)).await?.into_inner())
    }

    pub async fn decline_cashout(&self, code: &str, reason: Option<&str>) -> Result<DeskCashout, Status> {
        let request = DeclineCashoutRequest { code: code.to_owned(), reason: reason.map(str::to_owned) };
        Ok(self.cashout_desk.clone().decline(self.context.sign(request)).await?.into_inner())
    }

    /// Decides about a cash-out for which the bank gives no answer.
    pub async fn resolve_cashout(
        &self,
        code: &str,
        resolution: CashoutResolution,
        paid_amount: Option<i64>,
    ) -> Result<DeskCashout, Status> {
        let request = ResolveCashoutRequest { code: code.to_owned(), resolution: resolution.into(), paid_amount };
        Ok(self.cashout_desk.clone().resolve(self.context.sign(request)).await?.into_inner())
    }

    pub async fn desk_cashouts(&self, is_open: Option<bool>) -> Result<DeskCashoutPage, Status> {
        let request = ListDeskCashoutsRequest { is_open, page: 1, per_page: 50 };
        Ok(self.cashout_desk.clone().list(self.context.sign(request)).await?.into_inner())
    }
}

/// Returns the sums owed to bloggers, sent to the bank, paid by the bank, and paid too much.
pub async fn accounts(pool: &PgPool) -> [i64; 4] {
    let (payable, payout, bank, difference): (i64, i64, i64, i64) = sqlx::query_as(
        "select coalesce(-sum(amount) filter (where account = 'payable_influencer'), 0)::bigint,
                coalesce(-sum(amount) filter (where account = 'payout'), 0)::bigint,
                coalesce(-sum(amount) filter (where account = 'bank'), 0)::bigint,
                coalesce(sum(amount) filter (where account = 'difference'), 0)::bigint
         from entry",
    )
    .fetch_one(pool)
    .await
    .expect("the ledger can be read");
    [payable, payout, bank, difference]
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn matured_earnings_are_paid_to_a_card(pool: PgPool) {
    let shop = TestShop::with_earnings(&pool, 3).await;
    let (leyla, cashier) = (shop.shopper(LEYLA), shop.cashier());
    let cashout = leyla.request_cashout(5_000, "4169 7388 1234 5670", "first").await.unwrap();
    assert_eq!(
        (cashout.card.as_str(), cashout.amount, to_name(cashout.status())),
        (MASK, 5_000, "requested".to_owned())
    );
    assert_eq!(leyla.cashouts_text().await, "available 4000: requested 5000");
    assert_eq!(accounts(&pool).await, [4_000, 5_000, 0, 0]);
    assert_eq!(shop.send_payouts().await, 0, "nothing is sent before an operator has decided");

    let waiting = cashier.desk_cashouts(Some(true)).await.unwrap();
    assert_eq!(waiting.cashouts[0].full_name.as_deref(), Some("Aygün Məmmədova"));
    let approved = cashier.approve_cashout(&cashout.code).await.unwrap();
    assert_eq!(to_name(approved.cashout.unwrap().status()), "approved");
    assert_eq!(refused(cashier.approve_cashout(&cashout.code).await), "cashout_decided");
    assert_eq!((shop.send_payouts().await, shop.send_payouts().await), (1, 0));
    assert_eq!(leyla.cashouts_text().await, "available 4000: paid 5000");
    assert_eq!(accounts(&pool).await, [4_000, 0, 5_000, 0]);
    assert_eq!(shop.bank.payouts().await, [(cashout.code.clone(), "success 50.00".to_owned())]);

    let words = leyla.earnings_text().await;
    assert!(words.starts_with("balance 4000, pending 0 | cashed_out -5000 = 4000, earned +3000 = 9000"), "{words}");
    assert_eq!(leyla.earnings().await.entries[0].cashout.as_deref(), Some(cashout.code.as_str()));
    assert!(announced(&pool).await.iter().any(|event| event.contains("cashout_ended")));
    assert_eq!(cashier.run_audit(&shop).await, []);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn bad_requests_name_the_field_and_move_nothing(pool: PgPool) {
    let shop = TestShop::with_earnings(&pool, 3).await;
    let leyla = shop.shopper(LEYLA);
    let request_of = |amount, card: &str| CreateCashoutRequest {
        amount,
        card_number: Some(card.to_owned()),
        idempotency_key: "key-12345".to_owned(),
    };
    // A cash-out is between 20.00 ₼ and 5,000.00 ₼.
    for (request, expected) in [
        (request_of(Some(5_000), "416973881234567"), "cardNumber: card_length"),
        (request_of(Some(5_000), "41697388123456701"), "cardNumber: card_length"),
        (request_of(Some(5_000), "4169 7388 1234 567x"), "cardNumber: card_length"),
        (request_of(Some(5_000), WRONG_CARD), "cardNumber: card_unknown"),
        (request_of(Some(5_000), ""), "cardNumber: required"),
        (request_of(Some(0), CARD), "amount: below_minimum"),
        (request_of(Some(1_999), CARD), "amount: below_minimum"),
        (request_of(Some(-5_000), CARD), "amount: below_minimum"),
        (request_of(Some(500_001), CARD), "amount: above_maximum"),
        (request_of(Some(i64::MAX), CARD), "amount: above_maximum"),
        (request_of(None, CARD), "amount: required"),
        (CreateCashoutRequest::default(), "idempotencyKey: required amount: required cardNumber: required"),
    ] {
        assert_eq!(refused(leyla.send_cashout_request(request).await), format!("validation_failed {expected}"));
    }
    assert_eq!(refused(leyla.request_cashout(9_001, CARD, "above").await), "cashout_exceeds_balance available=9000");
    assert_eq!(refused(shop.shopper(1).request_cashout(5_000, CARD, "none").await), "not_a_blogger");
    assert_eq!(refused(shop.shopper(1).cashout_overview().await), "not_a_blogger");
    assert_eq!(accounts(&pool).await, [9_000, 0, 0, 0]);
    assert_eq!(leyla.cashouts_text().await, "available 9000: ");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn pending_earnings_cannot_be_requested(pool: PgPool) {
    let shop = TestShop::with_earnings(&pool, 1).await;
    shop.deliver_referred(1).await;
    let leyla = shop.shopper(LEYLA);
    assert_eq!(leyla.cashouts_text().await, "available 3000: ");
    assert_eq!(refused(leyla.request_cashout(3_001, CARD, "above").await), "cashout_exceeds_balance available=3000");
    leyla.request_cashout(3_000, CARD, "all").await.unwrap();
    assert_eq!(leyla.cashouts_text().await, "available 0: requested 3000");
    assert_eq!(leyla.earnings_text().await.split(" |").next(), Some("balance 0, pending 3000"));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn goods_returned_after_a_payout_make_the_balance_negative(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    shop.deliver_referred(1).await;
    shop.clock.advance(TimeDelta::days(20));
    let leyla = shop.shopper(LEYLA);
    let cashout = leyla.request_cashout(3_000, CARD, "all").await.unwrap();
    shop.cashier().approve_cashout(&cashout.code).await.unwrap();
    shop.send_payouts().await;

    let code: String = sqlx::query_scalar("select code from purchase").fetch_one(&pool).await.unwrap();
    let refund = shop.shopper(1).request_refund(&code, &[], "by grace").await.unwrap();
    shop.cashier().approve_refund(refund.id).await.unwrap();
    assert_eq!(leyla.cashouts_text().await, "available 0: paid 3000");
    assert_eq!(leyla.earnings().await.balance, -3_000);

    // New earnings make up for the negative balance first.
    shop.deliver_referred(1).await;
    shop.clock.advance(TimeDelta::days(20));
    assert_eq!(shop.shopper(LEYLA).cashouts_text().await, "available 0: paid 3000");
    assert_eq!(shop.cashier().run_audit(&shop).await, []);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn one_cashout_is_open_at_a_time_and_requests_are_idempotent(pool: PgPool) {
    let shop = TestShop::with_earnings(&pool, 4).await;
    let leyla = shop.shopper(LEYLA);
    // Twelve requests with three different keys.
    let tabs = (0..12).map(|tab| {
        let (leyla, key) = (leyla.clone(), format!("tab {}", tab % 3));
        tokio::spawn(async move { leyla.request_cashout(2_000, CARD, &key).await })
    });
    let mut codes = std::collections::HashSet::new();
    let mut refusals = 0;
    for tab in futures::future::join_all(tabs).await {
        match tab.unwrap() {
            Ok(cashout) => drop(codes.insert(cashout.code)),
            other => {
                assert_eq!(refused(other), "cashout_open");
                refusals += 1;
            }
        }
    }
    assert_eq!((codes.len(), refusals), (1, 8), "four of the twelve requests have the key of the first");
    assert_eq!(leyla.cashouts_text().await, "available 10000: requested 2000");

    let code = codes.into_iter().next().unwrap();
    let key: String = sqlx::query_scalar("select request_key from cashout").fetch_one(&pool).await.unwrap();
    for (amount, card) in [(2_001, CARD), (2_000, "4111111111111111")] {
        assert_eq!(refused(leyla.request_cashout(amount, card, &key).await), "idempotency_key_reused");
    }
    leyla.cancel_cashout(&code).await.unwrap();
    assert_eq!(leyla.request_cashout(2_000, CARD, &key).await.unwrap().code, code, "also after the end");
    assert_eq!(leyla.cashouts_text().await, "available 12000: cancelled 2000");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_cancelled_or_declined_request_frees_the_money(pool: PgPool) {
    let shop = TestShop::with_earnings(&pool, 3).await;
    let (leyla, cashier) = (shop.shopper(LEYLA), shop.cashier());
    let first = leyla.request_cashout(5_000, CARD, "first").await.unwrap();
    assert_eq!(refused(shop.shopper(1).cancel_cashout(&first.code).await), "cashout_not_found");
    assert_eq!(to_name(leyla.cancel_cashout(&first.code).await.unwrap().status()), "cancelled");
    assert_eq!(refused(leyla.cancel_cashout(&first.code).await), "cashout_decided");
    assert_eq!(refused(cashier.approve_cashout(&first.code).await), "cashout_decided");

    let second = leyla.request_cashout(6_000, CARD, "second").await.unwrap();
    for missing in [None, Some(""), Some("  ")] {
        assert_eq!(refused(cashier.decline_cashout(&second.code, missing).await), "validation_failed reason: required");
    }
    let declined = cashier.decline_cashout(&second.code, Some("Kart sizin deyil")).await.unwrap();
    assert_eq!(declined.cashout.unwrap().reason.as_deref(), Some("Kart sizin deyil"));
    assert_eq!(refused(leyla.cancel_cashout(&second.code).await), "cashout_decided");
    assert_eq!(leyla.cashouts_text().await, "available 9000: declined 6000, cancelled 5000");
    assert_eq!(accounts(&pool).await, [9_000, 0, 0, 0]);
    let ended = announced(&pool).await.into_iter().filter(|event| event.contains("cashout_ended")).count();
    assert_eq!(ended, 1, "only the declined cash-out is announced; the blogger cancelled the other one");
    assert_eq!(cashier.run_audit(&shop).await, []);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn only_operators_decide_and_never_their_own_cashout(pool: PgPool) {
    let shop = TestShop::with_earnings(&pool, 1).await;
    let cashout = shop.shopper(LEYLA).request_cashout(3_000, CARD, "first").await.unwrap();
    for customer in [shop.shopper(1), shop.shopper(LEYLA)] {
        assert_eq!(refused(customer.approve_cashout(&cashout.code).await), "forbidden");
        assert_eq!(refused(customer.desk_cashouts(None).await), "forbidden");
    }
    let own = shop.operator(LEYLA);
    assert_eq!(refused(own.approve_cashout(&cashout.code).await), "own_cashout");
    assert_eq!(refused(own.decline_cashout(&cashout.code, Some("reason")).await), "own_cashout");
    assert_eq!(refused(shop.cashier().approve_cashout("CO-2222222222").await), "cashout_not_found");
    let resolved = shop.cashier().resolve_cashout(&cashout.code, CashoutResolution::Paid, Some(3_000)).await;
    assert_eq!(refused(resolved), "cashout_not_stuck");
    shop.cashier().approve_cashout(&cashout.code).await.unwrap();
    let actions: Vec<String> =
        sqlx::query_scalar("select action from audit order by audit_id desc limit 1").fetch_all(&pool).await.unwrap();
    assert_eq!(actions, ["cashout_approved"]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_card_is_encrypted_and_erased_thirty_days_after_the_end(pool: PgPool) {
    let shop = TestShop::with_earnings(&pool, 3).await;
    let leyla = shop.shopper(LEYLA);
    let cashout = leyla.request_cashout(3_000, CARD, "first").await.unwrap();
    shop.cashier().approve_cashout(&cashout.code).await.unwrap();
    shop.send_payouts().await;
    let open = leyla.request_cashout(2_000, CARD, "second").await.unwrap();
    let rows: Vec<String> = sqlx::query_scalar(
        "select cashout::text from cashout
         union all select movement::text from movement union all select outbox::text from outbox",
    )
    .fetch_all(&pool)
    .await
    .unwrap();
    assert!(rows.iter().all(|row| !row.contains(CARD)), "{rows:?}");
    assert!(rows.iter().all(|row| !row.contains(&hex(CARD))), "{rows:?}");

    shop.clock.advance(TimeDelta::days(30) - TimeDelta::minutes(1));
    assert_eq!(erase_due(&shop.app).await.unwrap(), 0);
    shop.clock.advance(TimeDelta::minutes(2));
    assert_eq!((erase_due(&shop.app).await.unwrap(), erase_due(&shop.app).await.unwrap()), (1, 0));
    // Code, whether the card is stored, and card holder.
    let cards: Vec<(String, bool, Option<String>)> =
        sqlx::query_as("select code, card_sealed is not null, card_holder from cashout order by cashout_id")
            .fetch_all(&pool)
            .await
            .unwrap();
    assert_eq!(cards, [(cashout.code.clone(), false, None), (open.code, true, Some("Aygün Məmmədova".to_owned()))]);
    let leyla = shop.shopper(LEYLA);
    assert_eq!(leyla.cashout_overview().await.unwrap().cashouts[1].card, MASK);
    // The request is recognized although its card is erased.
    let repeated = leyla.request_cashout(3_000, CARD, "first").await.unwrap();
    assert_eq!(repeated.code, cashout.code);
}

/// Formats the bytes as PostgreSQL does.
fn hex(text: &str) -> String {
    text.bytes().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"))
}
