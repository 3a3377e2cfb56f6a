//! How staff manage campaigns.

use chrono::TimeDelta;
use proto::{
    json::to_timestamp,
    store::{CampaignDeskListRequest, CampaignDraft, CampaignStatus, CampaignWords, GetCampaignRequest},
};
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::audit::entries;
use tonic::Status;

use crate::{
    fakes::FakeCatalogue,
    test_store::{AYGUN, GUL_EVI, OPERATOR, SIRIN_EV, TestStore, refusal, three_stores},
};

impl TestStore {
    /// A campaign of one day with 20 % off everything at Gül evi. It starts in `in_hours` hours, which may be negative.
    pub fn campaign_draft(&self, in_hours: i64) -> CampaignDraft {
        let starts_at = self.clock.now() + TimeDelta::hours(in_hours);
        let words = |name: &str, text: &str| Some(CampaignWords { name: name.to_owned(), text: text.to_owned() });
        CampaignDraft {
            store_id: GUL_EVI,
            az: words("Bahar", "Bahar gəldi"),
            ru: words("Весна", ""),
            percent: 20,
            starts_at: Some(to_timestamp(starts_at)),
            ends_at: Some(to_timestamp(starts_at + TimeDelta::days(1))),
            is_whole_store: true,
            focus_x: Some(50),
            focus_y: Some(20),
            ..Default::default()
        }
    }

    pub async fn create_campaign(&self, draft: CampaignDraft) -> Result<CampaignDraft, Status> {
        Ok(self.campaign_admin().create(self.as_operator(draft)).await?.into_inner())
    }

    pub async fn update_campaign(&self, draft: CampaignDraft) -> Result<CampaignDraft, Status> {
        Ok(self.campaign_admin().update(self.as_operator(draft)).await?.into_inner())
    }

    pub async fn cancel_campaign(&self, id: i64) -> Result<CampaignDraft, Status> {
        Ok(self.campaign_admin().cancel(self.as_operator(GetCampaignRequest { id })).await?.into_inner())
    }

    pub async fn campaign_status(&self, id: i64) -> CampaignStatus {
        self.campaign_admin().get(self.as_operator(GetCampaignRequest { id })).await.unwrap().into_inner().status()
    }

    /// Published events, such as `campaign_started 1`.
    pub async fn campaign_events(&self) -> Vec<String> {
        let rows: Vec<(String, Value)> = sqlx::query_as(
            "select kind, payload -> 'campaignId' from outbox where kind like 'campaign%' order by outbox_id",
        )
        .fetch_all(&self.pool)
        .await
        .unwrap();
        rows.into_iter().map(|(kind, id)| format!("{kind} {id}")).collect()
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_campaign_is_planned_changed_and_audited(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let planned = service.create_campaign(service.campaign_draft(2)).await.unwrap();
    assert_eq!(planned.status(), CampaignStatus::Planned);

    let mut wanted = service.campaign_draft(5);
    wanted.id = planned.id;
    wanted.store_id = SIRIN_EV;
    wanted.percent = 90;
    let changed = service.update_campaign(wanted.clone()).await.unwrap();
    assert_eq!(
        changed,
        CampaignDraft { status: CampaignStatus::Planned.into(), en: changed.en.clone(), ..wanted.clone() }
    );

    service.update_campaign(wanted).await.unwrap();
    let entries = entries(&service.pool).await;
    let actions: Vec<_> = entries.iter().map(|entry| (entry.account_id, &*entry.action, &*entry.subject)).collect();
    let expected = [(OPERATOR.0, "campaign_created", "1"), (OPERATOR.0, "campaign_updated", "1")];
    assert_eq!(actions, expected, "an identical plan is not audited");
    assert_eq!((&entries[0].before, &entries[0].after.as_ref().unwrap()["percent"]), (&None, &json!(20)));

    // The log contains only changed fields.
    let fields = |value: &Option<Value>| {
        let value = value.as_ref().unwrap();
        (value["percent"].clone(), value["storeId"].clone(), value.get("words").cloned())
    };
    assert_eq!(fields(&entries[1].before), (json!(20), json!(GUL_EVI), None));
    assert_eq!(fields(&entries[1].after), (json!(90), json!(SIRIN_EV), None));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn all_broken_rules_are_reported_together(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let broken = CampaignDraft {
        percent: 91,
        image_url: "https://elsewhere.example/x.webp".to_owned(),
        starts_at: Some(to_timestamp(service.clock.now())),
        ends_at: Some(to_timestamp(service.clock.now())),
        is_whole_store: false,
        focus_x: Some(-1),
        focus_y: Some(101),
        ..Default::default()
    };
    assert_eq!(
        refusal(service.create_campaign(broken).await),
        "validation_failed az.name: required, imageUrl: invalid_link, focusX: out_of_range, focusY: out_of_range, percent: out_of_range, endsAt: invalid_period, productIds: required"
    );

    let whole_store_and_products = CampaignDraft { product_ids: vec![1], ..service.campaign_draft(1) };
    assert_eq!(
        refusal(service.create_campaign(whole_store_and_products).await),
        "validation_failed productIds: invalid"
    );
    let beyond_year_9999 = CampaignDraft {
        ends_at: Some(prost_types::Timestamp { seconds: i64::MAX, nanos: -1 }),
        ..service.campaign_draft(1)
    };
    assert_eq!(refusal(service.create_campaign(beyond_year_9999).await), "validation_failed endsAt: out_of_range");
    let past_and_unknown_store = CampaignDraft { store_id: 99, ..service.campaign_draft(-48) };
    assert_eq!(
        refusal(service.create_campaign(past_and_unknown_store).await),
        "validation_failed endsAt: in_the_past, storeId: store_not_found"
    );
    let too_many_products =
        CampaignDraft { is_whole_store: false, product_ids: (1..=1_001).collect(), ..service.campaign_draft(1) };
    assert_eq!(refusal(service.create_campaign(too_many_products).await), "validation_failed productIds: too_many");
    assert!(entries(&service.pool).await.is_empty());
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_campaign_accepts_only_products_of_its_store(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    catalogue.publish(1, GUL_EVI).await;
    catalogue.publish(2, SIRIN_EV).await;
    catalogue.wait_until_applied(&service).await;
    let draft_of = |product_ids: &[i64]| CampaignDraft {
        is_whole_store: false,
        product_ids: product_ids.to_vec(),
        ..service.campaign_draft(1)
    };
    assert_eq!(refusal(service.create_campaign(draft_of(&[1, 2])).await), "validation_failed productIds: not_of_store");
    assert_eq!(
        refusal(service.create_campaign(draft_of(&[1, 77])).await),
        "validation_failed productIds: not_of_store"
    );
    assert_eq!(service.create_campaign(draft_of(&[1, 1])).await.unwrap().product_ids, [1]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn only_texts_and_end_of_a_running_campaign_can_change(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let planned = service.create_campaign(service.campaign_draft(0)).await.unwrap();
    store::advance_campaigns(&service.app).await.unwrap();
    let smaller_discount = CampaignDraft { percent: 10, ..planned.clone() };
    assert_eq!(refusal(service.update_campaign(smaller_discount).await), "campaign_running");
    service.clock.advance(TimeDelta::hours(1));
    let already_over = CampaignDraft { ends_at: Some(to_timestamp(service.clock.now())), ..planned.clone() };
    assert_eq!(refusal(service.update_campaign(already_over).await), "validation_failed endsAt: in_the_past");
    let longer = CampaignDraft { ends_at: Some(to_timestamp(service.clock.now() + TimeDelta::days(3))), ..planned };
    assert_eq!(service.update_campaign(longer.clone()).await.unwrap().status(), CampaignStatus::Running);
    service.update_campaign(longer).await.unwrap();
    service.clock.advance(TimeDelta::days(2));
    assert_eq!(store::advance_campaigns(&service.app).await.unwrap(), 0, "the end was moved by two days");
    service.clock.advance(TimeDelta::days(1));
    assert_eq!(store::advance_campaigns(&service.app).await.unwrap(), 1);
    assert_eq!(service.campaign_events().await, ["campaign_started 1", "campaign_changed 1", "campaign_ended 1"]);
    let after_the_end = CampaignDraft { id: 1, ..service.campaign_draft(0) };
    assert_eq!(refusal(service.update_campaign(after_the_end).await), "campaign_over");
    assert_eq!(refusal(service.cancel_campaign(1).await), "campaign_over");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn cancelling_ends_a_running_campaign_and_withdraws_a_planned_one(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let running = service.create_campaign(service.campaign_draft(0)).await.unwrap().id;
    let planned = service.create_campaign(service.campaign_draft(1)).await.unwrap().id;
    store::advance_campaigns(&service.app).await.unwrap();
    // Cancels each campaign twice.
    for id in [running, planned, running, planned] {
        assert_eq!(service.cancel_campaign(id).await.unwrap().status(), CampaignStatus::Cancelled);
    }
    service.clock.advance(TimeDelta::days(9));
    assert_eq!(store::advance_campaigns(&service.app).await.unwrap(), 0);
    assert_eq!(service.campaign_events().await, ["campaign_started 1", "campaign_ended 1"]);
    assert_eq!(entries(&service.pool).await.len(), 2 * 2, "cancelling again is not audited");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn only_operators_manage_campaigns(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let id = service.create_campaign(service.campaign_draft(1)).await.unwrap().id;
    let (get, list) = (GetCampaignRequest { id }, CampaignDeskListRequest::default());
    let mut admin = service.campaign_admin();
    assert_eq!(refusal(admin.get(get).await), "unauthenticated");
    assert_eq!(refusal(admin.get(service.as_customer(AYGUN, get)).await), "forbidden");
    assert_eq!(refusal(admin.list(service.as_customer(AYGUN, list)).await), "forbidden");
    assert_eq!(refusal(admin.create(service.as_customer(AYGUN, service.campaign_draft(1))).await), "forbidden");
    assert_eq!(
        refusal(admin.update(service.as_customer(AYGUN, CampaignDraft { id, ..service.campaign_draft(1) })).await),
        "forbidden"
    );
    assert_eq!(refusal(admin.cancel(service.as_customer(AYGUN, get)).await), "forbidden");
    assert_eq!(refusal(service.cancel_campaign(99).await), "campaign_not_found");
    assert_eq!(
        refusal(service.update_campaign(CampaignDraft { id: 99, ..service.campaign_draft(1) }).await),
        "campaign_not_found"
    );
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn operators_list_campaigns_by_status_and_store_newest_first(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    service.create_campaign(service.campaign_draft(0)).await.unwrap();
    service.create_campaign(CampaignDraft { store_id: SIRIN_EV, ..service.campaign_draft(1) }).await.unwrap();
    service.create_campaign(service.campaign_draft(2)).await.unwrap();
    store::advance_campaigns(&service.app).await.unwrap();
    let listed = async |status: CampaignStatus, store: Option<&str>| {
        let store = store.map(str::to_owned);
        let request = CampaignDeskListRequest { status: status.into(), store, ..Default::default() };
        let page = service.campaign_admin().list(service.as_operator(request)).await.unwrap().into_inner();
        assert_eq!(page.meta.unwrap().total, page.campaigns.len() as i64);
        page.campaigns.into_iter().map(|campaign| campaign.id).collect::<Vec<_>>()
    };
    assert_eq!(listed(CampaignStatus::Unspecified, None).await, [3, 2, 1]);
    assert_eq!(listed(CampaignStatus::Planned, None).await, [3, 2]);
    assert_eq!(listed(CampaignStatus::Running, Some("gul-evi")).await, [1]);
    assert_eq!(listed(CampaignStatus::Unspecified, Some("2")).await, [2]);
}
