//! Tests that two different members of staff must approve a large refund or cash-out. The second approval pays.

use futures::future::join_all;
use order::domain::two_people::TwoPeopleLimits;
use proto::{
    json::to_name,
    order::{CashoutStatus, DecideRefundRequest, Order, Refund, RefundStatus},
};
use sqlx::PgPool;

use crate::{
    cashouts::CARD,
    influencers::LEYLA,
    shop::{Shopper, TestShop, refused},
};

/// From these amounts on, two people are needed.
const LIMITS: TwoPeopleLimits = TwoPeopleLimits { refund: ORDER_TOTAL, cashout: 5_000 };
/// The total of the order of `TestShop::deliver_order`.
const ORDER_TOTAL: i64 = 2_199;
// Members of staff.
const FIRST: i64 = 9;
const SECOND: i64 = 10;

impl TestShop {
    /// Requests a refund of a whole delivered order.
    async fn large_refund(&self, key: &str) -> (Order, Refund) {
        let shopper = self.shopper(1);
        let order = self.deliver_order(&shopper).await;
        let requested = shopper.request_refund(&order.code, &[], key).await.expect("the order can be refunded");
        (order, requested)
    }

    /// Requests 60.00 ₼ of Leyla's earnings, and returns the code of the cash-out.
    async fn large_cashout(&self) -> String {
        self.add_blogger().await;
        self.add_earnings(3).await;
        self.shopper(LEYLA).request_cashout(6_000, CARD, "large").await.expect("the earnings are sufficient").code
    }

    /// Returns operators and actions, of the actions that begin with `beginning`.
    async fn audited(&self, beginning: &str) -> Vec<(i64, String)> {
        sqlx::query_as("select account_id, action from audit where starts_with(action, $1) order by audit_id")
            .bind(beginning)
            .fetch_all(&self.app.pool)
            .await
            .expect("the audit log can be read")
    }

    /// Returns the cash in the ledger.
    async fn cash(&self) -> i64 {
        sqlx::query_scalar("select coalesce(sum(amount), 0)::bigint from entry where account = 'cash'")
            .fetch_one(&self.app.pool)
            .await
            .expect("the ledger can be read")
    }
}

/// Returns status, whether two people are needed, and the account of the first approval.
fn approval_text(refund: &Refund) -> String {
    let first = refund.first_approval.as_ref().map(|first| first.account_id);
    format!("{} {} {first:?}", to_name(refund.status()), refund.needs_two_people)
}

/// Returns the same as [`approval_text`], or the refusal.
async fn approve(operator: &Shopper, code: &str) -> String {
    match operator.approve_cashout(code).await {
        Ok(approved) => {
            let first = approved.first_approval.map(|first| first.account_id);
            let status: CashoutStatus = approved.cashout.expect("an approval returns the cash-out").status();
            format!("{} {} {first:?}", to_name(status), approved.needs_two_people)
        }
        refusal => refused(refusal),
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_large_refund_is_paid_after_the_second_approval(pool: PgPool) {
    let shop = TestShop::start_with_two_people(pool, LIMITS).await;
    let (first, second) = (shop.operator(FIRST), shop.operator(SECOND));
    let (order, requested) = shop.large_refund("whole").await;
    assert_eq!(approval_text(&requested), "requested false None", "shoppers do not see that two people are needed");
    let waiting = first.order_as_operator(&order.code).await.unwrap().refunds.remove(0);
    assert_eq!(approval_text(&waiting), "requested true None");

    let approved = first.approve_refund(requested.id).await.unwrap();
    assert_eq!((approval_text(&approved).as_str(), shop.cash().await), ("requested true Some(9)", ORDER_TOTAL));
    assert_eq!(refused(first.approve_refund(requested.id).await), "second_person_required");
    let seen_by_shopper = shop.shopper(1).order(&order.code).await.unwrap().refunds.remove(0);
    assert_eq!(approval_text(&seen_by_shopper), "requested false None");

    let paid = second.approve_refund(requested.id).await.unwrap();
    assert_eq!((approval_text(&paid).as_str(), shop.cash().await), ("paid true Some(9)", 0));
    assert_eq!(first.approve_refund(requested.id).await.unwrap(), paid, "repeating the approval changes nothing");
    let audited = [(FIRST, "refund_first_approved".to_owned()), (SECOND, "refund_approved".to_owned())];
    assert_eq!(shop.audited("refund").await, audited);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_smaller_refund_needs_one_person(pool: PgPool) {
    let shop = TestShop::start_with_two_people(pool, LIMITS).await;
    let (aygun, operator) = (shop.shopper(1), shop.operator(FIRST));
    let order = shop.deliver_order(&aygun).await;
    let requested = aygun.request_refund(&order.code, &[(order.lines[1].id, 1)], "one").await.unwrap();
    assert_eq!(approval_text(&operator.approve_refund(requested.id).await.unwrap()), "paid false None");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn with_a_limit_of_zero_every_payment_needs_two_people(pool: PgPool) {
    let shop = TestShop::start_with_two_people(pool, TwoPeopleLimits { refund: 0, cashout: 0 }).await;
    let (aygun, operator) = (shop.shopper(1), shop.operator(FIRST));
    let order = shop.deliver_order(&aygun).await;
    let requested = aygun.request_refund(&order.code, &[(order.lines[1].id, 1)], "one").await.unwrap();
    assert_eq!(approval_text(&operator.approve_refund(requested.id).await.unwrap()), "requested true Some(9)");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn refusing_a_refund_removes_the_first_approval(pool: PgPool) {
    let shop = TestShop::start_with_two_people(pool, LIMITS).await;
    let (order, requested) = shop.large_refund("first").await;
    let (approver, other) = (shop.operator(FIRST), shop.operator(SECOND));
    let approve_and_refuse = async |id: i64, refuser: &Shopper| {
        let approved = approver.approve_refund(id).await.unwrap();
        assert_eq!(approval_text(&approved), "requested true Some(9)", "refund {id}");
        let answer = Some("Şəkil göndərin".to_owned());
        let refusal = DecideRefundRequest { id, approve: false, answer, restock: false };
        assert_eq!(approval_text(&refuser.decide_refund(refusal).await.unwrap()), "refused false None");
        assert_eq!(refused(other.approve_refund(id).await), "refund_decided");
    };
    approve_and_refuse(requested.id, &approver).await;
    let requested_again = shop.shopper(1).request_refund(&order.code, &[], "again").await.unwrap();
    approve_and_refuse(requested_again.id, &other).await;
    assert_eq!(shop.cash().await, ORDER_TOTAL);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn concurrent_approvals_of_a_refund_are_one_first_and_one_second(pool: PgPool) {
    let shop = TestShop::start_with_two_people(pool, LIMITS).await;
    let (_, requested) = shop.large_refund("whole").await;
    let approvals_of_one_person = join_all((0..10).map(|_| {
        let operator = shop.operator(FIRST);
        async move { operator.approve_refund(requested.id).await }
    }));
    let (approved, refusals): (Vec<_>, Vec<_>) = approvals_of_one_person.await.into_iter().partition(Result::is_ok);
    assert_eq!((approved.len(), refusals.len()), (1, 9), "ten approvals by one person count once");
    assert!(refusals.into_iter().all(|refusal| refused(refusal) == "second_person_required"));

    let approvals_of_others = join_all((0..10).map(|number| {
        let operator = shop.operator(SECOND + number);
        async move { operator.approve_refund(requested.id).await.map(|refund| refund.status()) }
    }));
    assert!(
        approvals_of_others.await.into_iter().all(|status| status.is_ok_and(|status| status == RefundStatus::Paid))
    );
    assert_eq!(shop.cash().await, 0, "the money is given back once");
    let audited: Vec<_> = shop.audited("refund").await.into_iter().map(|(_, action)| action).collect();
    assert_eq!(audited, ["refund_first_approved", "refund_approved"]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn two_people_who_approve_a_refund_at_once_pay_it_once(pool: PgPool) {
    let shop = TestShop::start_with_two_people(pool, LIMITS).await;
    let (_, requested) = shop.large_refund("whole").await;
    let (first, second) = (shop.operator(FIRST), shop.operator(SECOND));
    let (by_first, by_second) = tokio::join!(first.approve_refund(requested.id), second.approve_refund(requested.id));
    let mut statuses = [by_first.unwrap().status(), by_second.unwrap().status()];
    statuses.sort();
    assert_eq!(statuses, [RefundStatus::Requested, RefundStatus::Paid]);
    assert_eq!(shop.cash().await, 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_large_cashout_is_sent_after_the_second_approval(pool: PgPool) {
    let shop = TestShop::start_with_two_people(pool, LIMITS).await;
    let code = shop.large_cashout().await;
    let (first, second) = (shop.operator(FIRST), shop.operator(SECOND));
    let waiting = first.desk_cashouts(Some(true)).await.unwrap().cashouts.remove(0);
    assert_eq!((waiting.needs_two_people, waiting.first_approval), (true, None));
    assert_eq!(approve(&first, &code).await, "requested true Some(9)");
    assert_eq!(approve(&first, &code).await, "second_person_required");
    assert_eq!(refused(shop.operator(LEYLA).approve_cashout(&code).await), "own_cashout");
    assert_eq!(shop.send_payouts().await, 0, "one approval sends nothing");
    assert_eq!(approve(&second, &code).await, "approved true Some(9)");
    assert_eq!((shop.send_payouts().await, shop.send_payouts().await), (1, 0));
    assert_eq!(shop.bank.payouts().await, [(code.clone(), "success 60.00".to_owned())]);
    let audited = [(FIRST, "cashout_first_approved".to_owned()), (SECOND, "cashout_approved".to_owned())];
    assert_eq!(shop.audited("cashout").await, audited);

    let small = shop.shopper(LEYLA).request_cashout(3_000, CARD, "small").await.unwrap();
    assert_eq!(approve(&first, &small.code).await, "approved false None");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn concurrent_approvals_of_a_cashout_send_it_once(pool: PgPool) {
    let shop = TestShop::start_with_two_people(pool, LIMITS).await;
    let code = shop.large_cashout().await;
    let approvals = join_all((0..20).map(|number| {
        let (operator, code) = (shop.operator(FIRST + number % 2), code.clone());
        async move { approve(&operator, &code).await }
    }));
    let outcomes = approvals.await;
    let count = |beginning: &str| outcomes.iter().filter(|outcome| outcome.starts_with(beginning)).count();
    assert_eq!((count("requested true"), count("approved true")), (1, 1), "{outcomes:?}");
    assert_eq!(count("second_person_required") + count("cashout_decided"), 20 - 2, "{outcomes:?}");
    assert_eq!((shop.send_payouts().await, shop.send_payouts().await), (1, 0));
    assert_eq!(shop.bank.payouts().await.len(), 1);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn declining_or_cancelling_a_cashout_removes_the_first_approval(pool: PgPool) {
    let shop = TestShop::start_with_two_people(pool.clone(), LIMITS).await;
    let declined = shop.large_cashout().await;
    let (first, leyla) = (shop.operator(FIRST), shop.shopper(LEYLA));
    assert_eq!(approve(&first, &declined).await, "requested true Some(9)");
    let answer = first.decline_cashout(&declined, Some("Kart sizin deyil")).await.unwrap();
    assert_eq!((answer.needs_two_people, answer.first_approval), (false, None));
    let cancelled = leyla.request_cashout(6_000, CARD, "again").await.unwrap().code;
    assert_eq!(approve(&first, &cancelled).await, "requested true Some(9)");
    leyla.cancel_cashout(&cancelled).await.unwrap();
    let left_approvals =
        "select count(*) from cashout where first_approved_by is not null or first_approved_at is not null";
    assert_eq!(sqlx::query_scalar::<_, i64>(left_approvals).fetch_one(&pool).await.unwrap(), 0);
    assert_eq!(shop.send_payouts().await, 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_database_refuses_large_payments_with_one_approval(pool: PgPool) {
    let shop = TestShop::start_with_two_people(pool, LIMITS).await;
    let (_, requested) = shop.large_refund("whole").await;
    let code = shop.large_cashout().await;
    let decided = "decided_at = now(), two_people_from";
    for (constraint, change) in [
        ("refund_two_people_check", format!("status = 'paid', decided_by = 10, {decided} = 2199")),
        ("refund_two_people_check", format!("status = 'approved', decided_by = 10, {decided} = null")),
        ("refund_own_check", format!("status = 'paid', decided_by = 1, {decided} = 9999")),
        ("refund_own_check", "first_approved_by = 1, first_approved_at = now()".to_owned()),
        ("refund_first_approval_check", "first_approved_by = 9".to_owned()),
    ] {
        shop.assert_violates(constraint, &format!("update refund set {change} where refund_id = {}", requested.id))
            .await;
    }
    for (constraint, change) in [
        ("cashout_two_people_check", format!("state = 'approved', due_at = now(), decided_by = 10, {decided} = 6000")),
        ("cashout_two_people_check", format!("state = 'approved', due_at = now(), decided_by = 10, {decided} = null")),
        ("cashout_own_check", format!("state = 'approved', due_at = now(), decided_by = {LEYLA}, {decided} = 9999")),
        ("cashout_own_check", format!("first_approved_by = {LEYLA}, first_approved_at = now()")),
        ("cashout_first_approval_check", "first_approved_at = now()".to_owned()),
    ] {
        shop.assert_violates(constraint, &format!("update cashout set {change} where code = '{code}'")).await;
    }
    shop.operator(FIRST).approve_refund(requested.id).await.unwrap();
    shop.operator(FIRST).approve_cashout(&code).await.unwrap();
    shop.assert_violates(
        "refund_first_approval_check",
        &format!(
            "update refund set status = 'paid', decided_by = 9, {decided} = 2199 where refund_id = {}",
            requested.id
        ),
    )
    .await;
    shop.assert_violates(
        "cashout_first_approval_check",
        &format!("update cashout set state = 'approved', due_at = now(), decided_by = 9, {decided} = 6000 where code = '{code}'"),
    )
    .await;
}
