//! The staff of a store see and change only the campaigns of their store.

use proto::store::{CampaignDeskListRequest, CampaignDraft, CampaignStatus, GetCampaignRequest};
use sqlx::PgPool;
use tonic::Status;

use crate::{
    campaign_admin::{GUL, SIRIN},
    test_store::{AccountId, TestStore, refusal, three_stores},
};

const STAFF: AccountId = AccountId(50);

struct Member<'a> {
    service: &'a TestStore,
    roles: &'a [&'a str],
}

impl Member<'_> {
    async fn listed(&self, store: Option<&str>) -> Vec<i64> {
        let request = CampaignDeskListRequest { store: store.map(str::to_owned), ..Default::default() };
        let request = self.service.with_token(STAFF, self.roles, request);
        let page = self.service.campaign_admin().list(request).await.unwrap().into_inner();
        assert_eq!(page.meta.unwrap().total, page.campaigns.len() as i64);
        page.campaigns.into_iter().map(|campaign| campaign.id).collect()
    }

    async fn get(&self, id: i64) -> Result<CampaignDraft, Status> {
        let request = self.service.with_token(STAFF, self.roles, GetCampaignRequest { id });
        Ok(self.service.campaign_admin().get(request).await?.into_inner())
    }

    async fn create(&self, draft: CampaignDraft) -> Result<CampaignDraft, Status> {
        let request = self.service.with_token(STAFF, self.roles, draft);
        Ok(self.service.campaign_admin().create(request).await?.into_inner())
    }

    async fn update(&self, draft: CampaignDraft) -> Result<CampaignDraft, Status> {
        let request = self.service.with_token(STAFF, self.roles, draft);
        Ok(self.service.campaign_admin().update(request).await?.into_inner())
    }

    async fn cancel(&self, id: i64) -> Result<CampaignDraft, Status> {
        let request = self.service.with_token(STAFF, self.roles, GetCampaignRequest { id });
        Ok(self.service.campaign_admin().cancel(request).await?.into_inner())
    }
}

/// The shop's operator plans a campaign of Gül evi and one of Şirin ev.
async fn plan_one_each(service: &TestStore) -> (CampaignDraft, CampaignDraft) {
    let own = service.plan(service.draft(1)).await.unwrap();
    (own, service.plan(CampaignDraft { store_id: SIRIN, ..service.draft(1) }).await.unwrap())
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_store_owner_manages_the_campaigns_of_their_store_only(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let (own, foreign) = plan_one_each(&service).await;
    let owner = Member { service: &service, roles: &["store_owner@1"] };
    assert_eq!(owner.listed(None).await, [own.id]);
    assert_eq!((owner.listed(Some("gul-evi")).await, owner.listed(Some("1")).await), (vec![own.id], vec![own.id]));
    assert_eq!((owner.listed(Some("sirin-ev")).await, owner.listed(Some("2")).await), (vec![], vec![]));
    assert_eq!(owner.get(own.id).await.unwrap(), own);

    let created = owner.create(CampaignDraft { store_id: GUL, ..service.draft(3) }).await.unwrap();
    let changed = owner.update(CampaignDraft { percent: 30, ..created.clone() }).await.unwrap();
    assert_eq!(changed.percent, 30);
    assert_eq!(owner.cancel(created.id).await.unwrap().status(), CampaignStatus::Cancelled);

    for missing in [foreign.id, 99] {
        assert_eq!(refusal(owner.get(missing).await), "campaign_not_found");
        assert_eq!(refusal(owner.cancel(missing).await), "campaign_not_found");
        let taken = CampaignDraft { id: missing, store_id: GUL, ..service.draft(1) };
        assert_eq!(refusal(owner.update(taken).await), "campaign_not_found", "it does not become theirs");
    }
    assert_eq!(refusal(owner.create(CampaignDraft { store_id: SIRIN, ..service.draft(1) }).await), "forbidden");
    let given_away = CampaignDraft { store_id: SIRIN, ..own.clone() };
    assert_eq!(refusal(owner.update(given_away).await), "forbidden");
    assert_eq!(
        service
            .campaign_admin()
            .get(service.as_operator(GetCampaignRequest { id: foreign.id }))
            .await
            .unwrap()
            .into_inner(),
        foreign
    );
    assert_eq!(owner.get(own.id).await.unwrap(), own);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn store_staff_may_only_read(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let (own, foreign) = plan_one_each(&service).await;
    let staff = Member { service: &service, roles: &["store_staff@1"] };
    assert_eq!((staff.listed(None).await, staff.get(own.id).await.unwrap()), (vec![own.id], own.clone()));
    assert_eq!(refusal(staff.get(foreign.id).await), "campaign_not_found");
    assert_eq!(refusal(staff.create(service.draft(1)).await), "forbidden");
    assert_eq!(refusal(staff.update(CampaignDraft { percent: 30, ..own.clone() }).await), "forbidden");
    assert_eq!(refusal(staff.cancel(own.id).await), "forbidden");
    assert_eq!(staff.get(own.id).await.unwrap(), own);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn grants_of_several_stores_add_up(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let (own, other) = plan_one_each(&service).await;
    let member = Member { service: &service, roles: &["store_owner@1", "store_staff@2"] };
    assert_eq!(member.listed(None).await, [other.id, own.id]);
    assert_eq!(refusal(member.cancel(other.id).await), "campaign_not_found", "they may only read it");
    assert_eq!(member.cancel(own.id).await.unwrap().status(), CampaignStatus::Cancelled);
}
