//! The gRPC services: parse the request, call the use case, reply.

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
