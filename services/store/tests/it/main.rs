//! Tests of the gRPC API on a real PostgreSQL, with fake feeds of other services.
#![cfg(test)]

mod audit_log;
mod campaign_admin;
mod campaign_schedule;
mod campaigns;
mod fakes;
mod followers;
mod listing;
mod loading;
mod lookup;
mod permissions;
mod product_counts;
mod ratings;
mod sitemap;
mod store_desk;
mod store_staff;
mod subscriptions;
mod test_store;
mod workers;
