//! The catalogue through its gRPC door, on a real PostgreSQL. What is for sale comes in by the service's own `load`.
#![cfg(test)]

mod blogger_lists;
mod categories;
mod connections;
mod crowds;
mod facets;
mod feeds;
mod freshness;
mod hostile;
mod importing;
mod input;
mod languages;
mod leavers;
mod likes;
mod lists;
mod loading;
mod lookup;
mod model;
mod moderation;
mod neighbours;
mod pages;
mod pictures;
mod popularity;
mod prices;
mod relevance;
mod reviews;
mod search;
mod searches;
mod shop;
mod sitemap;
mod slugs;
mod statements;
mod states;
mod stock;
mod suggest;
