//! How staff create, change, open, close and list stores.

use proto::{
    common::LocalText,
    store::{
        CreateStoreRequest, DeskStore, StoreDeskGetRequest, StoreDeskListRequest, StoreDraft, StoreState,
        UpdateStoreRequest, store_desk_client::StoreDeskClient,
    },
};
use serde_json::{Value, json};
use sqlx::PgPool;
use tonic::Status;

use crate::test_store::{AYGUN, CIRAQ, GUL_EVI, SIRIN_EV, TestStore, refusal, store, three_stores};

impl TestStore {
    pub fn store_desk(&self) -> StoreDeskClient<kit::client::Channel> {
        StoreDeskClient::new(self.channel.clone())
    }

    pub async fn create_store(&self, draft: StoreDraft) -> Result<DeskStore, Status> {
        let request = CreateStoreRequest { store: Some(draft) };
        Ok(self.store_desk().create(self.as_operator(request)).await?.into_inner())
    }

    /// New and loaded stores have version 1.
    pub async fn update_store(&self, id: i64, version: i64, draft: StoreDraft) -> Result<DeskStore, Status> {
        let request = UpdateStoreRequest { id, version: Some(version), store: Some(draft) };
        Ok(self.store_desk().update(self.as_operator(request)).await?.into_inner())
    }

    pub async fn open_store(&self, id: i64) -> Result<DeskStore, Status> {
        Ok(self.store_desk().open(self.as_operator(StoreDeskGetRequest { id })).await?.into_inner())
    }

    pub async fn close_store(&self, id: i64) -> Result<DeskStore, Status> {
        Ok(self.store_desk().close(self.as_operator(StoreDeskGetRequest { id })).await?.into_inner())
    }

    async fn desk_store(&self, id: i64) -> DeskStore {
        self.store_desk().get(self.as_operator(StoreDeskGetRequest { id })).await.unwrap().into_inner()
    }

    /// The slugs on a page, and the next cursor.
    async fn desk_page(&self, request: StoreDeskListRequest) -> (Vec<String>, Option<String>) {
        let page = self.store_desk().list(self.as_operator(request)).await.unwrap().into_inner();
        (page.stores.into_iter().map(|store| store.slug).collect(), page.next_cursor)
    }

    async fn store_events(&self) -> Vec<Value> {
        sqlx::query_scalar("select payload from outbox where kind = 'store_changed' order by outbox_id")
            .fetch_all(&self.pool)
            .await
            .unwrap()
    }
}

/// A draft of a new store, whose slug the service chooses.
pub fn draft(name: &str) -> StoreDraft {
    let about = LocalText { az: format!("{name} haqqında"), ru: None, en: None };
    StoreDraft { name: Some(name.to_owned()), about: Some(about), ..Default::default() }
}

/// A draft that changes nothing in `store`.
fn draft_of(store: &DeskStore) -> StoreDraft {
    StoreDraft {
        name: Some(store.name.clone()),
        slug: Some(store.slug.clone()),
        about: store.about.clone(),
        logo_url: Some(store.logo_url.clone()),
        cover_url: Some(store.cover_url.clone()),
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_new_store_is_open_and_published(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let events_before = service.store_events().await.len();
    let created = service.create_store(draft("Gül evi")).await.unwrap();
    assert_eq!((created.id, &*created.slug, created.version, created.is_open), (4, "gul-evi-2", 1, true));
    assert_eq!(service.find("gul-evi-2", "ru").await.unwrap().about, "Gül evi haqqında");
    let event = json!({"storeId": 4, "name": "Gül evi", "slug": "gul-evi-2", "isOpen": true});
    assert_eq!(service.store_events().await[events_before..], [event]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn stores_created_at_the_same_time_with_one_name_get_different_slugs(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let (first, second) = tokio::join!(service.create_store(draft("Gül evi")), service.create_store(draft("Gül evi")));
    let mut slugs = [first.unwrap().slug, second.unwrap().slug];
    slugs.sort();
    assert_eq!(slugs, ["gul-evi-2", "gul-evi-3"]);
}

/// A draft that changes name, slug, text and logo. The English text is blank.
fn rename_of_sirin_ev() -> StoreDraft {
    let about = LocalText { az: "Tortlar".to_owned(), ru: Some("Торты".to_owned()), en: Some(" ".to_owned()) };
    StoreDraft {
        name: Some("Şəkərli ev".to_owned()),
        slug: Some("sekerli-ev".to_owned()),
        about: Some(about),
        logo_url: Some("/media/l/640.webp".to_owned()),
        cover_url: None,
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_renamed_store_is_published(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let events_before = service.store_events().await.len();
    let changed = service.update_store(SIRIN_EV, 1, rename_of_sirin_ev()).await.unwrap();
    assert_eq!((changed.version, changed.about.unwrap().en), (2, None));
    let event = json!({"storeId": 2, "name": "Şəkərli ev", "slug": "sekerli-ev", "isOpen": true});
    assert_eq!(service.store_events().await[events_before..], [event]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_change_of_the_text_alone_is_not_published(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let events_before = service.store_events().await.len();
    let text_only = StoreDraft { about: rename_of_sirin_ev().about, ..draft_of(&service.desk_store(SIRIN_EV).await) };
    assert_eq!(service.update_store(SIRIN_EV, 1, text_only).await.unwrap().version, 2);
    assert_eq!(service.store_events().await.len(), events_before, "the catalogue has no copy of the text");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_store_is_found_by_its_former_slug_until_another_store_uses_it(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    service.update_store(SIRIN_EV, 1, rename_of_sirin_ev()).await.unwrap();
    for slug in ["sirin-ev", "sekerli-ev", "2"] {
        let found = service.find(slug, "ru").await.unwrap();
        assert_eq!((&*found.slug, &*found.about, &*found.logo_url), ("sekerli-ev", "Торты", "/media/l/640.webp"));
    }
    let with_former_slug =
        StoreDraft { slug: Some("sirin-ev".to_owned()), ..draft_of(&service.desk_store(CIRAQ).await) };
    service.update_store(CIRAQ, 1, with_former_slug).await.unwrap();
    assert_eq!(service.find("sirin-ev", "az").await.unwrap().id, 3);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_repeated_edit_changes_nothing_and_an_edit_of_an_old_version_is_refused(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let edit = rename_of_sirin_ev();
    assert_eq!(service.update_store(SIRIN_EV, 1, edit.clone()).await.unwrap().version, 2);
    assert_eq!(service.update_store(SIRIN_EV, 1, edit.clone()).await.unwrap().version, 2, "the edit is repeated");
    let stale = StoreDraft { name: Some("Başqa".to_owned()), ..edit };
    assert_eq!(refusal(service.update_store(SIRIN_EV, 1, stale).await), "store_changed");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_closed_store_is_hidden_until_it_is_opened(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let events_before = service.store_events().await.len();
    let closed = service.close_store(GUL_EVI).await.unwrap();
    assert_eq!((closed.is_open, closed.version), (false, 2));
    assert_eq!(service.close_store(GUL_EVI).await.unwrap(), closed, "the store is closed already");
    assert_eq!(refusal(service.find("gul-evi", "az").await), "store_not_found");
    assert_eq!(service.search("gul").await, [""; 0]);
    assert_eq!(refusal(service.follow(AYGUN, "gul-evi").await), "store_not_found");
    let opened = service.open_store(GUL_EVI).await.unwrap();
    assert_eq!((opened.is_open, opened.version), (true, 3));
    assert_eq!(service.open_store(GUL_EVI).await.unwrap(), opened, "the store is open already");
    assert_eq!(service.search("gul").await, ["gul-evi"]);
    let states: Vec<_> =
        service.store_events().await[events_before..].iter().map(|event| event["isOpen"].clone()).collect();
    assert_eq!(states, [json!(false), json!(true)]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn only_one_of_two_simultaneous_edits_is_accepted(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let edit = draft_of(&service.desk_store(GUL_EVI).await);
    let rename = |name: &str| StoreDraft { name: Some(name.to_owned()), ..edit.clone() };
    let outcomes =
        tokio::join!(service.update_store(GUL_EVI, 1, rename("Bir")), service.update_store(GUL_EVI, 1, rename("İki")));
    let mut outcomes = [refusal(outcomes.0), refusal(outcomes.1)];
    outcomes.sort();
    assert_eq!(outcomes, ["accepted", "store_changed"]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn stores_are_listed_by_name_in_pages(pool: PgPool) {
    let mut stores = three_stores().to_vec();
    // Stores with the same name are sorted by id.
    stores.extend((4..=6).map(|id| store(id, &format!("gul-{id}"), "Gül: evi", 1)));
    let service = TestStore::loaded(pool, &stores).await;
    service.close_store(5).await.unwrap();
    let mut pages = Vec::new();
    let mut cursor = None;
    loop {
        let request = StoreDeskListRequest { cursor, limit: Some(2), ..Default::default() };
        let (slugs, next_cursor) = service.desk_page(request).await;
        pages.push(slugs.join(" "));
        cursor = next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(pages, ["ciraq gul-evi", "gul-4 gul-5", "gul-6 sirin-ev"]);

    let filtered_by = |text: &str, state: StoreState| StoreDeskListRequest {
        text: Some(text.to_owned()),
        state: state.into(),
        ..Default::default()
    };
    for (request, expected) in [
        (filtered_by("GUL:", StoreState::Unspecified), "gul-4 gul-5 gul-6"),
        (filtered_by("gül:", StoreState::Closed), "gul-5"),
        (filtered_by("", StoreState::Closed), "gul-5"),
        (filtered_by("gul", StoreState::Open), "gul-evi gul-4 gul-6"),
        (filtered_by("%", StoreState::Unspecified), ""),
    ] {
        assert_eq!(service.desk_page(request.clone()).await.0.join(" "), expected, "{request:?}");
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn an_invalid_store_is_refused_with_a_code_for_each_field(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let create = async |draft: StoreDraft| refusal(service.create_store(draft).await);
    insta::assert_snapshot!(create(StoreDraft::default()).await, @"validation_failed name: required, about: required");
    let invalid = StoreDraft {
        name: Some("a\nb".to_owned()),
        slug: Some("Gül".to_owned()),
        about: Some(LocalText { az: String::new(), ru: Some("я".repeat(2_001)), en: None }),
        logo_url: Some("https://a.example/a.png".to_owned()),
        cover_url: Some("/media/../640.webp".to_owned()),
    };
    insta::assert_snapshot!(create(invalid).await, @"validation_failed slug: invalid_characters, name: invalid_characters, about.az: required, about.ru: too_long, logoUrl: invalid_link, coverUrl: invalid_link");
    let update = refusal(service.update_store(GUL_EVI, 0, draft("A")).await);
    insta::assert_snapshot!(update, @"validation_failed version: out_of_range, slug: required");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_slug_of_another_store_is_refused(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let with_slug_of_store_3 = StoreDraft { slug: Some("ciraq".to_owned()), ..draft("A") };
    let expected = "validation_failed slug: duplicate";
    assert_eq!(refusal(service.create_store(with_slug_of_store_3.clone()).await), expected);
    assert_eq!(refusal(service.update_store(GUL_EVI, 1, with_slug_of_store_3).await), expected);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn an_unknown_store_cannot_be_closed(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    for id in [0, -1, 404] {
        assert_eq!(refusal(service.close_store(id).await), "store_not_found");
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn an_invalid_cursor_or_limit_is_refused(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let list = async |request| refusal(service.store_desk().list(service.as_operator(request)).await);
    // `[1]` in base64, which has too few values.
    let short_cursor = "WzFd";
    for cursor in ["", "x", short_cursor] {
        let request = StoreDeskListRequest { cursor: Some(cursor.to_owned()), ..Default::default() };
        assert_eq!(list(request).await, "validation_failed cursor: invalid", "{cursor:?}");
    }
    for limit in [0, 101] {
        let request = StoreDeskListRequest { limit: Some(limit), ..Default::default() };
        assert_eq!(list(request).await, "validation_failed limit: out_of_range", "{limit}");
    }
}
