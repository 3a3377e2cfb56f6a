//! Campaigns as shoppers see them.

use chrono::TimeDelta;
use kit::client::LANGUAGE;
use proto::store::{
    Campaign, CampaignDraft, CampaignProductsRequest, CampaignStatus, GetCampaignRequest, RunningCampaignsRequest,
    StoreCampaignsRequest,
};
use sqlx::PgPool;
use tonic::{Request, Status};

use crate::{
    desk::{GUL, SIRIN},
    house::{House, refusal, three_stores},
    neighbours::Catalogue,
};

impl House {
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

    async fn products_of(&self, id: i64, page: i64) -> (Vec<i64>, i64) {
        let request = CampaignProductsRequest { id, page, per_page: 2 };
        let answer = self.campaigns().products(request).await.unwrap().into_inner();
        (answer.product_ids, answer.meta.unwrap().total)
    }
}

fn ids(campaigns: Vec<Campaign>) -> Vec<i64> {
    campaigns.into_iter().map(|campaign| campaign.id).collect()
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn what_runs_comes_before_what_begins_soon_and_the_rest_is_nobodys_news(pool: PgPool) {
    let house = House::loaded(pool.clone(), &three_stores()).await;
    for in_hours in [48, -2, -5, 24 * 30] {
        house.plan(house.draft(in_hours)).await.unwrap();
    }
    house.plan(CampaignDraft { store_id: SIRIN, ..house.draft(-9) }).await.unwrap();
    store::turn(&house.app).await.unwrap();
    assert_eq!(house.campaigns_of("gul-evi").await, [3, 2, 1]);
    assert_eq!(house.running().await, [5, 3, 2], "those that end first first");
    assert_eq!(house.campaign(1, "az").await.unwrap().status(), CampaignStatus::Planned);
    assert_eq!(refusal(house.campaign(4, "az").await), "campaign_not_found");
    house.clock.advance(TimeDelta::hours(20));
    store::turn(&house.app).await.unwrap();
    assert_eq!(refusal(house.campaign(3, "az").await), "campaign_not_found", "it is over");
    sqlx::query("update store set is_open = false where slug = 'gul-evi'").execute(&pool).await.unwrap();
    assert!(house.running().await.is_empty());
    assert_eq!(refusal(house.campaign(2, "az").await), "campaign_not_found");
    let closed = StoreCampaignsRequest { store: "gul-evi".to_owned() };
    assert_eq!(refusal(house.campaigns().of_store(closed).await), "store_not_found");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn it_speaks_the_callers_language_each_text_for_itself(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    house.plan(house.draft(0)).await.unwrap();
    for (language, name) in [("az", "Bahar"), ("ru", "Весна"), ("en", "Bahar")] {
        let campaign = house.campaign(1, language).await.unwrap();
        assert_eq!((campaign.name.as_str(), campaign.text.as_str()), (name, "Bahar gəldi"), "in {language}");
        assert_eq!((campaign.store_slug.as_str(), campaign.percent), ("gul-evi", 20));
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn its_products_are_what_the_store_sells_of_it(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let catalogue = Catalogue::heard_by(&house).await;
    for product in 1..=4 {
        catalogue.publish(product, GUL).await;
    }
    catalogue.publish(5, SIRIN).await;
    catalogue.all_is_heard(&house).await;
    let some = CampaignDraft { is_whole_store: false, product_ids: vec![1, 2, 3], ..house.draft(0) };
    let (some, whole) = (house.plan(some).await.unwrap().id, house.plan(house.draft(0)).await.unwrap().id);
    assert_eq!(house.products_of(some, 1).await, (vec![3, 2], 3));
    assert_eq!(house.products_of(some, 2).await, (vec![1], 3));
    assert_eq!(house.products_of(whole, 1).await, (vec![4, 3], 4));
    // What is withdrawn or sold by another is not of it any more; what comes later is of the whole store.
    catalogue.withdraw(3, GUL).await;
    catalogue.publish(2, SIRIN).await;
    catalogue.publish(6, GUL).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.products_of(some, 1).await, (vec![1], 1));
    assert_eq!(house.products_of(whole, 1).await, (vec![6, 4], 3));
    assert_eq!(house.campaign(whole, "az").await.unwrap().product_count, 3);
    let unknown = CampaignProductsRequest { id: 99, ..Default::default() };
    assert_eq!(refusal(house.campaigns().products(unknown).await), "campaign_not_found");
}
