//! Builds replies about stores and campaigns.

use proto::{
    json::to_timestamp,
    store::{Campaign, CampaignDraft, CampaignStatus, CampaignWords, Store},
};

use crate::{
    db::{campaign_page, store},
    domain::campaign::{self, Scope, Status, Words},
};

pub fn store(row: store::StoreRow, is_subscribed: bool) -> Store {
    Store {
        id: row.store_id,
        name: row.name,
        slug: row.slug,
        logo_url: row.logo_url,
        cover_url: row.cover_url,
        about: row.about,
        rating: row.rating,
        subscriber_count: row.subscriber_count,
        product_count: row.product_count,
        is_subscribed,
        review_count: row.review_count,
    }
}

pub fn campaign(row: campaign_page::CampaignRow) -> Campaign {
    Campaign {
        id: row.campaign_id,
        store_id: row.store_id,
        store_name: row.store_name,
        store_slug: row.store_slug,
        name: row.name,
        text: row.text,
        image_url: row.image_url,
        focus_x: row.focus_x.into(),
        focus_y: row.focus_y.into(),
        percent: row.percent.into(),
        status: Status::of_key(&row.status).map_or(CampaignStatus::Unspecified, status).into(),
        starts_at: Some(to_timestamp(row.starts_at)),
        ends_at: Some(to_timestamp(row.ends_at)),
        product_count: row.product_count,
    }
}

pub fn draft(campaign: campaign::Campaign) -> CampaignDraft {
    let plan = campaign.plan;
    let (is_whole_store, product_ids) = match plan.scope {
        Scope::WholeStore => (true, Vec::new()),
        Scope::Products(products) => (false, products),
    };
    CampaignDraft {
        id: campaign.id,
        store_id: plan.store,
        az: Some(words(plan.words.az)),
        ru: Some(words(plan.words.ru)),
        en: Some(words(plan.words.en)),
        image_url: plan.image_url,
        focus_x: Some(plan.focus.x.into()),
        focus_y: Some(plan.focus.y.into()),
        percent: plan.percent.into(),
        starts_at: Some(to_timestamp(plan.starts_at)),
        ends_at: Some(to_timestamp(plan.ends_at)),
        is_whole_store,
        product_ids,
        status: status(campaign.status).into(),
    }
}

fn words(words: Words) -> CampaignWords {
    CampaignWords { name: words.name, text: words.text }
}

fn status(status: Status) -> CampaignStatus {
    match status {
        Status::Planned => CampaignStatus::Planned,
        Status::Running => CampaignStatus::Running,
        Status::Ended => CampaignStatus::Ended,
        Status::Cancelled => CampaignStatus::Cancelled,
    }
}
