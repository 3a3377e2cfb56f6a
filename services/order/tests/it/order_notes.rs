//! Tests the notes of staff about orders.

use proto::order::{AddOrderNoteRequest, GetOrderRequest, OrderNote};
use sqlx::PgPool;
use tonic::Status;

use crate::shop::{Shopper, TestShop, refused};

impl Shopper {
    pub async fn notes(&self, code: &str) -> Result<Vec<OrderNote>, Status> {
        let request = self.context.sign(GetOrderRequest { code: code.to_owned() });
        Ok(self.desk.clone().notes(request).await?.into_inner().notes)
    }

    pub async fn add_note(&self, code: &str, text: &str) -> Result<OrderNote, Status> {
        let request = AddOrderNoteRequest { code: code.to_owned(), text: Some(text.to_owned()) };
        Ok(self.desk.clone().add_note(self.context.sign(request)).await?.into_inner())
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn notes_name_their_author_and_are_audited_without_their_text(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let (aygun, operator) = (shop.shopper(1), shop.operator(9));
    let code = aygun.order_one().await.code;
    assert!(operator.notes(&code).await.unwrap().is_empty());
    let first = operator.add_note(&code, "  Axşam zəng edin ").await.unwrap();
    assert_eq!((first.operator_id, first.text.as_str()), (9, "Axşam zəng edin"));
    let second = shop.operator(8).add_note(&code, "Zəng edildi").await.unwrap();
    assert_eq!(operator.notes(&code).await.unwrap(), [first, second]);

    let actions: Vec<(String, String, Option<String>)> =
        sqlx::query_as("select action, subject, after::text from audit order by audit_id")
            .fetch_all(&pool)
            .await
            .unwrap();
    let entry_without_details = |action: &str| (action.to_owned(), code.clone(), None);
    let expected =
        ["customer_data_read", "order_note_added", "order_note_added", "customer_data_read"].map(entry_without_details);
    assert_eq!(actions, expected);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn notes_without_text_or_order_are_refused_and_shoppers_see_none(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let (aygun, operator) = (shop.shopper(1), shop.operator(9));
    let code = aygun.order_one().await.code;
    assert_eq!(refused(operator.add_note(&code, "  ").await), "validation_failed text: required");
    assert_eq!(refused(operator.add_note(&code, &"ə".repeat(2_001)).await), "validation_failed text: too_long");
    assert_eq!(refused(operator.add_note("SQ-0000-00", "Qeyd").await), "order_not_found");
    assert_eq!(refused(aygun.notes(&code).await), "forbidden");
    assert_eq!(refused(aygun.add_note(&code, "Qeyd").await), "forbidden");
    // An order has at most 100 notes.
    for number in 0..100 {
        operator.add_note(&code, &format!("Qeyd {number}")).await.unwrap();
    }
    assert_eq!(refused(operator.add_note(&code, "Qeyd").await), "too_many_notes");
}
