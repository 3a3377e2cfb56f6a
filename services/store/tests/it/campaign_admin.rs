//! Campaigns as operators plan, change and cancel them.

use chrono::TimeDelta;
use proto::{
    json::to_timestamp,
    store::{CampaignDeskListRequest, CampaignDraft, CampaignStatus, CampaignWords, GetCampaignRequest},
};
use serde_json::Value;
use sqlx::PgPool;
use tonic::Status;

use crate::{
    house::{Customer, House, refusal, three_stores},
    neighbours::Catalogue,
};

pub const GUL: i64 = 1;
pub const SIRIN: i64 = 2;

impl House {
    /// From so many hours from now for a day: everything of Gül evi for a fifth less.
    pub fn draft(&self, in_hours: i64) -> CampaignDraft {
        let starts_at = self.clock.now() + TimeDelta::hours(in_hours);
        let words = |name: &str, text: &str| Some(CampaignWords { name: name.to_owned(), text: text.to_owned() });
        CampaignDraft {
            store_id: GUL,
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

    pub async fn plan(&self, draft: CampaignDraft) -> Result<CampaignDraft, Status> {
        Ok(self.desk().create(self.operated(draft)).await?.into_inner())
    }

    pub async fn change(&self, draft: CampaignDraft) -> Result<CampaignDraft, Status> {
        Ok(self.desk().update(self.operated(draft)).await?.into_inner())
    }

    pub async fn cancel(&self, id: i64) -> Result<CampaignDraft, Status> {
        Ok(self.desk().cancel(self.operated(GetCampaignRequest { id })).await?.into_inner())
    }

    pub async fn status(&self, id: i64) -> CampaignStatus {
        self.desk().get(self.operated(GetCampaignRequest { id })).await.unwrap().into_inner().status()
    }

    /// What was announced of campaigns, as `campaign_started 1`.
    pub async fn told(&self) -> Vec<String> {
        let rows: Vec<(String, Value)> = sqlx::query_as(
            "select kind, payload -> 'campaignId' from outbox where kind like 'campaign%' order by outbox_id",
        )
        .fetch_all(&self.pool)
        .await
        .unwrap();
        rows.into_iter().map(|(kind, id)| format!("{kind} {id}")).collect()
    }

    async fn audited(&self) -> Vec<(i64, String, i64)> {
        sqlx::query_as("select operator_id, action, subject_id from audit order by audit_id")
            .fetch_all(&self.pool)
            .await
            .unwrap()
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn what_was_planned_is_read_back_changed_and_audited(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let planned = house.plan(house.draft(2)).await.unwrap();
    assert_eq!(planned.status(), CampaignStatus::Planned);
    let mut wanted = house.draft(5);
    wanted.id = planned.id;
    wanted.store_id = SIRIN;
    wanted.percent = 90;
    let changed = house.change(wanted.clone()).await.unwrap();
    assert_eq!(
        changed,
        CampaignDraft { status: CampaignStatus::Planned.into(), en: changed.en.clone(), ..wanted.clone() }
    );
    house.change(wanted).await.unwrap();
    let audited = [(100, "campaign_created".to_owned(), 1), (100, "campaign_updated".to_owned(), 1)];
    assert_eq!(house.audited().await, audited, "what is so already is no change");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn every_broken_rule_is_told_at_once(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let broken = CampaignDraft {
        percent: 91,
        image_url: "https://elsewhere.example/x.webp".to_owned(),
        starts_at: Some(to_timestamp(house.clock.now())),
        ends_at: Some(to_timestamp(house.clock.now())),
        is_whole_store: false,
        focus_x: Some(-1),
        focus_y: Some(101),
        ..Default::default()
    };
    assert_eq!(
        refusal(house.plan(broken).await),
        "validation_failed az.name: required, imageUrl: invalid_link, focusX: out_of_range, focusY: out_of_range, percent: out_of_range, endsAt: invalid_period, productIds: required"
    );
    let both = CampaignDraft { product_ids: vec![1], ..house.draft(1) };
    assert_eq!(refusal(house.plan(both).await), "validation_failed productIds: invalid");
    let far =
        CampaignDraft { ends_at: Some(prost_types::Timestamp { seconds: i64::MAX, nanos: -1 }), ..house.draft(1) };
    assert_eq!(refusal(house.plan(far).await), "validation_failed endsAt: out_of_range");
    let past = CampaignDraft { store_id: 99, ..house.draft(-48) };
    assert_eq!(refusal(house.plan(past).await), "validation_failed endsAt: in_the_past, storeId: store_not_found");
    let many = CampaignDraft { is_whole_store: false, product_ids: (1..=1_001).collect(), ..house.draft(1) };
    assert_eq!(refusal(house.plan(many).await), "validation_failed productIds: too_many");
    assert!(house.audited().await.is_empty());
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_store_sells_only_its_own_for_less(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let catalogue = Catalogue::heard_by(&house).await;
    catalogue.publish(1, GUL).await;
    catalogue.publish(2, SIRIN).await;
    catalogue.all_is_heard(&house).await;
    let of = |product_ids: &[i64]| CampaignDraft {
        is_whole_store: false,
        product_ids: product_ids.to_vec(),
        ..house.draft(1)
    };
    assert_eq!(refusal(house.plan(of(&[1, 2])).await), "validation_failed productIds: not_of_store");
    assert_eq!(refusal(house.plan(of(&[1, 77])).await), "validation_failed productIds: not_of_store");
    assert_eq!(house.plan(of(&[1, 1])).await.unwrap().product_ids, [1]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn while_it_runs_only_words_and_end_change(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let planned = house.plan(house.draft(0)).await.unwrap();
    store::turn(&house.app).await.unwrap();
    let dearer = CampaignDraft { percent: 10, ..planned.clone() };
    assert_eq!(refusal(house.change(dearer).await), "campaign_running");
    house.clock.advance(TimeDelta::hours(1));
    let over = CampaignDraft { ends_at: Some(to_timestamp(house.clock.now())), ..planned.clone() };
    assert_eq!(refusal(house.change(over).await), "validation_failed endsAt: in_the_past");
    let longer = CampaignDraft { ends_at: Some(to_timestamp(house.clock.now() + TimeDelta::days(3))), ..planned };
    assert_eq!(house.change(longer.clone()).await.unwrap().status(), CampaignStatus::Running);
    house.change(longer).await.unwrap();
    house.clock.advance(TimeDelta::days(2));
    assert_eq!(store::turn(&house.app).await.unwrap(), 0, "it was prolonged");
    house.clock.advance(TimeDelta::days(1));
    assert_eq!(store::turn(&house.app).await.unwrap(), 1);
    assert_eq!(house.told().await, ["campaign_started 1", "campaign_changed 1", "campaign_ended 1"]);
    let late = CampaignDraft { id: 1, ..house.draft(0) };
    assert_eq!(refusal(house.change(late).await), "campaign_over");
    assert_eq!(refusal(house.cancel(1).await), "campaign_over");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn cancelling_ends_what_runs_and_withdraws_what_does_not(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let (running, planned) =
        (house.plan(house.draft(0)).await.unwrap().id, house.plan(house.draft(1)).await.unwrap().id);
    store::turn(&house.app).await.unwrap();
    for id in [running, planned, running, planned] {
        assert_eq!(house.cancel(id).await.unwrap().status(), CampaignStatus::Cancelled);
    }
    house.clock.advance(TimeDelta::days(9));
    assert_eq!(store::turn(&house.app).await.unwrap(), 0);
    assert_eq!(house.told().await, ["campaign_started 1", "campaign_ended 1"]);
    assert_eq!(house.audited().await.len(), 4, "twice is once");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn only_operators_come_in(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let id = house.plan(house.draft(1)).await.unwrap().id;
    let (get, list) = (GetCampaignRequest { id }, CampaignDeskListRequest::default());
    let aygun = Customer(7);
    let mut desk = house.desk();
    assert_eq!(refusal(desk.get(get).await), "unauthenticated");
    assert_eq!(refusal(desk.get(house.signed(aygun, get)).await), "forbidden");
    assert_eq!(refusal(desk.list(house.signed(aygun, list)).await), "forbidden");
    assert_eq!(refusal(desk.create(house.signed(aygun, house.draft(1))).await), "forbidden");
    assert_eq!(refusal(desk.update(house.signed(aygun, CampaignDraft { id, ..house.draft(1) })).await), "forbidden");
    assert_eq!(refusal(desk.cancel(house.signed(aygun, get)).await), "forbidden");
    assert_eq!(refusal(house.cancel(99).await), "campaign_not_found");
    assert_eq!(refusal(house.change(CampaignDraft { id: 99, ..house.draft(1) }).await), "campaign_not_found");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn the_desk_lists_by_status_and_store_newest_first(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    house.plan(house.draft(0)).await.unwrap();
    house.plan(CampaignDraft { store_id: SIRIN, ..house.draft(1) }).await.unwrap();
    house.plan(house.draft(2)).await.unwrap();
    store::turn(&house.app).await.unwrap();
    let listed = async |status: CampaignStatus, store: Option<&str>| {
        let store = store.map(str::to_owned);
        let request = CampaignDeskListRequest { status: status.into(), store, ..Default::default() };
        let page = house.desk().list(house.operated(request)).await.unwrap().into_inner();
        assert_eq!(page.meta.unwrap().total, page.campaigns.len() as i64);
        page.campaigns.into_iter().map(|campaign| campaign.id).collect::<Vec<_>>()
    };
    assert_eq!(listed(CampaignStatus::Unspecified, None).await, [3, 2, 1]);
    assert_eq!(listed(CampaignStatus::Planned, None).await, [3, 2]);
    assert_eq!(listed(CampaignStatus::Running, Some("gul-evi")).await, [1]);
    assert_eq!(listed(CampaignStatus::Unspecified, Some("2")).await, [2]);
}
