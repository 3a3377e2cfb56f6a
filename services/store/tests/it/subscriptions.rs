//! Following stores: counted exactly, whoever comes at once.

use chrono::TimeDelta;
use futures::future::join_all;
use proto::store::{GetStoreRequest, ListStoresRequest, SubscribeRequest, SubscriptionsRequest};
use sqlx::PgPool;

use crate::{
    house::{Customer, House, refusal, slugs, three_stores},
    neighbours::Accounts,
};

const AYGUN: Customer = Customer(7);

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn following_twice_counts_once_and_so_does_leaving(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    for _ in 0..2 {
        let store = house.follow(AYGUN, "gul-evi").await.unwrap();
        assert_eq!((store.subscriber_count, store.is_subscribed), (1, true));
    }
    assert_eq!(house.followers("gul-evi").await, 1);
    for _ in 0..2 {
        let store = house.unfollow(AYGUN, "1").await.unwrap();
        assert_eq!((store.subscriber_count, store.is_subscribed), (0, false));
    }
    assert_eq!(house.followers("gul-evi").await, 0);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn two_hundred_at_once_are_two_hundred(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let everybody: Vec<_> = (1..=200).map(Customer).collect();
    join_all(everybody.iter().map(|customer| house.follow(*customer, "gul-evi"))).await.into_iter().for_each(
        |answer| {
            answer.unwrap();
        },
    );
    assert_eq!(house.followers("gul-evi").await, 200);
    // Half of them leave, each twice, while others come, each twice.
    let leaving = everybody[..100]
        .iter()
        .flat_map(|customer| [house.unfollow(*customer, "gul-evi"), house.unfollow(*customer, "gul-evi")]);
    let fresh: Vec<_> = (201..=250).map(Customer).collect();
    let coming =
        fresh.iter().flat_map(|customer| [house.follow(*customer, "gul-evi"), house.follow(*customer, "gul-evi")]);
    let (left, came) = tokio::join!(join_all(leaving), join_all(coming));
    let refused: Vec<_> = left.into_iter().chain(came).filter_map(Result::err).collect();
    assert!(refused.is_empty(), "{refused:?}");
    assert_eq!(house.followers("gul-evi").await, 150);
}

/// Who cannot make up their mind ends as they ended, and is counted as that.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn one_who_comes_and_goes_at_once_is_counted_as_they_stand(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let turns = (0..40).map(async |turn| {
        if turn % 2 == 0 { house.follow(AYGUN, "gul-evi").await } else { house.unfollow(AYGUN, "gul-evi").await }
    });
    assert!(join_all(turns).await.iter().all(Result::is_ok));
    let follows = !house.followed_by(AYGUN).await.is_empty();
    assert_eq!(house.followers("gul-evi").await, i64::from(follows));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn everybody_sees_their_own_hearts(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    house.follow(AYGUN, "sirin-ev").await.unwrap();
    let seen_by = async |customer| {
        let list =
            house.stores().list(house.signed(customer, ListStoresRequest::default())).await.unwrap().into_inner();
        let one = GetStoreRequest { store: "sirin-ev".to_owned() };
        let one = house.stores().get(house.signed(customer, one)).await.unwrap().into_inner();
        let listed: Vec<_> =
            list.stores.into_iter().filter(|store| store.is_subscribed).map(|store| store.slug).collect();
        (listed, one.is_subscribed)
    };
    assert_eq!(seen_by(AYGUN).await, (vec!["sirin-ev".to_owned()], true));
    assert_eq!(seen_by(Customer(8)).await, (vec![], false));
    assert!(!house.find("sirin-ev", "az").await.unwrap().is_subscribed, "a guest follows nobody");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn what_was_followed_last_comes_first(pool: PgPool) {
    let house = House::loaded(pool.clone(), &three_stores()).await;
    for store in ["sirin-ev", "ciraq", "gul-evi"] {
        house.follow(AYGUN, store).await.unwrap();
        house.clock.advance(TimeDelta::seconds(1));
    }
    house.follow(Customer(8), "ciraq").await.unwrap();
    assert_eq!(house.followed_by(AYGUN).await, ["gul-evi", "ciraq", "sirin-ev"]);
    let second = SubscriptionsRequest { page: 2, per_page: 2, is_get_all: false };
    let second = house.stores().subscriptions(house.signed(AYGUN, second)).await.unwrap().into_inner();
    assert_eq!(second.meta.as_ref().map(|meta| (meta.total, meta.last_page)), Some((3, 2)));
    assert!(second.stores.iter().all(|store| store.is_subscribed));
    assert_eq!(slugs(second), ["sirin-ev"]);
    // A store that closes is not shown, and is there again when it opens.
    sqlx::query("update store set is_open = false where slug = 'ciraq'").execute(&pool).await.unwrap();
    assert_eq!(house.followed_by(AYGUN).await, ["gul-evi", "sirin-ev"]);
    assert_eq!(refusal(house.unfollow(AYGUN, "ciraq").await), "store_not_found");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn guests_and_unknown_stores_are_refused(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let gul = || SubscribeRequest { store: "gul-evi".to_owned() };
    assert_eq!(refusal(house.stores().subscribe(gul()).await), "unauthenticated");
    assert_eq!(refusal(house.stores().unsubscribe(gul()).await), "unauthenticated");
    assert_eq!(refusal(house.stores().subscriptions(SubscriptionsRequest::default()).await), "unauthenticated");
    assert_eq!(refusal(house.follow(AYGUN, "yoxdur").await), "store_not_found");
    assert_eq!(refusal(house.unfollow(AYGUN, "yoxdur").await), "store_not_found");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn who_leaves_the_shop_is_no_longer_counted_anywhere(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let accounts = Accounts::heard_by(&house).await;
    for store in ["gul-evi", "sirin-ev"] {
        house.follow(AYGUN, store).await.unwrap();
        house.follow(Customer(8), store).await.unwrap();
    }
    accounts.erase(7).await;
    accounts.erase(99).await;
    let others: Vec<_> = (10..60).map(Customer).collect();
    join_all(others.iter().map(|customer| house.follow(*customer, "gul-evi"))).await;
    accounts.all_is_heard(&house).await;
    assert_eq!((house.followers("gul-evi").await, house.followers("sirin-ev").await), (51, 1));
    assert!(house.followed_by(AYGUN).await.is_empty());
}
