//! Tests the audit log of what staff have changed and whose personal data they have read. The log itself must not
//! contain personal data.

use chrono::TimeDelta;
use proto::{
    audit::{SearchAuditRequest, audit_client::AuditClient},
    order::{
        BonusRules, CashoutResolution, DeskListRequest, OrderStatus, PromoRules, RateRule, ReconcileRequest,
        RefundStatus, ZoneDraft,
    },
};
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::audit::{Entry, check_append_only, check_reads, check_writes, entries, personal_data};

use crate::{
    auditor::{INSERT_UNBOOKED_SLOT, tamper},
    cashouts::CARD,
    influencers::LEYLA,
    promises::{flowers, titles},
    promo_desk::rules,
    shop::TestShop,
    wholesale::{COMPANY, request_form},
    zones::draft_of,
};

/// Personal data that the customers of these tests enter.
const PERSONAL: [&str; 7] =
    ["Aygün", "Aygun@Xezer.example", "501234567", "50123456", "50 123-45-68", COMPANY, "Nizami"];

/// The blogger Leyla has earned 90.00 ₼, and products 1 and 2 are for sale in any number.
async fn busy_shop(pool: &PgPool) -> TestShop {
    let shop = TestShop::with_earnings(pool, 3).await;
    shop.catalog.add_offer(1, 1_500, 9_999);
    shop.catalog.add_offer(2, 4_000, 9_999);
    shop
}

async fn delivered_order(shop: &TestShop, account: i64) -> String {
    let code = shop.shopper(account).order_one().await.code;
    shop.deliver(&code).await;
    code
}

async fn last_entry(pool: &PgPool, action: &str) -> Entry {
    entries(pool).await.into_iter().rfind(|entry| entry.action == action).expect("the action is logged")
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn every_look_at_personal_data_is_logged(pool: PgPool) {
    let shop = busy_shop(&pool).await;
    let code = delivered_order(&shop, 2).await;
    let refund = shop.shopper(2).request_refund(&code, &[], "refund").await.unwrap();
    let cashout = shop.shopper(LEYLA).request_cashout(3_000, CARD, "first").await.unwrap();
    let wholesale = shop.guest().request_wholesale(request_form("read")).await.unwrap();
    let operator = shop.any_operator();
    check_reads(&pool, "sovqat.order.", async |path| match path {
        "/sovqat.order.v1.CashoutDesk/List" => operator.desk_cashouts(Some(true)).await.map(drop),
        "/sovqat.order.v1.Desk/Deliveries" => operator.deliveries("2030-01-01").await.map(drop),
        "/sovqat.order.v1.Desk/Get" => operator.order_as_operator(&code.to_lowercase()).await.map(drop),
        "/sovqat.order.v1.Desk/List" => {
            // The phone number of account 2, in another spelling.
            let request = DeskListRequest { text: Some("50 123-45-68".to_owned()), ..DeskListRequest::default() };
            operator.search_orders(request).await.map(drop)
        }
        "/sovqat.order.v1.Desk/Notes" => operator.notes(&code).await.map(drop),
        "/sovqat.order.v1.Desk/Refunds" => operator.list_refunds(RefundStatus::Requested).await.map(drop),
        "/sovqat.order.v1.WholesaleDesk/Get" => operator.wholesale_as_operator(&wholesale.code).await.map(drop),
        "/sovqat.order.v1.WholesaleDesk/List" => operator.list_wholesale(COMPANY).await.map(drop),
        path => panic!("{path} needs a call here"),
    })
    .await;

    let reads: Vec<_> = entries(&pool).await.into_iter().filter(|entry| entry.action == "customer_data_read").collect();
    assert!(reads.iter().all(|entry| entry.account_id == 9), "the operator has read the data");
    assert!(reads.iter().all(|entry| entry.before.is_none()));
    // The log names the used filters, but not their values, which may be personal data.
    let list = |filter: &str, shown: &str| Some(json!({"filters": [filter], "count": 1, "shown": [shown]}));
    let subjects: Vec<_> =
        reads.iter().map(|entry| (&*entry.subject_kind, &*entry.subject, entry.after.clone())).collect();
    assert_eq!(
        subjects,
        [
            ("cashout", "list", list("isOpen", &cashout.code)),
            ("order", "list", Some(json!({"filters": ["deliverOn"], "count": 0, "shown": []}))),
            ("order", code.as_str(), None),
            ("order", "list", list("text", &code)),
            ("order", code.as_str(), None),
            ("refund", "list", list("status", &refund.id.to_string())),
            ("wholesale", wholesale.code.as_str(), None),
            ("wholesale", "list", list("text", &wholesale.code)),
        ]
    );
    assert_eq!(personal_data(&pool, &PERSONAL).await, [] as [String; 0]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn every_change_by_staff_is_logged(pool: PgPool) {
    let shop = busy_shop(&pool).await;
    let request_cashout = async |key: &str| {
        let leyla = shop.shopper(LEYLA);
        leyla.request_cashout(3_000, CARD, key).await.unwrap().code
    };
    // Sends the payout, and three seconds later reads its status.
    let pay_out = async || {
        shop.send_payouts().await;
        shop.clock.advance(TimeDelta::seconds(3));
        shop.send_payouts().await;
    };
    // Returns the action that the log must contain. Notes, reasons and references name a customer, whom the log must
    // not name.
    check_writes(&pool, "sovqat.order.", async |path| {
        let operator = shop.any_operator();
        match path {
            "/sovqat.order.v1.Auditor/Ask" => {
                operator.request_audit().await.unwrap();
                "audit_requested"
            }
            "/sovqat.order.v1.Auditor/Note" => {
                tamper(&pool, &[INSERT_UNBOOKED_SLOT]).await;
                let finding = operator.run_audit(&shop).await.remove(0).id;
                operator.set_note(finding, Some("Aygün zəng etdi")).await.unwrap();
                "finding_noted"
            }
            "/sovqat.order.v1.CashoutDesk/Approve" => {
                operator.approve_cashout(&request_cashout("approve").await).await.unwrap();
                pay_out().await;
                "cashout_approved"
            }
            "/sovqat.order.v1.CashoutDesk/Decline" => {
                operator.decline_cashout(&request_cashout("decline").await, Some("Aygün deyil")).await.unwrap();
                "cashout_declined"
            }
            "/sovqat.order.v1.CashoutDesk/Resolve" => {
                let code = request_cashout("resolve").await;
                operator.approve_cashout(&code).await.unwrap();
                shop.bank.spoil_next_payouts(&["wrong_amount"]).await;
                pay_out().await;
                operator.resolve_cashout(&code, CashoutResolution::Paid, Some(3_100)).await.unwrap();
                "cashout_resolved_as_paid"
            }
            "/sovqat.order.v1.Desk/AddNote" => {
                let code = delivered_order(&shop, 2).await;
                operator.add_note(&code, "Aygün zəng etdi").await.unwrap();
                "order_note_added"
            }
            "/sovqat.order.v1.Desk/RequestRefund" => {
                let code = delivered_order(&shop, 2).await;
                operator.request_refund_for_shopper(&code, &[], "for shopper").await.unwrap();
                "refund_requested"
            }
            "/sovqat.order.v1.Desk/DecideRefund" => {
                let code = delivered_order(&shop, 2).await;
                let refund = shop.shopper(2).request_refund(&code, &[], "refund").await.unwrap();
                operator.approve_refund(refund.id).await.unwrap();
                "refund_approved"
            }
            "/sovqat.order.v1.Desk/Move" => {
                let code = shop.shopper(3).order_one().await.code;
                shop.run_due_jobs().await;
                operator.move_order(&code, OrderStatus::Confirmed, None).await.unwrap();
                "order_moved"
            }
            "/sovqat.order.v1.Desk/Reconcile" => {
                let request = ReconcileRequest { date: "2026-11-27".to_owned() };
                operator.desk.clone().reconcile(operator.context.sign(request)).await.unwrap();
                "payments_reconciled"
            }
            "/sovqat.order.v1.PromiseDesk/SaveBonusRules" => {
                let rule = RateRule { title: Some(titles("Hamısı")), basis_points: Some(275), ..RateRule::default() };
                let request = BonusRules { rules: vec![rule], spend_share: Some(2_500) };
                shop.promise_desk().save_bonus_rules(operator.context.sign(request)).await.unwrap();
                "bonus_changed"
            }
            "/sovqat.order.v1.PromiseDesk/SaveReturnExceptions" => {
                shop.set_exceptions(flowers()).await;
                "return_exceptions_changed"
            }
            "/sovqat.order.v1.PromoDesk/Create" => {
                operator.create_promo(rules("CREATED")).await.unwrap();
                "promo_created"
            }
            "/sovqat.order.v1.PromoDesk/Update" => {
                let promo = operator.create_promo(rules("UPDATED")).await.unwrap();
                operator.update_promo(&promo, PromoRules { minimum: Some(500), ..rules("UPDATED") }).await.unwrap();
                "promo_changed"
            }
            "/sovqat.order.v1.PromoDesk/Pause" => {
                let promo = operator.create_promo(rules("PAUSED")).await.unwrap();
                operator.pause_promo(promo.id).await.unwrap();
                "promo_paused"
            }
            "/sovqat.order.v1.PromoDesk/Resume" => {
                let promo = operator.create_promo(rules("RESUMED")).await.unwrap();
                operator.pause_promo(promo.id).await.unwrap();
                operator.resume_promo(promo.id).await.unwrap();
                "promo_resumed"
            }
            "/sovqat.order.v1.WholesaleDesk/Quote" => {
                let wholesale = shop.guest().request_wholesale(request_form("quote")).await.unwrap();
                operator.send_quote(shop.terms(&wholesale.code)).await.unwrap();
                "wholesale_quoted"
            }
            "/sovqat.order.v1.WholesaleDesk/EnterTransfer" => {
                let (wholesale, _) = shop.accept_by_transfer(&shop.shopper(4)).await;
                operator.enter_received(&wholesale.code, 100_000, "Aygün 17").await.unwrap();
                "wholesale_transfer_entered"
            }
            "/sovqat.order.v1.WholesaleDesk/Cancel" => {
                let wholesale = shop.shopper(5).request_wholesale(request_form("cancel")).await.unwrap();
                operator.cancel_wholesale(&wholesale.code).await.unwrap();
                "wholesale_cancelled"
            }
            "/sovqat.order.v1.ZoneDesk/Create" => {
                operator.add_zone("Şəki yolu").await;
                "zone_created"
            }
            "/sovqat.order.v1.ZoneDesk/Update" => {
                let baku = operator.zone(1).await.unwrap();
                operator.update_zone(&baku, ZoneDraft { fee: Some(450), ..draft_of(&baku) }).await.unwrap();
                "zone_changed"
            }
            "/sovqat.order.v1.ZoneDesk/Delete" => {
                operator.delete_zone(6).await.unwrap();
                "zone_deleted"
            }
            "/sovqat.order.v1.ZoneDesk/AddHoliday" => {
                operator.close_day("2026-12-31", None).await.unwrap();
                "holiday_added"
            }
            "/sovqat.order.v1.ZoneDesk/RemoveHoliday" => {
                let closed = operator.close_day("2026-12-30", None).await.unwrap();
                operator.reopen_day(closed.id).await.unwrap();
                "holiday_removed"
            }
            "/sovqat.order.v1.ZoneDesk/SetCapacity" => {
                operator.set_capacity("baku-2026-12-29-10", Some(9), 0).await.unwrap();
                "delivery_capacity_changed"
            }
            path => panic!("{path} needs a call here"),
        }
    })
    .await;

    // Returns the logged fields before and after the last such action.
    let fields = async |action: &str| {
        let entry = last_entry(&pool, action).await;
        (entry.before.unwrap_or_default(), entry.after.unwrap_or_default())
    };
    assert_eq!(
        fields("cashout_resolved_as_paid").await,
        (json!({"status": "sent", "paidAmount": null}), json!({"status": "paid", "paidAmount": 3_100}))
    );
    // The last order that moved is a delivered one.
    assert_eq!(fields("order_moved").await, (json!({"store 1": "on_the_way"}), json!({"store 1": "delivered"})));
    let (before, after) = fields("refund_approved").await;
    assert_eq!((before, &after["status"]), (json!({"status": "requested"}), &json!("paid")));
    assert_eq!(fields("zone_changed").await, (json!({"fee": 300}), json!({"fee": 450})));
    assert_eq!(fields("delivery_capacity_changed").await, (json!({"capacity": null}), json!({"capacity": 9})));
    assert_eq!(fields("promo_changed").await, (json!({"minimum": 0}), json!({"minimum": 500})));
    assert_eq!(fields("promo_resumed").await, (json!({"isPaused": true}), json!({"isPaused": false})));
    assert_eq!(fields("promo_created").await.0, Value::Null);
    assert_eq!(personal_data(&pool, &PERSONAL).await, [] as [String; 0]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_log_is_searched_and_cannot_be_changed(pool: PgPool) {
    let shop = TestShop::with_a_product(pool.clone()).await;
    let operator = shop.any_operator();
    let code = shop.shopper(1).order_one().await.code;
    shop.run_due_jobs().await;
    operator.order_as_operator(&code).await.unwrap();
    let subject = Some(code.clone());
    let request = SearchAuditRequest { subject, limit: 10, ..SearchAuditRequest::default() };
    let mut client = AuditClient::new(shop.channel());
    let entries = client.search(operator.context.sign(request)).await.unwrap().into_inner().entries;
    let summaries: Vec<_> = entries.iter().map(|entry| (&*entry.service, &*entry.action, &*entry.subject)).collect();
    assert_eq!(summaries, [("order", "customer_data_read", code.as_str())]);
    check_append_only(&pool).await;
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_refused_change_is_not_logged(pool: PgPool) {
    let shop = busy_shop(&pool).await;
    let code = shop.shopper(2).order_one().await.code;
    shop.run_due_jobs().await;
    let entries_before = entries(&pool).await.len();
    shop.any_operator().move_order(&code, OrderStatus::Delivered, None).await.unwrap_err();
    assert_eq!(entries(&pool).await.len(), entries_before);
}
