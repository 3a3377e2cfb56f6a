//! The service through its gRPC door, on a real PostgreSQL, hearing neighbours of which only the feeds are there.
#![cfg(test)]

mod campaigns;
mod clockwork;
mod counts;
mod desk;
mod finding;
mod followers;
mod house;
mod listing;
mod loading;
mod neighbours;
mod ratings;
mod sitemap;
mod subscriptions;
mod workers;
