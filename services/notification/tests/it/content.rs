use insta::assert_json_snapshot;
use proto::notification::SettingsRequest;
use sqlx::PgPool;
use tonic::Code;

use crate::house::House;

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn everybody_may_know_the_settings(pool: PgPool) {
    let house = House::open(pool).await;
    let settings = house.content().settings(SettingsRequest {}).await.unwrap().into_inner();
    assert_json_snapshot!(settings, @r#"
    {
      "contact": {
        "email": "salam@sovqat.az",
        "phoneNumber": "+994125550100",
        "whatsapp": "+994505550100"
      },
      "freeDeliveryFrom": 5000
    }
    "#);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_setting_changes_without_a_release(pool: PgPool) {
    let house = House::open(pool.clone()).await;
    house.content().settings(SettingsRequest {}).await.unwrap();
    sqlx::query("update setting set value = '7000' where key = 'free_delivery_from'").execute(&pool).await.unwrap();
    assert_eq!(house.content().settings(SettingsRequest {}).await.unwrap().into_inner().free_delivery_from, 7000);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_missing_setting_is_our_mistake_and_says_nothing(pool: PgPool) {
    let house = House::open(pool.clone()).await;
    sqlx::query("delete from setting where key = 'contact'").execute(&pool).await.unwrap();
    let status = house.content().settings(SettingsRequest {}).await.unwrap_err();
    assert_eq!((status.code(), status.message()), (Code::Internal, "internal"));
}
