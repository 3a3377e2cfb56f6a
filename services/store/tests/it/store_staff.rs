//! Staff of one store manage only its campaigns. The role `store_owner@1` is limited to store 1.

use proto::store::{CampaignDeskListRequest, CampaignDraft, CampaignStatus, GetCampaignRequest};
use sqlx::PgPool;
use tonic::Status;

use crate::test_store::{AccountId, GUL_EVI, SIRIN_EV, TestStore, refusal, three_stores};

const STAFF: AccountId = AccountId(50);

/// A member of staff with these roles.
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

/// The operator plans a campaign of store 1 and one of store 2.
async fn create_campaign_at_each_store(service: &TestStore) -> (CampaignDraft, CampaignDraft) {
    let of_gul_evi = service.create_campaign(service.campaign_draft(1)).await.unwrap();
    let of_sirin_ev =
        service.create_campaign(CampaignDraft { store_id: SIRIN_EV, ..service.campaign_draft(1) }).await.unwrap();
    (of_gul_evi, of_sirin_ev)
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_store_owner_manages_the_campaigns_of_their_store_only(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let (own, foreign) = create_campaign_at_each_store(&service).await;
    let owner = Member { service: &service, roles: &["store_owner@1"] };
    assert_eq!(owner.listed(None).await, [own.id]);
    assert_eq!((owner.listed(Some("gul-evi")).await, owner.listed(Some("1")).await), (vec![own.id], vec![own.id]));
    assert_eq!((owner.listed(Some("sirin-ev")).await, owner.listed(Some("2")).await), (vec![], vec![]));
    assert_eq!(owner.get(own.id).await.unwrap(), own);

    let created = owner.create(CampaignDraft { store_id: GUL_EVI, ..service.campaign_draft(3) }).await.unwrap();
    let changed = owner.update(CampaignDraft { percent: 30, ..created.clone() }).await.unwrap();
    assert_eq!(changed.percent, 30);
    assert_eq!(owner.cancel(created.id).await.unwrap().status(), CampaignStatus::Cancelled);

    let unknown = 99;
    for id in [foreign.id, unknown] {
        assert_eq!(refusal(owner.get(id).await), "campaign_not_found");
        assert_eq!(refusal(owner.cancel(id).await), "campaign_not_found");
        let moved_to_own_store = CampaignDraft { id, store_id: GUL_EVI, ..service.campaign_draft(1) };
        assert_eq!(refusal(owner.update(moved_to_own_store).await), "campaign_not_found");
    }
    assert_eq!(
        refusal(owner.create(CampaignDraft { store_id: SIRIN_EV, ..service.campaign_draft(1) }).await),
        "forbidden"
    );
    let moved_to_foreign_store = CampaignDraft { store_id: SIRIN_EV, ..own.clone() };
    assert_eq!(refusal(owner.update(moved_to_foreign_store).await), "forbidden");

    let request = service.as_operator(GetCampaignRequest { id: foreign.id });
    let foreign_after = service.campaign_admin().get(request).await.unwrap().into_inner();
    assert_eq!(foreign_after, foreign, "no refused call changed the other store's campaign");
    assert_eq!(owner.get(own.id).await.unwrap(), own);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn store_staff_may_only_read(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let (own, foreign) = create_campaign_at_each_store(&service).await;
    let staff = Member { service: &service, roles: &["store_staff@1"] };
    assert_eq!((staff.listed(None).await, staff.get(own.id).await.unwrap()), (vec![own.id], own.clone()));
    assert_eq!(refusal(staff.get(foreign.id).await), "campaign_not_found");
    assert_eq!(refusal(staff.create(service.campaign_draft(1)).await), "forbidden");
    assert_eq!(refusal(staff.update(CampaignDraft { percent: 30, ..own.clone() }).await), "forbidden");
    assert_eq!(refusal(staff.cancel(own.id).await), "forbidden");
    assert_eq!(staff.get(own.id).await.unwrap(), own);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_member_with_roles_at_two_stores_has_the_permissions_of_each(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let (own, other) = create_campaign_at_each_store(&service).await;
    let member = Member { service: &service, roles: &["store_owner@1", "store_staff@2"] };
    assert_eq!(member.listed(None).await, [other.id, own.id]);
    assert_eq!(refusal(member.cancel(other.id).await), "campaign_not_found", "at store 2 the member may only read");
    assert_eq!(member.cancel(own.id).await.unwrap().status(), CampaignStatus::Cancelled);
}
