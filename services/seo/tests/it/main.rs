//! The SEO service through its gRPC interface, on a real PostgreSQL.

mod content;
mod content_desk;
mod demo;
mod desk;
mod hostile_texts;
mod order_promises;
mod pages;
mod redirects;
mod search_engine;
mod service;
mod settings;
mod tags;
mod telling;
mod test_content;
mod town;
mod workers;
