//! Tests through gRPC, with fakes of the other services and IndexNow.

mod audit_log;
mod content;
mod content_desk;
mod demo;
mod fake_indexnow;
mod fake_order_service;
mod home;
mod home_desk;
mod home_drafts;
mod hostile_texts;
mod indexnow;
mod pages;
mod permissions;
mod redirects;
mod seo_desk;
mod settings;
mod tags;
mod test_content;
mod test_home;
mod test_indexnow;
mod test_seo;
mod workers;
