//! Tests that constraints and triggers refuse changes which contradict the ledger or the rules of earnings and
//! cash-outs.

use sqlx::PgPool;

use crate::{
    cashouts::CARD,
    influencers::{LEYLA, ledger},
    shop::TestShop,
};

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_database_refuses_earnings_that_the_ledger_does_not_know(pool: PgPool) {
    let shop = TestShop::with_blogger(&pool).await;
    let order = shop.order_by_referral(&shop.shopper(1)).await;
    shop.deliver(&order.code).await;
    for (statement, error) in [
        ("update line_referral set taken_back = 5 where earned > 0", "earnings of order"),
        ("update influencer_account set balance = balance + 1", "by the ledger alone"),
        ("delete from influencer_posting", "by the ledger alone"),
        ("update line_referral set clicked_at = placed_at - interval '31 days'", "line_referral_click_check"),
        ("update line_referral set bar = 'own_device'", "line_referral_barred_check"),
        ("update entry set amount = amount + 1 where account = 'payable_influencer'", "only ever added to"),
        (
            "with made as (
                 insert into movement (kind, order_id, key, moved_at)
                 select 'influencer_earned', order_id, 'again', now() from line_referral limit 1 returning movement_id
             )
             insert into entry (movement_id, account, amount, holder_id)
             select movement_id, account, amount, holder
             from made, (values ('payable_influencer', -5, (select holder_id from holder where account_id = 50)),
                                ('expense_influencer', 5, null)) as e (account, amount, holder)",
            "earnings of order",
        ),
    ] {
        let refused = sqlx::query(statement).execute(&pool).await.unwrap_err().to_string();
        assert!(refused.contains(error), "{statement}: {refused}");
    }
    // The debt to the blogger, and its cost, are unchanged.
    assert_eq!(ledger(&pool).await, (110, 110));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_database_refuses_invalid_changes_of_cashouts(pool: PgPool) {
    let shop = TestShop::with_earnings(&pool, 3).await;
    let leyla = shop.shopper(LEYLA);
    let paid = leyla.request_cashout(3_000, CARD, "first").await.unwrap();
    shop.cashier().approve_cashout(&paid.code).await.unwrap();
    shop.send_payouts().await;
    leyla.request_cashout(2_000, CARD, "second").await.unwrap();
    // Copies the open cash-out with changed columns.
    let copy = |state: &str, amount: &str, finished: &str| {
        format!(
            "insert into cashout (code, holder_id, amount, state, card_mask, card_sealed, card_holder, request_key,
                                  requested_at, finished_at)
             select code || 'X', holder_id, {amount}, '{state}', card_mask, card_sealed, card_holder, request_key || 'X',
                    requested_at, {finished}
             from cashout where state = 'requested'"
        )
    };
    for (statement, error) in [
        ("update cashout set paid_amount = 2999 where state = 'paid'".to_owned(), "is finished"),
        ("update cashout set state = 'failed', paid_amount = null where state = 'paid'".to_owned(), "is finished"),
        ("delete from cashout".to_owned(), "are kept"),
        ("update cashout set amount = 2001 where state = 'requested'".to_owned(), "differs from the ledger"),
        ("update cashout set state = 'paid' where state = 'requested'".to_owned(), "cashout_"),
        ("update cashout set card_sealed = null where state = 'requested'".to_owned(), "cashout_card_check"),
        (
            "update cashout set card_mask = '4169738812345670' where state = 'requested'".to_owned(),
            "cashout_card_mask_check",
        ),
        (copy("requested", "2000", "null"), "cashout_open"),
        (copy("cancelled", "0", "requested_at"), "cashout_amount_check"),
        (
            "insert into movement (kind, order_id, cashout_id, key, moved_at)
             select 'cashout_paid', 1, cashout_id, '', requested_at from cashout limit 1"
                .to_owned(),
            "movement_cause_check",
        ),
    ] {
        let outcome = sqlx::raw_sql(sqlx::AssertSqlSafe(statement.clone())).execute(&pool).await;
        let refused = outcome.expect_err(&statement).to_string();
        assert!(refused.contains(error), "{statement}: {refused}");
    }
}
