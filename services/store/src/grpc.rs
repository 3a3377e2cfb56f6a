//! The gRPC services. Each method checks the caller, parses the request, calls a use case of `app` or reads from `db`,
//! and converts the result to a message.

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
