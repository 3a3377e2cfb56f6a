//! proto ⇄ domain: parse, act, reply.

mod campaign_desk;
mod campaigns;
mod parse;
mod reply;
mod sitemap;
mod stores;

pub use self::{campaign_desk::CampaignDesk, campaigns::Campaigns, sitemap::Sitemap, stores::Stores};
