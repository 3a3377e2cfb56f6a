//! Tests how bonuses are earned, mature when the return period ends, are taken back with returned goods, and expire.

use chrono::TimeDelta;
use order::{expire_due, warn_due};
use proto::{
    json::to_name,
    order::{BonusAccount, BonusTermsRequest, GetBonusesRequest, Order, PaymentMethod},
};
use sqlx::PgPool;
use testkit::database::announced;
use tonic::Code;

use crate::shop::{Shopper, TestShop};

/// Makes products earn one per cent, and flowers (category 7) three per cent.
async fn insert_rules(pool: &PgPool) {
    sqlx::query(
        r#"insert into bonus_rule (title, basis_points, category_ids)
           values ('{"az": "Hamısı", "ru": "Всё", "en": "Everything"}', 100, '{}'),
                  ('{"az": "Gül", "ru": "Цветы", "en": "Flowers"}', 300, '{7}')"#,
    )
    .execute(pool)
    .await
    .expect("the statement succeeds");
}

impl TestShop {
    async fn deliver_flowers(&self, shopper: &Shopper) -> Order {
        let order = self.order_flowers(shopper).await;
        self.deliver(&order.code).await;
        order
    }

    /// Orders three units at 10.00 ₼ and a flower at 20.00 ₼, which earn 30 + 60 bonuses.
    async fn order_flowers(&self, shopper: &Shopper) -> Order {
        self.catalog.add_offer(1, 1_000, 99);
        self.catalog.add_offer(2, 2_000, 99);
        self.catalog.set_store_and_categories(2, 1, &[3, 7]);
        shopper.add((1, None), 3).await.expect("the product is for sale");
        shopper.add((2, None), 1).await.expect("the product is for sale");
        shopper.order_cart(PaymentMethod::Cash).await
    }
}

impl Shopper {
    async fn bonus_account(&self) -> BonusAccount {
        let request = GetBonusesRequest { page: 1, per_page: 20 };
        let page = self.bonuses.clone().get(self.context.sign(request)).await.expect("the account can be read");
        page.into_inner().account.expect("the page has the account")
    }

    /// Returns for example `balance 0, pending 90 | earned +90`.
    async fn bonuses_text(&self) -> String {
        let account = self.bonus_account().await;
        let entries: Vec<_> =
            account.entries.iter().map(|entry| format!("{} {:+}", to_name(entry.kind()), entry.amount)).collect();
        format!("balance {}, pending {} | {}", account.balance, account.pending, entries.join(", "))
    }
}

/// Returns the bonuses that the shop owes, and their cost.
async fn ledger(pool: &PgPool) -> (i64, i64) {
    sqlx::query_as(
        "select coalesce(-sum(amount) filter (where account = 'bonus'), 0)::bigint,
                coalesce(sum(amount) filter (where account = 'bonus_expense'), 0)::bigint
         from entry",
    )
    .fetch_one(pool)
    .await
    .expect("the statement succeeds")
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn bonuses_are_earned_at_delivery_and_mature_when_the_return_window_ends(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    insert_rules(&pool).await;
    let aygun = shop.shopper(1);
    let order = shop.order_flowers(&aygun).await;
    assert_eq!(aygun.bonuses_text().await, "balance 0, pending 0 | ");
    shop.deliver(&order.code).await;
    assert_eq!(aygun.bonuses_text().await, "balance 0, pending 90 | earned +90");
    let account = aygun.bonus_account().await;
    let matures_at = account.maturing[0].at.expect("pending bonuses have a date");
    // In Baku, 6 October begins at 20:00 UTC on the 5th.
    assert_eq!((account.maturing[0].amount, matures_at.to_string().as_str()), (90, "2026-10-05T20:00:00Z"));
    assert_eq!((account.entries[0].order_code.as_str(), account.expiring.len()), (order.code.as_str(), 0));
    assert_eq!(shop.shopper(2).bonuses_text().await, "balance 0, pending 0 | ");

    shop.clock.advance(TimeDelta::days(15));
    let later = shop.shopper(1);
    assert_eq!(later.bonuses_text().await, "balance 90, pending 0 | earned +90");
    assert_eq!(ledger(&pool).await, (90, 90));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn returned_goods_take_back_exactly_what_they_earned(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    insert_rules(&pool).await;
    let (aygun, operator) = (shop.shopper(1), shop.any_operator());
    let order = shop.deliver_flowers(&aygun).await;
    let (line_of_three, flower) = (order.lines[0].id, order.lines[1].id);
    // Pending bonuses after each refund: a unit of product 1 takes back 10, the flower 60.
    for (number, (line, expected)) in
        [(line_of_three, 80), (flower, 20), (line_of_three, 10), (line_of_three, 0)].into_iter().enumerate()
    {
        let refund = aygun.request_refund(&order.code, &[(line, 1)], &format!("unit {number}")).await.unwrap();
        assert_eq!(aygun.bonus_account().await.pending, ledger(&pool).await.0, "requesting a refund changes nothing");
        operator.approve_refund(refund.id).await.unwrap();
        operator.approve_refund(refund.id).await.unwrap();
        assert_eq!(aygun.bonus_account().await.pending, expected);
        assert_eq!(ledger(&pool).await, (expected, expected));
    }
    let expected = "balance 0, pending 0 | taken_back -10, taken_back -10, taken_back -60, taken_back -10, earned +90";
    assert_eq!(aygun.bonuses_text().await, expected);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn expiring_bonuses_are_announced_once_and_then_written_off(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    insert_rules(&pool).await;
    let order = shop.deliver_flowers(&shop.shopper(1)).await;
    // Bonuses mature after 15 days, expire 365 days later, and are announced 14 days before.
    shop.clock.advance(TimeDelta::days(380 - 14 - 1));
    assert_eq!((warn_due(&shop.app).await.unwrap(), expire_due(&shop.app).await.unwrap()), (0, 0));
    shop.clock.advance(TimeDelta::days(2));
    assert_eq!((warn_due(&shop.app).await.unwrap(), warn_due(&shop.app).await.unwrap()), (1, 0));
    let warnings: Vec<_> =
        announced(&pool).await.into_iter().filter(|kind| kind.contains("bonuses_expiring")).collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let account = shop.shopper(1).bonus_account().await;
    assert_eq!((account.balance, account.expiring[0].amount), (90, 90));

    shop.clock.advance(TimeDelta::days(14));
    // Expired bonuses cannot be spent, even before the job has written them off.
    assert_eq!(shop.shopper(1).bonus_account().await.balance, 0);
    let (first, second) = tokio::join!(expire_due(&shop.app), expire_due(&shop.app));
    assert_eq!(first.unwrap() + second.unwrap(), 1, "two workers write off the bonuses of an order once");
    let aygun = shop.shopper(1);
    assert_eq!(aygun.bonuses_text().await, "balance 0, pending 0 | expired -90, earned +90");
    assert_eq!(ledger(&pool).await, (0, 0));

    let refund = aygun.request_refund(&order.code, &[], "too late").await.unwrap();
    shop.any_operator().approve_refund(refund.id).await.unwrap();
    assert_eq!(ledger(&pool).await, (0, 0), "expired bonuses are not taken back again");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_birthday_doubles_and_instalments_earn_nothing(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    insert_rules(&pool).await;
    // The order is delivered on 21 September.
    shop.auth.set_birth_date("1990-09-21");
    let aygun = shop.shopper(1);
    shop.deliver_flowers(&aygun).await;
    assert_eq!(aygun.bonus_account().await.pending, 2 * 90);

    shop.auth.set_birth_date("1990-09-22");
    let rauf = shop.shopper(2);
    let order = shop.order_flowers(&rauf).await;
    sqlx::query("update purchase set payment_method = 'installment', months = 3 where code = $1")
        .bind(&order.code)
        .execute(&pool)
        .await
        .unwrap();
    shop.deliver(&order.code).await;
    assert_eq!(rauf.bonuses_text().await, "balance 0, pending 0 | ");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn refunds_and_expiry_at_the_same_moment_agree_with_the_ledger(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    insert_rules(&pool).await;
    let order = shop.deliver_flowers(&shop.shopper(1)).await;
    // The bonuses have expired after 380 days.
    shop.clock.advance(TimeDelta::days(381));
    let (aygun, operator) = (shop.shopper(1), shop.any_operator());
    let refund = aygun.request_refund(&order.code, &[(order.lines[1].id, 1)], "flower").await.unwrap();
    let (approved, expired) = tokio::join!(operator.approve_refund(refund.id), expire_due(&shop.app));
    approved.unwrap();
    expired.unwrap();
    while expire_due(&shop.app).await.unwrap() > 0 {}
    assert_eq!(ledger(&pool).await, (0, 0));
    let sum: i64 = aygun.bonus_account().await.entries.iter().map(|entry| entry.amount).sum();
    assert_eq!(sum, 0);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_database_refuses_bonuses_that_the_ledger_does_not_know(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    insert_rules(&pool).await;
    shop.deliver_flowers(&shop.shopper(1)).await;
    for statement in [
        "update bonus_lot set rest = rest - 1",
        "update bonus_lot set rest = 0, taken_back = 90",
        "with made as (
             insert into movement (kind, order_id, key, moved_at)
             select 'bonus_earned', order_id, 'again', now() from bonus_lot returning movement_id
         )
         insert into entry (movement_id, account, amount, holder_id, lot_id)
         select movement_id, account, amount, holder, lot
         from made, (
             values ('bonus', -5, (select holder_id from holder), (select order_id from bonus_lot)), ('bonus_expense', 5, null, null)
         ) as e (account, amount, holder, lot)",
    ] {
        let refused = sqlx::query(statement).execute(&pool).await.unwrap_err();
        assert!(refused.to_string().contains("bonuses of order"), "{refused}");
    }
    assert_eq!(ledger(&pool).await, (90, 90));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn terms_are_public_and_accounts_private(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    insert_rules(&pool).await;
    let guest = shop.client_with_token(None);
    let terms = guest.bonuses.clone().terms(guest.context.sign(BonusTermsRequest {})).await.unwrap().into_inner();
    let rates: Vec<_> = terms.rates.iter().map(|rate| (rate.title.as_str(), rate.basis_points)).collect();
    assert_eq!(rates, [("Gül", 300), ("Hamısı", 100)]);
    assert_eq!((terms.return_days, terms.valid_months, terms.notice_days, terms.birthday_factor), (14, 12, 14, 2));
    assert_eq!((terms.spend_share, terms.grace_days), (3_000, 30));
    let request = GetBonusesRequest { page: 1, per_page: 20 };
    let refused = guest.bonuses.clone().get(guest.context.sign(request)).await.unwrap_err();
    assert_eq!(refused.code(), Code::Unauthenticated);
}
