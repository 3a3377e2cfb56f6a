//! Following stores, which the API calls subscribing.

use chrono::TimeDelta;
use futures::future::join_all;
use proto::store::{GetStoreRequest, ListStoresRequest, SubscribeRequest, SubscriptionsRequest};
use sqlx::PgPool;

use crate::{
    fakes::FakeAuth,
    test_store::{AYGUN, AccountId, TestStore, refusal, slugs, three_stores},
};

const RUSTAM: AccountId = AccountId(8);

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn following_and_unfollowing_are_idempotent(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    for _ in 0..2 {
        let store = service.follow(AYGUN, "gul-evi").await.unwrap();
        assert_eq!((store.subscriber_count, store.is_subscribed), (1, true));
    }
    assert_eq!(service.follower_count("gul-evi").await, 1);
    // The store may also be named by its id.
    for _ in 0..2 {
        let store = service.unfollow(AYGUN, "1").await.unwrap();
        assert_eq!((store.subscriber_count, store.is_subscribed), (0, false));
    }
    assert_eq!(service.follower_count("gul-evi").await, 0);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn follower_count_is_exact_when_200_customers_follow_at_once(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let customers: Vec<_> = (1..=200).map(AccountId).collect();
    for outcome in join_all(customers.iter().map(|customer| service.follow(*customer, "gul-evi"))).await {
        outcome.unwrap();
    }
    assert_eq!(service.follower_count("gul-evi").await, 200);

    // The first 100 customers unfollow twice, while 50 new ones follow twice.
    let unfollows = customers[..100]
        .iter()
        .flat_map(|customer| [service.unfollow(*customer, "gul-evi"), service.unfollow(*customer, "gul-evi")]);
    let new_customers: Vec<_> = (201..=250).map(AccountId).collect();
    let follows = new_customers
        .iter()
        .flat_map(|customer| [service.follow(*customer, "gul-evi"), service.follow(*customer, "gul-evi")]);
    let (unfollowed, followed) = tokio::join!(join_all(unfollows), join_all(follows));
    let errors: Vec<_> = unfollowed.into_iter().chain(followed).filter_map(Result::err).collect();
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(service.follower_count("gul-evi").await, 200 - 100 + 50);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn the_follower_count_is_right_after_concurrent_follows_and_unfollows_of_one_customer(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let changes = (0..40).map(async |turn| {
        if turn % 2 == 0 { service.follow(AYGUN, "gul-evi").await } else { service.unfollow(AYGUN, "gul-evi").await }
    });
    assert!(join_all(changes).await.iter().all(Result::is_ok));
    // The order of the changes varies.
    let is_following = !service.followed_by(AYGUN).await.is_empty();
    assert_eq!(service.follower_count("gul-evi").await, i64::from(is_following));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn each_customer_sees_their_own_subscriptions(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    service.follow(AYGUN, "sirin-ev").await.unwrap();
    // Returns the stores marked as followed in the list, and whether Şirin ev's own page is.
    let followed_as_seen_by = async |customer| {
        let list = service
            .stores()
            .list(service.as_customer(customer, ListStoresRequest::default()))
            .await
            .unwrap()
            .into_inner();
        let request = GetStoreRequest { store: "sirin-ev".to_owned() };
        let store = service.stores().get(service.as_customer(customer, request)).await.unwrap().into_inner();
        let listed: Vec<_> =
            list.stores.into_iter().filter(|store| store.is_subscribed).map(|store| store.slug).collect();
        (listed, store.is_subscribed)
    };
    assert_eq!(followed_as_seen_by(AYGUN).await, (vec!["sirin-ev".to_owned()], true));
    assert_eq!(followed_as_seen_by(RUSTAM).await, (vec![], false));
    assert!(!service.find("sirin-ev", "az").await.unwrap().is_subscribed, "a guest follows no store");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn subscriptions_are_listed_most_recent_first(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    for store in ["sirin-ev", "ciraq", "gul-evi"] {
        service.follow(AYGUN, store).await.unwrap();
        service.clock.advance(TimeDelta::seconds(1));
    }
    service.follow(RUSTAM, "ciraq").await.unwrap();
    assert_eq!(service.followed_by(AYGUN).await, ["gul-evi", "ciraq", "sirin-ev"]);
    let second_page = SubscriptionsRequest { page: 2, per_page: 2, is_get_all: false };
    let second = service.stores().subscriptions(service.as_customer(AYGUN, second_page)).await.unwrap().into_inner();
    assert_eq!(second.meta.as_ref().map(|meta| (meta.total, meta.last_page)), Some((3, 2)));
    assert!(second.stores.iter().all(|store| store.is_subscribed));
    assert_eq!(slugs(second), ["sirin-ev"]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_closed_store_is_hidden_from_its_followers(pool: PgPool) {
    let service = TestStore::loaded(pool.clone(), &three_stores()).await;
    service.follow(AYGUN, "sirin-ev").await.unwrap();
    service.follow(AYGUN, "ciraq").await.unwrap();
    sqlx::query("update store set is_open = false where slug = 'ciraq'").execute(&pool).await.unwrap();
    assert_eq!(service.followed_by(AYGUN).await, ["sirin-ev"]);
    assert_eq!(refusal(service.unfollow(AYGUN, "ciraq").await), "store_not_found");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn guests_and_unknown_stores_are_refused(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let gul_evi = || SubscribeRequest { store: "gul-evi".to_owned() };
    assert_eq!(refusal(service.stores().subscribe(gul_evi()).await), "unauthenticated");
    assert_eq!(refusal(service.stores().unsubscribe(gul_evi()).await), "unauthenticated");
    assert_eq!(refusal(service.stores().subscriptions(SubscriptionsRequest::default()).await), "unauthenticated");
    assert_eq!(refusal(service.follow(AYGUN, "yoxdur").await), "store_not_found");
    assert_eq!(refusal(service.unfollow(AYGUN, "yoxdur").await), "store_not_found");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn an_erased_account_is_removed_from_all_follower_counts(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let auth = FakeAuth::connect(&service).await;
    for store in ["gul-evi", "sirin-ev"] {
        service.follow(AYGUN, store).await.unwrap();
        service.follow(RUSTAM, store).await.unwrap();
    }
    let account_without_subscriptions = 99;
    auth.erase(AYGUN.0).await;
    auth.erase(account_without_subscriptions).await;
    // Other customers follow while the erasure is applied.
    let others: Vec<_> = (10..60).map(AccountId).collect();
    join_all(others.iter().map(|customer| service.follow(*customer, "gul-evi"))).await;
    auth.wait_until_applied(&service).await;
    // Rüstəm follows both stores, and 50 others follow Gül evi.
    assert_eq!((service.follower_count("gul-evi").await, service.follower_count("sirin-ev").await), (51, 1));
    assert!(service.followed_by(AYGUN).await.is_empty());
}
