//! The auditor compares ledger, orders, stock, slots, promo codes and banks every night. Tests that it finds nothing in
//! a consistent shop, and every difference in changed tables.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use order::{audit_due, payment};
use proto::{
    json::to_name,
    order::{
        AskAuditRequest, AuditRun, Finding, ListAuditRunsRequest, ListFindingsRequest, NoteFindingRequest, Order,
        PaymentMethod, PlaceOrderRequest,
    },
};
use sqlx::PgPool;
use tonic::{Code, Status};

use crate::{
    ordering::order_request,
    paying::{GOOD_CARD, NO_FUNDS},
    scripted_stock::{Call, Failure, State},
    shop::{Shopper, TestShop, refused},
};

/// Comparisons per run.
pub const AREAS: usize = 14;
/// Inserts a slot that counts two orders, but has none.
pub const INSERT_UNBOOKED_SLOT: &str = "insert into slot (slot_id, zone_id, date, starts, capacity, taken)
     values ('unbooked', 1, '2027-01-01', 10, 5, 2)";

impl Shopper {
    /// Returns the findings that are not repaired.
    pub async fn run_audit(&self, shop: &TestShop) -> Vec<Finding> {
        self.request_audit().await.expect("an audit can be requested");
        audit_due(&shop.app).await.expect("the auditor runs");
        self.findings(false).await.expect("the findings can be read")
    }

    pub async fn request_audit(&self) -> Result<i64, Status> {
        Ok(self.auditor.clone().ask(self.context.sign(AskAuditRequest {})).await?.into_inner().id)
    }

    /// Returns the runs, newest first.
    pub async fn runs(&self) -> Result<Vec<AuditRun>, Status> {
        Ok(self.auditor.clone().list_runs(self.context.sign(ListAuditRunsRequest {})).await?.into_inner().runs)
    }

    async fn findings(&self, is_gone: bool) -> Result<Vec<Finding>, Status> {
        let request = ListFindingsRequest { is_gone, page: 1, per_page: 50 };
        Ok(self.auditor.clone().list_findings(self.context.sign(request)).await?.into_inner().findings)
    }

    pub async fn set_note(&self, id: i64, note: Option<&str>) -> Result<Finding, Status> {
        let request = NoteFindingRequest { id, note: note.map(str::to_owned) };
        Ok(self.auditor.clone().note(self.context.sign(request)).await?.into_inner())
    }
}

/// Formats findings, oldest first: area, subject, field, expected and found value, for example `slots
/// baku-2026-09-22-10 taken 1 2`.
pub fn findings_text(findings: &[Finding]) -> Vec<String> {
    let finding_text = |finding: &Finding| {
        let Finding { subject, field, expected, found, .. } = finding;
        format!("{} {subject} {field} {expected} {found}", to_name(finding.area()))
    };
    findings.iter().rev().map(finding_text).collect()
}

fn failed_areas(run: &AuditRun) -> Vec<String> {
    run.results.iter().filter(|result| result.has_failed).map(|result| to_name(result.area())).collect()
}

/// A shop with these four orders and an expired one.
struct ShopWithOrders {
    shop: TestShop,
    /// Paid in cash, and partly refunded.
    delivered: Order,
    /// Paid by card.
    paid: Order,
    /// To be paid in cash.
    open: Order,
    /// Paid by card, then cancelled.
    cancelled: Order,
}

async fn shop_with_orders(pool: &PgPool) -> ShopWithOrders {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    insert_bonus_rule_and_promo(pool).await;
    let aygun = shop.shopper(1);
    let delivered = order_with_refund(&shop, &aygun).await;

    let mut callbacks = 0;
    let mut by_card = async |key: &str, card: &str| {
        aygun.add((1, None), 2).await.expect("the product is for sale");
        let placed = aygun
            .place(order_request(&aygun.quote().await, PaymentMethod::Card, key))
            .await
            .expect("the order is accepted");
        let page = placed.payment.and_then(|payment| payment.redirect_url).expect("the bank has opened a page");
        shop.bank.pay(&page, card).await;
        callbacks += 1;
        shop.deliver_callback(callbacks).await;
        placed.order.expect("nothing has changed since the quote")
    };
    by_card("expired", NO_FUNDS).await;
    let paid = by_card("paid", GOOD_CARD).await;
    let cancelled = by_card("cancelled", GOOD_CARD).await;
    aygun.cancel(&cancelled.code).await.expect("the order can be cancelled");
    payment::send_due_returns(&shop.app).await.expect("the bank answers");
    // The unpaid order expires after 20 minutes.
    shop.clock.advance(TimeDelta::minutes(30));
    shop.run_due_jobs().await;
    let aygun = shop.shopper(1);
    let open = aygun.order_one().await;
    shop.run_due_jobs().await;
    ShopWithOrders { shop, delivered, paid, open, cancelled }
}

async fn insert_bonus_rule_and_promo(pool: &PgPool) {
    for statement in [
        r#"insert into bonus_rule (title, basis_points) values ('{"az": "Hamısı", "ru": "Всё", "en": "Everything"}', 100)"#,
        "insert into promo (code, folded, kind, value, is_for_reduced) values ('HUNDRED', 'hundred', 'fixed', 100, true)",
    ] {
        sqlx::query(statement).execute(pool).await.expect("the row can be inserted");
    }
}

/// Delivers an order of three units with a promo code, and refunds one unit.
async fn order_with_refund(shop: &TestShop, shopper: &Shopper) -> Order {
    shopper.add((1, None), 3).await.expect("the product is for sale");
    let request = PlaceOrderRequest {
        promo_code: Some("HUNDRED".to_owned()),
        ..order_request(&shopper.quote_with("HUNDRED").await, PaymentMethod::Cash, "delivered")
    };
    let placed = shopper.place(request).await.expect("the order is accepted");
    let order = placed.order.expect("nothing has changed since the quote");
    shop.deliver(&order.code).await;
    let one_unit = [(order.lines[0].id, 1)];
    let refund = shopper.request_refund(&order.code, &one_unit, "one").await.expect("the order can be refunded");
    shop.any_operator().approve_refund(refund.id).await.expect("the refund can be approved");
    order
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_auditor_finds_nothing_in_a_consistent_shop(pool: PgPool) {
    let ShopWithOrders { shop, .. } = shop_with_orders(&pool).await;
    let operator = shop.any_operator();
    assert_eq!(findings_text(&operator.run_audit(&shop).await), Vec::<String>::new());
    let runs = operator.runs().await.unwrap();
    let [nightly, requested] = &runs[..] else { panic!("two runs: {runs:?}") };
    assert_eq!((requested.is_nightly, nightly.is_nightly), (false, true));
    let compared: Vec<_> =
        requested.results.iter().map(|result| (to_name(result.area()), result.compared, result.has_failed)).collect();
    assert_eq!(
        compared.iter().map(|(area, compared, failed)| format!("{area} {compared} {failed}")).collect::<Vec<_>>(),
        // Area, number of compared rows, whether the comparison has failed.
        [
            "movements 9 false",
            "ledger 5 false",
            "charges 3 false",
            "refunds 6 false",
            "orders 5 false",
            "slots 1 false",
            "promos 1 false",
            "bonuses 6 false",
            "earnings 0 false",
            "cashouts 0 false",
            "stock 5 false",
            "counts 0 false",
            "bank 3 false",
            "payouts 0 false"
        ]
    );
}

/// Changes tables without triggers and constraints.
pub async fn tamper(pool: &PgPool, statements: &[&str]) {
    let mut tx = kit::db::begin(pool).await.expect("a transaction begins");
    sqlx::query("set local session_replication_role = replica")
        .execute(&mut *tx)
        .await
        .expect("the test is a superuser");
    for statement in statements {
        sqlx::query(sqlx::AssertSqlSafe(*statement)).execute(&mut *tx).await.expect("the statement succeeds");
    }
    tx.commit().await.expect("the transaction is committed");
}

/// Falsifies rows of every area but earnings and cash-outs, and two reservations of the stock service.
async fn falsify(pool: &PgPool, orders: &ShopWithOrders) {
    let ShopWithOrders { shop, delivered, paid, open, cancelled } = orders;
    let id_of = |order: &Order| format!("(select order_id from purchase where code = '{}')", order.code);
    let (delivered_id, cancelled_id) = (id_of(delivered), id_of(cancelled));
    let (paid_id, open_id) = (id_of(paid), id_of(open));
    let changes = [
        // Neither the collection nor the sale adds up to zero any more.
        format!(
            "update entry set amount = amount + 1
             from movement
             where movement.movement_id = entry.movement_id
               and order_id = {delivered_id} and kind = 'collection' and account = 'cash'"
        ),
        format!(
            "update entry set amount = amount - 1
             from movement
             where movement.movement_id = entry.movement_id
               and order_id = {delivered_id} and kind = 'sale' and account = 'sales'"
        ),
        format!(
            "update charge_return set amount = charge_return.amount - 5
             from charge
             where charge.charge_id = charge_return.charge_id and order_id = {cancelled_id}"
        ),
        format!("update purchase_line set refunded_count = 2 where order_id = {delivered_id}"),
        format!("update purchase set total = total + 7 where order_id = {open_id}"),
        INSERT_UNBOOKED_SLOT.to_owned(),
        "update promo set used = 4".to_owned(),
        "update bonus_lot set rest = rest - 3".to_owned(),
        format!("update charge set paid_amount = paid_amount + 100 where order_id = {paid_id}"),
        format!("update charge set transaction = 'te9999999999' where order_id = {cancelled_id}"),
    ];
    tamper(pool, &changes.each_ref().map(String::as_str)).await;
    shop.stock.remove_reservation(&open.code);
    shop.stock.set_state(&paid.code, State::Restocked);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn every_kind_of_difference_is_found_and_closed_after_its_repair(pool: PgPool) {
    let orders = shop_with_orders(&pool).await;
    falsify(&pool, &orders).await;
    let ShopWithOrders { shop, open, .. } = orders;
    let operator = shop.any_operator();

    let report = operator.run_audit(&shop).await;
    // Some fields end in `:` and the id of a line or refund.
    let area_and_field = |finding: &Finding| {
        let field = finding.field.split(':').next().unwrap_or_default();
        format!("{} {field}", to_name(finding.area()))
    };
    let found: BTreeSet<String> = report.iter().map(area_and_field).collect();
    let report_text = findings_text(&report);
    let expected = [
        "bank bank",
        "bonuses bonus",
        "charges owed",
        "charges paid",
        "charges returned",
        "ledger bank",
        "ledger cash",
        "ledger sales",
        "movements sum",
        "orders total",
        "promos used",
        "refunds refunded_count",
        "slots taken",
        "stock reservation",
        "stock returned",
    ];
    assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{report_text:#?}");
    let runs = operator.runs().await.unwrap();
    let failed = failed_areas(&runs[0]);
    assert_eq!(failed, ["bank"], "a charge without an answer does not hide the difference of another");
    for expected in ["slots unbooked taken 0 2".to_owned(), format!("stock {} reservation sold none", open.code)] {
        assert!(report_text.contains(&expected), "{report_text:#?}");
    }

    tamper(&pool, &["delete from slot where slot_id = 'unbooked'", "update promo set used = 1"]).await;
    let next_report = operator.run_audit(&shop).await;
    assert_eq!(next_report.len(), report.len() - 2, "known differences are not reported again");
    let repaired = operator.findings(true).await.unwrap();
    assert_eq!(repaired.len(), 2, "the two repaired differences");
    assert!(repaired.iter().all(|finding| finding.gone_at.is_some()));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_area_that_cannot_be_compared_has_failed_and_closes_nothing(pool: PgPool) {
    let ShopWithOrders { shop, open, .. } = shop_with_orders(&pool).await;
    let operator = shop.any_operator();
    shop.stock.remove_reservation(&open.code);
    assert_eq!(findings_text(&operator.run_audit(&shop).await), [format!("stock {} reservation sold none", open.code)]);
    shop.stock.fail_calls(Call::List, Failure::Before);
    let report = operator.run_audit(&shop).await;
    let runs = operator.runs().await.unwrap();
    let failed = failed_areas(&runs[0]);
    assert_eq!((failed, report.len()), (vec!["stock".to_owned()], 1));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn one_process_audits_at_a_time_and_an_interrupted_run_is_resumed(pool: PgPool) {
    let ShopWithOrders { shop, .. } = shop_with_orders(&pool).await;
    let (first, second) = tokio::join!(audit_due(&shop.app), audit_due(&shop.app));
    assert_eq!(first.unwrap() + second.unwrap(), 1, "there is one run a night");
    assert_eq!(audit_due(&shop.app).await.unwrap(), 0);
    shop.clock.advance(TimeDelta::days(1));
    assert_eq!(audit_due(&shop.app).await.unwrap(), 1, "the next night has its own run");
    let operator = shop.any_operator();
    let run = operator.request_audit().await.unwrap();
    assert_eq!(operator.request_audit().await.unwrap(), run, "a run is waiting already");
    // As if the process had stopped after comparing the slots.
    sqlx::query("update auditor_run set started_at = asked_at where run_id = $1")
        .bind(run)
        .execute(&pool)
        .await
        .unwrap();
    sqlx::query("insert into auditor_result (run_id, area, compared, differing) values ($1, 'slots', 0, 0)")
        .bind(run)
        .execute(&pool)
        .await
        .unwrap();
    assert_eq!(audit_due(&shop.app).await.unwrap(), 1);
    let runs = operator.runs().await.unwrap();
    assert_eq!((runs[0].id, runs[0].results.len()), (run, AREAS));
    assert!(runs[0].finished_at.is_some());
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn operators_read_findings_and_add_notes(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let (aygun, operator) = (shop.shopper(1), shop.any_operator());
    assert_eq!(aygun.findings(false).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(aygun.set_note(1, Some("mine")).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(aygun.request_audit().await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(aygun.runs().await.unwrap_err().code(), Code::PermissionDenied);
    tamper(&pool, &[INSERT_UNBOOKED_SLOT]).await;
    let report = operator.run_audit(&shop).await;
    let finding = report[0].id;
    assert_eq!(refused(operator.set_note(finding + 1, Some("?")).await), "finding_not_found");
    for note in [None, Some("  ")] {
        assert!(refused(operator.set_note(finding, note).await).contains("required"));
    }
    assert!(refused(operator.set_note(finding, Some(&"x".repeat(1_001))).await).contains("too_long"));
    let note = "Ayşən silinmiş sifarişi əl ilə düzəltdi";
    let noted = operator.set_note(finding, Some(note)).await.unwrap();
    assert_eq!(noted.note.as_deref(), Some(note));
    assert_eq!(operator.run_audit(&shop).await[0].note, noted.note, "the next run keeps the note");
}
