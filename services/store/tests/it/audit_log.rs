//! Changes by staff are written to the audit log.

use proto::{
    audit::{SearchAuditRequest, audit_client::AuditClient},
    store::{CampaignDraft, StoreDraft},
};
use sqlx::PgPool;
use testkit::audit::{check_append_only, check_writes, personal_data};

use crate::{
    store_desk::draft,
    test_store::{TestStore, three_stores},
};

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn every_change_by_staff_is_logged(pool: PgPool) {
    let service = TestStore::loaded(pool.clone(), &three_stores()).await;
    let create_campaign = async || service.create_campaign(service.campaign_draft(2)).await.unwrap().id;
    // Calls a method for staff that writes, and returns the action that must be logged.
    check_writes(&pool, "sovqat.store.", async |path| match path {
        "/sovqat.store.v1.CampaignDesk/Create" => {
            create_campaign().await;
            "campaign_created"
        }
        "/sovqat.store.v1.CampaignDesk/Update" => {
            let draft = CampaignDraft { id: create_campaign().await, percent: 30, ..service.campaign_draft(3) };
            service.update_campaign(draft).await.unwrap();
            "campaign_updated"
        }
        "/sovqat.store.v1.CampaignDesk/Cancel" => {
            service.cancel_campaign(create_campaign().await).await.unwrap();
            "campaign_cancelled"
        }
        "/sovqat.store.v1.StoreDesk/Create" => {
            service.create_store(draft("Yeni")).await.unwrap();
            "store_created"
        }
        "/sovqat.store.v1.StoreDesk/Update" => {
            let created = service.create_store(draft("Köhnə ad")).await.unwrap();
            let edit = StoreDraft { slug: Some(created.slug), ..draft("Yeni ad") };
            service.update_store(created.id, 1, edit).await.unwrap();
            "store_updated"
        }
        "/sovqat.store.v1.StoreDesk/Open" => {
            let created = service.create_store(draft("Açıq")).await.unwrap();
            service.close_store(created.id).await.unwrap();
            service.open_store(created.id).await.unwrap();
            "store_opened"
        }
        "/sovqat.store.v1.StoreDesk/Close" => {
            let created = service.create_store(draft("Bağlı")).await.unwrap();
            service.close_store(created.id).await.unwrap();
            "store_closed"
        }
        path => panic!("{path} needs a call here"),
    })
    .await;
    assert_eq!(personal_data(&pool, &[]).await, [] as [String; 0]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn the_log_is_searched_and_cannot_be_changed(pool: PgPool) {
    let service = TestStore::loaded(pool.clone(), &three_stores()).await;
    let campaign = service.create_campaign(service.campaign_draft(2)).await.unwrap().id;
    let request = SearchAuditRequest { limit: 10, ..SearchAuditRequest::default() };
    let mut client = AuditClient::new(service.channel.clone());
    let entries = client.search(service.as_operator(request)).await.unwrap().into_inner().entries;
    let summaries: Vec<_> = entries.iter().map(|entry| (&*entry.service, &*entry.action, &*entry.subject)).collect();
    assert_eq!(summaries, [("store", "campaign_created", campaign.to_string().as_str())]);
    check_append_only(&pool).await;
}
