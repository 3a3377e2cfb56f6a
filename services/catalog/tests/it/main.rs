//! The catalogue through its gRPC door, on a real PostgreSQL. What is for sale comes in by the service's own `load`.
#![cfg(test)]

mod categories;
mod connections;
mod facets;
mod feeds;
mod freshness;
mod hostile;
mod input;
mod languages;
mod leavers;
mod likes;
mod lists;
mod loading;
mod lookup;
mod model;
mod pages;
mod prices;
mod relevance;
mod search;
mod searches;
mod shop;
mod suggest;
