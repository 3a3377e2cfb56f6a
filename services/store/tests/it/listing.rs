//! The list of stores: order, search, filters and pages.

use kit::client::LANGUAGE;
use proto::store::{ListStoresRequest, StoreChoice, StoreSort};
use sqlx::PgPool;
use tonic::{Code, Request};

use crate::test_store::{TestStore, slugs, store, three_stores};

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn an_empty_marketplace_is_an_empty_page(pool: PgPool) {
    let page = TestStore::open(pool).await.list(ListStoresRequest::default()).await.unwrap();
    let meta = page.meta.unwrap();
    assert_eq!((page.stores.len(), meta.page, meta.total, meta.last_page), (0, 1, 0, 1));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn stores_are_sorted_by_each_criterion(pool: PgPool) {
    let service = TestStore::loaded(pool.clone(), &three_stores()).await;
    // Stores 1 to 3 opened 900, 100 and 400 days ago. They get 5, 5 and 0 followers, 1 to 3 products, and 4.9, 4.8 and
    // 5.0 stars.
    sqlx::query("update store set subscriber_count = case store_id when 3 then 0 else 5 end, product_count = store_id, review_count = 10, star_sum = case store_id when 1 then 49 when 2 then 48 else 50 end")
        .execute(&pool)
        .await
        .unwrap();
    assert_eq!(service.list_sorted_by(StoreSort::Popular).await, ["sirin-ev", "gul-evi", "ciraq"]);
    assert_eq!(service.list_sorted_by(StoreSort::Unspecified).await, ["sirin-ev", "gul-evi", "ciraq"]);
    assert_eq!(service.list_sorted_by(StoreSort::Newest).await, ["sirin-ev", "ciraq", "gul-evi"]);
    assert_eq!(service.list_sorted_by(StoreSort::Rating).await, ["ciraq", "gul-evi", "sirin-ev"]);
    // By bytes, Ç and Ş would come last.
    assert_eq!(service.list_sorted_by(StoreSort::Name).await, ["ciraq", "gul-evi", "sirin-ev"]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn search_matches_any_part_of_a_name_ignoring_azerbaijani_case(pool: PgPool) {
    let mut stores = three_stores().to_vec();
    stores.push(store(4, "ipek-yolu", "İpək yolu", 10));
    let service = TestStore::loaded(pool, &stores).await;
    assert_eq!(service.search("EV").await, ["gul-evi", "sirin-ev"]);
    assert_eq!(service.search("  şİRİN ").await, ["sirin-ev"]);
    assert_eq!(service.search("ipək").await, ["ipek-yolu"]);
    assert_eq!(service.search("çIraq").await, ["ciraq"]);
    assert_eq!(service.search("   ").await.len(), 4);
    // Latin letters in place of ş, ə, İ and ç.
    assert_eq!(service.search("sirin").await, ["sirin-ev"]);
    assert_eq!(service.search("IPEK").await, ["ipek-yolu"]);
    assert_eq!(service.search("ciraq").await, ["ciraq"]);
    // SQL wildcards are ordinary characters.
    for text in ["%", "_", "telefon", "' or true --"] {
        assert!(service.search(text).await.is_empty(), "`{text}` found something");
    }
}

/// The fourth page is beyond the last one.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn pages_contain_every_store_once(pool: PgPool) {
    let stores: Vec<_> = (1..=7).map(|id| store(id, &format!("magaza-{id}"), "Mağaza", 10)).collect();
    let service = TestStore::loaded(pool, &stores).await;
    let mut listed = Vec::new();
    for page in 1..=4 {
        let response = service.list(ListStoresRequest { page, per_page: 3, ..Default::default() }).await.unwrap();
        let meta = response.meta.unwrap();
        assert_eq!((meta.page, meta.per_page, meta.total, meta.last_page), (page, 3, 7, 3));
        listed.extend(slugs(response));
    }
    assert_eq!(listed, (1..=7).map(|id| format!("magaza-{id}")).collect::<Vec<_>>());

    let searched = ListStoresRequest { search: Some("yoxdur".to_owned()), ..Default::default() };
    assert_eq!(service.list(searched).await.unwrap().meta.unwrap().total, 0);
    let large_page = ListStoresRequest { per_page: 1_000_000, ..Default::default() };
    assert_eq!(service.list(large_page).await.unwrap().meta.unwrap().per_page, 100);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_list_of_ids_narrows_the_list_and_an_empty_one_matches_nothing(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let list_of = async |store_ids: &[i64]| {
        let only = Some(StoreChoice { store_ids: store_ids.to_vec() });
        let request = ListStoresRequest { only, sort: StoreSort::Name.into(), ..Default::default() };
        let page = service.list(request).await.unwrap();
        (page.meta.unwrap().total, slugs(page))
    };
    assert_eq!(list_of(&[3, 1, 99]).await, (2, vec!["ciraq".to_owned(), "gul-evi".to_owned()]));
    assert_eq!(list_of(&[]).await, (0, vec![]));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_closed_store_is_not_listed(pool: PgPool) {
    let service = TestStore::loaded(pool.clone(), &three_stores()).await;
    sqlx::query("update store set is_open = false where slug = 'ciraq'").execute(&pool).await.unwrap();
    let page = service.list(ListStoresRequest::default()).await.unwrap();
    assert_eq!(page.meta.unwrap().total, 2);
    assert!(!slugs(page).contains(&"ciraq".to_owned()));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_list_uses_the_callers_language(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    for (language, about) in
        [("az", "Təzə güllər"), ("ru-RU", "Свежие цветы"), ("en", "Fresh flowers"), ("de", "Təzə güllər")]
    {
        let mut request = Request::new(ListStoresRequest { search: Some("gül".to_owned()), ..Default::default() });
        request.metadata_mut().insert(LANGUAGE, language.parse().unwrap());
        let page = service.stores().list(request).await.unwrap().into_inner();
        assert_eq!(page.stores[0].about, about, "in {language}");
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn bad_input_is_refused_with_its_field(pool: PgPool) {
    let service = TestStore::open(pool).await;
    for (request, expected) in [
        (ListStoresRequest { page: -1, ..Default::default() }, "page: out_of_range"),
        (ListStoresRequest { page: i64::MAX, ..Default::default() }, "page: out_of_range"),
        (ListStoresRequest { per_page: -1, ..Default::default() }, "perPage: out_of_range"),
        (ListStoresRequest { search: Some("a".repeat(101)), ..Default::default() }, "search: too_long"),
        (ListStoresRequest { search: Some("gül\0evi".to_owned()), ..Default::default() }, "search: invalid_characters"),
    ] {
        let status = service.list(request).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument, "{expected}");
        assert_eq!(field_errors(&status), expected);
    }
}

fn field_errors(status: &tonic::Status) -> String {
    use tonic_types::StatusExt as _;
    let details = status.get_error_details();
    let violations = details.bad_request().map(|request| request.field_violations.clone()).unwrap_or_default();
    violations
        .iter()
        .map(|violation| format!("{}: {}", violation.field, violation.description))
        .collect::<Vec<_>>()
        .join(", ")
}
