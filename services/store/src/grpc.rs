//! The gRPC services: they check the caller, parse the request, and convert the result.

mod campaign_admin;
mod campaigns;
mod parse;
mod reply;
mod sitemap;
mod store_desk;
mod stores;

pub use self::{
    campaign_admin::CampaignAdmin, campaigns::Campaigns, sitemap::Sitemap, store_desk::StoreDesk, stores::Stores,
};
