//! Tests payments of wholesale orders by card and by bank transfers, which operators enter from the bank's statement.

use chrono::TimeDelta;
use proto::{
    json::to_name,
    order::{EnterTransferRequest, OrderStatus, PaymentMethod, TransferDirection, WholesaleAsked, WholesaleRequest},
};
use sqlx::PgPool;
use tonic::Status;

use crate::{
    auditor::findings_text,
    paying::GOOD_CARD,
    scripted_stock::DEFAULT_COUNT,
    shop::{Shopper, TestShop, refused},
    wholesale::{acceptance, state},
};

/// The total of the quote of `TestShop::terms`.
const TOTAL: i64 = 417_000;

impl Shopper {
    /// `reference` is the bank's name of the transfer.
    async fn enter_transfer(
        &self,
        code: &str,
        direction: TransferDirection,
        amount: i64,
        reference: &str,
    ) -> Result<WholesaleRequest, Status> {
        let request = EnterTransferRequest {
            code: code.to_owned(),
            direction: direction.into(),
            amount: Some(amount),
            reference: reference.to_owned(),
            // Any day in the past.
            date: "2020-11-26".to_owned(),
        };
        Ok(self.wholesale_desk.clone().enter_transfer(self.context.sign(request)).await?.into_inner())
    }

    pub async fn enter_received(&self, code: &str, amount: i64, reference: &str) -> Result<WholesaleRequest, Status> {
        self.enter_transfer(code, TransferDirection::In, amount, reference).await
    }

    async fn enter_sent_back(&self, code: &str, amount: i64, reference: &str) -> Result<WholesaleRequest, Status> {
        self.enter_transfer(code, TransferDirection::Out, amount, reference).await
    }
}

impl TestShop {
    /// Returns the request and the code of the order.
    pub async fn accept_by_transfer(&self, customer: &Shopper) -> (WholesaleAsked, String) {
        let requested = self.request_and_quote(customer).await;
        let request = acceptance(&requested, PaymentMethod::Transfer, "accepted");
        let answer = customer.accept_quote(request).await.expect("the quote can be accepted");
        let code = answer.request.and_then(|request| request.order).expect("an accepted quote has an order").code;
        (requested, code)
    }

    async fn ledger_balance(&self, account: &str) -> i64 {
        sqlx::query_scalar("select coalesce(sum(amount), 0)::bigint from entry where account = $1")
            .bind(account)
            .fetch_one(&self.app.pool)
            .await
            .expect("the ledger can be read")
    }
}

/// Returns the money received, still due, and received in excess.
fn figures(request: &WholesaleRequest) -> (i64, i64, i64) {
    let invoice = request.invoice.clone().expect("a request that is paid by transfer has an invoice");
    (invoice.received, invoice.due, invoice.excess)
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn partial_transfers_add_up_and_excess_is_sent_back(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let (aygun, operator) = (shop.shopper(1), shop.any_operator());
    let (requested, code) = shop.accept_by_transfer(&aygun).await;
    let partly_paid = operator.enter_received(&requested.code, 400_000, "B-1").await.unwrap();
    assert_eq!((state(&partly_paid), figures(&partly_paid)), ("accepted".to_owned(), (400_000, 17_000, 0)));
    assert_eq!(
        refused(operator.enter_received(&requested.code, 17_000, "B-1").await),
        "validation_failed reference: duplicate"
    );
    assert_eq!(shop.ledger_balance("bank").await, 400_000);

    let paid = operator.enter_received(&requested.code, 20_000, "B-2").await.unwrap();
    assert_eq!((state(&paid), figures(&paid)), ("paid".to_owned(), (420_000, 0, 3_000)));
    shop.run_due_jobs().await;
    let order = aygun.order(&code).await.unwrap();
    assert_eq!((to_name(order.payment_status()), order.status()), ("paid".to_owned(), OrderStatus::Waiting));
    assert_eq!(
        refused(operator.enter_sent_back(&requested.code, 3_001, "R-1").await),
        "transfer_exceeds_excess available=3000"
    );
    let settled = operator.enter_sent_back(&requested.code, 3_000, "R-1").await.unwrap();
    assert_eq!(figures(&settled), (420_000, 0, 0));
    assert_eq!((shop.ledger_balance("bank").await, shop.ledger_balance("order").await), (TOTAL, -TOTAL));

    shop.deliver(&code).await;
    assert_eq!((shop.ledger_balance("order").await, shop.ledger_balance("cash").await), (0, 0));
    assert_eq!(shop.ledger_balance("sales").await + shop.ledger_balance("vat").await, -TOTAL);
    assert_eq!(findings_text(&operator.run_audit(&shop).await), Vec::<String>::new());
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_refund_of_a_transfer_is_booked_on_the_bank_account(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let (aygun, operator) = (shop.shopper(1), shop.any_operator());
    let (requested, code) = shop.accept_by_transfer(&aygun).await;
    operator.enter_received(&requested.code, TOTAL, "B-1").await.unwrap();
    shop.deliver(&code).await;
    let line = aygun.order(&code).await.unwrap().lines[0].id;
    let refund = aygun.request_refund(&code, &[(line, 10)], "ten").await.unwrap();
    operator.approve_refund(refund.id).await.unwrap();
    assert_eq!((shop.ledger_balance("bank").await, shop.ledger_balance("cash").await), (TOTAL - 10 * 1_200, 0));
    assert_eq!(findings_text(&operator.run_audit(&shop).await), Vec::<String>::new());
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_unpaid_order_expires_with_its_term(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let guest = shop.guest();
    let (requested, _) = shop.accept_by_transfer(&guest).await;
    shop.clock.advance(TimeDelta::days(4));
    shop.run_due_jobs().await;
    assert_eq!(state(&guest.open_request(&requested).await.unwrap()), "accepted");
    assert_eq!(shop.stock.free(1), DEFAULT_COUNT - 200);
    shop.any_operator().enter_received(&requested.code, 100_000, "B-1").await.unwrap();
    // The five working days to pay are over.
    shop.clock.advance(TimeDelta::days(5));
    shop.run_due_jobs().await;
    let expired = shop.any_operator().wholesale_as_operator(&requested.code).await.unwrap();
    assert_eq!((state(&expired), figures(&expired)), ("expired".to_owned(), (100_000, 0, 100_000)));
    assert_eq!(shop.stock.free(1), DEFAULT_COUNT);
    // A late transfer is recorded, and must be sent back like the first one.
    let with_late_transfer = shop.any_operator().enter_received(&requested.code, 317_000, "B-2").await.unwrap();
    assert_eq!((state(&with_late_transfer), figures(&with_late_transfer)), ("expired".to_owned(), (TOTAL, 0, TOTAL)));
    assert_eq!(refused(shop.any_operator().send_quote(shop.terms(&requested.code)).await), "transfer_excess_left");
    shop.any_operator().enter_sent_back(&requested.code, TOTAL, "R-1").await.unwrap();
    assert_eq!((shop.ledger_balance("bank").await, shop.ledger_balance("order").await), (0, 0));
    shop.any_operator().send_quote(shop.terms(&requested.code)).await.unwrap();
    assert_eq!(findings_text(&shop.any_operator().run_audit(&shop).await), Vec::<String>::new());
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_paid_order_that_is_cancelled_is_refunded_by_transfer(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let (aygun, operator) = (shop.shopper(1), shop.any_operator());
    let (requested, code) = shop.accept_by_transfer(&aygun).await;
    operator.enter_received(&requested.code, TOTAL, "B-1").await.unwrap();
    shop.run_due_jobs().await;
    aygun.cancel(&code).await.unwrap();
    shop.run_due_jobs().await;
    let cancelled = operator.wholesale_as_operator(&requested.code).await.unwrap();
    assert_eq!((state(&cancelled), figures(&cancelled)), ("cancelled".to_owned(), (TOTAL, 0, TOTAL)));
    operator.enter_sent_back(&requested.code, 17_000, "R-1").await.unwrap();
    assert_eq!(to_name(aygun.order(&code).await.unwrap().payment_status()), "partly_refunded");
    operator.enter_sent_back(&requested.code, 400_000, "R-2").await.unwrap();
    assert_eq!(to_name(aygun.order(&code).await.unwrap().payment_status()), "refunded");
    assert_eq!(findings_text(&operator.run_audit(&shop).await), Vec::<String>::new());
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_quote_paid_by_card_returns_to_its_page(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let guest = shop.guest();
    let requested = shop.request_and_quote(&guest).await;
    let answer = guest.accept_quote(acceptance(&requested, PaymentMethod::Card, "card")).await.unwrap();
    let page = answer.payment.unwrap().redirect_url.unwrap();
    shop.bank.pay(&page, GOOD_CARD).await;
    shop.deliver_callback(1).await;
    let paid = guest.open_request(&requested).await.unwrap();
    assert_eq!((state(&paid), paid.invoice), ("paid".to_owned(), None));
    assert_eq!(shop.ledger_balance("bank").await, TOTAL);
    assert_eq!(refused(guest.pay_wholesale(&requested, PaymentMethod::Card, "twice").await), "order_already_paid");
    let operator = shop.any_operator();
    assert_eq!(refused(operator.enter_received(&requested.code, 1, "B-1").await), "wholesale_not_accepted");
    assert_eq!(findings_text(&operator.run_audit(&shop).await), Vec::<String>::new());
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_payment_method_can_change_until_the_first_payment(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let (guest, operator) = (shop.guest(), shop.any_operator());
    let requested = shop.request_and_quote(&guest).await;
    guest.accept_quote(acceptance(&requested, PaymentMethod::Card, "card")).await.unwrap();
    let by_transfer = guest.pay_wholesale(&requested, PaymentMethod::Transfer, "transfer").await.unwrap();
    assert!(by_transfer.request.unwrap().invoice.is_some());
    operator.enter_received(&requested.code, 1_000, "B-1").await.unwrap();
    assert_eq!(refused(guest.pay_wholesale(&requested, PaymentMethod::Card, "again").await), "transfer_begun");
    assert_eq!(
        refused(guest.pay_wholesale(&requested, PaymentMethod::Cash, "cash").await),
        "validation_failed paymentMethod: unknown_value"
    );
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn bad_transfers_name_their_fields(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let (guest, operator) = (shop.guest(), shop.any_operator());
    let (requested, _) = shop.accept_by_transfer(&guest).await;
    for amount in [0, -5, 1_000_000_001] {
        assert_eq!(
            refused(operator.enter_received(&requested.code, amount, "B").await),
            "validation_failed amount: out_of_range"
        );
    }
    let request = EnterTransferRequest { code: requested.code.clone(), ..EnterTransferRequest::default() };
    let empty = operator.wholesale_desk.clone().enter_transfer(operator.context.sign(request)).await;
    assert_eq!(
        refused(empty),
        "validation_failed direction: required amount: required reference: required date: required"
    );
    assert_eq!(refused(guest.enter_received(&requested.code, 1, "B").await), "unauthenticated");
    assert_eq!(shop.ledger_balance("bank").await, 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_database_refuses_invalid_wholesale_rows(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let (requested, code) = shop.accept_by_transfer(&shop.guest()).await;
    shop.any_operator().enter_received(&requested.code, 100, "B-1").await.unwrap();
    for (statement, constraint) in [
        ("update wholesale_request set voen = '123456789'", "wholesale_request_voen_check"),
        ("update wholesale_request set company_name = null", "wholesale_request_company_check"),
        ("update wholesale_request set order_id = null", "wholesale_request_accepted_check"),
        ("update wholesale_line set count = 0", "wholesale_line_count_check"),
        ("update wholesale_quote set total = total + 1", "wholesale_quote_amounts_check"),
        ("update wholesale_quote_line set line_total = line_total + 1", "wholesale_quote_line_amounts_check"),
        ("update wholesale_quote_line set count = count + 1, line_total = line_total + unit_price", "differs from its lines"),
        ("update wholesale_transfer set amount = 1", "wholesale_transfer is only ever added to"),
        ("delete from wholesale_change", "wholesale_change is only ever added to"),
        (
            "insert into wholesale_transfer (request_id, order_id, direction, amount, reference, moved_on, operator_id, entered_at)
             select request_id, order_id, 'in', 5, 'B-9', moved_on, 9, now() from wholesale_transfer",
            "is not in the ledger",
        ),
        ("update purchase set payment_method = 'cash'", "purchase_wholesale_check"),
        ("update purchase set is_wholesale = false", "purchase_transfer_check"),
        ("update purchase set promo_code = 'HUNDRED'", "purchase_wholesale_check"),
    ] {
        let refusal = sqlx::query(statement).execute(&shop.app.pool).await.expect_err(statement).to_string();
        assert!(refusal.contains(constraint), "{statement}: {refusal}");
    }
    // A request has at most one accepted quote.
    let second_acceptance = "insert into wholesale_quote (request_id, version, valid_until, delivery_fee, delivery_terms, goods, total, vat,
                     operator_id, quoted_at, accepted_at)
                 select request_id, 2, valid_until, 0, '', goods, goods, 0, 9, quoted_at, quoted_at from wholesale_quote";
    let refusal = sqlx::query(second_acceptance).execute(&shop.app.pool).await.unwrap_err().to_string();
    assert!(refusal.contains("wholesale_quote_accepted"), "{refusal}: {code}");
}
