//! The SEO service through its gRPC door, on a real PostgreSQL.

mod demo;
mod desk;
mod pages;
mod redirects;
mod search_engine;
mod service;
mod tags;
mod telling;
mod town;
