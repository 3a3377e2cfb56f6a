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
    shop::{Shopper, TestShop},
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
        "/sovqat.order.v1.PhoneDesk/Check" => operator.check_number_of(&shop, 2).await.map(drop),
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
            ("account", "2", None),
            ("wholesale", wholesale.code.as_str(), None),
            ("wholesale", "list", list("text", &wholesale.code)),
        ]
    );
    assert_eq!(personal_data(&pool, &PERSONAL).await, [] as [String; 0]);
}

/// Makes every change that staff can make. Notes, reasons and references name a customer, whom the log must not name.
struct StaffChanges<'a> {
    shop: &'a TestShop,
    pool: &'a PgPool,
}

impl StaffChanges<'_> {
    /// Calls the method, and returns the action that the log must contain.
    async fn make(&self, path: &str) -> &'static str {
        let operator = self.shop.any_operator();
        let method = path.strip_prefix("/sovqat.order.v1.").and_then(|path| path.split_once('/'));
        match method.expect("a path has a service and a method") {
            ("Auditor", method) => self.change_audits(&operator, method).await,
            ("CashoutDesk", method) => self.change_cashouts(&operator, method).await,
            ("Desk", method) => self.change_orders(&operator, method).await,
            ("PhoneDesk", "Place") => {
                operator.order_for_guest().await;
                "phone_order_taken"
            }
            ("PhoneDesk", "CreatePaymentLink") => {
                let code = operator.order_for_guest_by_card().await.code;
                operator.create_payment_link(&code, "link").await.expect("the change is allowed");
                "payment_link_created"
            }
            ("PromiseDesk", method) => self.change_promises(&operator, method).await,
            ("PromoDesk", method) => change_promos(&operator, method).await,
            ("WholesaleDesk", method) => self.change_wholesale(&operator, method).await,
            ("ZoneDesk", method) => change_zones(&operator, method).await,
            _ => panic!("{path} needs a call here"),
        }
    }

    async fn change_audits(&self, operator: &Shopper, method: &str) -> &'static str {
        match method {
            "Ask" => {
                operator.request_audit().await.expect("the change is allowed");
                "audit_requested"
            }
            "Note" => {
                tamper(self.pool, &[INSERT_UNBOOKED_SLOT]).await;
                let finding = operator.run_audit(self.shop).await.remove(0).id;
                operator.set_note(finding, Some("Aygün zəng etdi")).await.expect("the change is allowed");
                "finding_noted"
            }
            _ => panic!("Auditor/{method} needs a call here"),
        }
    }

    async fn change_cashouts(&self, operator: &Shopper, method: &str) -> &'static str {
        match method {
            "Approve" => {
                operator.approve_cashout(&self.request_cashout("approve").await).await.expect("the change is allowed");
                self.pay_out().await;
                "cashout_approved"
            }
            "Decline" => {
                operator
                    .decline_cashout(&self.request_cashout("decline").await, Some("Aygün deyil"))
                    .await
                    .expect("the change is allowed");
                "cashout_declined"
            }
            "Resolve" => {
                let code = self.request_cashout("resolve").await;
                operator.approve_cashout(&code).await.expect("the change is allowed");
                self.shop.bank.spoil_next_payouts(&["wrong_amount"]).await;
                self.pay_out().await;
                operator
                    .resolve_cashout(&code, CashoutResolution::Paid, Some(3_100))
                    .await
                    .expect("the change is allowed");
                "cashout_resolved_as_paid"
            }
            _ => panic!("CashoutDesk/{method} needs a call here"),
        }
    }

    async fn change_orders(&self, operator: &Shopper, method: &str) -> &'static str {
        match method {
            "AddNote" => {
                let code = delivered_order(self.shop, 2).await;
                operator.add_note(&code, "Aygün zəng etdi").await.expect("the change is allowed");
                "order_note_added"
            }
            "RequestRefund" => {
                let code = delivered_order(self.shop, 2).await;
                operator.request_refund_for_shopper(&code, &[], "for shopper").await.expect("the change is allowed");
                "refund_requested"
            }
            "DecideRefund" => {
                let code = delivered_order(self.shop, 2).await;
                let refund =
                    self.shop.shopper(2).request_refund(&code, &[], "refund").await.expect("the change is allowed");
                operator.approve_refund(refund.id).await.expect("the change is allowed");
                "refund_approved"
            }
            "Move" => {
                let code = self.shop.shopper(3).order_one().await.code;
                self.shop.run_due_jobs().await;
                operator.move_order(&code, OrderStatus::Confirmed, None).await.expect("the change is allowed");
                "order_moved"
            }
            "Reconcile" => {
                let request = ReconcileRequest { date: "2026-11-27".to_owned() };
                operator.desk.clone().reconcile(operator.context.sign(request)).await.expect("the change is allowed");
                "payments_reconciled"
            }
            _ => panic!("Desk/{method} needs a call here"),
        }
    }

    async fn change_promises(&self, operator: &Shopper, method: &str) -> &'static str {
        match method {
            "SaveBonusRules" => {
                let rule = RateRule { title: Some(titles("Hamısı")), basis_points: Some(275), ..RateRule::default() };
                let request = BonusRules { rules: vec![rule], spend_share: Some(2_500) };
                self.shop
                    .promise_desk()
                    .save_bonus_rules(operator.context.sign(request))
                    .await
                    .expect("the change is allowed");
                "bonus_changed"
            }
            "SaveReturnExceptions" => {
                self.shop.set_exceptions(flowers()).await;
                "return_exceptions_changed"
            }
            _ => panic!("PromiseDesk/{method} needs a call here"),
        }
    }

    async fn change_wholesale(&self, operator: &Shopper, method: &str) -> &'static str {
        match method {
            "Quote" => {
                let wholesale =
                    self.shop.guest().request_wholesale(request_form("quote")).await.expect("the change is allowed");
                operator.send_quote(self.shop.terms(&wholesale.code)).await.expect("the change is allowed");
                "wholesale_quoted"
            }
            "EnterTransfer" => {
                let (wholesale, _) = self.shop.accept_by_transfer(&self.shop.shopper(4)).await;
                operator.enter_received(&wholesale.code, 100_000, "Aygün 17").await.expect("the change is allowed");
                "wholesale_transfer_entered"
            }
            "Cancel" => {
                let wholesale = self
                    .shop
                    .shopper(5)
                    .request_wholesale(request_form("cancel"))
                    .await
                    .expect("the change is allowed");
                operator.cancel_wholesale(&wholesale.code).await.expect("the change is allowed");
                "wholesale_cancelled"
            }
            _ => panic!("WholesaleDesk/{method} needs a call here"),
        }
    }

    async fn request_cashout(&self, key: &str) -> String {
        self.shop.shopper(LEYLA).request_cashout(3_000, CARD, key).await.expect("the change is allowed").code
    }

    /// Sends the payout, and three seconds later reads its status.
    async fn pay_out(&self) {
        self.shop.send_payouts().await;
        self.shop.clock.advance(TimeDelta::seconds(3));
        self.shop.send_payouts().await;
    }
}

async fn change_promos(operator: &Shopper, method: &str) -> &'static str {
    match method {
        "Create" => {
            operator.create_promo(rules("CREATED")).await.expect("the change is allowed");
            "promo_created"
        }
        "Update" => {
            let promo = operator.create_promo(rules("UPDATED")).await.expect("the change is allowed");
            operator
                .update_promo(&promo, PromoRules { minimum: Some(500), ..rules("UPDATED") })
                .await
                .expect("the change is allowed");
            "promo_changed"
        }
        "Pause" => {
            let promo = operator.create_promo(rules("PAUSED")).await.expect("the change is allowed");
            operator.pause_promo(promo.id).await.expect("the change is allowed");
            "promo_paused"
        }
        "Resume" => {
            let promo = operator.create_promo(rules("RESUMED")).await.expect("the change is allowed");
            operator.pause_promo(promo.id).await.expect("the change is allowed");
            operator.resume_promo(promo.id).await.expect("the change is allowed");
            "promo_resumed"
        }
        _ => panic!("PromoDesk/{method} needs a call here"),
    }
}

async fn change_zones(operator: &Shopper, method: &str) -> &'static str {
    match method {
        "Create" => {
            operator.add_zone("Şəki yolu").await;
            "zone_created"
        }
        "Update" => {
            let baku = operator.zone(1).await.expect("the change is allowed");
            operator
                .update_zone(&baku, ZoneDraft { fee: Some(450), ..draft_of(&baku) })
                .await
                .expect("the change is allowed");
            "zone_changed"
        }
        "Delete" => {
            operator.delete_zone(6).await.expect("the change is allowed");
            "zone_deleted"
        }
        "AddHoliday" => {
            operator.close_day("2026-12-31", None).await.expect("the change is allowed");
            "holiday_added"
        }
        "RemoveHoliday" => {
            let closed = operator.close_day("2026-12-30", None).await.expect("the change is allowed");
            operator.reopen_day(closed.id).await.expect("the change is allowed");
            "holiday_removed"
        }
        "SetCapacity" => {
            operator.set_capacity("baku-2026-12-29-10", Some(9), 0).await.expect("the change is allowed");
            "delivery_capacity_changed"
        }
        _ => panic!("ZoneDesk/{method} needs a call here"),
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn every_change_by_staff_is_logged(pool: PgPool) {
    let shop = busy_shop(&pool).await;
    let changes = StaffChanges { shop: &shop, pool: &pool };
    check_writes(&pool, "sovqat.order.", async |path| changes.make(path).await).await;

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
