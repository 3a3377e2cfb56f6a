//! The campaigns that shoppers see.

use chrono::TimeDelta;
use kit::client::LANGUAGE;
use proto::store::{
    Campaign, CampaignDraft, CampaignProductsRequest, CampaignStatus, GetCampaignRequest, RunningCampaignsRequest,
    StoreCampaignsRequest,
};
use sqlx::PgPool;
use tonic::{Request, Status};

use crate::{
    fakes::FakeCatalogue,
    test_store::{GUL_EVI, SIRIN_EV, TestStore, refusal, three_stores},
};

impl TestStore {
    async fn campaigns_of(&self, store: &str) -> Vec<i64> {
        let request = StoreCampaignsRequest { store: store.to_owned() };
        ids(self.campaigns().of_store(request).await.unwrap().into_inner().campaigns)
    }

    async fn running(&self) -> Vec<i64> {
        ids(self.campaigns().running(RunningCampaignsRequest::default()).await.unwrap().into_inner().campaigns)
    }

    async fn campaign(&self, id: i64, language: &str) -> Result<Campaign, Status> {
        let mut request = Request::new(GetCampaignRequest { id });
        request.metadata_mut().insert(LANGUAGE, language.parse().unwrap());
        Ok(self.campaigns().get(request).await?.into_inner())
    }

    /// Returns the products on a page of two, and the total.
    async fn products_of(&self, id: i64, page: i64) -> (Vec<i64>, i64) {
        let request = CampaignProductsRequest { id, page, per_page: 2 };
        let response = self.campaigns().products(request).await.unwrap().into_inner();
        (response.product_ids, response.meta.unwrap().total)
    }
}

fn ids(campaigns: Vec<Campaign>) -> Vec<i64> {
    campaigns.into_iter().map(|campaign| campaign.id).collect()
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn running_campaigns_come_before_those_that_start_soon_and_others_are_hidden(pool: PgPool) {
    let service = TestStore::loaded(pool.clone(), &three_stores()).await;
    // These are campaigns 1 to 4. Campaign 4 starts too late to be shown.
    for in_hours in [48, -2, -5, 24 * 30] {
        service.create_campaign(service.campaign_draft(in_hours)).await.unwrap();
    }
    service.create_campaign(CampaignDraft { store_id: SIRIN_EV, ..service.campaign_draft(-9) }).await.unwrap();
    store::advance_campaigns(&service.app).await.unwrap();
    assert_eq!(service.campaigns_of("gul-evi").await, [3, 2, 1]);
    assert_eq!(service.running().await, [5, 3, 2], "earliest end first");
    assert_eq!(service.campaign(1, "az").await.unwrap().status(), CampaignStatus::Planned);
    assert_eq!(refusal(service.campaign(4, "az").await), "campaign_not_found");

    // Campaign 3 started 5 hours ago and lasts 24 hours.
    service.clock.advance(TimeDelta::hours(20));
    store::advance_campaigns(&service.app).await.unwrap();
    assert_eq!(refusal(service.campaign(3, "az").await), "campaign_not_found", "it has ended");

    sqlx::query("update store set is_open = false where slug = 'gul-evi'").execute(&pool).await.unwrap();
    assert!(service.running().await.is_empty());
    assert_eq!(refusal(service.campaign(2, "az").await), "campaign_not_found");
    let closed = StoreCampaignsRequest { store: "gul-evi".to_owned() };
    assert_eq!(refusal(service.campaigns().of_store(closed).await), "store_not_found");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn each_text_falls_back_to_azerbaijani_separately(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    service.create_campaign(service.campaign_draft(0)).await.unwrap();
    for (language, name) in [("az", "Bahar"), ("ru", "Весна"), ("en", "Bahar")] {
        let campaign = service.campaign(1, language).await.unwrap();
        assert_eq!((campaign.name.as_str(), campaign.text.as_str()), (name, "Bahar gəldi"), "in {language}");
        assert_eq!((campaign.store_slug.as_str(), campaign.percent), ("gul-evi", 20));
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn campaign_products_are_those_that_the_store_sells(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    for product in 1..=4 {
        catalogue.publish(product, GUL_EVI).await;
    }
    catalogue.publish(5, SIRIN_EV).await;
    catalogue.wait_until_applied(&service).await;
    let three_products =
        CampaignDraft { is_whole_store: false, product_ids: vec![1, 2, 3], ..service.campaign_draft(0) };
    let (three_products, whole_store) = (
        service.create_campaign(three_products).await.unwrap().id,
        service.create_campaign(service.campaign_draft(0)).await.unwrap().id,
    );
    assert_eq!(service.products_of(three_products, 1).await, (vec![3, 2], 3));
    assert_eq!(service.products_of(three_products, 2).await, (vec![1], 3));
    assert_eq!(service.products_of(whole_store, 1).await, (vec![4, 3], 4));

    // Products that are withdrawn or move to another store leave a campaign; new ones join a campaign for the whole
    // store.
    catalogue.withdraw(3, GUL_EVI).await;
    catalogue.publish(2, SIRIN_EV).await;
    catalogue.publish(6, GUL_EVI).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.products_of(three_products, 1).await, (vec![1], 1));
    assert_eq!(service.products_of(whole_store, 1).await, (vec![6, 4], 3));
    assert_eq!(service.campaign(whole_store, "az").await.unwrap().product_count, 3);
    let unknown = CampaignProductsRequest { id: 99, ..Default::default() };
    assert_eq!(refusal(service.campaigns().products(unknown).await), "campaign_not_found");
}
